import { needsTurnAfter, needsTurnBefore } from "../domain/context.ts";
import type { MemoryRecord } from "../domain/record.ts";
import { asksOf } from "../domain/text.ts";
import type { MemoryStore, Neighbour } from "../ports/store.ts";
import type { Ranked } from "./select.ts";

/** How many of the best are taken for strong, and how many turns around them are theirs. */
const STRONG = { hits: 3, reach: 2 } as const;

/** The candidates with the events beside a strong hit made relevant: an answer repeats little of what it answers. */
export async function withNeighbours(ranked: readonly Ranked[]): Promise<readonly Ranked[]> {
  const strong = ranked
    .filter(({ relevant, candidate }) => relevant && candidate.thread !== null)
    .slice(0, STRONG.hits);
  const ids = new Set((await around(strong, STRONG.reach)).map(({ candidate }) => candidate.id));
  const goesAlong = ({ relevant, candidate: { id, kind } }: Ranked) => !relevant && kind === "episodic" && ids.has(id);
  return ranked.map((one) => (goesAlong(one) ? { ...one, relevant: true } : one));
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
    const needed = (await store.around(Array.from(byId.keys()), 1)).filter(({ of, candidate, distance }) => {
      const turn = byId.get(of);
      if (turn === undefined || candidate.type !== "turn" || results.has(candidate.id)) return false;
      return distance < 0 ? needsTurnBefore(turn.content, candidate.asks) : needsTurnAfter(asksOf(turn.content));
    });
    if (needed.length === 0) continue;
    const records = await neighbourRecords(store, needed);
    for (const { of, candidate } of needed.sort((a, b) => a.distance - b.distance)) {
      const other = records.get(candidate.id);
      if (other !== undefined) found.set(of, [...(found.get(of) ?? []), other]);
    }
  }
  return found;
}

async function neighbourRecords(store: MemoryStore, beside: readonly Neighbour[]): Promise<Map<string, MemoryRecord>> {
  const ids = Array.from(new Set(beside.map(({ candidate }) => candidate.id)));
  return new Map((await store.get(ids)).map((record) => [record.id, record]));
}
