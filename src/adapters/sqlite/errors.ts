import { setTimeout as sleep } from "node:timers/promises";
import { HindsightError, messageOf } from "../../domain/errors.ts";

/** Longest wait, in milliseconds, for other processes to let go of a file before it is reported. */
const PATIENCE_MS = 30_000;

/** The code of an error thrown by SQLite (`SQLITE_FULL`) or by the file system (`ENOSPC`), else `null`. */
function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return null;
  return error.code;
}

/** True when another connection was in the way and a second try may succeed. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error);
  return code !== null && /^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(code);
}

/** True for what SQLite, the file system or our reading of a file reports, as opposed to a defect of the program. */
export function isStorageError(error: unknown): boolean {
  return error instanceof HindsightError || codeOf(error) !== null;
}

/** True when an id, content or key that must be unique was there already. */
export function isTaken(error: unknown): boolean {
  return codeOf(error) === "SQLITE_CONSTRAINT_UNIQUE";
}

/**
 * What SQLite or the file system threw, as an error of ours; `file` is named in the message. Errors that are neither
 * (a programming error, an error of ours) are returned as they are.
 */
export function translated(error: unknown, file: string): unknown {
  const code = codeOf(error);
  if (error instanceof HindsightError || code === null) return error;
  const made = (kind: HindsightError["code"], what: string, hint: string) =>
    new HindsightError(kind, `${file}: ${what} (${code}: ${messageOf(error)})`, hint, { cause: error });
  if (isBusy(error))
    return made(
      "STORE_BUSY",
      `another process kept the file locked for ${PATIENCE_MS / 1000} seconds`,
      "Try again; if it stays so, look for a hung hindsight process and end it.",
    );
  if (code === "SQLITE_FULL" || code === "SQLITE_IOERR_SHMSIZE" || code === "ENOSPC" || code === "EDQUOT")
    return made("DISK_FULL", "no space left; nothing was changed", "Free disk space, then try again.");
  if (code === "SQLITE_NOTADB")
    return made(
      "WRONG_KEY",
      "cannot be read: it is encrypted with another key, or damaged",
      "Set HINDSIGHT_ENCRYPTION_KEY to the key it was written with, or unset it for a file written without one; if the key is right, the file is damaged: restore a backup of it, or move it away.",
    );
  if (code.startsWith("SQLITE_CORRUPT"))
    return made(
      "STORE_FAILED",
      "the file is damaged",
      "Run `hindsight doctor`; move the file away and restore a backup of it, or import an export.",
    );
  if (isTaken(error))
    return made(
      "CONFLICT",
      "another active memory says the same, or holds the same key",
      "Read that memory again and decide which of the two shall stand.",
    );
  if (/^(SQLITE_READONLY|SQLITE_PERM|EROFS$|EACCES$|EPERM$)/.test(code))
    return made(
      "STORE_FAILED",
      "this user of the machine may not write here, which reading needs too (logs, locks, counts of use)",
      "Give write access to HINDSIGHT_HOME, or copy it to a folder of your own and name that with --home.",
    );
  if (/^(SQLITE_(CANTOPEN|AUTH|IOERR)|E[A-Z]+$)/.test(code))
    return made(
      "STORE_FAILED",
      "cannot be read or written",
      "Check that HINDSIGHT_HOME is on a healthy local disk and that this user may write there.",
    );
  if (code.startsWith("SQLITE_"))
    return made(
      "STORE_FAILED",
      "the database refused",
      "Run `hindsight doctor`, and report this as a bug of hindsight.",
    );
  return error;
}

/**
 * Runs `attempt` until no other process is in its way, for at most 30 seconds. The connection's own busy timeout is
 * kept short, so that the event loop goes on meanwhile.
 * @throws HindsightError as `translated` makes it
 */
export async function patiently<T>(file: string, attempt: () => T): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw translated(error, file);
    }
    await sleep(1 + Math.random() * 15);
  }
}

/** The same for the rare place that cannot wait asynchronously: blocks the thread between tries. */
export function patientlySync<T>(file: string, attempt: () => T): T {
  const until = performance.now() + PATIENCE_MS;
  const cell = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw translated(error, file);
    }
    Atomics.wait(cell, 0, 0, 1 + Math.random() * 15);
  }
}
