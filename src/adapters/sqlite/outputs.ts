import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import { isHindsightError } from "../../domain/errors.ts";
import { ownerKey, userOwner } from "../../domain/scope.ts";
import { LONGEST_OUTPUT, OUTPUTS_KEPT, type ToolOutput, type ToolOutputs } from "../../ports/outputs.ts";
import { connect, fileKey } from "./connection.ts";
import { patiently } from "./errors.ts";
import type { HomeFileOptions } from "./home-file.ts";
import { filesOf } from "./paths.ts";
import { type Migration, migrate } from "./schema.ts";

const MIGRATIONS: readonly Migration[] = [
  (db) => {
    db.exec(`
      CREATE TABLE outputs (
        seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, tool TEXT NOT NULL, thread TEXT, at TEXT NOT NULL,
        size INTEGER NOT NULL, text TEXT NOT NULL
      ) STRICT;
      CREATE INDEX outputs_size ON outputs (seq, size);
    `);
  },
];

/**
 * The outputs of tools, a file a user below `outputs`, encrypted like the others. A file is open only while it is used:
 * outputs are written rarely and read on demand.
 * @param kept most UTF-16 units of one user; default 64 million
 */
export function createSqliteOutputs({
  home,
  encryptionKey,
  kept = OUTPUTS_KEPT,
}: HomeFileOptions & { kept?: number }): ToolOutputs {
  const nameOf = (user: string) => {
    const key = ownerKey(userOwner(user));
    return join("outputs", key.slice(0, 2), `${key}.db`);
  };
  function using<T>(user: string, body: (db: Database) => T): Promise<T> {
    const name = nameOf(user);
    return patiently(name, () => {
      const key = fileKey(encryptionKey, `outputs ${ownerKey(userOwner(user))}`);
      const db = connect({ path: join(home, name), key, create: true, synchronous: "FULL" });
      try {
        migrate(db, name, MIGRATIONS);
        return body(db);
      } finally {
        db.close();
      }
    });
  }
  /** Deletes all, so that a handle of another process holds nothing either; `null` when the file cannot be read. */
  async function deleted(user: string): Promise<number | null> {
    try {
      return await using(user, (db) => db.prepare("DELETE FROM outputs").run().changes);
    } catch (error) {
      if (isHindsightError(error, "WRONG_KEY") || isHindsightError(error, "STORE_FAILED")) return null;
      throw error;
    }
  }
  return {
    put: (user, { id, tool, thread, at, text }) =>
      using(user, (db) =>
        db
          .transaction(() => {
            const whole = text.slice(0, LONGEST_OUTPUT);
            db.prepare(
              "INSERT INTO outputs (id, tool, thread, at, size, text) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            ).run(id, tool, thread, at, whole.length, whole);
            db.prepare(`DELETE FROM outputs WHERE seq IN (SELECT seq FROM (
              SELECT seq, sum(size) OVER (ORDER BY seq DESC) AS newer FROM outputs) WHERE newer > ?)`).run(kept);
          })
          .immediate(),
      ),
    async get(user, id) {
      if (!existsSync(join(home, nameOf(user)))) return null;
      return using(
        user,
        (db) => db.prepare<ToolOutput>("SELECT id, tool, thread, at, text FROM outputs WHERE id = ?").get(id) ?? null,
      );
    },
    async dump(user, { after, limit }) {
      if (!existsSync(join(home, nameOf(user)))) return [];
      return using(user, (db) =>
        db
          .prepare<ToolOutput>(
            `SELECT id, tool, thread, at, text FROM outputs
             WHERE seq > coalesce((SELECT seq FROM outputs WHERE id = ?), 0) ORDER BY seq LIMIT ?`,
          )
          .all(after ?? null, limit),
      );
    },
    async eraseUser(user) {
      const path = join(home, nameOf(user));
      const count = existsSync(path) ? await deleted(user) : 0;
      for (const file of filesOf(path)) rmSync(file, { force: true }); // logs that an interrupted erase left, too
      return count;
    },
  };
}
