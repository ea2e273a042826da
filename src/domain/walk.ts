import { idf } from "./bm25.ts";
import { GRAPH } from "./constants.ts";

/** An entity to begin at; `weight` 1 for what the question names outright. */
export interface Seed {
  key: string;
  weight: number;
}

/** What a walk asks of the graph of one owner. `E` and `D` stand for an entity and a record. */
export interface WalkAccess<E, D> {
  /** Records in the store, of every status. */
  size: number;
  entity(key: string): E | undefined;
  /** Records that mention the entity, of every status. */
  mentioned(entity: E): number;
  /** Records that mention it and that the filter admits, the newest first, at most `limit`. */
  records(entity: E, limit: number): readonly { record: D; weight: number }[];
  /** What a record mentions. */
  entities(record: D): readonly { entity: E; weight: number }[];
  /** Entities that an admitted record says are the same, or are related; both ways. */
  related(entity: E): readonly { entity: E; same: boolean; weight: number }[];
}

/** True for an entity that so many memories mention that it leads nowhere: a speaker, the company everyone works at. */
function isHub(mentioned: number, size: number): boolean {
  return mentioned > Math.max(GRAPH.hubRecords, GRAPH.hubShare * size);
}

/** The `limit` entries of the highest value, best first; of equals the one that came first. */
function strongest<T>(entries: Iterable<[T, number]>, limit: number): [T, number][] {
  const best: [T, number][] = [];
  for (const entry of entries) {
    if (best.length === limit && entry[1] <= best[limit - 1]![1]) continue;
    let at = best.length;
    while (at > 0 && best[at - 1]![1] < entry[1]) at--;
    best.splice(at, 0, entry);
    if (best.length > limit) best.pop();
  }
  return best;
}

/** The seeds that there are, and what stated relations say is the same as they. */
function begin<E, D>(access: WalkAccess<E, D>, seeds: readonly Seed[]) {
  const named = new Map<E, number>();
  for (const { key, weight } of seeds.toSorted((a, b) => b.weight - a.weight).slice(0, GRAPH.seeds)) {
    const entity = access.entity(key);
    if (entity !== undefined) named.set(entity, Math.max(named.get(entity) ?? 0, weight));
  }
  const level = new Map(named);
  let fresh = Array.from(named);
  for (let step = 0; step < GRAPH.sameSteps; step++) {
    const next: [E, number][] = [];
    for (const [entity, weight] of fresh)
      for (const { entity: other, same, weight: sure } of access.related(entity)) {
        if (!same || (level.get(other) ?? 0) >= weight * sure) continue;
        level.set(other, weight * sure);
        next.push([other, weight * sure]);
      }
    fresh = next;
  }
  return { named, level };
}

/** Entities of one hop with their strength, and of each the record that led to it, if it was one. */
interface Level<E, D> {
  entities: ReadonlyMap<E, number>;
  by: ReadonlyMap<E, D>;
}

/** What the best records mention beside what was reached, and what the level's entities are related to. */
function onwards<E, D>(
  access: WalkAccess<E, D>,
  level: ReadonlyMap<E, number>,
  scores: ReadonlyMap<D, number>,
  reached: ReadonlySet<E>,
  decay: number,
): Level<E, D> {
  const next = new Map<E, number>();
  const by = new Map<E, D>();
  const offer = (entity: E, weight: number, record?: D) => {
    if (reached.has(entity) || (next.get(entity) ?? 0) >= decay * weight) return;
    next.set(entity, decay * weight);
    if (record === undefined) by.delete(entity);
    else by.set(entity, record);
  };
  for (const [entity, weight] of level)
    for (const { entity: other, weight: sure } of access.related(entity)) offer(other, weight * sure);
  for (const [record, score] of strongest(scores, GRAPH.breadth))
    for (const { entity, weight } of access.entities(record)) offer(entity, Math.min(1, score) * weight, record);
  for (const entity of next.keys()) if (isHub(access.mentioned(entity), access.size)) next.delete(entity);
  return { entities: new Map(strongest(next, GRAPH.breadth)), by };
}

/**
 * Spreading activation (Collins & Loftus 1975) over mentions: the seeds, and what is the same as they, give each record
 * that mentions them their weight times idf; each further hop goes from the best records to what else they mention, and
 * over stated relations, at `decay` of the strength. An entity that very many memories mention adds to records found by
 * others and finds none itself; of one that many do, only the newest are read, and the rest completed the same way. Scores are relative to a record that names every seed outright: about 0 … 1.
 */
export function walkGraph<E, D>(
  access: WalkAccess<E, D>,
  seeds: readonly Seed[],
  { hops, decay }: { hops: number; decay: number },
): Map<D, number> {
  const scores = new Map<D, number>();
  const rarity = (entity: E) => idf(access.size, access.mentioned(entity));
  const { named, level: first } = begin(access, seeds);
  let full = 0;
  for (const [entity, weight] of named) full += weight * rarity(entity);
  const reached = new Set<E>();
  /** Entities of which not every record was read, with their share and the records that have it already. */
  const partly = new Map<E, { share: number; credited: Set<D> }>();
  let level: Level<E, D> = { entities: first, by: new Map() };
  for (let hop = 1; hop <= Math.min(hops, GRAPH.hops) && level.entities.size > 0; hop++) {
    const fanOut = hop === 1 ? GRAPH.fanOut : GRAPH.furtherFanOut;
    for (const [entity, weight] of level.entities) {
      reached.add(entity);
      const mentioned = access.mentioned(entity);
      const share = (weight * rarity(entity)) / full;
      const records = isHub(mentioned, access.size) ? [] : access.records(entity, fanOut);
      const source = level.by.get(entity);
      for (const { record, weight: mention } of records)
        if (record !== source) scores.set(record, (scores.get(record) ?? 0) + share * mention);
      if (mentioned > fanOut) partly.set(entity, { share, credited: new Set(records.map(({ record }) => record)) });
    }
    if (hop < hops) level = onwards(access, level.entities, scores, reached, decay);
  }
  if (partly.size === 0) return scores;
  for (const [record, score] of strongest(scores, GRAPH.completed)) {
    let more = 0;
    for (const { entity, weight } of access.entities(record)) {
      const { share = 0, credited } = partly.get(entity) ?? {};
      if (credited?.has(record) === false) more += share * weight;
    }
    if (more > 0) scores.set(record, score + more);
  }
  return scores;
}
