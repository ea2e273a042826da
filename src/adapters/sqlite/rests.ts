import { LRUCache } from "lru-cache";
import type { Statements } from "./connection.ts";
import { REST_COLUMNS, type Rest } from "./rows.ts";

/** UTF-16 units of bodies kept per file, the least recently read dropped first: of some ten thousand turns. */
const MOST_KEPT = 4_000_000;
/** What a row takes beside its body, in the same units. */
const ROW = 200;

const SELECT = `SELECT ${REST_COLUMNS.join(", ")} FROM records WHERE seq = ?`;

/** What the image does not hold of the records that were read lately; a question mostly finds what others found before. */
export function createRests(sql: Statements) {
  const kept = new LRUCache<number, Rest>({
    maxSize: MOST_KEPT,
    sizeCalculation: ([, , , , , body]) => body.length + ROW,
  });
  return {
    /** Only for a record of the image. */
    of(seq: number): Rest | undefined {
      const known = kept.get(seq);
      if (known !== undefined) return known;
      const rest = sql<Rest>(SELECT).raw().get(seq);
      if (rest !== undefined) kept.set(seq, rest);
      return rest;
    },
    /** To be told of every record that changed otherwise than by being used. */
    drop(seq: number): void {
      kept.delete(seq);
    },
    bytes: (): number => kept.calculatedSize * 2,
  };
}
