import { hkdfSync } from "node:crypto";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite, { type Database, type Statement } from "better-sqlite3";
import { HindsightError } from "../../domain/errors.ts";

/** Milliseconds one statement waits for another connection before `patiently` takes over. */
const BUSY_MS = 200;

/** Bytes of write-ahead log kept for the next writes; a large import leaves more, which is given back. */
const MOST_LOG = 8_000_000;

export interface ConnectOptions {
  path: string;
  /** 64 hex digits of a raw key, or `null` for a file in clear. */
  key: string | null;
  /** Make the file (and its folder, for this user only) when it is missing. */
  create: boolean;
  /** `FULL`: an acknowledged write survives a power cut; `NORMAL`: it survives the end of the process. */
  synchronous: "FULL" | "NORMAL";
  /** Milliseconds one statement waits for another connection's lock; default 200. */
  busyMs?: number;
}

/**
 * The raw key of one file: HKDF-SHA256 over the setting with the file's label as info, 32 bytes in hex. Raw, because a
 * passphrase would be stretched anew at every open (120 ms against 1 ms, measured); the setting is a random secret.
 */
export function fileKey(encryptionKey: string | null, label: string): string | null {
  if (encryptionKey === null) return null;
  return Buffer.from(hkdfSync("sha256", encryptionKey, "", `hindsight sqlite v1 ${label}`, 32)).toString("hex");
}

/** Makes an empty file, and its folder, for this user of the machine only; one that is there stays as it is. */
export function makeFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(path, "wx", 0o600)); // SQLite would make it readable for all; -wal and -shm take its mode
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

/**
 * Opens a SQLite file in WAL mode with the settings every file of hindsight has: temporary data in memory (it would be
 * in clear on disk), deleted content overwritten. Throws what SQLite throws, SQLITE_BUSY included (switching to WAL
 * does not honour the busy timeout): call it through `patiently`.
 */
export function connect(options: ConnectOptions): Database {
  if (options.create) makeFile(options.path);
  const db = new Sqlite(options.path, { fileMustExist: true, timeout: options.busyMs ?? BUSY_MS });
  try {
    if (options.key !== null) db.pragma(`key = 'raw:${options.key}'`);
    db.pragma("temp_store = MEMORY");
    db.pragma("secure_delete = ON");
    db.pragma(`journal_size_limit = ${MOST_LOG}`);
    db.pragma(`synchronous = ${options.synchronous}`);
    if (db.pragma("journal_mode", { simple: true }) !== "wal") {
      const mode = db.pragma("journal_mode = WAL", { simple: true });
      if (mode !== "wal")
        throw new HindsightError(
          "STORE_FAILED",
          `${options.path}: write-ahead logging is not possible here (journal mode stays ${String(mode)})`,
          "Put HINDSIGHT_HOME on a local disk; network file systems lack the shared memory it needs.",
        );
    }
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Prepares a statement at its first use and keeps it. Rows come as objects. */
export type Statements = <Row>(sql: string) => Statement<Row>;

export function statements(db: Database): Statements {
  const prepared = new Map<string, Statement>();
  return <Row>(sql: string): Statement<Row> => {
    const known = prepared.get(sql);
    if (known !== undefined) return known as Statement<Row>;
    const made = db.prepare<Row>(sql);
    prepared.set(sql, made as Statement);
    return made;
  };
}

/**
 * Moves the write-ahead log into the file and empties it, so that nothing deleted is left in it. Throws an error with
 * the code SQLITE_BUSY while another connection still reads from the log: call it through `patiently`.
 */
export function emptyLog(db: Database): void {
  const rows = db.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
  if (rows[0]?.busy !== 0)
    throw Object.assign(new Error("another connection reads the write-ahead log"), { code: "SQLITE_BUSY" });
}
