import { attributeOf, contradicts } from "./attribute.ts";
import { isLasting } from "./classify.ts";
import { correction, retraction } from "./corrections.ts";
import { askedToRemember, isRequest, isStandingInstruction } from "./cues.ts";
import { absoluteDates, type Moment } from "./dates.ts";
import { entitiesOf } from "./entities.ts";
import { gate, passes } from "./gate.ts";
import { emptyTalk, withoutOpening } from "./phrases.ts";
import { lacksReferent } from "./pronouns.ts";
import type { ReflectInput, Reflection, SemanticUpdate } from "./reflection.ts";
import { isQuestion, sentences } from "./sentences.ts";
import { addsNothing, isRecalled, sameWords } from "./similar.ts";
import { describe, type Statement, statements } from "./statement.ts";
import { lessonsOf, outcomeOf, summaryOf, taskTypeOf } from "./task.ts";
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

/** What holds now beside what held before. */
const NOWADAYS = /\bnow the user\b|\bthe user (?:is |has )?now\b|^用户(?:现在|如今|目前)/iu;

/** Said to someone: "you", 你. */
const addressesListener = (text: string): boolean => /\byou(?:r|rs|rself)?\b|[你您](?!好)/iu.test(text);

/**
 * Statements of a turn worth keeping beyond the talk: lasting ones about the user, plans that are still ahead, exact
 * facts. What is only told, however well, stays with the episode; so do work asked for and what is said to the listener.
 */
function worthKeeping(text: string, moment: Moment, input: ReflectInput): Statement[] {
  const context = { preset: input.preset, recalled: input.recalled };
  if (gate(text, context).decision === "refuse") return [];
  const asked = askedToRemember(text) !== null;
  const found = statements(text, moment);
  const worth = new Set(found.filter((statement) => isWorthKeeping(statement)));
  // "I used to work at Google but now I'm at Stripe": half of a change is a lie.
  return found.filter((statement) => worth.has(statement) || (worth.size > 0 && NOWADAYS.test(statement.content)));

  function isWorthKeeping(statement: Statement): boolean {
    const said = statement.context ?? statement.content;
    if (asked || isStandingInstruction(said)) return true;
    if (isRequest(said) || lacksReferent(said) || addressesListener(said)) return false;
    const { decision, score } = gate(said, context);
    if (decision === "refuse") return false;
    if (OWN.test(statement.content) && (isLasting(said) || isLasting(statement.content))) return true;
    const ahead = statement.validUntil !== null && OWN.test(statement.content);
    return (
      (ahead || (PRECISE_FACT.test(said) && !statement.quoted && !/!$/u.test(said))) && passes(score, input.preset)
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

function says(known: string, content: string): boolean {
  return sameWords(content, known) || addsNothing(content, known);
}

/** Adds a statement to what is learnt: nothing when it is known, in place of what it contradicts, else beside the rest. */
function learn(learnt: SemanticUpdate[], statement: Statement, turn: number, input: ReflectInput): void {
  const { content } = statement;
  const retracted = new Set(learnt.filter((one) => one.op === "retract").map((one) => one.target));
  const replaced = new Set(learnt.filter((one) => one.op === "update").map((one) => one.target));
  const standing = input.existing.filter((known) => !retracted.has(known.n) && !replaced.has(known.n));
  if (standing.some((known) => says(known.content, content))) return;
  if (learnt.some((one) => one.op !== "retract" && says(one.statement, content))) return;
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

/** Share of the words of what is to be forgotten that the memory must hold. */
const RETRACT_SHARE = 0.6;

/** Takes back what fits the words best: something learnt in this talk, or a known memory. */
function retract(learnt: SemanticUpdate[], what: string, turn: number, input: ReflectInput): void {
  const wanted = new Set(terms(what.replace(/我的?|用户的?|\b(?:i['’]m|i|my)\b/giu, " ")));
  const share = (content: string) => {
    const held = new Set(terms(content));
    return wanted.size === 0 ? 0 : Array.from(wanted).filter((term) => held.has(term)).length / wanted.size;
  };
  const pending = learnt.findIndex((one) => one.op === "add" && share(one.statement) >= RETRACT_SHARE);
  if (pending >= 0) learnt.splice(pending, 1);
  const best = input.existing
    .map((known) => ({ known, share: share(known.content) }))
    .sort((a, b) => b.share - a.share)[0];
  if (best === undefined || best.share < RETRACT_SHARE) return;
  const { known } = best;
  learnt.push({
    op: "retract",
    statement: known.content,
    type: "fact",
    importance: 0.5,
    confidence: 0.9,
    evidence: [turn],
    target: known.n,
  });
}

/** Puts right the last thing learnt: its value, or its date, becomes the new one. True when that could be done. */
function correct(learnt: SemanticUpdate[], value: string, turn: number, moment: Moment): boolean {
  const at = learnt.findLastIndex((one) => one.op !== "retract");
  const old = learnt[at];
  if (old === undefined || value.split(/\s+/u).length > 6) return false;
  const dated = absoluteDates(/^(?:on|in|at)\b/iu.test(value) ? value : `on ${value}`, moment);
  const own = absoluteDates(old.statement, moment).dates.find((date) => date.precision === "day");
  const attribute = attributeOf(old.statement);
  let content: string | null = null;
  if (dated.dates.length > 0 && own !== undefined)
    content = redated(
      old.statement,
      own.words,
      /\p{Script=Han}/u.test(value) ? absoluteDates(value, moment).text : dated.text,
    );
  else if (attribute !== null && !attribute.value.startsWith("not ") && old.statement.includes(attribute.value))
    content = old.statement.replace(attribute.value, () => value);
  if (content === null) return false;
  const made = describe(content, content, moment);
  learnt[at] = {
    ...updateOf(made, turn, undefined),
    op: old.op,
    target: old.target,
    evidence: [...old.evidence, turn],
  };
  return true;
}

function redated(statement: string, words: string, date: string): string {
  const plain = date.replace(/^on /iu, "");
  return statement.replace(words, () => (/^on /iu.test(words) ? `on ${plain}` : plain));
}

function turnUpdates(learnt: SemanticUpdate[], turn: ReflectInput["turns"][number], input: ReflectInput): void {
  const moment = momentOf(turn.at, input);
  const rest: string[] = [];
  for (const sentence of sentences(turn.content)) {
    const text = withoutOpening(sentence);
    const taken = retraction(text);
    const meant = taken === null ? correction(text) : null;
    if (taken !== null) retract(learnt, taken, turn.n, input);
    else if (meant === null || !correct(learnt, meant, turn.n, moment))
      rest.push(
        /^(?:no|nope|不对|不是|错了)[,，.。!！\s]+/iu.test(text)
          ? text.replace(/^(?:no|nope|不对|不是|错了)[,，.。!！\s]+/iu, "")
          : sentence,
      );
  }
  if (rest.length === 0) return;
  // Line ends are kept, so that what is laid out stays in one piece.
  const text =
    rest.length === sentences(turn.content).length && rest.every((part) => turn.content.includes(part))
      ? turn.content
      : rest.join(" ");
  for (const statement of worthKeeping(text, moment, input)) learn(learnt, statement, turn.n, input);
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
    const attribute = op === "retract" ? null : attributeOf(statement);
    const name = attribute === null ? undefined : RELATION_NAMES[attribute.key];
    if (attribute === null || name === undefined || attribute.value.startsWith("not ")) return [];
    return [{ from: language === "zh" ? "用户" : "the user", relation: name[language], to: attribute.value }];
  });
}

/** A reflection on a finished task by rules alone; deterministic. */
export function reflectByRules(input: ReflectInput): Reflection {
  const learnt: SemanticUpdate[] = [];
  for (const turn of input.turns)
    if (turn.role === "user" && emptyTalk(turn.content) === null) turnUpdates(learnt, turn, input);
  const said = Date.parse(input.turns.at(-1)?.at ?? "") || 0;
  const named = new Map(
    learnt
      .filter((one) => one.op !== "retract")
      .flatMap((one) => entitiesOf(one.statement, input.timeZone, said))
      .map((entity) => [entity.name, entity]),
  );
  return {
    summary: summaryOf(input),
    outcome: outcomeOf(input),
    taskType: taskTypeOf(input),
    decisions: decisionsOf(input),
    lessons: lessonsOf(input),
    semanticUpdates: learnt,
    entities: Array.from(named.values(), ({ name, type }) => ({ name, type, aliases: [] })),
    relations: relationsOf(learnt, input.language),
  };
}
