import { terms } from "./text.ts";

/** What is called off: "the dentist appointment was cancelled", "Lisbon is off", 里斯本不去了. */

const ENGLISH =
  /^(?:(?:sorry|oh no|unfortunately),?\s+)?(?:(?:the user['’]s|the|our|my|their)\s+)?(.{2,60}?)\s+(?:(?:was|is|were|are|got|has been|have been)\s+(?:now\s+)?(?:cancell?ed|called off|scrapped)|(?:is|are) off|fell through|(?:isn['’]t|is not|aren['’]t|are not) happening)(?=$|[.,;!]|\s(?:because|since|after|so|on|by|in|at|last|this|yesterday|today)\b)|^(?:the user|they|we)\s+(?:have\s+|has\s+|had to\s+)?(?:cancell?ed|cancel|called off|call off|scrapped)\s+(?:(?:the user['’]s|the|our|their)\s+)?(.{2,60}?)(?=$|[.,;!]|\s(?:because|since|after|so)\b)/iu;
const CHINESE =
  /^(?:用户的?)?(?:去|和)?(.{2,14}?)(?:被|已经|已|又)*(?:取消|不去|不办|泡汤|作废)了(?=$|[，。；！])|^(?:用户|他们)?取消了(.{2,14}?)(?=$|[，。；！])/u;
/** What is called off lies at a time: a date, a day, an hour. */
const TIMED =
  /\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|\b(?:tomorrow|tonight|next (?:week|month|year))\b|[周号日月点]/iu;

/** What can be "off" in the sense of not taking place: a name, or an occasion. */
const EVENT =
  /^\p{Lu}|\b(?:wedding|party|trip|holiday|vacation|meeting|dinner|lunch|brunch|concert|gig|match|game|appointment|flight|date|visit|event|interview|call|class|lesson|move|deal|engagement|barbecue|hike|conference)\b/u;

/** What comes in its place has its dates, which the old statement tells. */
const INSTEAD = /\binstead\b|改[去到成在]|换成/iu;

/** The thing that a statement calls off; null for none. */
function calledOff(statement: string): string | null {
  const match = ENGLISH.exec(statement) ?? CHINESE.exec(statement);
  const thing = match?.[1] ?? match?.[2] ?? null;
  // A lamp is off as well.
  if (thing !== null && /\b(?:is|are) off\b/iu.test(match![0]) && !EVENT.test(thing)) return null;
  return thing;
}

/** True when `next` calls off what `known` says is to be at some time: all that it names of it is in `known`. */
export function cancels(next: string, known: string): boolean {
  const thing = calledOff(next);
  if (thing === null || INSTEAD.test(next) || !TIMED.test(known) || calledOff(known) !== null) return false;
  if (/\p{Script=Han}/u.test(thing)) return known.includes(thing.replace(/^(?:的|那个?|这个?)|的$/gu, ""));
  const named = terms(thing);
  const held = new Set(terms(known));
  return named.length > 0 && named.every((term) => held.has(term));
}
