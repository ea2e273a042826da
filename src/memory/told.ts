import { type Corrected, correctedBy, correctionsOf } from "../domain/corrected.ts";
import { correction } from "../domain/corrections.ts";
import { askedToRemember, isRequest } from "../domain/cues.ts";
import { isNoName } from "../domain/entities/no-names.ts";
import { gate, passes } from "../domain/gate.ts";
import { mended } from "../domain/inline.ts";
import { withoutOpening } from "../domain/phrases.ts";
import type { ReflectInput, Reflection } from "../domain/reflection.ts";
import { orderSentences, retraction } from "../domain/retraction.ts";
import { isQuestion, sentences } from "../domain/sentences.ts";
import { holds, isFiller } from "../domain/similar.ts";
import { requestOf, summaryOf } from "../domain/task.ts";
import { terms } from "../domain/text.ts";
import { isMood } from "../domain/worth.ts";
import type { Making, Plan } from "./plan.ts";

/** What of a talk its statements tell already: that belongs to them, who are superseded when it changes, and not to the episode. */

/** Share of a sentence's words or characters that its statements must hold for the sentence to be left to them. */
const COVERED = 0.75;
const unitsOf = (text: string): string[] =>
  terms(text.replace(/(?<=\d)(?:st|nd|rd|th)\b/gu, "")).flatMap((term) =>
    /\p{Script=Han}/u.test(term) ? Array.from(term) : [term],
  );

function isCovered(said: string, statements: string): boolean {
  const opened = withoutOpening(said);
  const sentence = mended(correction(opened) ?? askedToRemember(opened) ?? opened);
  if (holds(statements, sentence)) return true;
  const kept = new Set(unitsOf(statements));
  // Words without weight, whose third person is stemmed apart.
  const own = Array.from(new Set(unitsOf(sentence))).filter(
    (unit) => !/^(?:我|use|go|own|call|name)$/u.test(unit) && !isFiller(unit),
  );
  const names = sentence.match(/(?<=\S\s)(?!I\b)\p{Lu}\p{L}+|\d+/gu) ?? [];
  if (names.some((name) => !statements.includes(name))) return false;
  return own.filter((unit) => kept.has(unit)).length >= COVERED * own.length;
}

/** True when the statements of the plan, or one that is known already, say all of a sentence. */
function tellers({ input }: Making, plan: Plan): (sentence: string) => boolean {
  const records = [
    ...plan.adds.map(({ record }) => record),
    ...plan.changes.flatMap((one) => ("record" in one ? [one.record] : [])),
  ];
  const made = [...records.map(({ content }) => content), ...plan.knownContents].join(" ");
  const known = input.existing.map(({ content }) => content);
  return (sentence) =>
    (!isRequest(sentence) || askedToRemember(withoutOpening(sentence)) !== null) &&
    (isCovered(sentence, made) || known.some((content) => isCovered(sentence, content)));
}

const isEmpty = (text: string, { deps, input }: Making): boolean => {
  const { decision, score } = gate(text, { preset: deps.preset, recalled: input.recalled });
  return decision === "refuse" || (decision === "unsure" && !passes(score, deps.preset));
};

/** Goes on about someone the talk is about: of such a sentence alone the gate cannot tell. */
const GOES_ON =
  /^(?:(?:and|but|so|also|oh)[,\s]+)*(?:(?:s?he|they)(?:['’]\p{L}+)?|(?:my|our) \p{L}+)\s|^(?:而且|但是?|不过|还有)?(?:[他她]们?|我的?[\p{Script=Han}]{2})(?=\p{Script=Han}{5})/iu;
/** A figure, or a name that does not open the sentence with a word anyone may open one with. */
const FIGURE =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight)\b|[一二两三四五六七八九十百千半][点个次天周月年岁号日块元斤]/iu;
const NAME = /(?<=\p{L}\s)\p{Lu}\p{Ll}+|^\p{Lu}\p{Ll}+(?= \p{Ll}+(?:s|ed)\b)/gu;

/**
 * True when a sentence too thin to be kept alone says more about what else the talk tells: who "he" is, the sentence before
 * says, and a name or a figure is news.
 */
function saysMore(sentence: string): boolean {
  const { decision, reason } = gate(sentence, { preset: "assistant" });
  const thin = decision !== "refuse" || reason === "too_short" || reason === "low_score";
  if (!thin || isMood(sentence)) return false;
  const named = (sentence.match(NAME) ?? []).some((name) => !isNoName(name));
  return named || FIGURE.test(sentence) || (GOES_ON.test(sentence) && unitsOf(sentence).length >= 2);
}

/**
 * True when nothing was asked, done or learnt: the user only told things, and the statements made of them say it all.
 * The episode then is kept as their original and is not recalled beside them.
 */
export function onlyTold(making: Making, reflection: Reflection, plan: Plan): boolean {
  const { meant: input } = making;
  if (input.steps.length > 0 || input.error !== null || reflection.lessons.length + reflection.decisions.length > 0)
    return false;
  const isTold = tellers(making, plan);
  // However thin the words, what a statement was made of was said.
  const said = input.turns.filter(
    ({ role, content }) =>
      role === "user" &&
      (!isEmpty(content, making) || sentences(content).some((sentence) => isTold(sentence) || saysMore(sentence))),
  );
  const isLeft = (sentence: string) => retraction(withoutOpening(sentence)) === null && !isTold(sentence);
  return (
    said.length > 0 &&
    said.every(({ content }) => {
      const all = orderSentences(sentences(content));
      const left = all.filter(isLeft);
      // Sentences that are thin one by one may tell something together.
      if (left.length === all.length && !isEmpty(content, making)) return false;
      return left.every((sentence) => isEmpty(sentence, making) && !isRequest(sentence) && !saysMore(sentence));
    })
  );
}

/** A question about the speaker: one to the memory, where no tool answered it. */
const asksOwn = (sentence: string): boolean =>
  isQuestion(sentence) && !isRequest(sentence) && /\b(?:I|my|me)\b|我/u.test(sentence);

/** Those of the sentences that ask so, with the questions that follow: "What is my diet? Vegetarian, vegan?" */
function questionsOfOwn(said: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [i, sentence] of said.entries())
    if (asksOwn(sentence) || (found.has(said[i - 1] ?? "") && isQuestion(sentence) && !isRequest(sentence)))
      found.add(sentence);
  return found;
}

/** True when a turn was answered without a tool, as far as the turns show it. */
function answeredAtOnce({ turns, steps }: ReflectInput, at: number): boolean {
  const shown = steps.length === 0 || turns.some(({ role }) => role === "tool");
  return shown && turns[at + 1]?.role === "assistant";
}

/**
 * The summary without the sentences that the statements tell and the questions the memory was asked, which
 * must not find themselves; `whole` where nothing else was said.
 */
export function summaryBesideStatements(making: Making, plan: Plan, whole: string): string {
  const isTold = tellers(making, plan);
  const { meant: input } = making;
  const turns = input.turns.map((turn, at) => {
    if (turn.role !== "user") return turn;
    const said = sentences(turn.content);
    const asked = answeredAtOnce(input, at) ? questionsOfOwn(said) : new Set<string>();
    const kept = said.filter((sentence) => !isTold(sentence) && !asked.has(sentence));
    return kept.length === said.length ? turn : { ...turn, content: kept.join(" ") };
  });
  const rest = { ...input, turns };
  const tookBack = plan.changes.some(({ op }) => op === "retract");
  return requestOf(rest) === "" ? whole : summaryOf(rest, tookBack);
}

/** What was put right in the talk and before it, but for what the statements tell. */
export function correctionsBesideStatements(making: Making, plan: Plan): Corrected {
  const isTold = tellers(making, plan);
  const { input, corrected, putRight } = making;
  const left = putRight.filter(({ of, to }) => input.turns[of]?.role === "assistant" || !isTold(to));
  return correctedBy(corrected === null ? [] : correctionsOf(corrected), left);
}
