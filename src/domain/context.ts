import { lacksReferent } from "./pronouns.ts";
import { firstSentence } from "./sentences.ts";
import type { Asks } from "./text.ts";

/** An answer that means nothing without its question: "yes please", "that one", 对, 好的. */
const AGREES =
  /^(?:yes|yeah|yep|no|nope|sure|ok(?:ay)?|right|exactly|correct|agreed|please do|go ahead|of course|both|neither|the (?:first|second|last|other) one|that one|this one)\b|^(?:对|是的?|好的?|嗯|可以|行|不是?|没有?|没错|当然|就这个|那个|第[一二三]个|都(?:行|可以|要))(?:[，,。！!吧啊呀了]|$)/iu;

/** True when a turn is understood only with the one before it: it answers a question, agrees, or leaves open whom it means. */
export function needsTurnBefore(turn: string, before: Asks): boolean {
  if (before === 2) return true;
  const first = firstSentence(turn);
  return AGREES.test(first.trim()) || lacksReferent(first);
}

/** True when a turn is a question, so that what matters is the next one, its answer. */
export function needsTurnAfter(turn: Asks): boolean {
  return turn === 2;
}
