import { isLasting, isPassing, isVital } from "./classify.ts";
import type { Preset } from "./constants.ts";
import { askedToRemember, factsInQuestion, isReminder, isRequest, isStandingInstruction } from "./cues.ts";
import { isAgentInstruction, isToolNoise } from "./noise.ts";
import { emptyTalk, withoutOpening } from "./phrases.ts";
import { lacksReferent } from "./pronouns.ts";
import { isQuestion, sentences } from "./sentences.ts";
import { isRecalled } from "./similar.ts";
import { terms } from "./text.ts";

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
  | "small_talk"
  | "low_score";

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

const MOMENTARY =
  /\b(?:right now|at the moment|for now|just now|today i(?:['’]m| am| feel)|this (?:morning|afternoon|evening) i|tired|bored|hungry|sleepy|lol|haha+|wow|omg|guess what|fun|nice walk)\b|现在|此刻|刚刚|今天(?:好|很|真|有点)|好累|好困|好饿|无聊|哈哈|呵呵|哇/iu;
const PRECISE = /\d|[\p{Ll}\p{N})]\s+\p{Lu}\p{Ll}|《/u;
const VAGUE =
  /^(?:it|this|that|these|those|he|she|they)\s(?:is|was|are|were|looks?|feels?|seems?)\b|^(?:这|那|它|他|她)(?:是|很|真|太|好)/iu;

const clamp = (score: number): number => Math.min(5, Math.max(1, score));

/** One sentence about someone it does not name: "I love it". */
function isLoose(text: string): boolean {
  return lacksReferent(text) && sentences(text).length === 1;
}

/** The rules' own estimate of the three judgements. */
export function estimate(text: string): Scores {
  const weight = terms(text).length;
  const lasting = (isLasting(text) && !isLoose(text)) || isStandingInstruction(text);
  const precise = PRECISE.test(text) ? 1 : 0;
  const momentary = MOMENTARY.test(text) ? 1.5 : 0;
  const vague = VAGUE.test(text) || isLoose(text) ? 1 : 0;
  const request = isRequest(text) ? 1.5 : 0;
  return {
    density: clamp(
      (weight <= 1 ? 1.5 : weight === 2 ? 2.5 : weight < 6 ? 3.5 : 4) + precise * 0.7 + (lasting ? 0.5 : 0) - vague,
    ),
    timeliness: clamp(lasting ? 5 : isPassing(text) ? 4 : 3.5 - momentary - request),
    reusability: clamp((lasting ? 5 : 3.5) + precise * 0.5 - momentary - request - vague),
  };
}

const refuse = (reason: RefusalReason, score = 1): Verdict => ({ decision: "refuse", reason, score });

/** True when nothing but questions is left once greetings and the like are taken away. */
function onlyAsks(text: string): boolean {
  const telling = sentences(text).filter((sentence) => emptyTalk(sentence) === null);
  return telling.length > 0 && telling.every((sentence) => isQuestion(withoutOpening(sentence)));
}

/**
 * Decides by rules whether a text is worth remembering. What is refused here is refused for certain; an explicit
 * "remember …" or 请记住 makes up for thin content, not for an empty text or for recalled text coming back.
 */
export function gate(text: string, context: GateContext): Verdict {
  if (!/[\p{L}\p{N}]/u.test(text)) return refuse("empty");
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
  if (asked !== null && (!isQuestion(body) || isReminder(body)))
    return { decision: "keep", reason: null, score: Math.max(score, THRESHOLDS[context.preset]) };
  if (isToolNoise(body)) return refuse("tool_noise");
  const empty = emptyTalk(text);
  if (empty !== null) return refuse(empty);
  const facts = sentences(text).flatMap(factsInQuestion);
  if (facts.length === 0 && onlyAsks(body)) return refuse("question", score);
  if (facts.length > 0 || isVital(body) || isStandingInstruction(body))
    return { decision: "keep", reason: null, score: Math.max(score, 4) };
  const lasting = isLasting(body) && !isRequest(body) && !isLoose(body);
  if (!lasting && !/\d/u.test(body) && terms(body).length < 2) return refuse("too_short", score);
  const threshold = THRESHOLDS[context.preset];
  if (lasting && score >= threshold) return { decision: "keep", reason: null, score };
  if (score >= threshold + SURE_ABOVE) return { decision: "keep", reason: null, score };
  if (score <= threshold - SURE_BELOW) return refuse("low_score", score);
  return { decision: "unsure", reason: null, score };
}
