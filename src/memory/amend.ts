import { isSentence } from "../domain/amend.ts";
import { type Correction, correctionOf } from "../domain/corrections.ts";
import type { Moment } from "../domain/dates.ts";
import { withoutOpening } from "../domain/phrases.ts";
import { amendedClaim, isAbout } from "../domain/put-right.ts";
import type { MemoryRecord } from "../domain/record.ts";
import { meantBy, orderSentences, retraction } from "../domain/retraction.ts";
import { sentences } from "../domain/sentences.ts";
import type { MemoryStore } from "../ports/store.ts";
import { forgetEchoes } from "./apply.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import { forgetRecord } from "./forget.ts";
import { lastSaidIn } from "./last-said.ts";
import { neighbours } from "./neighbours.ts";
import type { NewMemory, Remembered } from "./types.ts";

/** What a note does that is about what was noted before. */
export type Amendment =
  /** "Forget that I like jazz": done, or there was nothing that says so. */
  | { done: Remembered }
  /** "No, I meant blue": what the statement before it should have said. */
  | { content: string; replaces: MemoryRecord }
  /** "No, I meant I live in Bergen": a statement of its own. */
  | { content: string; replaces: null };

async function takenBack(
  deps: MemoryDeps,
  scope: Scope,
  store: MemoryStore,
  what: string,
  content: string,
): Promise<Remembered> {
  const [vector] = deps.embedder.nearDuplicate === null ? [] : await deps.embedder.embedDocuments([what]);
  const now = new Date(deps.clock.now()).toISOString();
  const around = await neighbours(store, { content: what, vector: vector ?? null }, now);
  const { found } = meantBy(
    what,
    around.map(({ record }) => record.content),
  );
  const records: MemoryRecord[] = [];
  for (const i of found) {
    const record = await forgetRecord(deps, scope, store, around[i]!.record);
    await forgetEchoes(deps, scope, store, record);
    records.push(record);
  }
  const [first] = records;
  return first === undefined
    ? { outcome: "refused", content, reason: "nothing_to_forget" }
    : { outcome: "retracted", record: first };
}

/** What a note asks for in one sentence: to forget something, or to put right what was said before. */
type Asked = { forget: string } | { correction: Correction };

/** What a note takes back or puts right, by its words alone; only the user's own words may do that. */
export function changeIn({ source = "user", kind = "semantic", content }: NewMemory): Asked | null {
  const [only, ...more] = orderSentences(sentences(content));
  if (only === undefined || more.length > 0 || kind !== "semantic" || (source !== "user" && source !== "confirmed"))
    return null;
  const text = withoutOpening(only);
  const forget = retraction(text);
  if (forget !== null) return { forget };
  const found = correctionOf(only);
  return found === null ? null : { correction: found };
}

/** Does what a note asks for; null where it turns out to say something of its own. */
export async function amendmentOf(
  deps: MemoryDeps,
  scope: Scope,
  store: MemoryStore,
  asked: Asked,
  { content, thread = null }: NewMemory,
  moment: Moment,
): Promise<Amendment | null> {
  if ("forget" in asked) return { done: await takenBack(deps, scope, store, asked.forget, content) };
  const { now, was, about } = asked.correction;
  if (isSentence(now)) return { content: now, replaces: null };
  const last = await lastSaidIn(store, { thread, until: new Date(moment.said).toISOString() });
  if (last === undefined || !isAbout(last.content, about)) return null;
  const right =
    amendedClaim(last.content, { now, was }, moment) ?? amendedClaim(last.content, { now, was: null }, moment);
  return right === null ? null : { content: right, replaces: last };
}
