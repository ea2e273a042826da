import { normalName } from "../../domain/entities/keys.ts";
import type { Mention, Relation } from "../../domain/entities/types.ts";
import type { Statements } from "./connection.ts";

/** Writes what a record says about entities. Within the record's transaction. */
export function writeGraph(
  sql: Statements,
  seq: number,
  { mentions, relations }: { mentions: readonly Mention[]; relations: readonly Relation[] },
): void {
  if (mentions.length === 0) return;
  const numbers = new Map<string, number>();
  const entity = sql<number>(
    `INSERT INTO entities (key, name, type, mentioned) VALUES (?, ?, ?, 1)
     ON CONFLICT (key) DO UPDATE SET mentioned = mentioned + 1,
       type = CASE WHEN type = 'other' THEN excluded.type ELSE type END
     RETURNING entity`,
  ).pluck();
  const mention = sql("INSERT INTO mentions (entity, seq, weight) VALUES (?, ?, ?)");
  const alias = sql("INSERT OR IGNORE INTO aliases (alias, entity, seq) VALUES (?, ?, ?)");
  for (const { key, name, type, weight, aliases } of mentions) {
    if (numbers.has(key)) continue;
    const number = entity.get(key, name, type) as number;
    numbers.set(key, number);
    mention.run(number, seq, weight);
    for (const other of aliases) alias.run(normalName(other), number, seq);
  }
  const relate = sql("INSERT OR IGNORE INTO relations (source, target, seq, relation, weight) VALUES (?, ?, ?, ?, ?)");
  for (const { from, to, relation, weight } of relations) {
    const [source, target] = [numbers.get(from), numbers.get(to)];
    if (source !== undefined && target !== undefined && source !== target)
      relate.run(source, target, seq, relation, weight);
  }
}

/** Removes what a record said; entities that nothing mentions any more go too. Returns how many went. */
export function eraseGraph(sql: Statements, seq: number): number {
  const mentioned = sql<number>("SELECT entity FROM mentions WHERE seq = ?").pluck().all(seq);
  for (const table of ["mentions", "aliases", "relations"]) sql(`DELETE FROM ${table} WHERE seq = ?`).run(seq);
  let gone = 0;
  for (const entity of mentioned) {
    sql("UPDATE entities SET mentioned = mentioned - 1 WHERE entity = ?").run(entity);
    gone += sql("DELETE FROM entities WHERE entity = ? AND mentioned <= 0").run(entity).changes;
  }
  return gone;
}
