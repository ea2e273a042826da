import { nameKey, normalName } from "../domain/entities/keys.ts";
import { type Mention, type Relation, SAME } from "../domain/entities/types.ts";
import type { WalkAccess } from "../domain/walk.ts";
import type { EntityNode } from "../ports/store.ts";
import { wholeLimit } from "./top.ts";

/** Records of one entity that are read at most to find those the filter admits. */
export const MOST_READ = 4_096;

/** A key, as opposed to a name: see domain/entities/keys.ts. */
export const IS_KEY = /^[a-z]:/u;

interface Link {
  source: number;
  target: number;
  seq: number;
  relation: string;
  weight: number;
}

interface Said {
  entity: number;
  weight: number;
  /** Normalised, in order. */
  aliases: readonly string[];
}

type Node = EntityNode & { records: { record: number; weight: number }[]; out: Link[]; in: Link[] };

const byTarget = (a: Link, b: Link) => a.target - b.target || a.seq - b.seq || (a.relation < b.relation ? -1 : 1);
const bySource = (a: Link, b: Link) => a.source - b.source || a.seq - b.seq || (a.relation < b.relation ? -1 : 1);

/** The entity graph of an owner's records, wholly in memory, for stores that keep none of their own. */
export function createGraph() {
  const nodes: Node[] = [];
  const byKey = new Map<string, number>();
  /** Entities of each alias, with the records that know it by that name. */
  const aliased = new Map<string, Map<number, number[]>>();
  const said = new Map<number, Said[]>();

  const mention = ({ key, name, type }: Mention): number => {
    const known = byKey.get(key);
    if (known === undefined) {
      const made = nodes.push({ key, name, type, mentioned: 1, records: [], out: [], in: [] }) - 1;
      byKey.set(key, made);
      return made;
    }
    const node = nodes[known] as Node;
    node.mentioned++;
    if (node.type === "other") node.type = type;
    return known;
  };
  const relate = (link: Link): void => {
    (nodes[link.source] as Node).out.push(link);
    (nodes[link.target] as Node).in.push(link);
  };
  const nodeOf = (entity: number): EntityNode => {
    const { key, name, type, mentioned } = nodes[entity] as Node;
    return { key, name, type, mentioned };
  };

  return {
    /** What a record says; records come in ascending order of their numbers. */
    add(seq: number, mentions: readonly Mention[], relations: readonly Relation[]): void {
      if (mentions.length === 0) return;
      const numbers = new Map<string, number>();
      const all: Said[] = [];
      for (const one of mentions) {
        if (numbers.has(one.key)) continue;
        const entity = mention(one);
        numbers.set(one.key, entity);
        (nodes[entity] as Node).records.push({ record: seq, weight: one.weight });
        const aliases = Array.from(new Set(one.aliases.map(normalName))).sort();
        all.push({ entity, weight: one.weight, aliases });
        for (const alias of aliases) {
          const entities = aliased.get(alias) ?? new Map<number, number[]>();
          aliased.set(alias, entities);
          const records = entities.get(entity) ?? [];
          entities.set(entity, records);
          records.push(seq);
        }
      }
      said.set(
        seq,
        all.sort((a, b) => a.entity - b.entity),
      );
      const stated = new Set<string>();
      for (const { from, to, relation, weight } of relations) {
        const [source, target] = [numbers.get(from), numbers.get(to)];
        if (source === undefined || target === undefined || source === target) continue;
        const statement = `${source} ${target} ${relation}`;
        if (!stated.has(statement)) relate({ source, target, seq, relation, weight });
        stated.add(statement);
      }
    },
    /** What a record mentions, in the order in which its owner's memory first did. */
    mentionsOf: (seq: number): Mention[] =>
      (said.get(seq) ?? []).map(({ entity, weight, aliases }) => {
        const { key, name, type } = nodes[entity] as Node;
        return { key, name, type, weight, aliases };
      }),
    /** @param size number of the highest record */
    access: (size: number, passes: (seq: number) => boolean): WalkAccess<number, number> => ({
      size,
      entity: (key) => byKey.get(key),
      mentioned: (entity) => (nodes[entity] as Node).mentioned,
      records(entity, limit) {
        const { records } = nodes[entity] as Node;
        const most = Math.ceil(MOST_READ / Math.max(1, limit)) * limit;
        const found: { record: number; weight: number }[] = [];
        const last = Math.max(0, records.length - most);
        for (let i = records.length - 1; i >= last && found.length < limit; i--) {
          const one = records[i] as (typeof records)[number];
          if (passes(one.record)) found.push(one);
        }
        return found;
      },
      entities: (record) => said.get(record) ?? [],
      related(entity) {
        const { out, in: into } = nodes[entity] as Node;
        const other = ({ source, target }: Link) => (source === entity ? target : source);
        return [...out.toSorted(byTarget), ...into.toSorted(bySource)]
          .filter(({ seq }) => passes(seq))
          .map((link) => ({ entity: other(link), same: link.relation === SAME, weight: link.weight }));
      },
    }),
    /** See `MemoryStore.entitiesNamed`. */
    named(
      query: { names: readonly string[]; types?: readonly string[]; limit: number },
      passes: (seq: number) => boolean,
    ): EntityNode[] {
      const found = new Map<number, EntityNode>();
      const limit = wholeLimit(query.limit);
      for (const name of new Set(query.names)) {
        const own = byKey.get(IS_KEY.test(name) ? name : nameKey(name));
        if (own !== undefined) found.set(own, nodeOf(own));
        for (const [entity, records] of aliased.get(name) ?? [])
          if (!found.has(entity) && records.some(passes)) found.set(entity, nodeOf(entity));
      }
      const mostMentioned = (a: EntityNode, b: EntityNode) => b.mentioned - a.mentioned || (a.key < b.key ? -1 : 1);
      for (const type of query.types ?? []) {
        const ofType = nodes.flatMap((node, entity) => (node.type === type ? [entity] : []));
        ofType.sort((a, b) => mostMentioned(nodes[a] as Node, nodes[b] as Node));
        for (const entity of ofType.slice(0, limit)) found.set(entity, nodeOf(entity));
      }
      return Array.from(found.values()).sort(mostMentioned).slice(0, limit);
    },
    /** How many entities nothing but these records mentions. */
    mentionedOnlyBy(seqs: Iterable<number>): number {
      const counts = new Map<number, number>();
      for (const seq of seqs)
        for (const { entity } of said.get(seq) ?? []) counts.set(entity, (counts.get(entity) ?? 0) + 1);
      return Array.from(counts).filter(([entity, count]) => count === (nodes[entity] as Node).mentioned).length;
    },
    get entities(): number {
      return nodes.length;
    },
    /** About what it takes in memory. */
    bytes: (): number => nodes.length * 400 + said.size * 250,
  };
}
