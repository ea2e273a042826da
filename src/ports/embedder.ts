import type { Fingerprint } from "../domain/record.ts";

/** Turns text into vectors of length 1 (L2), so that the dot product is the cosine in −1…1. */
export interface Embedder {
  /** Loads what the first text needs and sends nothing, so that only the asking counts against a time budget. */
  prepare?(): Promise<void>;
  /**
   * Model, version and dimension; asked of the endpoint once and remembered, never guessed.
   * @throws HindsightError EMBEDDING_FAILED when the endpoint does not answer.
   */
  fingerprint(signal?: AbortSignal): Promise<Fingerprint>;
  /**
   * How far its ranks may be trusted in fusion, 0 (not at all) … 1 (as much as BM25). Measured per embedder:
   * a weak embedder fused at equal weight makes recall worse than BM25 alone.
   */
  readonly trust: number;
  /**
   * Whether how far a cosine stands above others tells more than its rank, as with trained models, whose first hundred
   * often lie close together. Default false: a hashing embedder's distances are chance.
   */
  readonly graded?: boolean;
  /**
   * How much a question and a memory have in common, 0 … 1, reckoned on what the vectors stand for, where cosines are partly
   * chance (hashing); absent where they are none.
   */
  likeness?(question: string, memory: string): number;
  /** Cosine above which two texts may be the same statement; `null` when its cosines cannot tell. */
  readonly nearDuplicate: number | null;
  /**
   * Cosine at or below which two texts have nothing to do with each other; what the relevance floor starts from.
   * @throws HindsightError EMBEDDING_FAILED when it has to be measured and the endpoint does not answer.
   */
  unrelated(signal?: AbortSignal): Promise<number>;
  /** One vector per text, in order. @throws HindsightError EMBEDDING_FAILED */
  embedDocuments(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** @throws HindsightError EMBEDDING_FAILED */
  embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array>;
}
