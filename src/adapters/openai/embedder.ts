import { HindsightError } from "../../domain/errors.ts";
import type { Fingerprint } from "../../domain/record.ts";
import type { Embedder } from "../../ports/embedder.ts";
import { createClient, type EndpointSettings, explain, withDeadline } from "./endpoint.ts";

export interface OpenAiEmbedderSettings extends EndpointSettings {
  /** See Embedder.trust; default 1. */
  trust?: number;
  /** See Embedder.nearDuplicate; default 0.95 (requirement B4). */
  nearDuplicate?: number | null;
  /** See Embedder.unrelated; default 0.2, about where text-embedding-3-small puts strangers. Models differ. */
  unrelated?: number;
  /** Texts a request; default 64. */
  batchSize?: number;
}

/** Text the model is asked about itself with. */
const PROBE = "hindsight";

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
  const { model, timeoutMs, trust = 1, nearDuplicate = 0.95, unrelated = 0.2, batchSize = 64 } = settings;
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
      known ??= { model, version: servedBy ?? model, dimensions: vector.length };
      if (vector.length !== known.dimensions) {
        throw failed(
          `it gave ${vector.length} dimensions after ${known.dimensions}`,
          "The model behind the endpoint changed: restart, and re-embed what is stored if the change is meant.",
        );
      }
    }
    return vectors;
  }

  let probing: Promise<unknown> | null = null;
  return {
    trust,
    nearDuplicate,
    unrelated,
    async fingerprint() {
      if (known === null) {
        probing ??= embed([PROBE]).finally(() => {
          probing = null;
        });
        await probing;
      }
      return known as unknown as Fingerprint;
    },
    async embedDocuments(texts, signal) {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += batchSize)
        vectors.push(...(await embed(texts.slice(at, at + batchSize), signal)));
      return vectors;
    },
    async embedQuery(text, signal) {
      const [vector] = await embed([text], signal);
      return vector!;
    },
  };
}
