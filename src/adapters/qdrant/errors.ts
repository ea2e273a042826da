import { QdrantClientResourceExhaustedError, QdrantClientTimeoutError } from "@qdrant/js-client-rest";
import { HindsightError } from "../../domain/errors.ts";

/** What went wrong with one request, as the client reports it. */
export interface Failure {
  /** HTTP status; `null` when no whole answer came. */
  status: number | null;
  message: string;
  /** Milliseconds the server asks to wait; `null` when it does not say. */
  waitMs: number | null;
}

const hasStatus = (error: object): error is { status: number; data?: unknown } =>
  "status" in error && typeof error.status === "number";

/** Qdrant's own words, `{"status":{"error":"…"}}`, else whatever a proxy wrote, else nothing. */
function wordsOf(data: unknown): string {
  if (typeof data === "string") return data.slice(0, 200);
  const status = typeof data === "object" && data !== null && "status" in data ? data.status : null;
  const words = typeof status === "object" && status !== null && "error" in status ? status.error : null;
  return typeof words === "string" ? words : "";
}

/** `null` for what is no failure of the request but a mistake of the program. */
export function failureOf(error: unknown): Failure | null {
  if (!(error instanceof Error) || error instanceof HindsightError) return null;
  // the client keeps only the first digit of Retry-After, and throws a nameless error for a date
  if (error instanceof QdrantClientResourceExhaustedError)
    return { status: 429, message: error.message, waitMs: error.retry_after * 1_000 };
  if (error.message.startsWith("Invalid retryAfter value")) return { status: 429, message: "busy", waitMs: null };
  if (error instanceof QdrantClientTimeoutError) return { status: null, message: "no answer in time", waitMs: null };
  if (hasStatus(error)) return { status: error.status, message: wordsOf(error.data) || error.message, waitMs: null };
  if (error instanceof TypeError && "cause" in error) {
    const { cause } = error; // fetch
    return {
      status: null,
      message: cause instanceof Error ? cause.message || cause.name : error.message,
      waitMs: null,
    };
  }
  if (error instanceof SyntaxError) return { status: null, message: "the answer was cut off", waitMs: null };
  return null;
}

/** True when the same request may succeed a moment later. */
export function isTransient({ status }: Failure): boolean {
  return status === null || status === 408 || status === 429 || status >= 500;
}

/** True when the server took a request and did not answer it in time. */
export const isSilence = (error: unknown): boolean => error instanceof QdrantClientTimeoutError;

/** True for an error of ours behind which is a failure that a second try would meet too, or none at all. */
export function isLasting(error: unknown): boolean {
  const failure = error instanceof HindsightError ? failureOf(error.cause) : null;
  return failure === null || !isTransient(failure);
}

/** True for a point or collection that is to be made and is there already. */
export function isTaken({ status, message }: Failure): boolean {
  return status === 409 || (status === 400 && /already exists/iu.test(message));
}

/** The failure as an error of ours. `where` names the server, `what` the attempt ("read the memory"). */
export function translated(failure: Failure, where: string, what: string, cause: unknown): HindsightError {
  const { status, message } = failure;
  const made = (code: HindsightError["code"], told: string, hint: string) =>
    new HindsightError(code, `Qdrant at ${where}: ${told}`, hint, { cause });
  if (status === 401 || status === 403)
    return made(
      "WRONG_KEY",
      `it refuses to ${what} (${status}: ${message})`,
      "Set QDRANT_API_KEY to a key that may read and write, the one of this server.",
    );
  if (status === null)
    return made(
      "UNREACHABLE",
      `could not ${what}: ${message}`,
      "Check that QDRANT_URL is right and the server runs; HINDSIGHT_QDRANT_TIMEOUT_MS sets how long to wait.",
    );
  if (status === 429)
    return made("STORE_BUSY", `too busy to ${what}`, "Try again later, or raise the server's rate limits.");
  if (/no space|disk (is )?full/iu.test(message))
    return made("DISK_FULL", `no space left to ${what} (${message})`, "Give Qdrant's disk more room, then try again.");
  if (/vector dimension error|expected dim/iu.test(message))
    return made(
      "EMBEDDING_MISMATCH",
      `its vectors are of another length (${message})`,
      "Set HINDSIGHT_EMBEDDING_MODEL back to the model this memory was filled with, or run `hindsight reembed`.",
    );
  if (status === 404)
    return made(
      "STORE_FAILED",
      `could not ${what}: a collection is missing (${message})`,
      "Restore the collection from a snapshot, or set HINDSIGHT_QDRANT_PREFIX to the prefix the memories were written under.",
    );
  if (status >= 500)
    return made("STORE_FAILED", `could not ${what} (${status}: ${message})`, "Look into Qdrant's log, then try again.");
  return made(
    "STORE_FAILED",
    `it does not understand how to ${what} (${status}: ${message})`,
    "Check the server's version and that nobody else made the collections of this prefix; else report a bug of hindsight.",
  );
}

/** For a failure that cannot be told apart from a mistake: as it is. */
export function asThrown(error: unknown, where: string, what: string): unknown {
  const failure = failureOf(error);
  return failure === null ? error : translated(failure, where, what, error);
}
