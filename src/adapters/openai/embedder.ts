import { HindsightError } from "../../domain/errors.ts";
import type { Fingerprint } from "../../domain/record.ts";
import { STRANGERS } from "../../domain/strangers.ts";
import type { Embedder } from "../../ports/embedder.ts";
import { createClient, type EndpointSettings, explain, withDeadline } from "./endpoint.ts";

export interface OpenAiEmbedderSettings extends EndpointSettings {
  /** See Embedder.trust; default 0.5: with a small multilingual model (e5-small) recall hardly differs from 0.3 to 0.7, see `fuse`. */
  trust?: number;
  /** See Embedder.nearDuplicate; default 0.95 (requirement B4). */
  nearDuplicate?: number | null;
  /** Put before a question and before a memory, for models that were trained so (e5: `query: ` and `passage: `). */
  queryPrefix?: string;
  documentPrefix?: string;
  /** Texts a request; default 64. */
  batchSize?: number;
}

/** Mean cosine of texts that have nothing in common, plus one standard deviation. */
function strangers(vectors: readonly Float32Array[]): number {
  const cosines = vectors.flatMap((a, i) =>
    vectors.slice(i + 1).map((b) => a.reduce((sum, x, at) => sum + x * b[at]!, 0)),
  );
  const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
  const variance = cosines.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / cosines.length;
  return Math.min(0.99, Math.max(0, mean + Math.sqrt(variance)));
}

interface Answer {
  vectors: Float32Array[];
  /** The name under which the endpoint says it answered. */
  servedBy: string | null;
}

/**
 * Embeddings of any OpenAI-compatible endpoint, through the official client (`base64` and plain numbers both
 * understood). Every vector is scaled to length 1. Model, version and dimension come from the first answer and hold for
 * the life of the embedder: an answer of another dimension is an error.
 */
export function createOpenAiEmbedder(settings: OpenAiEmbedderSettings): Embedder {
  const { model, timeoutMs, trust = 0.5, nearDuplicate = 0.95, batchSize = 64 } = settings;
  const { queryPrefix = "", documentPrefix = "" } = settings;
  const prefixes = queryPrefix + documentPrefix === "" ? "" : `+${queryPrefix}|${documentPrefix}`;
  const client = createClient(settings);
  let known: Fingerprint | null = null;

  function failed(message: string, hint: string, cause?: unknown): HindsightError {
    return new HindsightError("EMBEDDING_FAILED", `embedding model "${model}": ${message}`, hint, { cause });
  }

  function unusable(what: string): HindsightError {
    return failed(what, `Check that HINDSIGHT_EMBEDDING_MODEL names an embedding model ("${model}" answered wrongly).`);
  }

  function normalised(values: unknown, index: number): Float32Array {
    const numbers = values instanceof Float32Array || Array.isArray(values) ? values : null;
    if (numbers === null || numbers.length === 0) throw unusable(`vector ${index} is missing or empty`);
    let sum = 0;
    for (const value of numbers) {
      if (typeof value !== "number" || !Number.isFinite(value))
        throw unusable(`vector ${index} holds ${String(value)}`);
      sum += value * value;
    }
    const norm = Math.sqrt(sum);
    if (norm === 0) throw unusable(`vector ${index} is all zero`);
    return Float32Array.from(numbers as ArrayLike<number>, (value) => value / norm);
  }

  async function ask(texts: readonly string[], signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted();
    let answer: Awaited<ReturnType<typeof client.embeddings.create>>;
    try {
      const deadline = withDeadline(timeoutMs, signal);
      answer = await client.embeddings.create({ model, input: Array.from(texts) }, { signal: deadline });
    } catch (error) {
      signal?.throwIfAborted();
      const { message, hint } = explain(error, settings);
      throw failed(message, hint, error);
    }
    const data: unknown = answer?.data;
    if (!Array.isArray(data)) throw unusable("the answer holds no list of vectors");
    if (data.length !== texts.length) throw unusable(`${texts.length} texts gave ${data.length} vectors`);
    const inOrder = new Array<Float32Array>(texts.length);
    for (const [position, item] of (data as { index?: unknown; embedding?: unknown }[]).entries()) {
      const index = typeof item?.index === "number" ? item.index : position;
      if (inOrder[index] !== undefined || !(index in texts)) throw unusable(`the answer's index ${index} is wrong`);
      inOrder[index] = normalised(item?.embedding, index);
    }
    return {
      vectors: inOrder,
      servedBy: typeof answer.model === "string" && answer.model !== "" ? answer.model : null,
    };
  }

  /** Asks, and holds the answer against what is known of the model. */
  async function embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    const { vectors, servedBy } = await ask(texts, signal);
    for (const vector of vectors) {
      known ??= { model, version: (servedBy ?? model) + prefixes, dimensions: vector.length };
      if (vector.length !== known.dimensions) {
        throw failed(
          `it gave ${vector.length} dimensions after ${known.dimensions}`,
          "The model behind the endpoint changed: restart, and re-embed what is stored if the change is meant.",
        );
      }
    }
    return vectors;
  }

  let probing: { answer: Promise<number>; signal: AbortSignal | undefined } | null = null;

  /** Asked once; a failure is asked again by the next caller, and by whoever waited when the asker gave up. */
  async function probe(signal?: AbortSignal): Promise<number> {
    signal?.throwIfAborted();
    const texts = [...STRANGERS.en, ...STRANGERS.zh].map((text) => documentPrefix + text);
    const mine = probing ?? { answer: embed(texts, signal).then(strangers), signal };
    probing = mine;
    try {
      return await mine.answer;
    } catch (error) {
      if (probing === mine) probing = null;
      if (mine.signal !== signal && mine.signal?.aborted === true) return probe(signal);
      throw error;
    }
  }

  return {
    trust,
    graded: true,
    nearDuplicate,
    unrelated: probe,
    async fingerprint(signal) {
      if (known === null) await probe(signal);
      return known as unknown as Fingerprint;
    },
    async embedDocuments(texts, signal) {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += batchSize)
        vectors.push(
          ...(await embed(
            texts.slice(at, at + batchSize).map((text) => documentPrefix + text),
            signal,
          )),
        );
      return vectors;
    },
    async embedQuery(text, signal) {
      const [vector] = await embed([queryPrefix + text], signal);
      return vector!;
    },
  };
}
