import type { z } from "zod";

/** One message of a prompt. */
export type PromptMessage = { role: "system" | "user" | "assistant"; content: string };

/**
 * The rungs of the structured-output ladder, best first: the provider's JSON schema, a tool call, JSON mode, a plain
 * prompt. The built-in model has a rung of its own.
 */
export const RUNGS = ["json_schema", "tool_call", "json_mode", "prompt", "builtin"] as const;
export type Rung = (typeof RUNGS)[number];

export interface StructuredRequest<T> {
  /** Name of the schema: letters, digits, underscore. */
  name: string;
  /** Every field required, nothing extra; `.nullable()` for what may be missing. */
  schema: z.ZodType<T>;
  messages: readonly PromptMessage[];
  /** The facts the prompt was made from, as data: what the built-in rules work on instead of the prompt. */
  input: unknown;
  /** Checks beyond the schema; returns what is wrong, in words a model can act on, or an empty list. */
  check?: (value: T) => string[];
  signal?: AbortSignal;
}

/** Why nothing usable came back. `timed_out`: the endpoint took the request and had not answered in time. */
export type StructuredFailure =
  | "refused"
  | "cut_off"
  | "not_json"
  | "wrong_shape"
  | "failed_check"
  | "unreachable"
  | "timed_out";

export type StructuredResult<T> =
  | { ok: true; value: T; rung: Rung; repaired: boolean; calls: number; model: string }
  | { ok: false; reason: StructuredFailure; detail: string; raw: string; rung: Rung; calls: number; model: string };

/** A language model as the memory uses it: for judging and distilling, not for talking to the user. */
export interface LanguageModel {
  /** The model's name, for records and dead letters. */
  readonly name: string;
  /** True for the built-in rules, which are no language model. */
  readonly builtin: boolean;
  /** Loads what the first request needs and sends nothing, so that only the asking counts against a time budget. */
  prepare?(): Promise<void>;
  /**
   * Fills the schema, climbing down the ladder. Never throws for what the model or the endpoint did (that is the
   * `ok: false` result); throws only for abort and programming errors.
   */
  structured<T>(request: StructuredRequest<T>): Promise<StructuredResult<T>>;
}
