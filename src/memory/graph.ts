import { SEVERAL_NAMES } from "../domain/entities/aliases.ts";
import { normalName, speakerKey, USER } from "../domain/entities/keys.ts";
import { type KnownNames, namedIn } from "../domain/entities/mentions.ts";
import { graphOfRecord, TURNS_BACK } from "../domain/entities/record.ts";
import type { Earlier } from "../domain/entities/referring.ts";
import { withSubject } from "../domain/entities/subject.ts";
import { startsWithPronoun } from "../domain/pronouns.ts";
import type { MemoryRecord } from "../domain/record.ts";
import type { Indexed, MemoryStore } from "../ports/store.ts";

/** How long what was noted outside any thread is what "she" in the next note may refer to, in milliseconds. */
const NOTES_TOGETHER = 3_600_000;
/**
 * What other talks mentioned that a pronoun may still mean: of two weeks, and of so many memories at most. Reasoned: an
 * illness or a visit is followed up within days, and of more memories several would fit anyway.
 */
export const LATELY = { days: 14, memories: 60 } as const;
export const BEGINNING = "0000-01-01T00:00:00.000Z";

interface Turn extends Earlier {
  at: string;
}

type Place = Pick<MemoryRecord, "thread" | "happenedAt">;

/** Since when what was said counts as said before something in its thread; notes of no thread belong together for an hour. */
const sinceOf = ({ thread, happenedAt }: Place): string =>
  thread === null ? new Date(Date.parse(happenedAt) - NOTES_TOGETHER).toISOString() : BEGINNING;

/** What the turns before a place mentioned, newest first. */
export function turnsBefore(store: MemoryStore, place: Place): Promise<Earlier[]> {
  const { thread, happenedAt: until } = place;
  return store.mentionedLately({ thread, since: sinceOf(place), until, limit: TURNS_BACK });
}

const latelySince = ({ happenedAt }: Place): string =>
  new Date(Date.parse(happenedAt) - LATELY.days * 86_400_000).toISOString();

/**
 * What any talk mentioned lately before a place, newest first. For what the user tells: in a conversation between people
 * by name "she" may be anyone whom they know (on locomo-dev it gained 0.1 at 10 and lost 0.1 at 5).
 */
export function mentionedElsewhere(store: MemoryStore, place: Place): Promise<Earlier[]> {
  return store.mentionedLately({ since: latelySince(place), until: place.happenedAt, limit: LATELY.memories });
}

/** The same with those of a batch that is not stored yet, newest first. */
async function elsewhere(store: MemoryStore, batch: readonly Turn[], record: MemoryRecord): Promise<Earlier[]> {
  const since = latelySince(record);
  const own = batch.filter(({ at }) => since <= at && at <= record.happenedAt).slice(0, LATELY.memories);
  return [...own, ...(await mentionedElsewhere(store, record))].slice(0, LATELY.memories);
}

/** The turns before a record: those of the batch it is in, or those in the store. */
async function before(store: MemoryStore, batch: Map<string | null, Turn[]>, record: MemoryRecord): Promise<Turn[]> {
  const { thread, happenedAt } = record;
  const inBatch = batch.get(thread);
  if (inBatch === undefined) return (await turnsBefore(store, record)).map((turn) => ({ ...turn, at: happenedAt }));
  const since = sinceOf(record);
  return inBatch.filter(({ at }) => at >= since && at <= happenedAt);
}

/** Most known people and animals of each kind whose names are looked for in a new memory, the most mentioned ones. */
const NAMES = 200;

/** People and animals the store knows by name, and whatever else was said to have several. */
async function namesIn(store: MemoryStore): Promise<KnownNames> {
  const query = {
    names: [SEVERAL_NAMES],
    types: ["person", "animal"] as const,
    filter: {},
    limit: NAMES,
    now: BEGINNING,
  };
  return new Map((await store.entitiesNamed(query)).map((node) => [normalName(node.name), node]));
}

/** The items with what each says about entities, its pronouns looked up in the turns before it. */
async function described(store: MemoryStore, items: readonly Indexed[]): Promise<Indexed[]> {
  const threads = new Map<string | null, Turn[]>();
  const names = await namesIn(store);
  const made: Indexed[] = [];
  const batch: Turn[] = [];
  for (const item of items) {
    const { record } = item;
    const turns = await before(store, threads, record);
    let graph = graphOfRecord(record, turns, { names });
    if (graph.open && record.speaker === null)
      graph = graphOfRecord(record, turns, { names, elsewhere: await elsewhere(store, batch, record) });
    const { mentions, relations } = graph;
    made.push({ ...item, mentions, relations });
    const turn: Turn = { mentions, speaker: speakerKey(record.speaker), at: record.happenedAt };
    threads.set(record.thread, [turn, ...turns].slice(0, TURNS_BACK));
    batch.unshift(turn);
  }
  return made;
}

/** The same store, whose writes also fill the entity graph (A5): no way of writing a memory leaves it out. */
export function fillingGraph(store: MemoryStore): MemoryStore {
  return {
    ...store,
    insert: async (items, fingerprint, audit) => store.insert(await described(store, items), fingerprint, audit),
    async amend(amendment, fingerprint) {
      const insert = await described(store, amendment.insert ?? []);
      return store.amend({ ...amendment, insert }, fingerprint);
    },
    async supersede(id, next, fingerprint, audit) {
      const [item] = await described(store, [next]);
      return store.supersede(id, item ?? next, fingerprint, audit);
    },
  };
}

/**
 * A text of the user as one understands it who heard the turns before and knows of other talks: the pronoun it begins with
 * replaced by whom it stands for. Asks the store only where there is one.
 */
export async function understood(store: MemoryStore, place: Place, text: string): Promise<string> {
  if (!startsWithPronoun(text)) return text;
  return withSubject(text, await turnsBefore(store, place), await mentionedElsewhere(store, place));
}

/** The user's turns of a task, each understood with the turns before it and what the memories of its and other threads mention. */
export async function understoodTurns<T extends { role: string; content: string }>(
  store: MemoryStore,
  place: Place,
  turns: readonly T[],
): Promise<T[]> {
  let heard = await turnsBefore(store, place);
  const lately = turns.some(({ role, content }) => role === "user" && startsWithPronoun(content))
    ? await mentionedElsewhere(store, place)
    : [];
  return turns.map((turn) => {
    if (turn.role === "tool") return turn;
    const content = turn.role === "user" ? withSubject(turn.content, heard, lately) : turn.content;
    const { mentions } = namedIn(content, turn.role === "user" ? USER : null);
    heard = [{ mentions, speaker: null }, ...heard].slice(0, TURNS_BACK);
    return { ...turn, content };
  });
}
