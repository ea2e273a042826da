import { ENGLISH_STOP_WORDS } from "./stopwords.ts";
import { LABEL, telling } from "./telling.ts";
import { terms } from "./text.ts";

/** Several events told in a row: one that is like the first by what sets it apart, each other one in its most telling sentences. */

export interface Told {
  /** When, as it is written before the event. */
  date: string;
  text: string;
  /** Written after the event: that it failed. */
  mark: string;
}

interface Word {
  text: string;
  /** What it is compared by; empty for punctuation and words that carry no meaning. */
  key: string;
  /** A number, or part of a name: never left out where it is not the same in all events. */
  fact: boolean;
  number: boolean;
  /** A space stands before it. */
  apart: boolean;
}

/** In this share of the events a word is what they are all about, and is said once. */
const SHARED = 0.5;
/** Longest telling of one event's facts, in UTF-16 units: an event that is all figures must not fill the summary. */
const LONGEST_FACTS = 120;
/** Room for the first event, in UTF-16 units; Chinese says as much in half. */
const LEAST_OPENING = { en: 110, zh: 55 } as const;
const HAN = /\p{Script=Han}/u;
const HAN_FUNCTION =
  /^[的了是我你他她它们在和与也就都把给被请要会去到为于从再又并帮]$|^(?:我们|一下|帮我|然后|因为|所以)$/u;
/** 17,700, €45, 7:15, 12A, KX8842, ORD-10007. */
const FIGURE = /\p{Sc}?(?:[A-Za-z]+[-_])*[A-Za-z]*\d+(?:[.,:/-]\d+|[A-Za-z]+|-[A-Za-z0-9]+)*%?/gu;
const words = new Intl.Segmenter("zh", { granularity: "word" });

/** Words and marks in order; numbers and codes are one whatever stands in them. */
function pieces(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (const match of text.matchAll(FIGURE)) {
    for (const { segment } of words.segment(text.slice(from, match.index))) found.push(segment);
    found.push(match[0]);
    from = match.index + match[0].length;
  }
  for (const { segment } of words.segment(text.slice(from))) found.push(segment);
  return found;
}

function wordsOf(text: string, names: readonly string[]): Word[] {
  const named = new Set(names.flatMap((name) => pieces(name)));
  let apart = false;
  const found = pieces(text).flatMap((piece): Word[] => {
    if (piece.trim() === "") {
      apart = true;
      return [];
    }
    const number = /\d/u.test(piece);
    const idle =
      !/[\p{L}\p{N}]/u.test(piece) || ENGLISH_STOP_WORDS.has(piece.toLowerCase()) || HAN_FUNCTION.test(piece);
    const key = number ? piece : idle ? "" : terms(piece).join(" ") || piece;
    const word = {
      text: piece,
      key,
      number,
      fact: key !== "" && (number || named.has(piece)),
      apart,
    };
    apart = false;
    return [word];
  });
  // 7 of July is not line 7
  return found.map((word, i) => {
    if (!word.number) return word;
    const beside = [found[i + 1], found[i - 1]].find(isWord);
    return { ...word, key: `${word.text} ${beside?.text ?? ""}` };
  });
}

const PAUSE = /^[,;:!?，；：。！？、]$/u;
const isBreak = (word: Word | undefined): boolean => word === undefined || /^[\p{P}\p{S}]+$/u.test(word.text);
const isWord = (word: Word | undefined): boolean => word !== undefined && word.key !== "" && !word.number;

/** Adds what a number counts and its unit: "line 12", "55 euros", 4号线, 预算210元. */
function withUnits(all: readonly Word[], kept: Set<number>): void {
  for (const at of [...kept].filter((i) => all[i]!.number)) {
    const han = HAN.test(all[at + 1]?.text ?? "") || HAN.test(all[at - 1]?.text ?? "");
    let next = at + 1;
    // Chinese units are short words in a row: 号线, 个月; a date goes on with its day.
    while (isWord(all[next]) && (next === at + 1 || (han && all[next]!.text.length === 1 && next < at + 3)))
      kept.add(next++);
    for (let more = next; han && all[more]?.number && !isBreak(all[more]); more += 2) {
      kept.add(more);
      if (isWord(all[more + 1])) kept.add(more + 1);
    }
    const before = all[at - 1];
    if (isWord(before)) kept.add(at - 1);
    else if (next === at + 1 && before !== undefined && !isBreak(before) && !before.number) kept.add(at - 1);
    // 7月11日: the month of a day
    if (han && isWord(before) && before!.text.length === 1 && all[at - 2]?.number) {
      kept.add(at - 2);
    }
  }
}

/** The words that stay, in order; where something is left out stands a comma. */
function written(all: readonly Word[], kept: ReadonlySet<number>, comma: string): string {
  let text = "";
  let last = -1;
  for (const at of [...kept].sort((a, b) => a - b)) {
    const word = all[at]!;
    const between = last < 0 ? [] : all.slice(last + 1, at);
    if (last < 0) text = word.text;
    else if (between.length === 0) text += (word.apart ? " " : "") + word.text;
    else if (between.length === 1 && !PAUSE.test(between[0]!.text))
      text += [...between, word].map((one) => (one.apart ? " " : "") + one.text).join("");
    else text += comma + word.text;
    last = at;
  }
  return text;
}

/** What is told of one event in about `most` characters: all that is a fact, and of the rest what there is room for. */
function toldOf(all: readonly Word[], left: ReadonlySet<number>, most: number, comma: string): string {
  const whole = new Set([...left].filter((i) => !isBreak(all[i])));
  withUnits(all, whole);
  const text = written(all, whole, comma);
  if (text.length <= most) return text;
  const kept = new Set([...left].filter((i) => all[i]!.fact));
  withUnits(all, kept);
  while (kept.size > 1 && written(all, kept, comma).length > LONGEST_FACTS) kept.delete(Math.max(...kept));
  for (const i of [...whole].sort((a, b) => a - b)) {
    if (kept.has(i)) continue;
    kept.add(i);
    if (written(all, kept, comma).length > most) {
      kept.delete(i);
      break;
    }
  }
  return written(all, kept, comma);
}

/** In its own words: whole when they fit, else its most telling sentences and those that hold names and figures. */
function inWords(
  text: string,
  all: readonly Word[],
  left: ReadonlySet<number>,
  speakers: ReadonlySet<string>,
  most: number,
): string {
  const plain = text.replace(/[.。!！;；,，\s]+$/u, "");
  if (plain.length <= most) return plain;
  const facts = [...left].filter((i) => all[i]!.fact).map((i) => all[i]!.text);
  return telling(text, new Set(facts.filter((fact) => !speakers.has(fact))), most);
}

/** Of the words of an event this share must be the first one's, for what is left to be understood by it. */
const ALIKE = 0.5;

function isLike(all: readonly Word[], isShared: (word: Word) => boolean): boolean {
  const said = all.filter(({ key, number }) => key !== "" && !number);
  return said.filter(isShared).length >= said.length * ALIKE;
}

/**
 * The events in a row, each with its date: the first in full unless it is long, of the others
 * what is not the same in most of them, numbers with their unit and what they count. Names and numbers are left out only
 * where they are the same in all events; other words go first when an event takes more than `most` characters.
 */
export function telegraph(
  events: readonly Told[],
  namesOf: (text: string) => string[],
  most: number,
  language: "en" | "zh",
): string {
  const zh = language === "zh";
  const room = zh ? most / 2 : most; // for whole sentences
  const comma = zh ? "，" : ", ";
  const all = events.map(({ text }) => wordsOf(text, namesOf(text)));
  // Who speaks stands before what they said: who is only spoken to by name adds nothing.
  const speakers = new Set(events.flatMap(({ text }) => pieces(LABEL.exec(text)?.[0] ?? "")));
  const counts = new Map<string, number>();
  for (const event of all)
    for (const key of new Set(event.map(({ key }) => key))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const lead = new Set(all[0]!.map(({ key }) => key));
  const isShared = ({ key, fact }: Word): boolean =>
    key === "" || (lead.has(key) && counts.get(key)! >= (fact ? all.length : all.length * SHARED));
  const lines: { dates: string[]; text: string }[] = [];
  for (const [i, { date, text, mark }] of events.entries()) {
    const own = all[i]!;
    const left = new Set(own.flatMap((word, at) => (isShared(word) ? [] : [at])));
    const every = new Set(own.keys());
    const told =
      (i === 0
        ? inWords(text, own, every, speakers, Math.max(LEAST_OPENING[language], room))
        : isLike(own, isShared)
          ? toldOf(own, left, most, comma)
          : inWords(text, own, left, speakers, room)) + mark;
    const line = told === "" ? (zh ? "同上" : "the same") : told;
    const last = lines.at(-1);
    if (last?.text === line && i > 1) last.dates.push(date);
    else lines.push({ dates: [date], text: line });
  }
  let before = "";
  return lines
    .map(({ dates, text }) => {
      const when = [...new Set(dates)].join(zh ? "、" : ", ");
      const dated = when === before ? text : `${when}${zh ? "：" : ": "}${text}`;
      before = when;
      return dated;
    })
    .join(zh ? "；" : "; ");
}
