import { actsForUser } from "./question.ts";
import { isQuestion, sentences } from "./sentences.ts";
import type { TimeCue } from "./timerange.ts";

/** Words of what is behind, also where the rest stands in the present ("when is it that I went"). */
const PAST_EN =
  /\b(?:did|was|were|had|been|went|ago|ever|already|last|yesterday|before|previous(?:ly)?|past|earlier|used to|happened|told|said|still|(?:have|has) (?:i|we|you|he|she|they|it))\b|(?:i|we|you|they)['’]ve\b/iu;
const PAST_ZH =
  /还(?:在|是|有|没|住|疼|坏)|了(?!解)|过(?!敏|期|节|年|生日|会儿|来|去|程)|过去|上(?:一)?(?:次|回|个|周|星期|礼拜)|以前|之前|从前|先前|曾|当时|那(?:次|回|天|时)|昨|前天|去年|刚才|历史|(?<!是)(?:什么时候|何时|哪天|几号)[^，。？?]+的(?=[？?]|$)/u;
/** Forms in which English asks of now or of what is ahead; Chinese has none, and asks of now unless it says otherwise. */
const AHEAD_EN =
  /\b(?:is|are|am|do|does|will|shall|should|can|could|may|must|need|next|upcoming|coming|planned|happens|now|currently)\b|\b(?:what|when|where|who|how|which)['’]s\b/iu;
const NOW_ZH = /现在|目前|此刻|这会儿|眼下/u;
const HAN = /\p{Script=Han}/u;

/**
 * True when a question is about now or what is ahead ("when is my dentist appointment?"), so that an event which is over
 * hardly answers it; false when it asks about the past, names a date that is not ahead, or does not say. `cues` are the
 * question's own.
 */
export function asksAhead(question: string, cues: readonly TimeCue[], now: string): boolean {
  const ahead = ({ range, exact, recurring }: TimeCue) =>
    exact && recurring === null && range !== null && (range.until === null || range.until > now);
  return cues.every(ahead) && mayLookAhead(question);
}

/** True when a question may be about now or what is ahead, whatever time it names: "do I have anything on Friday?" */
export function mayLookAhead(question: string): boolean {
  if (PAST_EN.test(question) || PAST_ZH.test(question)) return false;
  if (actsForUser(question)) return true;
  return HAN.test(question) ? NOW_ZH.test(question) || sentences(question).some(isQuestion) : AHEAD_EN.test(question);
}
