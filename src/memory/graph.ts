import { speakerKey } from "../domain/entities/keys.ts";
import { graphOfRecord, TURNS_BACK } from "../domain/entities/record.ts";
import type { Earlier } from "../domain/entities/referring.ts";
import type { Indexed, MemoryStore } from "../ports/store.ts";

/** How long what was noted outside any thread is what "she" in the next note may refer to, in milliseconds. */
const NOTES_TOGETHER = 3_600_000;
const BEGINNING = "0000-01-01T00:00:00.000Z";

interface Turn extends Earlier {
  at: string;
}

/** The turns before a record in its thread: those of the batch, and behind them those in the store. */
async function before(store: MemoryStore, threads: Map<string | null, Turn[]>, item: Indexed): Promise<Turn[]> {
  const { thread, happenedAt } = item.record;
  const since = thread === null ? new Date(Date.parse(happenedAt) - NOTES_TOGETHER).toISOString() : BEGINNING;
  const inBatch = threads.get(thread);
  const turns =
    inBatch ??
    (await store.mentionedLately({ thread, since, until: happenedAt, limit: TURNS_BACK })).map((turn) => ({
      ...turn,
      at: happenedAt,
    }));
  return turns.filter(({ at }) => at >= since && at <= happenedAt);
}

/** The items with what each says about entities, its pronouns looked up in the turns before it. */
async function described(store: MemoryStore, items: readonly Indexed[]): Promise<Indexed[]> {
  const threads = new Map<string | null, Turn[]>();
  const made: Indexed[] = [];
  for (const item of items) {
    const { record } = item;
    const turns = await before(store, threads, item);
    const { mentions, relations } = graphOfRecord(record, turns);
    made.push({ ...item, mentions, relations });
    const turn: Turn = { mentions, speaker: speakerKey(record.speaker), at: record.happenedAt };
    threads.set(record.thread, [turn, ...turns].slice(0, TURNS_BACK));
  }
  return made;
}

/** The same store, whose writes also fill the entity graph (A5): no way of writing a memory leaves it out. */
export function fillingGraph(store: MemoryStore): MemoryStore {
  return {
    ...store,
    insert: async (items, fingerprint, audit) => store.insert(await described(store, items), fingerprint, audit),
    async supersede(id, next, fingerprint, audit) {
      const [item] = await described(store, [next]);
      return store.supersede(id, item ?? next, fingerprint, audit);
    },
  };
}
