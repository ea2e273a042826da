import type { MemoryRecord } from "../domain/record.ts";
import { holds } from "../domain/similar.ts";

/** The part of an origin key that all memories of one reflection share. */
const reflectionOf = ({ originKey }: MemoryRecord): string | null => {
  if (originKey === null || !originKey.startsWith("[")) return null;
  const parts: unknown = JSON.parse(originKey);
  return Array.isArray(parts) && parts[0] === "reflect" ? JSON.stringify(parts.slice(0, 3)) : null;
};

/**
 * True when an event bears a statement out: both come from one reflection, or from one thread and the event holds the
 * statement or the words it was made of.
 */
export function bearsOut(event: MemoryRecord, statement: MemoryRecord): boolean {
  if (event.kind !== "episodic" || statement.kind !== "semantic") return false;
  if (event.thread === null || event.thread !== statement.thread) return false;
  const reflection = reflectionOf(statement);
  if (reflection !== null && reflection === reflectionOf(event)) return true;
  if (statement.context?.includes(event.content) === true) return true;
  return holds(event.content, statement.content);
}
