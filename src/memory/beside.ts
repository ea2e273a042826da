import { needsTurnAfter, needsTurnBefore } from "../domain/context.ts";
import type { MemoryRecord } from "../domain/record.ts";
import { asksOf } from "../domain/text.ts";
import type { MemoryStore, Neighbour } from "../ports/store.ts";
import type { Ranked } from "./select.ts";

/** How many of the best are taken for strong, and how many turns around them are theirs. */
const STRONG = { hits: 3, reach: 2 } as const;

/** The candidates with those beside a strong hit made relevant: an answer repeats little of what it answers. */
export async function withNeighbours(ranked: readonly Ranked[]): Promise<readonly Ranked[]> {
  const strong = ranked
    .filter(({ relevant, candidate }) => relevant && candidate.thread !== null)
    .slice(0, STRONG.hits);
  const ids = new Set((await around(strong, STRONG.reach)).map(({ candidate }) => candidate.id));
  return ranked.map((one) => (one.relevant || !ids.has(one.candidate.id) ? one : { ...one, relevant: true }));
}

async function around(some: readonly Ranked[], reach: number): Promise<Neighbour[]> {
  const byStore = Map.groupBy(some, ({ store }) => store);
  const found = await Promise.all(
    Array.from(byStore, ([store, of]) =>
      store.around(
        of.map(({ candidate }) => candidate.id),
        reach,
      ),
    ),
  );
  return found.flat();
}

/**
 * The turns that complete the meaning of each result, by its id, in order: the question it answers, the answer to the
 * question it is, what a pronoun or a "yes" refers to. Turns that are results themselves do not come along.
 */
export async function turnsBeside(
  kept: readonly { ranked: Ranked; record: MemoryRecord }[],
): Promise<Map<string, MemoryRecord[]>> {
  const turns = kept.filter(({ record }) => record.type === "turn" && record.thread !== null);
  const results = new Set(kept.map(({ record }) => record.id));
  const found = new Map<string, MemoryRecord[]>();
  for (const [store, some] of Map.groupBy(turns, ({ ranked }) => ranked.store)) {
    const byId = new Map(some.map(({ record }) => [record.id, record]));
    const beside = (await store.around(Array.from(byId.keys()), 1)).filter(
      ({ candidate }) => !results.has(candidate.id),
    );
    const records = await neighbourRecords(store, beside);
    for (const { of, candidate, distance } of beside.sort((a, b) => a.distance - b.distance)) {
      const turn = byId.get(of);
      const other = records.get(candidate.id);
      if (turn === undefined || other === undefined || other.type !== "turn") continue;
      const spoken = { content: turn.content, asks: asksOf(turn.content) };
      const needed =
        distance < 0 ? needsTurnBefore(spoken, { ...other, asks: candidate.asks }) : needsTurnAfter(spoken);
      if (needed) found.set(of, [...(found.get(of) ?? []), other]);
    }
  }
  return found;
}

async function neighbourRecords(store: MemoryStore, beside: readonly Neighbour[]): Promise<Map<string, MemoryRecord>> {
  const ids = Array.from(new Set(beside.map(({ candidate }) => candidate.id)));
  return new Map((await store.get(ids)).map((record) => [record.id, record]));
}
