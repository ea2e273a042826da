import type { Fingerprint } from "../domain/record.ts";
import type { StoreStats } from "../ports/store.ts";
import { readStore } from "./access.ts";
import { writesToday } from "./cap.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import type { MemoryStats } from "./types.ts";

const NOTHING: StoreStats = {
  total: 0,
  byStatus: {},
  byKind: {},
  everRecalled: 0,
  bytes: 0,
  oldest: null,
  newest: null,
};

/** The health figures of a user's own store (J3). */
export async function stats(deps: MemoryDeps, scope: Scope): Promise<MemoryStats> {
  const [held, embedding] = await readStore<[StoreStats, Fingerprint | null]>(deps, scope, [NOTHING, null], (store) =>
    Promise.all([store.stats(), store.embedding()]),
  );
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  const active = held.byStatus.active ?? 0;
  return {
    ...held,
    user: scope.user,
    semanticShare: share(held.byKind.semantic ?? 0, active),
    everRecalledShare: share(held.everRecalled, held.total),
    superseded: held.byStatus.superseded ?? 0,
    deadLetters: await deps.ledger.countDeadLetters(scope.user),
    recallCache: deps.cache?.counts(scope.user) ?? { hits: 0, misses: 0, invalidations: 0 },
    refusals: await deps.ledger.refusals(scope.user),
    queue: await deps.queue.counts(scope.user),
    writesToday: await writesToday(deps, scope),
    embedding: embedding === null ? null : `${embedding.model}@${embedding.version} (${embedding.dimensions})`,
  };
}
