import { bearingOf, unfoundedReplacement } from "./borne-out.ts";
import { namedItems } from "./enumerated.ts";
import type { ReflectInput, Reflection, SemanticUpdate } from "./reflection.ts";
import { isRecalled } from "./similar.ts";
import { summaryOf } from "./task.ts";
import { terms } from "./text.ts";

/**
 * A model's reflection held against the task it is about. Small models fill the form validly and say nothing: Qwen 2.5
 * 0.5B left every list of statements empty, gave the prompt's own words for a summary in Chinese, and related every user to
 * the city that stands in the prompt as an example (20 tasks, all of valid shape at the first call).
 */

/** The user themselves, whom no turn names so. */
const USER = /^(?:(?:the )?user|i|me|用户|我)$/iu;

const NAMED = /\b(?:the )?user(?:['’]s)?\b|用户的?/giu;
const termsIn = (texts: readonly string[]) => new Set(texts.flatMap((text) => terms(text.replace(NAMED, " "))));

/** Everything that was said or done, as the terms a keyword search goes by. */
const termsOf = ({ turns, steps, error }: ReflectInput): ReadonlySet<string> =>
  termsIn([
    ...turns.map(({ content }) => content),
    ...steps.flatMap((step) => [step.tool, step.input, step.result ?? "", step.error ?? ""]),
    error ?? "",
  ]);

/**
 * True when the summary is of this task: it has a word of it, and no more that stand only in what was known before. Qwen 2.5
 * Coder 0.5B told a payment's failure as "the user's mother eats no celery", which it was shown as a known memory.
 */
function isOfTask(summary: string, told: ReadonlySet<string>, known: ReadonlySet<string>): boolean {
  const own = Array.from(termsIn([summary]));
  const ofTask = own.filter((term) => told.has(term)).length;
  return ofTask > 0 && own.filter((term) => known.has(term) && !told.has(term)).length <= ofTask;
}

/** Statements that the turns they name bear out, each with whether it was said or is inferred; and what was left out. */
function heldStatements(updates: readonly SemanticUpdate[], input: ReflectInput) {
  const dropped: Dropped = [];
  const inferred = new Set<SemanticUpdate>();
  const held = updates.flatMap((given) => {
    const { statement, unnamed } = namedItems(given, input);
    if (unnamed.length > 0)
      dropped.push({ part: given.statement, why: `the turns it names do not say ${unnamed.join(", ")}` });
    if (statement === null) return [];
    const update = statement === given.statement ? given : { ...given, statement };
    const unfounded = unfoundedReplacement(update, input);
    const next: SemanticUpdate = unfounded === null ? update : { ...update, op: "add", target: null };
    if (next.op !== "retract" && isRecalled(next.statement, input.recalled)) return [next]; // refused later, as such
    const bearing = bearingOf(next, input);
    const why = bearing.verdict === "unborn" ? bearing.why : unfounded;
    if (why !== null) dropped.push({ part: update.statement, why });
    if (bearing.verdict === "unborn") return [];
    if (bearing.verdict === "inferred") inferred.add(next);
    return [next];
  });
  return { held, inferred, dropped };
}

type Dropped = { part: string; why: string }[];

/** A reflection held against its task. */
export interface Grounded {
  reflection: Reflection;
  /** Those of its statements that the model concluded from what was said. */
  inferred: ReadonlySet<SemanticUpdate>;
  dropped: Dropped;
}

/**
 * The reflection without names, relations, statements and retractions that the turns do not bear out, and with the rules'
 * summary in place of one that is not of the task; and what was left out, with the reason.
 */
export function grounded(reflection: Reflection, input: ReflectInput): Grounded {
  const told = termsOf(input);
  const known = termsIn(input.existing.map(({ content }) => content));
  const isTold = (text: string) => terms(text).some((term) => told.has(term) || known.has(term));
  const { held, inferred, dropped } = heldStatements(reflection.semanticUpdates, input);
  const holds = (part: string, names: readonly string[]) => {
    if (names.every((name) => USER.test(name.trim()) || isTold(name))) return true;
    dropped.push({ part, why: "nothing in the task bears it out" });
    return false;
  };
  const entities = reflection.entities.filter(({ name }) => holds(name, [name]));
  const relations = reflection.relations.filter(({ from, relation, to }) =>
    holds(`${from} ${relation} ${to}`, [from, to]),
  );
  const summary = isOfTask(reflection.summary, told, known) ? reflection.summary : summaryOf(input);
  if (summary !== reflection.summary)
    dropped.push({ part: reflection.summary, why: "the summary is not of this task" });
  return { reflection: { ...reflection, summary, entities, relations, semanticUpdates: held }, inferred, dropped };
}

/**
 * The reflection with what the rules read in turns that no statement of its own refers to, and with the lesson of a failed
 * call that was mended, where it draws none: what a user says outright, an allergy, a budget, "forget my address", is not to
 * depend on whether a small model came to it.
 */
export function withOverlooked(reflection: Reflection, byRules: Reflection): Reflection {
  const shown = new Set(reflection.semanticUpdates.flatMap(({ evidence }) => evidence));
  const missing = byRules.semanticUpdates.filter(({ evidence }) => evidence.every((n) => !shown.has(n)));
  return {
    ...reflection,
    semanticUpdates: [...reflection.semanticUpdates, ...missing],
    lessons: reflection.lessons.length > 0 ? reflection.lessons : byRules.lessons,
  };
}
