import { contradicts } from "../domain/conflict.ts";
import { mendingSentences } from "../domain/corrections.ts";
import { putRight } from "../domain/put-right.ts";
import type { MemoryRecord } from "../domain/record.ts";
import { isMeant, type Restoring, restoringIn } from "../domain/restoring.ts";
import { asText } from "../domain/sentences.ts";
import type { MemoryStore } from "../ports/store.ts";
import type { FinishedTask } from "./types.ts";

/**
 * Former statements looked through, the latest first, and how long ago one may have been replaced for "it was the 12th
 * after all" to mean it without saying of what, in milliseconds: two weeks, as for whom a pronoun means across talks.
 */
const LOOKED_THROUGH = 60;
const STILL_MEANT = 14 * 86_400_000;

/** The version of a former statement that is in force; undefined where there is none any more. */
async function inForceOf(store: MemoryStore, former: MemoryRecord): Promise<MemoryRecord | undefined> {
  let at: MemoryRecord | undefined = former;
  for (let steps = 0; at !== undefined && at.status === "superseded" && steps < LOOKED_THROUGH; steps++)
    [at] = at.supersededBy === null ? [] : await store.get([at.supersededBy]);
  return at?.status === "active" ? at : undefined;
}

/** The former statement that is to hold again: of those that fit the one replaced last. */
async function meant(store: MemoryStore, wanted: Restoring, at: string): Promise<MemoryRecord | undefined> {
  const filter = { kinds: ["semantic"], statuses: ["superseded"] } as const;
  const found: { former: MemoryRecord; since: string }[] = [];
  for (const former of await store.list(filter, { limit: LOOKED_THROUGH, newestFirst: true })) {
    const now = await inForceOf(store, former);
    if (now === undefined || now.validFrom > at) continue;
    if (wanted.about === null && Date.parse(at) - Date.parse(now.validFrom) > STILL_MEANT) continue;
    if (isMeant(wanted, former.content, now.content) && contradicts(former.content, now.content))
      found.push({ former, since: now.validFrom });
  }
  return found.sort((a, b) => (a.since < b.since ? 1 : -1))[0]?.former;
}

/**
 * A user's text in which what says that a former value holds again is that former statement: "make that a window seat
 * again", told in whatever thread, is "The user prefers window seats." Asks the store only where there is such a sentence.
 */
export async function withRestored(store: MemoryStore, text: string, at: string): Promise<string> {
  const said = mendingSentences(text);
  if (said.every((sentence) => restoringIn(sentence) === null)) return text;
  const made = await Promise.all(
    said.map(async (sentence) => {
      const wanted = restoringIn(sentence);
      return (wanted === null ? undefined : await meant(store, wanted, at))?.content ?? sentence;
    }),
  );
  return made.every((sentence, i) => sentence === said[i]) ? text : asText(made);
}

/** The task with that done in the user's turns, but for what is put right within the talk itself. */
export async function withRestoredTurns(
  store: MemoryStore,
  task: FinishedTask,
  timeZone: string,
): Promise<FinishedTask> {
  const here = new Set(putRight(task.turns, timeZone).corrections.map(({ by }) => by));
  const turns = await Promise.all(
    task.turns.map(async (turn, i) => {
      if (turn.role !== "user" || here.has(i)) return turn;
      return { ...turn, content: await withRestored(store, turn.content, new Date(turn.at).toISOString()) };
    }),
  );
  return { ...task, turns };
}
