import type { MemoryRecord } from "../domain/record.ts";
import { holds } from "../domain/similar.ts";

/** The origin key of the episode of the reflection that a memory comes from; `null` when it comes from none. */
export function episodeKeyOf({ originKey }: Pick<MemoryRecord, "originKey">): string | null {
  if (originKey === null || !originKey.startsWith('["reflect",')) return null;
  const [name, thread, last, , , ...mark]: unknown[] = JSON.parse(originKey);
  return JSON.stringify([name, thread, last, "episode", 0, ...mark]);
}

/**
 * True when an event bears a statement out: both come from one reflection, or from one thread and the event holds the
 * statement or the words it was made of.
 */
export function bearsOut(event: MemoryRecord, statement: MemoryRecord): boolean {
  if (event.kind !== "episodic" || statement.kind !== "semantic") return false;
  if (event.thread === null || event.thread !== statement.thread) return false;
  const key = episodeKeyOf(statement);
  if (key !== null && key === event.originKey) return true;
  if (statement.context?.includes(event.content) === true) return true;
  return holds(event.content, statement.content);
}
