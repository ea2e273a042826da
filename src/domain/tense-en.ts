import { isBaseVerb, isParticiple, isPastVerb, isThirdVerb } from "./verbs-en.ts";

/** Whether the words around a date tell of what was or of what is to come: on that hangs the year it is given. */

export type Tense = "past" | "future";

/** Whether a sentence tells of what was or of what is to come; prose about oneself defaults to the latter. */
function tenseOf(text: string): Tense | null {
  const words = text.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];
  if (/\b(?:will|shall|going to|plan(?:s|ning)? to|'ll|’ll|about to|has to|have to|need(?:s)? to|must)\b/iu.test(text))
    return "future";
  for (const [i, word] of words.entries()) {
    if (/^(?:was|were|did|didn['’]t|had|wasn['’]t|weren['’]t)$/u.test(word)) return "past";
    const before = words[i - 1] ?? "";
    // "moved" is a past unless it is a passive or an adjective: "is booked", "a used car".
    if (isPastVerb(word) && !/^(?:is|are|am|be|been|being|i'm|i’m|'s|a|an|the|to|get|getting)$/u.test(before))
      return "past";
    if (/^(?:have|has|i've|i’ve|we've|we’ve)$/u.test(before) && isParticiple(word)) return "past";
  }
  return words.some((word, i) => isThirdVerb(word) || (i > 0 && isBaseVerb(word))) || /\bI(?:['’]m| am)\b/iu.test(text)
    ? "future"
    : null;
}

const MOVED =
  /\b(?:moved|changed|switched|postponed|rescheduled|shifted|delayed|bumped|pushed|put (?:off|back)|brought forward)(?:\s+(?!(?:to|in|on|at)\b)[\p{L}'’]+){0,5}\s+(?:to|until|till|for|from)\s+$/iu;
/** What stands before a date, with the preposition that a rule may have taken as a part of it. */
const before = (text: string, index: number): string =>
  text.slice(0, index) + (/^(?:until|till|for|by|before|from|on|in)\s+/iu.exec(text.slice(index))?.[0] ?? "");

/** "moved to Friday": that something was put off is past, the day it was put off to is to come. */
export function isMovedTo(text: string, index: number): boolean {
  return MOVED.test(before(text, index));
}

/** Words of one clause, as few as need be. */
const SOME = String.raw`(?:(?!\b(?:and|but|because|when|who|which|after)\b)[^.,;!?]){0,60}?`;
const PLACE =
  "(?:tickets?|tables?|seats?|appointments?|slots?|places?|spots?|rooms?|cabins?|reservations?|bookings?|flights?)";
/** What one does now for a day to come. */
const ARRANGED = [
  String.raw`\b(?:booked|reserved|bought|purchased|ordered|scheduled|arranged|planned|fixed|confirmed|registered|enrolled|signed up|invited|rented|hired)\b${SOME}\bfor`,
  String.raw`\b(?:booked|reserved|hired|extended|renewed|prolonged)\b${SOME}\b(?:from|until|till)`,
  String.raw`\b(?:got|found|made|bought|booked|reserved)\b${SOME}\b${PLACE}\s+(?:for|to\s+${SOME}\b(?:on|in|for)|for\s+${SOME}\b(?:on|in))`,
  String.raw`\b(?:set|agreed)\s+(?:on\s+)?(?:a|the)\s+(?:date|time|deadline)\b${SOME}\bfor`,
  // asked to move out by March, told me to rest until Friday
  String.raw`\b(?:asked|told|reminded|advised|instructed|warned|urged|ordered|allowed|expected|required|promised|agreed|encouraged)\b${SOME}\bto\s+${SOME}\b(?:by|until|till|before|from)`,
  String.raw`\b(?:gave|given)\s+(?:me|us|him|her|them|the user)\s+(?:until|till)`,
];
const ARRANGED_FOR = new RegExp(String.raw`(?:${ARRANGED.join("|")})\s+$`, "iu");
/** "… and it was lovely": the day it was arranged for is over. */
const IS_OVER = /\b(?:it|that|they|which|we|I)\s+(?:was|were|went|had|missed|loved|enjoyed|liked)\b/iu;

/** What is on a schedule, told in the present: it lies ahead whatever was done for it before. */
const SCHEDULED =
  "(?:arrive|start|begin|end|expire|finish|leave|depart|return|open|close|land|ship|fly|move|begin|retire|graduate|come)";
const COMES_UP = new RegExp(
  String.raw`\b(?:${SCHEDULED}e?s|flies|finishes|lapses|runs out|falls due|takes place|is due|are due|(?:and|I|we|they)\s+${SCHEDULED})\b([^.;!?]{0,40})$`,
  "iu",
);

function comesUp(text: string): boolean {
  const rest = COMES_UP.exec(text)?.[1];
  return rest !== undefined && !(rest.toLowerCase().match(/[\p{L}'’]+/gu) ?? []).some((word) => isPastVerb(word));
}

/** "booked a table for 3 January", "told me to rest until October", "I ordered it and it arrives on 2 October". */
export function liesAhead(text: string, index: number): boolean {
  const head = before(text, index);
  if (MOVED.test(head) || comesUp(head)) return true;
  return ARRANGED_FOR.test(head) && !IS_OVER.test(text.slice(index));
}

const CLAUSE_END = /[.;!?]|,?\s+(?:and|but)\s+(?=(?:I|my|we|he|she|it|they)\b)|,\s/giu;

/** The tense around each place of a text. */
export function tense(text: string): (index: number) => Tense {
  const whole = tenseOf(text) ?? "future";
  const ends = Array.from(text.matchAll(CLAUSE_END), (match) => match.index);
  return (index) => {
    if (liesAhead(text, index)) return "future";
    const from = ends.findLast((end) => end < index) ?? 0;
    const clause = text.slice(from, ends.find((end) => end >= index) ?? text.length);
    return tenseOf(clause) ?? whole;
  };
}
