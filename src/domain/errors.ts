/** What went wrong, in a word a program can test. */
export type ErrorCode =
  | "INVALID_USER"
  | "INVALID_INPUT"
  | "INVALID_SETTING"
  | "NOT_FOUND"
  | "NOT_GRANTED"
  | "WRONG_OWNER"
  | "WRONG_KEY"
  | "CONFLICT"
  | "WRITE_CAP"
  | "CLOSED"
  | "LEASE_LOST"
  | "EMBEDDING_MISMATCH"
  | "EMBEDDING_FAILED"
  | "STORE_FAILED"
  | "STORE_BUSY"
  | "UNREACHABLE"
  | "DISK_FULL"
  | "MODEL_FAILED"
  | "MODEL_TIMED_OUT"
  | "TOOL_SERVER_FAILED"
  | "NODE_TOO_OLD";

/** The one error class of hindsight: a code, what happened, and what to do next. */
export class HindsightError extends Error {
  readonly code: ErrorCode;
  /** What the reader can do about it: a command or a setting, in one sentence. */
  readonly hint: string;

  constructor(code: ErrorCode, message: string, hint: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "HindsightError";
    this.code = code;
    this.hint = hint;
  }
}

/** True for a HindsightError, of that code when one is given. */
export function isHindsightError(error: unknown, code?: ErrorCode): error is HindsightError {
  return error instanceof HindsightError && (code === undefined || error.code === code);
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
