import type { Fingerprint } from "../domain/record.ts";
import { PRIVATE } from "../domain/scope.ts";
import { noStats, type StoreStats } from "../ports/store.ts";
import { readStore } from "./access.ts";
import { writesToday } from "./cap.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import type { MemoryStats } from "./types.ts";

/** The figures of several stores as those of one. */
function together(all: readonly StoreStats[]): StoreStats {
  const counts = <K extends string>(
    of: (one: StoreStats) => Partial<Record<K, number>>,
  ): Partial<Record<K, number>> => {
    const sum: Partial<Record<K, number>> = {};
    for (const one of all)
      for (const [key, n] of Object.entries(of(one)) as [K, number][]) sum[key] = (sum[key] ?? 0) + n;
    return sum;
  };
  const add = (of: (one: StoreStats) => number) => all.reduce((sum, one) => sum + of(one), 0);
  const times = all.flatMap(({ oldest, newest }) => [oldest, newest].filter((time) => time !== null)).sort();
  return {
    total: add(({ total }) => total),
    byStatus: counts(({ byStatus }) => byStatus),
    byKind: counts(({ byKind }) => byKind),
    everRecalled: add(({ everRecalled }) => everRecalled),
    bytes: add(({ bytes }) => bytes),
    oldest: times[0] ?? null,
    newest: times.at(-1) ?? null,
  };
}

/** The health figures of a user's own store, or of the namespaces named together (J3). */
export async function stats(
  deps: MemoryDeps,
  scope: Scope,
  namespaces: readonly string[] = [PRIVATE],
): Promise<MemoryStats> {
  const all = await Promise.all(
    Array.from(new Set(namespaces), (namespace) =>
      readStore<[StoreStats, Fingerprint | null]>(
        deps,
        scope,
        [noStats(), null],
        (store) => Promise.all([store.stats(), store.embedding()]),
        namespace,
      ),
    ),
  );
  const held = together(all.map(([one]) => one));
  const embedding = all.find(([, one]) => one !== null)?.[1] ?? null;
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
