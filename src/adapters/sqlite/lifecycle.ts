import { join } from "node:path";
import Sqlite, { type Database } from "better-sqlite3";
import { makeFile } from "./connection.ts";

/** Milliseconds to wait for the lock in one try. */
const BUSY_MS = 200;

/**
 * A lock between processes around the making and the deleting of files: opening holds it shared, erasing holds it
 * alone, so that no file is opened while its write-ahead log is being deleted. It is SQLite's own file lock on a file
 * without content, so it ends with the process that held it. Nothing else ever waits for it.
 */
export interface LifecycleLock {
  /** Throws SQLITE_BUSY while another process erases. */
  shared<T>(body: () => T): T;
  /** Throws SQLITE_BUSY while another process opens or erases. */
  alone<T>(body: () => T): T;
  close(): void;
}

export function createLifecycleLock(home: string): LifecycleLock {
  let db: Database | null = null;
  const under = <T>(begin: string, body: () => T): T => {
    if (db === null) {
      const path = join(home, "erase.lock");
      makeFile(path);
      db = new Sqlite(path, { timeout: BUSY_MS });
    }
    try {
      db.exec(begin);
      return body();
    } finally {
      if (db.inTransaction) db.exec("ROLLBACK");
    }
  };
  return {
    shared: (body) => under("BEGIN; SELECT 1 FROM sqlite_schema", body),
    alone: (body) => under("BEGIN EXCLUSIVE", body),
    close() {
      db?.close();
      db = null;
    },
  };
}
