import type { MemoryRecord } from "../domain/record.ts";
import type { MemoryStore } from "../ports/store.ts";

/** How long after a note of no thread "no, I meant …" can still mean it, in milliseconds: an hour, as for pronouns. */
const NOTES_TOGETHER = 3_600_000;
/** Notes looked through for the last of no thread. */
const LOOKED_THROUGH = 8;

/** The statement added last in a thread (null: in none), still in force: what a correction that follows it is about. */
export async function lastSaidIn(
  store: MemoryStore,
  { thread, until }: { thread: string | null; until: string },
): Promise<MemoryRecord | undefined> {
  const since = thread === null ? new Date(Date.parse(until) - NOTES_TOGETHER).toISOString() : undefined;
  const filter = {
    kinds: ["semantic"] as const,
    ...(thread === null ? {} : { threads: [thread] }),
    ...(since === undefined ? {} : { since }),
  };
  const latest = await store.list(filter, { limit: LOOKED_THROUGH, newestFirst: true });
  return latest.find((record) => record.thread === thread);
}
