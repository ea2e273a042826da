import { nameKey, speakerKey } from "../../domain/entities/keys.ts";
import type { Earlier } from "../../domain/entities/referring.ts";
import { type Mention, SAME } from "../../domain/entities/types.ts";
import { type WalkAccess, walkGraph } from "../../domain/walk.ts";
import type { EntityNode, Hit, MemoryStore, WalkQuery } from "../../ports/store.ts";
import { type Entry, earlierFirst } from "./entry.ts";
import type { OwnerFile } from "./file.ts";
import { matcher } from "./filter.ts";
import { selection, wholeLimit } from "./top.ts";

type Query<K extends "entitiesNamed" | "mentionedLately"> = Parameters<MemoryStore[K]>[0];

/** Records of one entity that are read at most to find those the filter admits. */
const MOST_READ = 4_096;

function accessOf(file: OwnerFile, passes: (seq: number) => boolean): WalkAccess<number, number> {
  const { sql } = file;
  const entity = sql<number>("SELECT entity FROM entities WHERE key = ?").pluck();
  const mentioned = sql<number>("SELECT mentioned FROM entities WHERE entity = ?").pluck();
  const counts = new Map<number, number>();
  const records = sql<[number, number]>(
    "SELECT seq, weight FROM mentions WHERE entity = ? ORDER BY seq DESC LIMIT ?",
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
      for (const [record, weight] of records.iterate(one, MOST_READ)) {
        if (passes(record)) found.push({ record, weight });
        if (found.length >= limit) break;
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
  const scores = walkGraph(accessOf(file, matcher(image, query.filter, query.now)), query.entities, query);
  const entry = (seq: number) => image.entries[seq] as Entry;
  const chosen = selection(
    wholeLimit(query.limit),
    (a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0) || earlierFirst(entry(b), entry(a)),
  );
  for (const seq of scores.keys()) chosen.offer(seq);
  return chosen.best().map((seq) => ({ candidate: entry(seq), score: scores.get(seq) ?? 0 }));
}

export function entitiesNamed(file: OwnerFile, query: Query<"entitiesNamed">): EntityNode[] {
  const { sql } = file;
  const passes = matcher(file.image(), query.filter, query.now);
  const found = new Map<number, EntityNode>();
  const node = sql<EntityNode>("SELECT key, name, type, mentioned FROM entities WHERE entity = ?");
  const add = (entity: number) => {
    if (!found.has(entity)) found.set(entity, node.get(entity) as EntityNode);
  };
  const byKey = sql<number>("SELECT entity FROM entities WHERE key = ?").pluck();
  const byAlias = sql<[number, number]>("SELECT entity, seq FROM aliases WHERE alias = ?").raw();
  for (const name of new Set(query.names)) {
    for (const key of [name, nameKey(name)]) {
      const entity = byKey.get(key);
      if (entity !== undefined) add(entity);
    }
    for (const [entity, seq] of byAlias.iterate(name)) if (!found.has(entity) && passes(seq)) add(entity);
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

export function mentionedLately(file: OwnerFile, query: Query<"mentionedLately">): Earlier[] {
  const { sql } = file;
  const latest = sql<{ seq: number; speaker: string | null }>(
    `SELECT seq, speaker FROM records WHERE thread IS ? AND happened_at BETWEEN ? AND ? AND status = 'active'
     ORDER BY happened_at DESC, id DESC LIMIT ?`,
  ).all(query.thread, query.since, query.until, wholeLimit(query.limit));
  const mentions = sql<{ entity: number; key: string; name: string; type: Mention["type"]; weight: number }>(
    "SELECT m.entity, e.key, e.name, e.type, m.weight FROM mentions m JOIN entities e USING (entity) WHERE m.seq = ? ORDER BY m.entity",
  );
  const aliases = sql<string>("SELECT alias FROM aliases WHERE seq = ? AND entity = ?").pluck();
  return latest.map(({ seq, speaker }) => ({
    mentions: mentions.all(seq).map(({ entity, ...mention }) => ({ ...mention, aliases: aliases.all(seq, entity) })),
    speaker: speakerKey(speaker),
  }));
}
