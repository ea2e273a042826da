/** Why no scores came back. */
export type RerankFailure =
  /** Not within the time budget. */
  | "timeout"
  /** Still at work on an earlier question that ran out of time, or loading. */
  | "busy"
  | "unreachable"
  /** The endpoint refused the key, the model or the request. */
  | "refused"
  /** It answered, and the answer cannot be used. */
  | "wrong_shape"
  /** The package or the model's files are not there. */
  | "not_installed"
  /** Not asked: it failed several times in a row and is left alone for a while. */
  | "resting";

export type Reranked =
  /** One score a document, in their order, higher is better, on any scale; `null` for a document it left out. */
  { ok: true; scores: (number | null)[] } | { ok: false; reason: RerankFailure; detail: string };

/** A cross-encoder: reads a question and a document together and says how well the one answers the other. */
export interface Reranker {
  /** The model's name. */
  readonly name: string;
  /** Loads what the first question needs and sends nothing, so that only the asking counts against a time budget. */
  prepare?(): Promise<void>;
  /**
   * Scores the documents. Never throws for what the model or the endpoint did (that is the `ok: false` result); throws
   * only for abort and programming errors.
   */
  rank(query: string, documents: readonly string[], signal?: AbortSignal): Promise<Reranked>;
  /** Releases what was loaded; safe to call twice. */
  close(): Promise<void>;
}
