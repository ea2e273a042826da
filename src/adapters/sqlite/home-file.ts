import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import { HindsightError } from "../../domain/errors.ts";
import { connect, emptyLog, fileKey, type Statements, statements } from "./connection.ts";
import { patiently } from "./errors.ts";
import { HOME_MIGRATIONS, migrate } from "./schema.ts";

const NAME = "hindsight.db";

export interface HomeFileOptions {
  /** Folder of all files; made, for this user only, when it is missing. */
  home: string;
  /** Encrypts the file; `null` leaves it in clear. */
  encryptionKey: string | null;
}

/** One connection to `hindsight.db`, opened at its first use. */
export interface HomeFile {
  /** Runs `body`, waiting for other processes. @throws HindsightError CLOSED, and as `translated` makes it */
  on<T>(body: (sql: Statements) => T): Promise<T>;
  /** The same for what only reads: where there is no file yet the answer is `none`, and none is made. */
  reading<T>(none: T, body: (sql: Statements) => T): Promise<T>;
  /** The same in one transaction that is durable when it resolves. */
  inOne<T>(body: (sql: Statements) => T): Promise<T>;
  /** What was deleted is not left in the write-ahead log. */
  emptyLog(): Promise<void>;
  close(): Promise<void>;
}

/** `hindsight.db`, which holds what is kept beside the memories. Several processes may use it at the same time. */
export function homeFile({ home, encryptionKey }: HomeFileOptions): HomeFile {
  const path = join(home, NAME);
  let opened: { db: Database; sql: Statements } | null = null;
  let closed = false;

  const open = () => {
    if (closed) throw new HindsightError("CLOSED", `${NAME} was closed`, "Create hindsight again to go on.");
    if (opened !== null) return opened;
    const db = connect({
      path,
      key: fileKey(encryptionKey, "ledger"),
      create: true,
      synchronous: "FULL",
    });
    try {
      migrate(db, NAME, HOME_MIGRATIONS);
    } catch (error) {
      db.close();
      throw error;
    }
    opened = { db, sql: statements(db) };
    return opened;
  };
  return {
    on: (body) => patiently(NAME, () => body(open().sql)),
    async reading(none, body) {
      if (opened === null && !closed && !existsSync(path)) return none;
      return patiently(NAME, () => body(open().sql));
    },
    inOne: (body) =>
      patiently(NAME, () => {
        const { db, sql } = open();
        return db.transaction(() => body(sql)).immediate();
      }),
    emptyLog: () => patiently(NAME, () => emptyLog(open().db)),
    async close() {
      closed = true;
      opened?.db.close();
      opened = null;
    },
  };
}
