import { DateTime } from "luxon";
import { importanceOf, isPassing, namesItsEnd, typeOf } from "./classify.ts";
import { clauses, withContinued } from "./clauses.ts";
import { askedToRemember, factsInQuestion, isReminder, isRequest, isStandingInstruction } from "./cues.ts";
import { absoluteDates, type DateMention, type Moment } from "./dates.ts";
import { whoeverMoved, withSubject } from "./elided.ts";
import { namedBefore } from "./entities/subject.ts";
import { entitiesOf } from "./entities.ts";
import { reporterOf } from "./health.ts";
import { mended } from "./inline.ts";
import { withNameTold } from "./introduction.ts";
import { englishThirdPerson, involvesListener, isFirstPerson, tidied } from "./person-en.ts";
import {
  chineseThirdPerson,
  involvesChineseListener,
  isBarePredicate,
  isBareTurn,
  isChineseFirstPerson,
} from "./person-zh.ts";
import { emptyTalk, withoutOpening } from "./phrases.ts";
import { echoes, lacksReferent, startsWithPronoun } from "./pronouns.ts";
import type { Instant, MemoryType } from "./record.ts";
import { isLaidOut, isQuestion, sentences } from "./sentences.ts";
import { languageOf } from "./text.ts";
import { isBaseVerb, isThirdVerb } from "./verbs-en.ts";
import { volatileUntil } from "./volatile.ts";
import { asOne } from "./we.ts";

/** One thing that can be understood without the talk it comes from (requirement B3). */
export interface Statement {
  content: string;
  /** The user's words, when `content` is not the same; else null. */
  context: string | null;
  type: MemoryType;
  /** 0 … 1 */
  importance: number;
  /** When it is out of date by itself; null for what lasts. */
  validUntil: Instant | null;
  entities: string[];
  language: "en" | "zh" | "und";
  /** The day in the past it tells of, when it tells of exactly one. */
  happenedAt: Instant | null;
  /** True when the rules were not certain and quote the user instead. */
  quoted: boolean;
}

/** Requirement B3: 50 to 200 characters is the aim; past the second a text splits at sentence bounds. */
export const STATEMENT_LENGTH = { aim: 50, most: 200 } as const;

interface Rewritten {
  content: string;
  quoted: boolean;
}

function isChinese(text: string): boolean {
  return languageOf(text) === "zh";
}

/** The user's words between quotation marks, named as such. */
function quote(text: string, verb: { en: string; zh: string }): Rewritten {
  const words = text.replace(/[\s,，;；]+$/u, "");
  if (isChinese(words)) return { content: `用户${verb.zh}：“${words}”`, quoted: true };
  return { content: `The user ${verb.en}: "${words.replace(/"/gu, "'")}"`, quoted: true };
}

const SAID = { en: "said", zh: "说" };
const ASKED = { en: "asked the assistant", zh: "要求助手" };

/** Stative verbs that people use without their "I": "Prefer window seats". */
const ELIDED =
  /^(?:love|like|prefer|hate|dislike|enjoy|live|need|want|own|speak|work)\b(?!\s+(?:it|this|that|you|your)\b)/iu;
const CONDITION =
  /^(?:also |severely |highly )?(?:allergic to|intolerant|vegan|vegetarian|pescatarian|diabetic|pregnant|married|divorced|single|engaged|retired|based in|born (?:in|on)|afraid of|fond of|interested in)\b/iu;
const CALL_ME = /^(?:please\s+|you (?:can|may|should) )?(?:just )?call me ([\p{L}][\p{L}'’ -]{0,40}?)[.!]*$/iu;
const CHINESE_CALL_ME =
  /^(?:请|以后|可以|你|您|就)*(?:叫我|称呼我(?:为)?)([\p{L}·]{1,12})(?:吧|就行|就好|就可以了?|即可)?[。！!]*$/u;

function english(said: string): Rewritten {
  const one = asOne(said);
  if (one === null) return quote(said, SAID);
  const text = withSubject(one);
  const call = CALL_ME.exec(text);
  if (call !== null) return { content: `The user wants to be called ${call[1]!.trim()}.`, quoted: false };
  if (isStandingInstruction(text)) return quote(text, ASKED);
  if (isRequest(text)) return quote(text, ASKED);
  if (isFirstPerson(text) || involvesListener(text)) {
    const made = englishThirdPerson(text);
    if (made === null || /^(?:The user's|The user|[^"]*\bthe user\b)/u.test(made) === false) return quote(text, SAID);
    return { content: made, quoted: false };
  }
  const first = text.match(/^\p{L}+/u)?.[0] ?? "";
  if (CONDITION.test(text)) return { content: `The user is ${first[0]!.toLowerCase()}${text.slice(1)}`, quoted: false };
  if (ELIDED.test(text)) {
    const made = englishThirdPerson(`I ${first.toLowerCase()}${text.slice(first.length)}`);
    return made === null ? quote(text, SAID) : { content: made, quoted: false };
  }
  if (
    isBaseVerb(first.toLowerCase()) &&
    /^\p{L}+\s+(?:the|a|an|me|it|to|my|all|no|at|in|on|for)\b/iu.test(text) &&
    !/:/u.test(text)
  )
    return quote(text, ASKED);
  return { content: text, quoted: false };
}

function chinese(said: string): Rewritten {
  const text = asOne(said);
  if (text === null) return quote(said, SAID);
  const call = CHINESE_CALL_ME.exec(text);
  if (call !== null) return { content: `用户希望被称呼为${call[1]}`, quoted: false };
  if (isStandingInstruction(text) || isRequest(text)) return quote(text, ASKED);
  if (isChineseFirstPerson(text) || involvesChineseListener(text)) {
    const made = chineseThirdPerson(text);
    return made === null ? quote(text, SAID) : { content: made, quoted: false };
  }
  if (!/^用户/u.test(text) && (isBarePredicate(text) || isBareTurn(text)))
    return { content: `用户${text}`, quoted: false };
  return { content: text, quoted: false };
}

const REMINDER_ZH = /^(?:提醒|叫|让)我/u;

/** One clause, dates already absolute, about "the user" or quoted. */
function rewritten(clause: string, reminder: boolean): Rewritten {
  const text = clause.replace(/^[\s,，;；:：]+|[\s,，;；]+$/gu, "");
  if (!reminder) return isChinese(text) ? chinese(text) : english(text);
  if (isChinese(text)) {
    const made = chineseThirdPerson(text.replace(REMINDER_ZH, ""));
    return made === null ? quote(text, ASKED) : { content: `用户要求提醒：${made}`, quoted: false };
  }
  const made = englishThirdPerson(`I ask ${text}`)
    ?.replace(/^The user asks to /u, "The user asked to be reminded to ")
    .replace(/^The user asks about /u, "The user asked to be reminded about ");
  return made === undefined ? quote(text, ASKED) : { content: made, quoted: false };
}

/**
 * When it is out of date by itself (B9): a passing event after the last day or week it names, what names its own end ("valid until
 * March") after that, in the user's zone; a state that changes by itself, see `volatileUntil`. Nothing else expires.
 */
export function validUntil(content: string, moment: Moment): Instant | null {
  const { dates } = absoluteDates(content, moment);
  if (!isPassing(content) || dates.length === 0) return volatileUntil(content, dates, moment);
  const ends = dates
    .filter(({ precision }) => precision === "day" || precision === "week" || namesItsEnd(content))
    .map((date) => date.until)
    .sort();
  const last = ends.at(-1);
  return last !== undefined && Date.parse(last) > moment.said ? last : null;
}

function pastDay(dates: readonly DateMention[], moment: Moment): Instant | null {
  const days = dates.filter((date) => date.precision === "day");
  const only = days.length === 1 && dates.length === 1 ? days[0]! : null;
  if (
    only === null ||
    Date.parse(only.until) > DateTime.fromMillis(moment.said, { zone: moment.timeZone }).startOf("day").toMillis()
  )
    return null;
  return only.from;
}

/** Type, importance, validity and entities of a text that stands alone already. */
export function describe(content: string, original: string, moment: Moment, asked = false): Statement {
  const dates = absoluteDates(content, moment).dates;
  return {
    content,
    context: original === content ? null : original,
    type: isStandingInstruction(original) ? "preference" : typeOf(content),
    importance: importanceOf(isStandingInstruction(original) ? `prefers ${content}` : content, asked),
    validUntil: validUntil(content, moment),
    entities: entitiesOf(content, moment.timeZone, moment.said).map((entity) => entity.name),
    language: languageOf(content),
    happenedAt: pastDay(dates, moment),
    quoted: false,
  };
}

interface Piece extends Rewritten {
  original: string;
  /** The user's words with absolute dates. */
  dated: string;
}

/** A piece whose pronoun the one before it names, said with that name. */
function renamed(before: Piece, next: Piece): Piece | null {
  const original = namedBefore(before.original, next.original);
  const dated = namedBefore(before.original, next.dated);
  return original === null || dated === null ? null : { ...rewritten(dated, false), original, dated };
}

/** "Lives in Dalian.": of whoever the sentence before speaks of; of oneself one says "live". */
const lacksSubject = (text: string): boolean =>
  isThirdVerb(/^(?:also\s+|now\s+|currently\s+)?(\p{L}+)\s+\p{Ll}/iu.exec(text)?.[1]?.toLowerCase() ?? "");

/** A sentence with a pronoun for someone it does not name, or without a subject, joins the one before, which does; alone it is quoted. */
function joined(pieces: Piece[], next: Piece): void {
  const before = pieces.at(-1);
  if (!lacksReferent(next.original) && (before === undefined || !lacksSubject(next.original))) {
    pieces.push(next);
    return;
  }
  if (before === undefined) {
    pieces.push(next.quoted ? next : { ...next, ...quote(next.dated, SAID) });
    return;
  }
  const named = renamed(before, next);
  if (named !== null) {
    pieces.push(named);
    return;
  }
  const glue = (text: string) =>
    `${/[.!?。！？…”"]$/u.test(text) ? "" : isChinese(text) ? "。" : "."}${isChinese(text) ? "" : " "}`;
  const dated = `${before.dated}${glue(before.dated)}${next.dated}`;
  const both =
    before.quoted || next.quoted
      ? quote(dated, SAID)
      : { content: `${before.content}${glue(before.content)}${next.content}`, quoted: false };
  pieces[pieces.length - 1] = {
    ...both,
    dated,
    original: `${before.original}${glue(before.original)}${next.original}`,
  };
}

/** The clauses of a sentence that tell something; of a question the facts it tells on the way. */
function telling(sentence: string): string[] {
  const opened = withoutOpening(sentence);
  const text = isChinese(opened) ? opened : tidied(opened);
  if (echoes(text)) return [text];
  if (emptyTalk(text) !== null) return [];
  if (isQuestion(text)) return factsInQuestion(text).flatMap(clauses);
  return clauses(text).filter((clause) => emptyTalk(clause) === null);
}

function piecesOf(sentence: string, moment: Moment, reminder: boolean): Piece[] {
  return (reminder ? [sentence] : telling(sentence)).map((clause) => {
    const dated = absoluteDates(clause, moment).text;
    return { ...rewritten(dated, reminder), original: clause, dated };
  });
}

/** Reported text as it is, in pieces of whole sentences up to the length that is aimed at. */
function chunks(parts: readonly string[], glue: string): string[] {
  const made: string[] = [];
  for (const part of parts) {
    const before = made.at(-1);
    const fits = (before?.length ?? 0) + glue.length + part.length <= STATEMENT_LENGTH.most;
    if (before !== undefined && (fits || startsWithPronoun(part))) made[made.length - 1] = before + glue + part;
    else made.push(part);
  }
  return made;
}

/** True when nothing in it needs rewriting: told of others, by name, without a question. */
function isReported(parts: readonly string[]): boolean {
  if (lacksReferent(parts[0] ?? "")) return false;
  return parts.every(
    (part) =>
      !isQuestion(part) &&
      emptyTalk(part) === null &&
      rewritten(part, false).content === part.replace(/^[\s,，;；:：]+|[\s,，;；]+$/gu, ""),
  );
}

/**
 * The statements a user's words hold, each to be understood alone: the user named, relative dates absolute in the user's
 * zone, compound sentences split, the language kept. Where the rules are not certain they quote. Text that is laid out
 * (lists, code) stays in one piece. Empty when nothing is told.
 */
export function statements(text: string, moment: Moment): Statement[] {
  const opened = withoutOpening(text.trim());
  const asked = askedToRemember(opened);
  const body = asked ?? opened;
  if (isLaidOut(body)) return [describe(absoluteDates(body, moment).text, body, moment, asked !== null)];
  const parts = withContinued(
    sentences(body).map((sentence) => whoeverMoved(reporterOf(withNameTold(mended(withoutOpening(sentence)))))),
  );
  if (isReported(parts) && !(asked !== null && isReminder(body)))
    return chunks(parts, isChinese(body) ? "" : " ").map((part) =>
      describe(absoluteDates(part, moment).text, part, moment, asked !== null),
    );
  const pieces: Piece[] = [];
  for (const [i, sentence] of parts.entries()) {
    const inner = i === 0 ? null : askedToRemember(sentence);
    const reminder = (i === 0 && asked !== null && isReminder(sentence)) || (inner !== null && isReminder(inner));
    for (const piece of piecesOf(inner ?? sentence, moment, reminder)) joined(pieces, piece);
  }
  return pieces.map((piece) => ({
    ...describe(piece.content, piece.original, moment, asked !== null),
    quoted: piece.quoted,
  }));
}
