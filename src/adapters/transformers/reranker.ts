import { existsSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { z } from "zod";
import { HindsightError, isHindsightError, messageOf } from "../../domain/errors.ts";
import type { Reranked, Reranker } from "../../ports/reranker.ts";

/** The optional package; too big (475 MB) to be a dependency. */
const PACKAGE = "@huggingface/transformers";

/** What is used of it; version 3 and 4. */
export interface Transformers {
  AutoTokenizer: { from_pretrained(folder: string, options: object): Promise<Tokenizer> };
  AutoModelForSequenceClassification: { from_pretrained(folder: string, options: object): Promise<Model> };
}
type Tokenizer = (texts: string[], options: { text_pair: string[]; padding: boolean; truncation: boolean }) => unknown;
type Model = ((inputs: unknown) => Promise<unknown>) & { dispose(): Promise<unknown> };

export interface LocalRerankerSettings {
  /** Holds config.json, tokenizer.json and onnx/model*.onnx, as exported for transformers.js. */
  folder: string;
  /** Default: the installed package. */
  load?: () => Promise<Transformers>;
}

/** Files by preference, smallest first: on a CPU the int8 one is the fast one, and its ranks are the same. */
const WEIGHTS = [
  ["model_quantized.onnx", "q8"],
  ["model_int8.onnx", "int8"],
  ["model_fp16.onnx", "fp16"],
  ["model.onnx", "fp32"],
] as const;

const output = z.object({
  logits: z.object({ dims: z.tuple([z.number(), z.number()]), data: z.instanceof(Float32Array) }),
});

function notInstalled(what: string, hint: string, cause?: unknown): HindsightError {
  return new HindsightError("INVALID_SETTING", what, hint, { cause });
}

async function installed(): Promise<Transformers> {
  try {
    const name: string = PACKAGE; // in a variable, so that neither the compiler nor a bundler asks for it
    return (await import(name)) as Transformers;
  } catch (error) {
    throw notInstalled(
      `HINDSIGHT_RERANK_FOLDER is set, and ${PACKAGE} cannot be loaded: ${messageOf(error)}`,
      `Run npm install ${PACKAGE}, or unset HINDSIGHT_RERANK_FOLDER.`,
      error,
    );
  }
}

/** @throws HindsightError INVALID_SETTING for a folder that holds no model. */
function weightsIn(folder: string): string {
  const onnx = join(folder, "onnx");
  const files = existsSync(onnx) ? readdirSync(onnx) : [];
  const found = WEIGHTS.find(([file]) => files.includes(file));
  if (found !== undefined && existsSync(join(folder, "config.json")) && existsSync(join(folder, "tokenizer.json")))
    return found[1];
  throw notInstalled(
    `HINDSIGHT_RERANK_FOLDER: ${folder} holds no ONNX cross-encoder`,
    `Put config.json, tokenizer.json and onnx/${WEIGHTS.map(([file]) => file).join(" or ")} there.`,
  );
}

/** One score a pair: a single logit is the score; of two classes the second ("relevant") against the first. */
function scoresOf(answer: unknown, count: number): number[] | null {
  const parsed = output.safeParse(answer);
  if (!parsed.success) return null;
  const { dims, data } = parsed.data.logits;
  const [rows, classes] = dims;
  if (rows !== count || classes < 1 || classes > 2 || data.length !== rows * classes) return null;
  const scores = Array.from({ length: rows }, (_, row) =>
    classes === 1 ? data[row]! : data[2 * row + 1]! - data[2 * row]!,
  );
  return scores.every(Number.isFinite) ? scores : null;
}

/**
 * Reranking by a cross-encoder in ONNX format on this machine. The package and the model are loaded at the first
 * question, which the loading outlasts: until it is done, and while an earlier batch is being computed, the answer is
 * `busy`, so that work never piles up. Nothing is fetched from anywhere.
 */
export function createLocalReranker({ folder, load = installed }: LocalRerankerSettings): Reranker {
  const path = resolve(folder);
  const name = basename(path);
  let loading: Promise<{ tokenizer: Tokenizer; model: Model }> | undefined;
  let working: Promise<unknown> | undefined;

  async function loaded() {
    const dtype = weightsIn(path);
    const { AutoTokenizer, AutoModelForSequenceClassification } = await load();
    const [tokenizer, model] = await Promise.all([
      AutoTokenizer.from_pretrained(path, { local_files_only: true }),
      AutoModelForSequenceClassification.from_pretrained(path, { local_files_only: true, dtype }),
    ]);
    return { tokenizer, model };
  }

  async function work(query: string, documents: readonly string[]): Promise<Reranked> {
    try {
      loading ??= loaded();
      const { tokenizer, model } = await loading;
      const queries = new Array<string>(documents.length).fill(query);
      const inputs = tokenizer(queries, { text_pair: Array.from(documents), padding: true, truncation: true });
      const scores = scoresOf(await model(inputs), documents.length);
      if (scores === null)
        return { ok: false, reason: "wrong_shape", detail: `${name} gave no one finite logit a document` };
      return { ok: true, scores };
    } catch (error) {
      const missing = isHindsightError(error, "INVALID_SETTING");
      const detail = missing ? `${error.message}. ${error.hint}` : messageOf(error);
      return { ok: false, reason: missing ? "not_installed" : "unreachable", detail };
    }
  }

  return {
    name,
    async rank(query, documents, signal) {
      signal?.throwIfAborted();
      if (working !== undefined) return { ok: false, reason: "busy", detail: `${name} is still at work` };
      const own = work(query, documents);
      working = own;
      try {
        return await own;
      } finally {
        working = undefined;
      }
    },
    async close() {
      await working;
      const made = loading;
      loading = undefined;
      if (made === undefined) return;
      const [result] = await Promise.allSettled([made]);
      if (result.status === "fulfilled") await result.value.model.dispose();
    },
  };
}
