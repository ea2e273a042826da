import { putRight } from "../domain/put-right.ts";
import type { MemoryRecord } from "../domain/record.ts";
import { queryTerms } from "../domain/text.ts";
import type { MemoryStore } from "../ports/store.ts";
import type { FinishedTask, Turn } from "./types.ts";

/** Episodes of the thread that "no, I said Saturday" may mean, and how old they may be, in milliseconds: a day. */
const LOOKED_AT = 3;
const STILL_MEANT = 86_400_000;
/** Episodes of any thread looked through for what "about the table" means. */
const LOOKED_THROUGH = 20;

/** The talk of an episode, as far as it was kept: what was asked and what the assistant said to it. */
function talkOf({ id, happenedAt: at, episode }: MemoryRecord): Turn[] {
  const said = [
    { role: "user" as const, content: episode?.request ?? "", id, at },
    { role: "assistant" as const, content: episode?.answer ?? "", id: `${id}#answer`, at },
  ];
  return said.filter(({ content }) => content.trim() !== "");
}

/** Episodes that may be about what a correction names, in any thread. */
async function named(store: MemoryStore, about: readonly string[], now: string): Promise<MemoryRecord[]> {
  if (about.length === 0) return [];
  const words = queryTerms(about.join(" "), LOOKED_THROUGH).map((term) => ({ term, weight: 1 }));
  const filter = { kinds: ["episodic"], types: ["task"] } as const;
  const { hits } = await store.keyword({ terms: words, filter, limit: LOOKED_THROUGH, now });
  return store.get(hits.map(({ candidate }) => candidate.id));
}

/**
 * A correction belongs to what it corrects: where the user puts right something of an earlier episode ("No, I said
 * Saturday", "About the table: it was Saturday, not Friday"), the task as a whole, and the episode that it replaces.
 */
export async function withCorrected(
  store: MemoryStore,
  task: FinishedTask,
  timeZone: string,
): Promise<{ task: FinishedTask; corrected: MemoryRecord | null }> {
  const { open } = putRight(task.turns, timeZone);
  if (open.length === 0) return { task, corrected: null };
  const filter = { threads: [task.thread], kinds: ["episodic"], types: ["task"] } as const;
  const from = Date.parse(task.turns[0]!.at);
  const lately = (await store.list(filter, { limit: LOOKED_AT, newestFirst: true })).filter(
    (record) => from - Date.parse(record.validFrom) <= STILL_MEANT,
  );
  const about = open.flatMap((one) => (one.about === null ? [] : [one.about]));
  const seen = new Set<string>();
  for (const record of [...lately, ...(await named(store, about, task.turns[0]!.at))]) {
    if (seen.has(record.id) || record.episode === null) continue;
    seen.add(record.id);
    const before = talkOf(record);
    const turns = [...before, ...task.turns];
    const { corrections } = putRight(turns, timeZone);
    if (!corrections.some(({ of, by }) => of < before.length && by >= before.length)) continue;
    const steps = [...record.episode.steps, ...(task.steps ?? [])];
    const recalled = (task.recalled ?? []).filter((content) => content !== record.content);
    return { task: { ...task, turns, steps, recalled }, corrected: record };
  }
  return { task, corrected: null };
}
