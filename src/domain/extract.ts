import { amended, isSentence } from "./amend.ts";
import { attributesOf } from "./attribute.ts";
import { saidWhose } from "./belonging.ts";
import { isLasting, isVital } from "./classify.ts";
import { contradicts, givesValue, isSaid } from "./conflict.ts";
import { type Correction, correctionOf, isDangling, mendingSentences } from "./corrections.ts";
import { askedToRemember, isRequest, isStandingInstruction } from "./cues.ts";
import { absoluteDates, type Moment } from "./dates.ts";
import { entitiesOf } from "./entities.ts";
import { gate, passes } from "./gate.ts";
import { HEALTH, isBodily } from "./lasting.ts";
import { tellsFailure, tellsFix } from "./mending.ts";
import { emptyTalk, withoutOpening } from "./phrases.ts";
import { lacksReferent, lacksTopic, startsWithName } from "./pronouns.ts";
import { amendedClaim, claimPutRight, isAbout, type PutRight, putRight } from "./put-right.ts";
import { problemsOf, type ReflectInput, type Reflection, type SemanticUpdate, withoutProblems } from "./reflection.ts";

import { restoresAlone } from "./restoring.ts";
import { meantBy, orderSentences, retraction } from "./retraction.ts";

import { isQuestion, sentences } from "./sentences.ts";
import { isFiller, isRecalled } from "./similar.ts";
import { describe, type Statement, statements } from "./statement.ts";
import { subjectOf } from "./subject.ts";
import { lessonsLearnt, outcomeOf, summaryOf, taskTypeOf } from "./task.ts";
import { terms } from "./text.ts";

/**
 * Reflection by rules, for when there is no model: what users say outright about themselves, what they take back and
 * put right, and what a failed tool call teaches. It quotes and rewrites; it infers nothing.
 */

type Known = ReflectInput["existing"][number];

function momentOf(at: string, input: ReflectInput): Moment {
  return { said: Date.parse(at), timeZone: input.timeZone };
}

/** About the user or those around them; what is said of the weather or of a film is not theirs. */
const OWN = /\bthe user\b|^用户/iu;
/** A plain fact that names numbers or codes is worth keeping whoever it is about. */
const PRECISE_FACT = /\d/u;

/** What would follow if something came about is no fact yet; what one's health forbids is. */
const SUPPOSED =
  /^(?:(?:well|so|but|and),?\s+)?if\s[^.]*?(?:\b(?:will|would|might|won['’]t)\b|['’](?:ll|d)\b)|\b(?:I|we|the user)(?:['’](?:ll|d)|\s+(?:will|would|might|may))\s[^.]*?\bif\s+(?:I|we|he|she|they|it|the|my|our)\b|^(?:如果|要是|假如|万一)[^。]{2,30}(?:就|会|可能|打算|考虑)/iu;
const isSupposed = (said: string): boolean => SUPPOSED.test(said) && !HEALTH.test(said);

/** 说错了，是5月13号: a value put right, of what only the talk before tells. */
function isBareValue(said: string): boolean {
  const found = correctionOf(said);
  return found !== null && found.about === null && !isSentence(found.now);
}

/** One of name whose health is told: 阿尔玛对花生过敏; most people, or a dish, are none. */
const NAMED_HEALTH_ZH =
  /^(?!很多|有些|有的|大家|人们|我|你|他|她|它|有人|许多|不少|一些|这|那|如果|孩子们|谁|多数|大部分)\p{Script=Han}{2,4}?(?:从小|一直|也|都)*(?:对.{1,10}过敏|有(?:严重)?的?(?:糖尿病|哮喘|癫痫|心脏病|高血压)|.{1,6}不耐受)/u;

/** What holds now beside what held before. */
const NOWADAYS = /\bnow the user\b|\bthe user (?:is |has )?now\b|^用户(?:现在|如今|目前)/iu;

/** Of the health of someone named, whoever they are to the user: "Leon can't lift more than 10 kg", 小林不能搬重物. */
const bindsNamed = (text: string): boolean =>
  isBodily(text) &&
  !isQuestion(text) &&
  (startsWithName(text) || subjectOf(text) !== null || /^[小老阿]\p{Script=Han}(?=\p{Script=Han})/u.test(text));

/** Who comes to work for the user or to live with them: what is told of them later hangs on it. */
const INTRODUCES =
  /^The user (?:has |have )?(?:just |recently )?(?:hired|employs|employed|took on|taken on) an? [\p{Ll} -]+?(?:,| called| named)? \p{Lu}|^\p{Lu}\p{Ll}+ is the user['’]s (?:new )?\p{Ll}+[.!]*$|^用户.{0,4}(?:招|雇|请|聘|收)了?(?:一?[个位名])?.{1,8}[，,]?(?:叫|名叫|名字是)/u;

/** Said to someone: "you", 你. */
const addressesListener = (text: string): boolean => /\byou(?:r|rs|rself)?\b|[你您](?!好)/iu.test(text);

/**
 * Statements of a turn worth keeping beyond the talk: lasting ones about the user, plans that are still ahead, exact
 * facts. What is only told, however well, stays with the episode; so do work asked for and what is said to the listener.
 */
function worthKeeping(text: string, moment: Moment, input: ReflectInput): Statement[] {
  const context = { preset: input.preset, recalled: input.recalled };
  const whole = gate(text, context);
  if (whole.decision === "refuse" && whole.reason !== "low_score") return [];
  const asked = askedToRemember(text) !== null;
  const found = statements(text, moment);
  // However thin the words, a change of what is known is worth as much as that was.
  const changes = ({ content, context }: Statement) =>
    !isSupposed(context ?? content) && input.existing.some((known) => contradicts(content, known.content));
  if (whole.decision === "refuse") return found.filter(changes);
  const worth = new Set(found.filter((statement) => isWorthKeeping(statement)));
  // "I used to work at Google but now I'm at Stripe": half of a change is a lie.
  return found.filter((statement) => worth.has(statement) || (worth.size > 0 && NOWADAYS.test(statement.content)));

  function isWorthKeeping(statement: Statement): boolean {
    const said = statement.context ?? statement.content;
    if (asked || isStandingInstruction(said)) return true;
    if (changes(statement)) return true;
    if (isSupposed(said) || isRequest(said) || lacksReferent(said) || isBareValue(said) || addressesListener(said))
      return false;
    const { decision, score } = gate(said, context);
    if (decision === "refuse") return false;
    if (NAMED_HEALTH_ZH.test(said) && isVital(said)) return true;
    if (OWN.test(statement.content) && (isLasting(said) || isLasting(statement.content))) return true;
    // The talk keeps what went wrong together with what put it right.
    if (tellsFailure(said) || tellsFix(said)) return false;
    if (
      !statement.quoted &&
      (givesValue(statement.content) || bindsNamed(statement.content) || INTRODUCES.test(statement.content))
    )
      return true;
    const ahead = statement.validUntil !== null && OWN.test(statement.content);
    return (
      (ahead || (PRECISE_FACT.test(said) && !lacksTopic(said) && !statement.quoted && !/!$/u.test(said))) &&
      passes(score, input.preset)
    );
  }
}

function updateOf(statement: Statement, turn: number, target: Known | undefined): SemanticUpdate {
  const { type } = statement;
  return {
    op: target === undefined ? "add" : "update",
    statement: statement.content,
    type: type === "preference" || type === "constraint" || type === "procedure" ? type : "fact",
    importance: statement.importance,
    confidence: statement.quoted ? 0.7 : 0.8,
    evidence: [turn],
    target: target?.n ?? null,
  };
}

/** Adds a statement to what is learnt: nothing when it is known, in place of what it contradicts, else beside the rest. */
function learn(learnt: SemanticUpdate[], told: Statement, turn: number, input: ReflectInput): void {
  const content = saidWhose(told.content, [
    ...input.existing.map((known) => known.content),
    ...learnt.map((one) => one.statement),
  ]);
  const statement = content === told.content ? told : { ...told, content };
  const retracted = new Set(learnt.filter((one) => one.op === "retract").map((one) => one.target));
  const replaced = new Set(learnt.filter((one) => one.op === "update").map((one) => one.target));
  const standing = input.existing.filter((known) => !retracted.has(known.n) && !replaced.has(known.n));
  const known = standing.find((one) => isSaid(content, one.content));
  if (known !== undefined) {
    learnt.push(updateOf(statement, turn, known)); // counts as a use of what is known
    return;
  }
  if (learnt.some((one) => one.op !== "retract" && isSaid(content, one.statement))) return;
  const earlier = learnt.findIndex((one) => one.op !== "retract" && contradicts(content, one.statement));
  if (earlier >= 0) {
    const old = learnt[earlier]!;
    learnt[earlier] = {
      ...updateOf(statement, turn, undefined),
      op: old.op,
      target: old.target,
      evidence: [...old.evidence, turn],
    };
    return;
  }
  learnt.push(
    updateOf(
      statement,
      turn,
      standing.find((known) => contradicts(content, known.content)),
    ),
  );
}

/** Takes back what is meant: things learnt in this talk, else known memories. True when there was something. */
function retract(learnt: SemanticUpdate[], what: string, turn: number, input: ReflectInput): boolean {
  const pending = learnt.filter((one) => one.op !== "retract");
  const here = meantBy(
    what,
    pending.map((one) => one.statement),
  );
  for (const i of here.found) learnt.splice(learnt.indexOf(pending[i]!), 1);
  const targets = here.found.map((i) => pending[i]!.target).filter((target) => target !== null);
  const open = input.existing.filter(({ n }) => !learnt.some((one) => one.target === n));
  const there =
    here.candidates.length > 0
      ? []
      : meantBy(
          what,
          open.map((one) => one.content),
        ).found.map((i) => open[i]!);
  // What was to be replaced by what is now taken back goes with it.
  const replaced = open.filter(({ n }) => targets.includes(n) && !there.some((one) => one.n === n));
  for (const known of [...there, ...replaced])
    learnt.push({
      op: "retract",
      statement: known.content,
      type: "fact",
      importance: 0.5,
      confidence: 0.9,
      evidence: [turn],
      target: known.n,
    });
  return here.found.length + there.length > 0;
}

/** The known memory that a correction means: the one that says what was wrong about what it is about. */
function knownWrong(
  found: Correction,
  put: PutRight | undefined,
  moment: Moment,
  input: ReflectInput,
): Known | undefined {
  const was = put?.was ?? found.was;
  if (was === null) return undefined;
  const about = new Set(terms(found.about ?? put?.from.replace(put.was, "") ?? ""));
  return input.existing.find(
    ({ n, content }) =>
      amended(content, { now: found.now, was }, moment) !== null &&
      (n === input.lastSaid || terms(content).some((term) => about.has(term) && !isFiller(term))),
  );
}

/**
 * Puts right what the talk taught: the statement made of the words that were put right, the known one that says what was
 * wrong, or else the last thing learnt here or before in the same thread. True when that could be done.
 */
function correct(
  learnt: SemanticUpdate[],
  found: Correction,
  put: PutRight | undefined,
  turn: number,
  moment: Moment,
  input: ReflectInput,
): boolean {
  const wrong = { now: found.now, was: put?.was ?? found.was };
  const holdsWrong = ({ op, statement }: SemanticUpdate) =>
    op !== "retract" && wrong.was !== null && amended(statement, wrong, moment) !== null;
  const named = learnt.findLastIndex(holdsWrong);
  const at =
    named >= 0 || put !== undefined
      ? named
      : learnt.findLastIndex(({ op, statement }) => op !== "retract" && isAbout(statement, found.about));
  const old = learnt[at];
  const last =
    put === undefined
      ? input.existing.find(({ n, content }) => n === input.lastSaid && isAbout(content, found.about))
      : undefined;
  const before = old === undefined ? (knownWrong(found, put, moment, input) ?? last) : undefined;
  const statement = old?.statement ?? before?.content ?? "";
  const content =
    amendedClaim(statement, wrong, moment) ?? amendedClaim(statement, { now: found.now, was: null }, moment);
  if (content === null) return false;
  const made = updateOf(describe(content, content, moment), turn, before);
  if (old === undefined) learnt.push(made);
  else learnt[at] = { ...made, op: old.op, target: old.target, evidence: [...old.evidence, turn] };
  return true;
}

/** What the user put right of the assistant's words, unless a statement says it already. */
function learnClaim(learnt: SemanticUpdate[], put: PutRight, moment: Moment, input: ReflectInput): void {
  if (input.turns[put.of]?.role !== "assistant") return;
  const asked = input.turns.slice(0, put.of).findLast(({ role }) => role === "user")?.content ?? "";
  const claim = claimPutRight(put, asked, input.turns[put.of]!.content);
  if (claim !== null) learn(learnt, describe(claim, claim, moment), input.turns[put.by]!.n, input);
}

/** True when something was taken back in the turn; `puts` is what it puts right of the talk. */
function turnUpdates(
  learnt: SemanticUpdate[],
  turn: ReflectInput["turns"][number],
  puts: readonly PutRight[],
  input: ReflectInput,
): boolean {
  let tookBack = false;
  const moment = momentOf(turn.at, input);
  const said = orderSentences(mendingSentences(turn.content));
  let rest: string[] = [];
  const learnRest = () => {
    // Line ends are kept, so that what is laid out stays in one piece.
    const text = rest.join("\n") === said.join("\n") ? turn.content : rest.join(" ");
    if (rest.length > 0)
      for (const statement of worthKeeping(text, moment, input)) learn(learnt, statement, turn.n, input);
    rest = [];
  };
  for (const sentence of said) {
    const text = withoutOpening(sentence);
    const taken = retraction(text);
    const found = taken === null ? correctionOf(sentence) : null;
    const own = found !== null && isSentence(found.now);
    const put = puts.find(({ words }) => words === sentence);
    if (taken !== null || (found !== null && !own)) learnRest(); // it is about what was said before it
    if (taken !== null) tookBack = retract(learnt, taken, turn.n, input) || tookBack;
    else if (own) rest.push(found.now);
    else if (found !== null && correct(learnt, found, put, turn.n, moment, input)) continue;
    else if (put !== undefined) learnClaim(learnt, put, moment, input);
    else if (!restoresAlone(sentence) && (found === null || !isDangling(text)))
      rest.push(
        !isStandingInstruction(text) && /^(?:no|nope|不对|不是|错了)[,，.。!！\s]+/iu.test(text)
          ? text.replace(/^(?:no|nope|不对|不是|错了)[,，.。!！\s]+/iu, "")
          : sentence,
      );
  }
  learnRest();
  return tookBack;
}

const CHOOSES =
  /\b(?:let['’]s (?:go with|take|use|do)|i(?:['’]ll| will) (?:take|go with|choose)|i (?:choose|chose|decided|have decided)|we (?:decided|agreed))\b|就(?:选|要|用|订|定)|我(?:选|决定|选择)|决定(?:了|用|选)|那就/iu;

function decisionsOf(input: ReflectInput): string[] {
  const zh = input.language === "zh";
  return input.turns
    .filter((turn) => turn.role === "user")
    .flatMap((turn) =>
      sentences(turn.content).map((sentence) => absoluteDates(sentence, momentOf(turn.at, input)).text),
    )
    .filter((sentence) => CHOOSES.test(sentence) && !isQuestion(sentence) && !isRecalled(sentence, input.recalled))
    .map((sentence) => (zh ? `用户决定：“${sentence}”` : `The user decided: "${sentence.replace(/"/gu, "'")}"`));
}

const RELATION_NAMES: Readonly<Record<string, { en: string; zh: string }>> = {
  residence: { en: "lives in", zh: "住在" },
  employer: { en: "works at", zh: "就职于" },
  occupation: { en: "works as", zh: "职业是" },
};

function relationsOf(updates: readonly SemanticUpdate[], language: "en" | "zh"): Reflection["relations"] {
  return updates.flatMap(({ op, statement }) => {
    const from = language === "zh" ? "用户" : "the user";
    return (op === "retract" ? [] : attributesOf(statement)).flatMap(({ key, value }) => {
      const name = RELATION_NAMES[key];
      return name === undefined || value.startsWith("not ") ? [] : [{ from, relation: name[language], to: value }];
    });
  });
}

/**
 * A reflection on a finished task by rules alone; deterministic. It passes its own checks: a statement that does not, of a
 * sentence that mixes languages midway, is left to the episode, which quotes the sentence.
 */
export function reflectByRules(input: ReflectInput): Reflection {
  const made = unchecked(input);
  return withoutProblems(made, problemsOf(made, input));
}

function unchecked(input: ReflectInput): Reflection {
  const learnt: SemanticUpdate[] = [];
  let tookBack = false;
  const { turns, corrections } = putRight(input.turns, input.timeZone);
  const meant = { ...input, turns };
  for (const [at, turn] of input.turns.entries())
    if (turn.role === "user" && emptyTalk(turn.content) === null) {
      const puts = corrections.filter(({ by }) => by === at);
      tookBack = turnUpdates(learnt, turn, puts, input) || tookBack;
    }
  const said = Date.parse(input.turns.at(-1)?.at ?? "") || 0;
  const named = new Map(
    learnt
      .filter((one) => one.op !== "retract")
      .flatMap((one) => entitiesOf(one.statement, input.timeZone, said))
      .map((entity) => [entity.name, entity]),
  );
  return {
    summary: summaryOf(meant, tookBack),
    outcome: outcomeOf(input),
    taskType: taskTypeOf(input),
    decisions: decisionsOf(meant),
    lessons: lessonsLearnt(input),
    semanticUpdates: learnt,
    entities: Array.from(named.values(), ({ name, type }) => ({ name, type, aliases: [] })),
    relations: relationsOf(learnt, input.language),
  };
}
