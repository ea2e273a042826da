import { isLasting, isVital } from "./classify.ts";
import { givesValue } from "./conflict.ts";
import type { Preset } from "./constants.ts";
import { correction, mendingSentences } from "./corrections.ts";
import {
  askedToRemember,
  factsBesideRequest,
  factsInQuestion,
  isReminder,
  isRequest,
  isStandingInstruction,
} from "./cues.ts";
import { isAgentInstruction, isToolNoise } from "./noise.ts";
import { englishThirdPerson } from "./person-en.ts";
import { chineseThirdPerson } from "./person-zh.ts";
import { emptyTalk, withoutOpening } from "./phrases.ts";
import { lacksReferent } from "./pronouns.ts";
import { withoutQuotes } from "./quotes.ts";
import { orderSentences, retraction } from "./retraction.ts";
import { isQuestion, sentences } from "./sentences.ts";
import { isRecalled } from "./similar.ts";
import { plainly, withSlipsMended } from "./spelling.ts";
import { terms } from "./text.ts";
import { isMood, isUnreal, signs, standsFromNowOn } from "./worth.ts";

/** Why the gate said no. */
export type RefusalReason =
  | "empty"
  | "greeting"
  | "acknowledgement"
  | "too_short"
  | "recalled_text"
  | "agent_instructions"
  | "tool_noise"
  | "question"
  | "request"
  | "small_talk"
  | "low_score"
  /** Something was to be forgotten that is not known. */
  | "nothing_to_forget";

/** What decides beside the text. */
export interface GateContext {
  preset: Preset;
  /** Texts recalled in this run; what is made of them is not stored again. */
  recalled?: readonly string[];
}

/** The three judgements of requirement B2, 1 (none) … 5 (very). */
export interface Scores {
  /** How much it tells for its length. */
  density: number;
  /** How long it stays true and of use. */
  timeliness: number;
  /** In how many later conversations it could matter. */
  reusability: number;
}

export interface Verdict {
  /** `unsure`: only a model could tell; without one the rules' own `score` against the preset's threshold decides. */
  decision: "keep" | "refuse" | "unsure";
  /** Set when refused. */
  reason: RefusalReason | null;
  /** The rules' own estimate, 1 … 5. */
  score: number;
}

/** Requirement B2: weighted mean against 3.5, support 3.0, companion 4.0. */
export const THRESHOLDS: Readonly<Record<Preset, number>> = { support: 3, assistant: 3.5, companion: 4 };
/** Timeliness says least: a fact of yesterday may be the one needed tomorrow. */
export const SCORE_WEIGHTS: Readonly<Scores> = { density: 0.4, timeliness: 0.2, reusability: 0.4 };
/** How far from the threshold the rules are sure of their own estimate. */
const SURE_ABOVE = 0.45;
const SURE_BELOW = 1;
/** Marks by the number of signs that the text tells of the speaker's world; more than these count as the last. */
const TIMELY = [3, 3.7, 4.5] as const;
const REUSABLE = [2.4, 3.4, 4.6] as const;

/** Weighted mean of the three, 1 … 5. */
export function meanScore(scores: Scores): number {
  return (
    scores.density * SCORE_WEIGHTS.density +
    scores.timeliness * SCORE_WEIGHTS.timeliness +
    scores.reusability * SCORE_WEIGHTS.reusability
  );
}

/** True when the scores reach the preset's threshold. */
export function passes(score: number, preset: Preset): boolean {
  return score >= THRESHOLDS[preset];
}

const VAGUE =
  /^(?:it|this|that|these|those|he|she|they)\s(?:is|was|are|were|looks?|feels?|seems?)\b|^(?:这|那|它|他|她)(?:是|很|真|太|好)/iu;

const clamp = (score: number): number => Math.min(5, Math.max(1, score));

/** One sentence about someone it does not name: "I love it". */
function isLoose(text: string): boolean {
  return lacksReferent(text) && sentences(text).length === 1;
}

/** Asked for now and not from now on: "every Monday remind me …" is a standing wish. */
const isOnce = (sentence: string): boolean => isRequest(sentence) && !standsFromNowOn(sentence);

/** What lasts, in the speaker's own words: not what is only supposed, quoted or ironic. */
function lasts(text: string): boolean {
  return !isUnreal(text) && (isLasting(withoutQuotes(text)) || isStandingInstruction(text));
}

/** However passing it sounds (现在吃肉了), a value it gives may replace one that is known. */
function tellsValue(sentence: string): boolean {
  const said = withoutOpening(sentence);
  const own = /\p{Script=Han}/u.test(said) ? chineseThirdPerson(said) : englishThirdPerson(said);
  return own !== null && !isUnreal(said) && givesValue(own);
}

/** The rules' own estimate of the three judgements. */
export function estimate(written: string): Scores {
  const text = withSlipsMended(plainly(written));
  const weight = terms(text).length;
  const lasting = lasts(text) && !isLoose(text);
  const told = isUnreal(text) ? 0 : signs(text);
  const mood = isMood(text) && told < 2 ? 1.5 : 0;
  const vague = VAGUE.test(text) || isLoose(text) ? 1 : 0;
  const request = isOnce(text) ? 1.5 : 0;
  const lost = mood + request;
  return {
    density: clamp(
      (weight <= 1 ? 1.5 : weight === 2 ? 2.5 : weight < 6 ? 3.5 : 4) +
        (told > 0 ? 0.5 : 0) +
        (lasting ? 0.5 : 0) -
        vague,
    ),
    timeliness: clamp(lasting ? 5 : (TIMELY[told] ?? 4.5) - lost),
    reusability: clamp((lasting ? 5 : (REUSABLE[told] ?? 4.6)) - lost - vague),
  };
}

const refuse = (reason: RefusalReason, score = 1): Verdict => ({ decision: "refuse", reason, score });

const asks = (sentence: string): boolean => isQuestion(withoutOpening(sentence));

/** What is left of a text once greetings, thanks and the like are taken away. */
function telling(text: string): string[] {
  return sentences(text).filter((sentence) => emptyTalk(sentence) === null);
}

/** Puts right or takes back something said before: it changes what is remembered. */
function mends(text: string): boolean {
  return orderSentences(mendingSentences(text)).some(
    (sentence) => correction(sentence) !== null || retraction(withoutOpening(sentence)) !== null,
  );
}

/** A clause about the speaker beside a request or a question: "I'm vegan" of "find me a restaurant, I'm vegan". */
function asides(text: string): string[] {
  return telling(text).flatMap((sentence) => [...factsInQuestion(sentence), ...factsBesideRequest(sentence)]);
}

/**
 * Decides by rules whether a text is worth remembering. What is refused here is refused for certain; an explicit
 * "remember …" or 请记住 makes up for thin content, not for an empty text or for recalled text coming back.
 */
export function gate(written: string, context: GateContext): Verdict {
  if (!/[\p{L}\p{N}]/u.test(written)) return refuse("empty");
  if (isToolNoise(written) && askedToRemember(written) === null) return refuse("tool_noise");
  const empty = emptyTalk(written);
  const text = withSlipsMended(plainly(written));
  const asked = askedToRemember(text);
  const body = asked ?? withoutOpening(text);
  if (
    !/[\p{L}\p{N}]/u.test(body) ||
    /^(?:this|that|it|everything|这个?|它|这些|一下)$/iu.test(body.replace(/[\p{P}\s]/gu, ""))
  )
    return refuse("empty");
  if (isRecalled(body, context.recalled ?? [])) return refuse("recalled_text");
  if (isAgentInstruction(body)) return refuse("agent_instructions");
  const score = meanScore(estimate(body));
  const keep = (least = 1): Verdict => ({ decision: "keep", reason: null, score: Math.max(score, least) });
  const threshold = THRESHOLDS[context.preset];
  if (asked !== null && (!isQuestion(body) || isReminder(body))) return keep(threshold);
  if (empty !== null) return refuse(empty);
  const told = telling(body);
  if (asides(body).length > 0) return keep(4);
  if (told.length > 0 && told.every(asks)) return refuse("question", score);
  if (isUnreal(body) && told.length <= 1) return refuse("low_score", Math.min(score, threshold - SURE_BELOW));
  if (isVital(withoutQuotes(body)) || isStandingInstruction(body) || mends(text)) return keep(4);
  if (told.length > 0 && told.every((sentence) => asks(sentence) || isOnce(withoutOpening(sentence))))
    return refuse("request", score);
  if (told.some((sentence) => isRequest(sentence) && standsFromNowOn(sentence))) return keep(threshold);
  const lasting = lasts(body) && !isRequest(body) && !isLoose(body);
  if (!lasting && !/\d/u.test(body) && terms(body).length < 2) return refuse("too_short", score);
  if (lasting && score >= threshold) return keep();
  if (score >= threshold + SURE_ABOVE) return keep();
  // Who "she" is, the turn before may tell.
  const refers = isLoose(body) && terms(body).length > 2 && !isMood(body);
  if (score <= threshold - SURE_BELOW && !refers && !told.some(tellsValue)) return refuse("low_score", score);
  return { decision: "unsure", reason: null, score };
}
