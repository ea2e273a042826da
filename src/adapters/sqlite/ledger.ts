import { createHash } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { HindsightError } from "../../domain/errors.ts";
import type { Owner } from "../../domain/scope.ts";
import { CLOCK_SLACK_MS, type Clock, systemClock } from "../../ports/clock.ts";
import type { DeadLetter, Lease, Ledger } from "../../ports/ledger.ts";
import { type HomeFileOptions, homeFile } from "./home-file.ts";

export interface SqliteLedgerOptions extends HomeFileOptions {
  /** Where the time in new ids comes from; default the system's clock. */
  clock?: Clock;
}

const LETTER = "id, at, user, thread, job, reason, detail, model, rung, attempts, raw, input";

/** The same work of the same user, however often it fails. */
function fingerprintOf({ user, thread, job, input }: Omit<DeadLetter, "id" | "attempts">): string {
  return createHash("sha256")
    .update(JSON.stringify([user, thread, job, input]))
    .digest("hex");
}

/**
 * The ledger in `hindsight.db`, opened at its first use. Several processes may use it at the same time. A dead letter
 * of work that failed before is the old one with one attempt more.
 */
export function createSqliteLedger({ clock = systemClock, ...place }: SqliteLedgerOptions): Ledger {
  const file = homeFile(place);
  const { on, reading, inOne } = file;
  return {
    noteOwner: (owner, at) =>
      on((sql) => {
        if (sql("SELECT 1 FROM owners WHERE kind = ? AND id = ?").get(owner.kind, owner.id) !== undefined) return;
        sql("INSERT OR IGNORE INTO owners (kind, id, noted_at) VALUES (?, ?, ?)").run(owner.kind, owner.id, at);
      }),
    owners: () => reading([], (sql) => sql<Owner>("SELECT kind, id FROM owners ORDER BY kind, id").all()),
    users: async () => {
      const found = await reading([], (sql) =>
        sql<string>(
          `SELECT id FROM owners WHERE kind = 'user' UNION SELECT user FROM threads UNION SELECT user FROM namespaces
           UNION SELECT user FROM dead_letters UNION SELECT user FROM refusals`,
        )
          .pluck()
          .all(),
      );
      return found.sort();
    },
    noteThread: (user, thread, at) =>
      inOne((sql) => {
        const owner = sql<string>("SELECT user FROM threads WHERE thread = ?").pluck().get(thread);
        if (owner !== undefined && owner !== user)
          throw new HindsightError(
            "NOT_GRANTED",
            "that thread belongs to another user",
            "Start a new thread: choose an id that is not taken.",
          );
        sql(`INSERT INTO threads (thread, user, last_active_at) VALUES (?, ?, ?)
          ON CONFLICT (thread) DO UPDATE SET last_active_at = max(last_active_at, excluded.last_active_at)`).run(
          thread,
          user,
          at,
        );
      }),
    threads: (user) =>
      reading([], (sql) =>
        sql<{ thread: string; lastActiveAt: string }>(
          `SELECT thread, last_active_at AS lastActiveAt FROM threads WHERE user = ?
           ORDER BY last_active_at DESC, thread`,
        ).all(user),
      ),
    idleThreads: (since, limit) =>
      reading([], (sql) =>
        sql<{ user: string; thread: string; lastActiveAt: string }>(
          `SELECT user, thread, last_active_at AS lastActiveAt FROM threads
           WHERE last_active_at <= ? AND ended_at IS NOT last_active_at ORDER BY last_active_at LIMIT ?`,
        ).all(since, limit),
      ),
    endSession: (thread, lastActiveAt) =>
      on((sql) => {
        sql("UPDATE threads SET ended_at = ? WHERE thread = ?").run(lastActiveAt, thread);
      }),
    noteNamespace: (user, namespace) =>
      on((sql) => {
        if (sql("SELECT 1 FROM namespaces WHERE user = ? AND namespace = ?").get(user, namespace) !== undefined) return;
        sql("INSERT OR IGNORE INTO namespaces (user, namespace) VALUES (?, ?)").run(user, namespace);
      }),
    namespaces: (user) =>
      reading([], (sql) =>
        sql<string>("SELECT namespace FROM namespaces WHERE user = ? ORDER BY namespace").pluck().all(user),
      ),
    addDeadLetter: (letter) =>
      inOne((sql) => {
        const { at, user, thread, job, reason, detail, model, rung, raw, input } = letter;
        const kept = sql<DeadLetter>(`INSERT INTO dead_letters (fingerprint, ${LETTER})
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)
          ON CONFLICT (fingerprint) DO UPDATE SET at = excluded.at, reason = excluded.reason, detail = excluded.detail,
            model = excluded.model, rung = excluded.rung, raw = excluded.raw, attempts = attempts + 1
          RETURNING ${LETTER}`).get(
          fingerprintOf(letter),
          uuidv7({ msecs: clock.now() }),
          at,
          user,
          thread,
          job,
          reason,
          detail,
          model,
          rung,
          raw,
          input,
        );
        return kept as DeadLetter;
      }),
    restoreDeadLetter: (letter) =>
      inOne((sql) => {
        const { id, at, user, thread, job, reason, detail, model, rung, attempts, raw, input } = letter;
        sql(`INSERT INTO dead_letters (fingerprint, ${LETTER}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT DO NOTHING`).run(
          fingerprintOf(letter),
          id,
          at,
          user,
          thread,
          job,
          reason,
          detail,
          model,
          rung,
          attempts,
          raw,
          input,
        );
      }),
    deadLetters: (user) =>
      reading([], (sql) =>
        user === undefined
          ? sql<DeadLetter>(`SELECT ${LETTER} FROM dead_letters ORDER BY at DESC, seq DESC`).all()
          : sql<DeadLetter>(`SELECT ${LETTER} FROM dead_letters WHERE user = ? ORDER BY at DESC, seq DESC`).all(user),
      ),
    removeDeadLetter: (id) => inOne((sql) => sql("DELETE FROM dead_letters WHERE id = ?").run(id).changes > 0),
    countDeadLetters: (user) =>
      reading(
        0,
        (sql) =>
          (user === undefined
            ? sql<number>("SELECT count(*) FROM dead_letters").pluck().get()
            : sql<number>("SELECT count(*) FROM dead_letters WHERE user = ?").pluck().get(user)) as number,
      ),
    takeLease: (name, user, now, ttl) =>
      inOne((sql) => {
        const taken = sql<Lease>(`INSERT INTO leases (name, user, fence, until) VALUES (?, ?, 1, ?)
          ON CONFLICT (name) DO UPDATE SET fence = fence + 1, until = excluded.until WHERE until <= ? OR until > ?
          RETURNING fence, cursor`).get(name, user, now + ttl, now, now + ttl + CLOCK_SLACK_MS);
        return taken ?? null;
      }),
    keepLease: (name, fence, now, ttl, cursor) =>
      inOne(
        (sql) =>
          sql("UPDATE leases SET until = ?, cursor = ? WHERE name = ? AND fence = ?").run(
            now + ttl,
            cursor,
            name,
            fence,
          ).changes > 0,
      ),
    dropLease: (name, fence) =>
      inOne((sql) => void sql("UPDATE leases SET until = 0 WHERE name = ? AND fence = ?").run(name, fence)),
    addRefusals: (user, counts) =>
      inOne((sql) => {
        for (const [reason, n] of Object.entries(counts))
          sql(`INSERT INTO refusals (user, reason, n) VALUES (?, ?, ?)
            ON CONFLICT (user, reason) DO UPDATE SET n = n + excluded.n`).run(user, reason, n);
      }),
    refusals: (user) =>
      reading({}, (sql) =>
        Object.fromEntries(
          sql<{ reason: string; n: number }>("SELECT reason, n FROM refusals WHERE user = ? ORDER BY n DESC, reason")
            .all(user)
            .map(({ reason, n }) => [reason, n]),
        ),
      ),
    async eraseUser(user) {
      const counts = await inOne((sql) => ({
        owners: sql("DELETE FROM owners WHERE kind = 'user' AND id = ?").run(user).changes,
        threads: sql("DELETE FROM threads WHERE user = ?").run(user).changes,
        namespaces: sql("DELETE FROM namespaces WHERE user = ?").run(user).changes,
        refusals: sql("DELETE FROM refusals WHERE user = ?").run(user).changes,
        deadLetters: sql("DELETE FROM dead_letters WHERE user = ?").run(user).changes,
        leases: sql("DELETE FROM leases WHERE user = ?").run(user).changes,
      }));
      await file.emptyLog();
      return counts;
    },
    close: file.close,
  };
}
