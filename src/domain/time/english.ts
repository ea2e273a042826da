import type { Clock } from "./calendar.ts";
import { between, type Found, orderCue, patternCue, periodCue } from "./cue.ts";
import { bareDayPairAt, sameMonthDay } from "./english-dates.ts";
import { seasonMonths } from "./english-seasons.ts";
import { mayBegin, whenAt } from "./english-when.ts";
import {
  DAY_PARTS,
  MONTHS,
  type Scan,
  SEASON_WORDS,
  says,
  tokensOf,
  unitOf,
  WEEKDAYS,
  WEEKDAYS_PLURAL,
  wordAt,
} from "./english-words.ts";
import { ENGLISH_NUMBERS } from "./numerals.ts";
import type { Recurring } from "./recurring.ts";

/** A cue and the token after it; no cue for words that are to be passed over ("every week"). */
interface Hit {
  readonly found: Found | null;
  readonly next: number;
}

function place(s: Scan, from: number, next: number): { start: number; end: number } {
  return { start: s.tokens[from]?.start ?? 0, end: s.tokens[next - 1]?.end ?? 0 };
}

/** What `last`, `first` or `previous` picks one of, out of many. */
const OCCASIONS =
  /^(?:time|conversation|chat|session|talk|discussion|meeting|visit|trip|order|appointment|call|message|purchase|occasion|encounter|date|vacation|holiday|flight|booking|reservation)$/u;
/** Behind "did I last": no act that could be the last, but a time or a stretch. */
const NO_ACT =
  /^(?:|of|name|and|long|longer|until|till|for|all|through|days?|weekends?|nights?|evening|few|couple|several|two|three|four|five|six)$/u;

/** "the last time", "when did I last …", "my most recent trip", "the first time", "did we first meet". */
function orderAt(s: Scan, i: number): Hit | null {
  const made = (order: "first" | "last", next: number): Hit => ({ found: orderCue(place(s, i, next), order), next });
  const owner = /^(?:the|my|our|your|his|her|their)$/u.test(wordAt(s, i)) ? 1 : 0;
  const very = wordAt(s, i + owner) === "very" ? 1 : 0;
  const at = i + owner + very;
  const word = wordAt(s, at);
  if (/^(?:last|previous|first)$/u.test(word) && OCCASIONS.test(wordAt(s, at + 1))) {
    const next = wordAt(s, at + 1) === "time" ? at + 2 : at + 1; // what it was stays among the words to look for
    return made(word === "first" ? "first" : "last", next);
  }
  if (/^(?:latest|newest)$/u.test(word)) return made("last", at + 1);
  if (word === "most" && /^recent(?:ly)?$/u.test(wordAt(s, at + 1))) return made("last", at + 2);
  if (word === "earliest") return made("first", at + 1);
  if (at > i || (word !== "last" && word !== "first")) return null;
  const asked =
    /^(?:i|we|you|he|she|they)$/u.test(wordAt(s, i - 1)) || /^(?:did|has|have|had)$/u.test(wordAt(s, i - 2));
  const act = wordAt(s, i + 1);
  const isTime =
    NO_ACT.test(act) || unitOf(act) !== null || WEEKDAYS.has(act) || MONTHS.has(act) || SEASON_WORDS.has(act);
  return !asked || isTime || /^(?:it|that|this)$/u.test(wordAt(s, i - 1)) ? null : made(word, i + 1);
}

/** What is called "first" or "last" for another reason than that it came first or last ("first name", "last minute"). */
const NO_ORDER =
  /^(?:names?|surname|aid|class|floor|grade|half|gear|hand|lady|language|degree|place|person|row|line|step|chance|choice|minute|resort|straw|call|word|words|mile|in|on|at|to|by|but|i|we|you|or)$/u;
/** Of these "the last one" is the one before the present one (see `asOfNow`). */
const PRESENT =
  /^(?:job|work|employer|company|boss|address|home|flat|apartment|house|city|town|phone|number|e-?mail|car|doctor|school|diet|plan|favou?rite|partner|girlfriend|boyfriend)$/u;

/** "my first zoo visit", "the last concert I went to", "last hike", "Anna's first recital", "the last thing we talked about". */
function orderedNounAt(s: Scan, i: number): Hit | null {
  const owner = /^(?:the|my|our|your|his|her|their)$/u.test(wordAt(s, i)) ? 1 : 0;
  if (owner === 0 && i > 0 && s.tokens[i - 1]?.possessive !== true && wordAt(s, i - 1) !== "") return null;
  const at = i + owner + (wordAt(s, i + owner) === "very" ? 1 : 0);
  const word = wordAt(s, at);
  if ((word !== "last" && word !== "first") || (at > 0 && s.tokens[at]?.capital === true)) return null;
  const noun = s.tokens[at + 1];
  if (noun === undefined || noun.kind !== "word" || NO_ACT.test(noun.text) || NO_ORDER.test(noun.text)) return null;
  if (unitOf(noun.text) !== null || WEEKDAYS.has(noun.text) || MONTHS.has(noun.text)) return null;
  if (SEASON_WORDS.has(noun.text) || DAY_PARTS.has(noun.text) || ENGLISH_NUMBERS.has(noun.text)) return null;
  if (word === "last" && PRESENT.test(noun.text)) return null;
  if (noun.text === "thing" && /^(?:|in|on|tomorrow|next)$/u.test(wordAt(s, at + 2))) return null;
  const next = noun.text === "thing" ? at + 2 : at + 1;
  return { found: orderCue(place(s, i, next), word), next };
}

/** "Who did I visit the zoo with first?", "Which hotel did I stay at last?": behind all that was done. */
function orderedActAt(s: Scan, i: number): Hit | null {
  const word = wordAt(s, i);
  if ((word !== "last" && word !== "first") || wordAt(s, i + 1) !== "") return null;
  const before = s.tokens.slice(0, i).map(({ text }) => text);
  if (!before.some((text) => /^(?:did|has|have|had|was|were)$/u.test(text)) || before.includes("long")) return null;
  return { found: orderCue(place(s, i, i + 1), word), next: i + 1 };
}

/** "every Tuesday", "on Tuesdays", "every summer", "on weekends", "in the morning". */
function patternAt(s: Scan, i: number): Hit | null {
  const made = (recurring: Recurring, next: number): Hit => ({ found: patternCue(place(s, i, next), recurring), next });
  if (/^(?:every|each)$/u.test(wordAt(s, i))) {
    const j = /^(?:single|other)$/u.test(wordAt(s, i + 1)) ? i + 2 : i + 1;
    const word = wordAt(s, j);
    const weekday = WEEKDAYS.get(word);
    const month = MONTHS.get(word);
    const season = SEASON_WORDS.get(word);
    const hours = DAY_PARTS.get(word);
    if (weekday !== undefined) return made({ weekday }, j + 1);
    if (month !== undefined) return made({ month }, j + 1);
    if (season !== undefined) return made({ months: seasonMonths(season) }, j + 1);
    if (hours !== undefined) return made({ hours }, j + 1);
    if (word === "weekend") return made({ weekdays: [6, 7] }, j + 1);
    return unitOf(word) === null ? null : { found: null, next: j + 1 };
  }
  const on = /^(?:on|at)$/u.test(wordAt(s, i)) ? 1 : 0;
  const weekday = WEEKDAYS_PLURAL.get(wordAt(s, i + on));
  if (weekday !== undefined) return made({ weekday }, i + on + 1);
  if (wordAt(s, i + on) === "weekends") return made({ weekdays: [6, 7] }, i + on + 1);
  if (!/^(?:in|during)$/u.test(wordAt(s, i)) || wordAt(s, i + 1) !== "the") return null;
  const hours = DAY_PARTS.get(wordAt(s, i + 2));
  return hours === undefined ? null : made({ hours }, i + 3);
}

const isJoint = (s: Scan, i: number): boolean =>
  /^(?:to|until|till|through|thru)$/u.test(wordAt(s, i)) || /^[-–—]$/u.test(s.tokens[i]?.text ?? "");

type Side = "since" | "after" | "before" | "until";
const SIDES: readonly (readonly [words: string, side: Side])[] = [
  ["ever since", "since"],
  ["since", "since"],
  ["starting in", "since"],
  ["starting from", "since"],
  ["starting", "since"],
  ["as of", "until"],
  ["after", "after"],
  ["following", "after"],
  ["later than", "after"],
  ["before", "before"],
  ["prior to", "before"],
  ["earlier than", "before"],
  ["up until", "until"],
  ["up to", "until"],
  ["until", "until"],
  ["till", "until"],
  ["by", "until"],
];

/** "since May", "before 2020", "after last summer", "until yesterday", "from March on". */
function sideAt(s: Scan, i: number): Hit | null {
  for (const [words, side] of SIDES) {
    if (!says(s, i, words)) continue;
    const lead = words === "by" ? "by" : side;
    const read = whenAt(s, i + words.split(" ").length, lead);
    if (read !== null) return { found: periodCue(place(s, i, read.next), read.what, side), next: read.next };
  }
  if (wordAt(s, i) !== "from") return null;
  const read = whenAt(s, i + 1, "since");
  if (read === null || !/^(?:on|onwards?|forwards?)$/u.test(wordAt(s, read.next))) return null;
  return { found: periodCue(place(s, i, read.next + 1), read.what, "since"), next: read.next + 1 };
}

const LEADS: ReadonlySet<string> = new Set(
  "on in at during over around about of from for through throughout within sometime between".split(" "),
);

/**
 * "on May 1st", "in March", "last Tuesday", "recently"; and with a second time behind it "between March and May",
 * "from Monday to Wednesday", "May 1st to 5th", "in 2020-2022".
 */
function datedAt(s: Scan, i: number): Hit | null {
  const back = /^(?:back|sometime)$/u.test(wordAt(s, i)) && /^(?:in|on)$/u.test(wordAt(s, i + 1)) ? 1 : 0;
  const lead = LEADS.has(wordAt(s, i + back)) ? wordAt(s, i + back) : "";
  const from = lead === "" ? i : i + back + 1;
  const joint = (j: number): boolean => (lead === "between" ? wordAt(s, j) === "and" : isJoint(s, j));
  const days = bareDayPairAt(s, from, joint);
  if (days !== null) return { found: between(place(s, i, days.next), days.first, days.second), next: days.next };
  const first = whenAt(s, from, lead);
  if (first === null) return null;
  const { next, what } = first;
  if (joint(next)) {
    const { grain } = what.period;
    const firm = lead === "between" || lead === "from" || grain === "month" || grain === "year";
    const second = sameMonthDay(s, next + 1, what) ?? whenAt(s, next + 1, firm ? "between" : "pair");
    if (second !== null) return { found: between(place(s, i, second.next), what, second.what), next: second.next };
  }
  return lead === "between" ? null : { found: periodCue(place(s, i, next), what), next };
}

/** Words other than those of a date with which the rules above begin. */
const OPENINGS: ReadonlySet<string> = new Set([
  ..."the my our your his her their very last previous first latest newest most earliest".split(" "),
  ..."from back sometime every each on at in during weekends".split(" "),
  ...SIDES.map(([words]) => words.split(" ")[0] ?? words),
  ...LEADS,
  ...DAY_PARTS.keys(),
  ...WEEKDAYS_PLURAL.keys(),
]);

/** What an English text says about when; offsets are into it. */
export function englishCues(text: string, clock: Clock): Found[] {
  const s: Scan = { tokens: tokensOf(text), clock };
  const cues: Found[] = [];
  for (let i = 0; i < s.tokens.length; ) {
    if (!OPENINGS.has(wordAt(s, i)) && !mayBegin(s, i)) {
      i++;
      continue;
    }
    const hit =
      orderAt(s, i) ?? sideAt(s, i) ?? datedAt(s, i) ?? patternAt(s, i) ?? orderedNounAt(s, i) ?? orderedActAt(s, i);
    if (hit !== null && hit.found !== null) cues.push(hit.found);
    i = hit === null ? i + 1 : Math.max(hit.next, i + 1);
  }
  return cues;
}
