import { conceptsOf } from "./concepts.ts";
import { namesTopic } from "./question.ts";
import { ENGLISH_STOP_WORDS, HAN_STOP_WORDS } from "./stopwords.ts";
import { queryTerms, terms } from "./text.ts";
import { timeCues } from "./timerange.ts";

/** A time that is told by an event: "before the move", "since I started at Nordlys", 搬家之前. */
export interface EventAnchor {
  side: "before" | "after" | "since";
  /** The event's words. */
  event: string;
  /** The question without it, which is what is asked of that time. */
  rest: string;
}

/** What an event is called: "the move", "my wedding", "Anna's visit", "moving to Oslo"; or who did what: "I moved". */
const THING = String.raw`(?:the|my|our|his|her|their|that|\p{Lu}[\p{L}-]+(?:['’]s)?)\s+[^,.;?!]+|[\p{L}]+ing\b[^,.;?!]*`;
const CLAUSE = String.raw`(?:I|we|he|she|they|it|you|\p{Lu}[\p{L}-]+)\s+(?:had\s+|was\s+|were\s+|got\s+)?[\p{L}]+[^,.;?!]*`;
const ENGLISH = new RegExp(
  String.raw`\b(before|after|since|until|till|prior to|ever since)\s+(${CLAUSE}|${THING})`,
  "iu",
);
const SIDES: Record<string, EventAnchor["side"]> = {
  before: "before",
  until: "before",
  till: "before",
  "prior to": "before",
  after: "after",
  since: "since",
  "ever since": "since",
};
/** "since I have time, what …" gives a reason; "before you answer" is said to the one who is asked. */
const NO_EVENT =
  /^(?:you|it|that|this|then|them|all|now|how|what|the (?:end|fact|start|beginning)|i (?:am|have|do|can|like|want|need)\b)/iu;

const CHINESE =
  /(?:自从|自打|从|在|于)?([^，。；？！,;?!\s]{2,14}?)(之前|以前|之后|以后|以来|(?<![目提面眼从门])前(?=[，,我他她都见去]|[?？]?$)|(?<![然最背今])后(?=[，,我他她都见去]|[?？]?$))/u;
const CHINESE_SIDES: Record<string, EventAnchor["side"]> = {
  之前: "before",
  以前: "before",
  前: "before",
  之后: "after",
  以后: "after",
  后: "after",
  以来: "since",
};
const CHINESE_NO_EVENT =
  /^(?:很久|好久|不久|从|这|那|此|以|[一二两三四五六七八九十几数多半0-9]+[个]?(?:[天年月周]|星期|小时|分钟|礼拜))/u;

/**
 * The event a question tells time by, or `null`: a date ("before March", 三天之前) is none. `now` in milliseconds since
 * 1970, `timeZone` an IANA name.
 */
export function eventAnchor(question: string, now: number, timeZone: string): EventAnchor | null {
  const text = question.slice(0, 400);
  const english = ENGLISH.exec(text);
  const chinese = english === null ? CHINESE.exec(text) : null;
  const match = english ?? chinese;
  if (match === null) return null;
  const event = (english === null ? chinese![1]! : english[2]!).trim();
  const side = english === null ? CHINESE_SIDES[chinese![2]!] : SIDES[english[1]!.toLowerCase()];
  if (side === undefined || NO_EVENT.test(event) || CHINESE_NO_EVENT.test(event)) return null;
  if (queryTerms(event).length === 0) return null;
  const dated = timeCues(text, now, timeZone).some(
    ({ start, end, range }) => range !== null && start < match.index + match[0].length && end > match.index,
  );
  if (dated) return null;
  const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
    .replace(/\s+/gu, " ")
    .trim();
  return { side, event, rest };
}

/** The time an anchor means, given when its event was. */
export function anchoredRange(
  side: EventAnchor["side"],
  event: { from: string; until: string },
): { since: string | null; until: string | null } {
  if (side === "before") return { since: null, until: event.from };
  if (side === "after") return { since: event.until, until: null };
  return { since: event.from, until: null };
}

/** Verbs that ask for anything one did: "who did I see", 去了哪里. */
const ANY_DEED = /\b(?:go|went|gone|been|see|saw|seen|meet|met|spen[dt]|up to)\b|[去见]/giu;

/** True when what is asked of that time says what about; else all of it is meant. */
export const asksForTopic = ({ rest }: Pick<EventAnchor, "rest">): boolean =>
  namesTopic(rest.replace(ANY_DEED, " "), []);

/** Concepts of each word of a text, scenes apart: what comes up together is not the same. */
function meaningsOf(text: string): { term: string; concepts: number[] }[] {
  const lexicon = conceptsOf();
  const own = (concepts: readonly { id: number; topic: number | null }[]) =>
    concepts.flatMap(({ id, topic }) => (topic === null ? [] : [id]));
  const latin = terms(text.replace(/\p{Script=Han}+/gu, " ")).map((term) => ({
    term,
    concepts: own(lexicon.ofTerm(term)),
  }));
  const runs = Array.from(text.matchAll(/\p{Script=Han}+/gu), ([run]) => ({
    term: run,
    concepts: lexicon.ofRun(run).flatMap(own),
  }));
  return [...latin, ...runs].filter(({ term }) => !ENGLISH_STOP_WORDS.has(term) && !HAN_STOP_WORDS.has(term));
}

/** Verbs of having an event: "got", "had", 办. */
const HAVING = /\b(?:got|get|had|having|did|made|went|going)\b/giu;

/** True when a memory tells of the event in its own or other words: "the wedding" by "got married", 婚礼 by 结婚. */
export function tellsOf(content: string, event: string): boolean {
  const wanted = meaningsOf(event.replace(HAVING, " "));
  const told = meaningsOf(content);
  const words = new Set(told.map(({ term }) => term));
  const meant = new Set(told.flatMap(({ concepts }) => concepts));
  return (
    wanted.length > 0 &&
    wanted.every(
      ({ term, concepts }) => words.has(term) || content.includes(term) || concepts.some((one) => meant.has(one)),
    )
  );
}
