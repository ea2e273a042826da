import { type Amended, amended } from "./amend.ts";
import { type Correction, correctionOf, mendingSentences } from "./corrections.ts";
import { isRequest } from "./cues.ts";
import type { Moment } from "./dates.ts";
import { danglingPronoun } from "./pronouns.ts";
import { asText, isQuestion, sentences } from "./sentences.ts";
import { terms } from "./text.ts";

/** A talk as it was meant: what the user put right later stands right where it was first said. */

/** A turn as it is read here; `at` is when it was said, an instant. */
export interface Said {
  role: "user" | "assistant" | "tool";
  content: string;
  at: string;
}

/** One thing that was put right. Dates in it are written out. */
export interface PutRight {
  /** Places in the talk, from 0: of the turn that was put right and of the one that did it. */
  of: number;
  by: number;
  was: string;
  now: string;
  /** The sentence that did it. */
  words: string;
  /** The sentence as it was and as it should have been. */
  from: string;
  to: string;
}

export interface Meant<T extends Said> {
  /** The same turns; a sentence that only puts right is gone. */
  turns: T[];
  corrections: PutRight[];
  /** Corrections of something that is not in these turns. */
  open: Correction[];
}

/** True when the text is about that: it holds every word of it that means something. */
export function isAbout(text: string, about: string | null): boolean {
  if (about === null) return true;
  const held = new Set(terms(text));
  const wanted = terms(about);
  return wanted.length > 0 && wanted.every((term) => held.has(term));
}

interface Place {
  turn: number;
  sentence: number;
}

/**
 * Where a correction may apply, the likeliest first. What was named ("not Friday") may stand far back, the user's own words
 * before the assistant's; what was not is in the last answer, or in what the user said last.
 */
function placesFor(talk: readonly string[][], turns: readonly Said[], at: Place, found: Correction): Place[] {
  const places = (turn: number, until = talk[turn]!.length): Place[] =>
    Array.from({ length: until }, (_, sentence) => ({ turn, sentence }));
  const here = places(at.turn, at.sentence).reverse();
  const before = Array.from({ length: at.turn }, (_, i) => at.turn - 1 - i);
  const of = (role: Said["role"]) => before.filter((turn) => turns[turn]!.role === role);
  const users = of("user");
  const answers = of("assistant");
  const own = (from: readonly number[]) => from.flatMap((turn) => places(turn).reverse());
  if (found.was !== null || found.about !== null)
    return [...here, ...own(users), ...answers.flatMap((turn) => places(turn))];
  const said = users.find((turn) => talk[turn]!.some((sentence) => sentence !== ""));
  const last = [...here, ...own(said === undefined ? [] : [said])];
  if (found.whose === "user") return last;
  const answer = answers.slice(0, 1).flatMap((turn) => places(turn));
  return here.length > 0 && found.whose === null ? last : [...answer, ...last];
}

/** An answer that is nothing but the value: "Sydney." */
function inBareAnswer(answer: readonly string[], { now, was }: Correction): Amended | null {
  const [only, ...more] = answer;
  const value = only?.replace(/[\s.!。！]+$/u, "") ?? "";
  const short = /\p{Script=Han}/u.test(value) ? value.length <= 8 : value.split(/\s+/u).length <= 3;
  if (
    more.length > 0 ||
    value === "" ||
    !short ||
    /^(?:ok(?:ay)?|yes|no|done|sure)\b|^(?:好|已|是|不|没)/iu.test(value)
  )
    return null;
  return was === null || was.toLowerCase() === value.toLowerCase() ? { text: now, was: value, now } : null;
}

/** Puts right what one correction means; null when nothing in the talk is meant. */
function apply(
  talk: string[][],
  turns: readonly Said[],
  at: Place,
  found: Correction,
  timeZone: string,
): { place: Place; made: Amended } | null {
  const momentOf = (turn: number): Moment => ({ said: Date.parse(turns[turn]!.at), timeZone });
  for (const place of placesFor(talk, turns, at, found)) {
    const sentence = talk[place.turn]![place.sentence]!;
    if (sentence === "" || correctionOf(sentence) !== null) continue;
    const isAnswer = turns[place.turn]!.role === "assistant";
    // What is only asked holds no value that could be wrong.
    if (!isAnswer && found.was === null && isQuestion(sentence) && !isRequest(sentence)) continue;
    // The question names what the answer is about.
    const beside = isAnswer ? (turns[place.turn - 1]?.content ?? "") : "";
    if (!isAbout(`${beside} ${talk[place.turn]!.join(" ")}`, found.about)) continue;
    const made =
      amended(sentence, found, momentOf(place.turn)) ?? (isAnswer ? inBareAnswer(talk[place.turn]!, found) : null);
    if (made !== null && made.was !== made.now) return { place, made };
  }
  return null;
}

/** The turns as they were meant, what was put right in them, and what must be looked for elsewhere. */
export function putRight<T extends Said>(given: readonly T[], timeZone: string): Meant<T> {
  const corrections: PutRight[] = [];
  const open: Correction[] = [];
  const talk = given.map(({ content, role }) => (role === "user" ? mendingSentences(content) : sentences(content)));
  const changed = new Set<number>();
  for (const [turn, { role }] of given.entries()) {
    if (role !== "user") continue;
    for (const [sentence, text] of talk[turn]!.entries()) {
      const found = correctionOf(text);
      if (found === null) continue;
      const put = apply(talk, given, { turn, sentence }, found, timeZone);
      if (put === null) {
        open.push(found);
        continue;
      }
      const { place, made } = put;
      corrections.push({
        of: place.turn,
        by: turn,
        was: made.was,
        now: made.now,
        words: text,
        from: talk[place.turn]![place.sentence]!,
        to: made.text,
      });
      talk[place.turn]![place.sentence] = made.text;
      talk[turn]![sentence] = "";
      changed.add(place.turn).add(turn);
      // The assistant's answer to what the user corrects was right or wrong with it.
      if (given[place.turn]!.role === "assistant") alsoAsked(talk, given, place.turn, made, found, timeZone, changed);
    }
  }
  const turns = given.map((one, i) => (changed.has(i) ? { ...one, content: asText(talk[i]!) } : one));
  return { turns, corrections, open };
}

/** What the answer took from the words it answers is put right in them too: "for Friday" / "Booked for Friday." */
function alsoAsked(
  talk: string[][],
  turns: readonly Said[],
  answer: number,
  { was, now }: Amended,
  { whose }: Correction,
  timeZone: string,
  changed: Set<number>,
): void {
  const asked = turns.findLastIndex(({ role }, i) => i < answer && role === "user");
  if (asked < 0 || whose === "assistant") return;
  for (const [i, sentence] of talk[asked]!.entries()) {
    const made = amended(sentence, { was, now }, { said: Date.parse(turns[asked]!.at), timeZone });
    if (made === null) continue;
    talk[asked]![i] = made.text;
    changed.add(asked);
  }
}

/** Of the speaker's doings or feelings, no claim about the world. */
const OWN_DOING = /^(?:I\b|I['’]|we\b|let['’]s|sure|ok(?:ay)?\b|done|booked|changed)|^(?:我|已|好的|好，|没问题)/iu;
const CLAIMS =
  /\b(?:is|are|was|were|has|have|['’]s|costs?|opens?|closes?|leaves?|arrives?|starts?|ends?|begins?|lives?)\b|[是在叫有为]|开门|关门|出发|到达|开始|结束/iu;

const inThirdPerson = (text: string): string =>
  text
    .replace(/\byou(?:['’]re| are)\b/giu, "the user is")
    .replace(/\byour\b/giu, "the user's")
    .replace(/[你您](?=的)/gu, "用户")
    .replace(/^the user/u, "The user");

/**
 * What the user put right of the assistant's claims, as a statement of its own: "The capital of Australia is Canberra (the
 * user corrected the assistant, who had said Sydney)." Null where the claim does not stand alone.
 */
export function claimPutRight({ was, now, to }: PutRight, asked: string, answer: string): string | null {
  const zh = /\p{Script=Han}/u.test(to) || /\p{Script=Han}/u.test(asked);
  const bare = to.replace(/[\s.!。！]+$/u, "");
  if (isQuestion(bare) || OWN_DOING.test(bare)) return null;
  const claim = inThirdPerson(bare);
  if (CLAIMS.test(claim) && danglingPronoun(claim) === null && !/\byou\b|[你您]/iu.test(claim))
    return withNote(claim, was, zh);
  const question = sentences(asked).find(isQuestion);
  if (question === undefined || sentences(answer).length > 1 || bare !== now) return null;
  const answered = zh ? `“${question}”的答案是${now}` : `The answer to "${question.replace(/"/gu, "'")}" is ${now}`;
  return withNote(answered, was, zh);
}

const NOTE = / \(the user corrected the assistant, who had said .*\)\.$|（用户更正：助手曾说是.*）。$/u;

const withNote = (claim: string, was: string, zh: boolean): string =>
  zh ? `${claim}（用户更正：助手曾说是${was}）。` : `${claim} (the user corrected the assistant, who had said ${was}).`;

/** A statement put right again: what is noted of the assistant's words stays as it is. */
export function amendedClaim(statement: string, meant: Parameters<typeof amended>[1], moment: Moment): string | null {
  const note = NOTE.exec(statement)?.[0] ?? "";
  const text = amended(statement.slice(0, statement.length - note.length), meant, moment)?.text;
  return text === undefined ? null : text + note;
}
