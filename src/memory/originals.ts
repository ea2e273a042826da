import type { MemoryRecord } from "../domain/record.ts";
import type { MemoryStore } from "../ports/store.ts";
import { bearsOut, episodeKeyOf } from "./bearing.ts";
import type { Originals } from "./types.ts";

/** Records of a thread that are looked through for what bears a statement out. */
const LOOKED_THROUGH = 500;

/** Ids that a record of batch work says it was made of. */
function madeOf({ metadata }: MemoryRecord): string[] {
  const lists = [metadata.compresses, metadata.merged, metadata.evidence];
  return lists.flatMap((list) => (Array.isArray(list) ? list.filter((id) => typeof id === "string") : []));
}

/**
 * What a memory was made of (C7): the words it was rewritten from, the memories it compresses or sums up, and the events
 * it was distilled from, oldest first, in any status but forgotten.
 */
export async function originals(store: MemoryStore, record: MemoryRecord): Promise<Originals> {
  const found = new Map<string, MemoryRecord>();
  const add = (records: readonly MemoryRecord[]) => {
    for (const one of records) if (one.id !== record.id && one.status !== "forgotten") found.set(one.id, one);
  };
  add(await store.get(madeOf(record)));
  // What was put right in an episode, or ended its failure, stands in its place.
  if (record.kind === "episodic" && record.supersedes !== null) add(await store.get([record.supersedes]));
  const key = episodeKeyOf(record);
  if (key !== null) {
    const [id] = await store.byOrigin([key]);
    if (id !== undefined) add(await store.get([id]));
  }
  if (record.kind === "semantic" && record.thread !== null) {
    const statuses = ["active", "compressed", "archived", "superseded"] as const;
    const filter = { kinds: ["episodic"], threads: [record.thread], statuses } as const;
    const events = await store.list(filter, { limit: LOOKED_THROUGH, newestFirst: true });
    add(events.filter((event) => bearsOut(event, record)));
  }
  const records = Array.from(found.values()).sort((a, b) => (a.happenedAt < b.happenedAt ? -1 : 1));
  return { record, words: record.context, records };
}
