import type { Statements } from "./connection.ts";

/**
 * Every key and alias of a file's entities, in memory: most words of a question are no name, and are told so without a
 * query. What ended with its record stays in until records are removed; it costs one query too many.
 */
export function createNames(sql: Statements) {
  const names = new Set<string>();
  let entities = 0;
  let records = 0;
  return {
    /** Reads what records up to `last`, the highest of the snapshot, added. */
    refresh(last: number): void {
      if (last === records) return;
      const added = sql<[number, string]>("SELECT entity, key FROM entities WHERE entity > ?").raw();
      for (const [entity, key] of added.iterate(entities)) {
        names.add(key);
        entities = Math.max(entities, entity);
      }
      const aliases = sql<string>("SELECT alias FROM aliases WHERE seq > ?").pluck();
      for (const alias of aliases.iterate(records)) names.add(alias);
      records = last;
    },
    has: (name: string): boolean => names.has(name),
    get size(): number {
      return names.size;
    },
  };
}
