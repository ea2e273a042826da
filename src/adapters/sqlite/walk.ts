import { nameKey, speakerKey } from "../../domain/entities/keys.ts";
import type { Earlier } from "../../domain/entities/referring.ts";
import { type Mention, SAME } from "../../domain/entities/types.ts";
import type { WalkAccess } from "../../domain/walk.ts";
import { matcher } from "../../owner-image/filter.ts";
import { IS_KEY, MOST_READ } from "../../owner-image/graph.ts";
import { wholeLimit } from "../../owner-image/top.ts";
import { latestActive, walk as walkImage } from "../../owner-image/walk.ts";
import type { EntityNode, Hit, MemoryStore, WalkQuery } from "../../ports/store.ts";
import type { OwnerFile } from "./file.ts";

type Query<K extends "entitiesNamed" | "mentionedLately"> = Parameters<MemoryStore[K]>[0];

/** Each entity of an alias once, by jumps in the index: an alias such as "cat" stands on every memory of the cat. */
const ENTITIES_OF_ALIAS = `
  WITH RECURSIVE known (entity) AS (
    SELECT min(entity) FROM aliases WHERE alias = ?
    UNION ALL
    SELECT (SELECT min(a.entity) FROM aliases a WHERE a.alias = ? AND a.entity > known.entity) FROM known
    WHERE known.entity IS NOT NULL
  )
  SELECT entity FROM known WHERE entity IS NOT NULL`;

function accessOf(file: OwnerFile, passes: (seq: number) => boolean): WalkAccess<number, number> {
  const { sql } = file;
  const entity = sql<number>("SELECT entity FROM entities WHERE key = ?").pluck();
  const mentioned = sql<number>("SELECT mentioned FROM entities WHERE entity = ?").pluck();
  const counts = new Map<number, number>();
  const records = sql<[number, number]>(
    "SELECT seq, weight FROM mentions WHERE entity = ? AND seq < ? ORDER BY seq DESC LIMIT ?",
  ).raw();
  const entities = sql<[number, number]>("SELECT entity, weight FROM mentions WHERE seq = ?").raw();
  const related = sql<[number, string, number, number]>(
    `SELECT target, relation, weight, seq FROM relations WHERE source = ?
     UNION ALL SELECT source, relation, weight, seq FROM relations WHERE target = ?`,
  ).raw();
  return {
    size: file.image().last,
    entity: (key) => entity.get(key),
    mentioned(one) {
      const known = counts.get(one) ?? mentioned.get(one) ?? 0;
      counts.set(one, known);
      return known;
    },
    records(one, limit) {
      const found: { record: number; weight: number }[] = [];
      let below = Number.MAX_SAFE_INTEGER;
      for (let read = 0; read < MOST_READ && found.length < limit; ) {
        const page = records.all(one, below, limit);
        for (const [record, weight] of page) if (found.length < limit && passes(record)) found.push({ record, weight });
        if (page.length < limit) break;
        read += page.length;
        below = page.at(-1)![0];
      }
      return found;
    },
    entities: (record) => entities.all(record).map(([one, weight]) => ({ entity: one, weight })),
    related: (one) =>
      related
        .all(one, one)
        .filter(([, , , seq]) => passes(seq))
        .map(([other, relation, weight]) => ({ entity: other, same: relation === SAME, weight })),
  };
}

export function walk(file: OwnerFile, query: WalkQuery): Hit[] {
  const image = file.image();
  return walkImage(image, accessOf(file, matcher(image, query.filter, query.now)), query);
}

export function entitiesNamed(file: OwnerFile, query: Query<"entitiesNamed">): EntityNode[] {
  const passes = matcher(file.image(), query.filter, query.now);
  if (query.types === undefined || query.types.length === 0)
    if (!query.names.some((name) => file.isName(name) || file.isName(IS_KEY.test(name) ? name : nameKey(name))))
      return [];
  const { sql } = file;
  const found = new Map<number, EntityNode>();
  const node = sql<EntityNode>("SELECT key, name, type, mentioned FROM entities WHERE entity = ?");
  const add = (entity: number) => {
    if (!found.has(entity)) found.set(entity, node.get(entity) as EntityNode);
  };
  const byKey = sql<number>("SELECT entity FROM entities WHERE key = ?").pluck();
  const byAlias = sql<number>(ENTITIES_OF_ALIAS).pluck();
  const sources = sql<number>("SELECT seq FROM aliases WHERE alias = ? AND entity = ? ORDER BY seq DESC").pluck();
  const isKnown = (name: string, entity: number): boolean => {
    for (const seq of sources.iterate(name, entity)) if (passes(seq)) return true;
    return false;
  };
  for (const name of new Set(query.names)) {
    const key = IS_KEY.test(name) ? name : nameKey(name);
    const entity = file.isName(key) ? byKey.get(key) : undefined;
    if (entity !== undefined) add(entity);
    if (!file.isName(name)) continue;
    for (const other of byAlias.all(name, name)) if (!found.has(other) && isKnown(name, other)) add(other);
  }
  const ofType = sql<EntityNode & { entity: number }>(
    "SELECT entity, key, name, type, mentioned FROM entities WHERE type = ? ORDER BY mentioned DESC, key LIMIT ?",
  );
  for (const type of query.types ?? [])
    for (const { entity, ...one } of ofType.all(type, wholeLimit(query.limit))) found.set(entity, one);
  return Array.from(found.values())
    .sort((a, b) => b.mentioned - a.mentioned || (a.key < b.key ? -1 : 1))
    .slice(0, wholeLimit(query.limit));
}

type LatelyRow = [
  seq: number,
  speaker: string | null,
  key: string | null,
  name: string,
  type: Mention["type"],
  weight: number,
  aliases: string | null,
];

/** Between aliases that are read as one value; no alias holds it, being normalised. */
const UNIT = "\u001f";

const mentionsOf = (records: string): string => `
  SELECT r.seq, r.speaker, e.key, e.name, e.type, m.weight,
    (SELECT group_concat(alias, char(31)) FROM aliases a WHERE a.seq = r.seq AND a.entity = m.entity)
  FROM (SELECT seq, speaker, happened_at, id FROM records WHERE ${records}) r
  LEFT JOIN mentions m ON m.seq = r.seq LEFT JOIN entities e ON e.entity = m.entity
  ORDER BY r.happened_at DESC, r.id DESC, m.entity`;
const OF_THREAD = mentionsOf(
  "thread IS ? AND happened_at BETWEEN ? AND ? AND status = 'active' ORDER BY happened_at DESC, id DESC LIMIT ?",
);
const OF_THESE = mentionsOf("seq IN (SELECT value FROM json_each(?))");

export function mentionedLately(file: OwnerFile, query: Query<"mentionedLately">): Earlier[] {
  const { thread, since, until, limit } = query;
  const rows =
    thread === undefined
      ? file
          .sql<LatelyRow>(OF_THESE)
          .raw()
          .all(JSON.stringify(latestActive(file.image(), query)))
      : file.sql<LatelyRow>(OF_THREAD).raw().all(thread, since, until, wholeLimit(limit));
  const turns = new Map<number, Earlier & { mentions: Mention[] }>();
  for (const [seq, speaker, key, name, type, weight, aliases] of rows) {
    const turn = turns.get(seq) ?? { mentions: [], speaker: speakerKey(speaker) };
    turns.set(seq, turn);
    if (key !== null) turn.mentions.push({ key, name, type, weight, aliases: aliases?.split(UNIT) ?? [] });
  }
  return Array.from(turns.values());
}
