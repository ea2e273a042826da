import { z } from "zod";
import { type Moment, relativeDates } from "./dates.ts";
import { ENTITY_TYPES } from "./entities.ts";
import { vagueness } from "./lesson.ts";
import { danglingPronoun } from "./pronouns.ts";
import { withoutQuotes } from "./quotes.ts";
import { OUTCOMES } from "./record.ts";
import { sentences } from "./sentences.ts";
import { languageOf } from "./text.ts";

/**
 * What a reflection says, in one definition: the JSON schema for the model, the type for us, the checks for both. Every
 * field is required and nothing extra is allowed, so that a model cannot leave out what it would rather not decide.
 */

export const STATEMENT_TYPES = ["preference", "fact", "constraint", "procedure"] as const;

const text = (what: string) => z.string().min(1).describe(what);
const share = (what: string) => z.number().min(0).max(1).describe(what);

const lessonSchema = z.strictObject({
  when: text("The situation, so that it can be recognised"),
  do: text("What to do then: a concrete act"),
  because: text("What happened in this task that shows it"),
});

/** Most statements of one reflection: a talk that teaches more is told by its episode. */
const MOST_STATEMENTS = 50;

const updateSchema = z.strictObject({
  op: z.enum(["add", "update", "retract"]),
  statement: text("One statement that stands alone; for retract the statement that no longer holds"),
  type: z.enum(STATEMENT_TYPES),
  importance: share("0 trivial to 1 vital"),
  confidence: share("0 guess to 1 certain"),
  evidence: z.array(z.number().int()).describe("Numbers of the turns that show it"),
  target: z.number().int().nullable().describe("Number of the known memory that is replaced or retracted, else null"),
});

const entitySchema = z.strictObject({
  name: text("As written"),
  type: z.enum(ENTITY_TYPES),
  aliases: z.array(z.string()),
});

const relationSchema = z.strictObject({
  from: text("Entity, or the user"),
  relation: text("Verb phrase"),
  to: text("Entity"),
});

export const reflectionSchema = z.strictObject({
  summary: text("What was asked and what came of it, one to three sentences"),
  outcome: z.enum(OUTCOMES),
  taskType: text("Two or three words that name this kind of task"),
  decisions: z.array(z.string().min(1)).describe("Decisions made in the task"),
  lessons: z.array(lessonSchema),
  semanticUpdates: z.array(updateSchema).describe(`At most ${MOST_STATEMENTS}, the most important first`),
  entities: z.array(entitySchema),
  relations: z.array(relationSchema),
});
export type Reflection = z.infer<typeof reflectionSchema>;
export type SemanticUpdate = Reflection["semanticUpdates"][number];

/** The facts a reflection is made from, as data; `n` counts from 1. */
export const reflectInputSchema = z.strictObject({
  language: z.enum(["en", "zh"]),
  timeZone: z.string(),
  preset: z.enum(["support", "assistant", "companion"]),
  turns: z.array(
    z.strictObject({
      n: z.number().int(),
      role: z.enum(["user", "assistant", "tool"]),
      content: z.string(),
      at: z.string(),
    }),
  ),
  steps: z.array(
    z.strictObject({
      tool: z.string(),
      input: z.string(),
      result: z.string().nullable(),
      error: z.string().nullable(),
    }),
  ),
  error: z.string().nullable(),
  existing: z.array(z.strictObject({ n: z.number().int(), type: z.string(), content: z.string() })),
  /** Number of the known memory that this thread added last, which "no, I meant …" puts right; null for none. */
  lastSaid: z.number().int().nullable(),
  recalled: z.array(z.string()),
});
export type ReflectInput = z.infer<typeof reflectInputSchema>;

type Listed = "lessons" | "decisions" | "semanticUpdates";

/** One thing wrong with a reflection. `drop` names the part that has to go if it cannot be repaired. */
export interface Problem {
  drop: { list: Listed; index: number } | "summary" | "taskType";
  part: string;
  why: string;
}

/** The user's turns decide the language; an English word or a Chinese name inside does not. */
function wrongLanguage(statement: string, language: ReflectInput["language"]): boolean {
  const own = withoutQuotes(statement);
  const han = own.match(/\p{Script=Han}/gu)?.length ?? 0;
  const latin = own.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (language === "zh") return han < 2 && latin > 0;
  return han > 0 && han * 3 >= latin;
}

const LONGEST = 600;

/** Languages of the user's turns that show it; those of the whole talk where none is named, or none of them is the user's. */
function languagesOf(input: ReflectInput, evidence?: readonly number[]): ReflectInput["language"][] {
  const shown = input.turns.filter(({ n, role }) => role === "user" && (evidence?.includes(n) ?? true));
  // Sentence by sentence: who mixes languages may be quoted in either.
  const spoken = shown.flatMap(({ content }) => sentences(content).map(languageOf)).filter((one) => one !== "und");
  return spoken.length > 0 ? spoken : [input.language];
}

function statementProblem(update: SemanticUpdate, input: ReflectInput): string | null {
  const said = Date.parse(input.turns.at(-1)?.at ?? "");
  return standaloneProblem(update.statement, languagesOf(input, update.evidence), { said, timeZone: input.timeZone });
}

/**
 * What keeps a statement from standing alone, in words a model can act on; null when nothing does. It must be in one of
 * the languages, name whom it is about and write its dates out.
 */
export function standaloneProblem(
  statement: string,
  languages: readonly ReflectInput["language"][],
  moment: Moment,
): string | null {
  if (languages.every((language) => wrongLanguage(statement, language)))
    return languages[0] === "zh"
      ? "is not in Chinese, which the user spoke"
      : "is not in English, which the user spoke";
  const pronoun = danglingPronoun(statement);
  if (pronoun !== null) return `begins with or holds "${pronoun}": name who is meant ("The user …", 用户…)`;
  const relative = relativeDates(withoutQuotes(statement), moment);
  if (relative.length > 0) return `says "${relative[0]}": write the date`;
  return statement.length > LONGEST ? `is longer than ${LONGEST} characters: split it` : null;
}

/** Everything wrong with a reflection beyond its shape, in words a model can act on. */
export function problemsOf(reflection: Reflection, input: ReflectInput): Problem[] {
  const problems: Problem[] = [];
  const numbers = new Set(input.turns.map((turn) => turn.n));
  const spoken = [input.language, ...languagesOf(input)];
  const foreign = (what: string, text: string): string | null =>
    spoken.every((language) => wrongLanguage(text, language))
      ? `${what} is not in ${input.language === "zh" ? "Chinese" : "English"}, which the user speaks`
      : null;
  for (const drop of ["summary", "taskType"] as const) {
    // The name of a tool may stand for the kind of task, in any language.
    if (drop === "taskType" && input.steps.some(({ tool }) => tool === reflection.taskType)) continue;
    const why = foreign(drop, reflection[drop]);
    if (why !== null) problems.push({ drop, part: reflection[drop], why });
  }
  for (const [index, decision] of reflection.decisions.entries()) {
    const why = foreign(`decisions[${index}]`, decision);
    if (why !== null) problems.push({ drop: { list: "decisions", index }, part: decision, why });
  }
  for (const [index, lesson] of reflection.lessons.entries()) {
    const own = `${lesson.when} ${lesson.do} ${lesson.because}`;
    const vague = vagueness(lesson);
    const why = vague === null ? foreign(`lessons[${index}]`, own) : `lessons[${index}]: ${vague}`;
    if (why !== null) problems.push({ drop: { list: "lessons", index }, part: lesson.do, why });
  }
  for (const [index, update] of reflection.semanticUpdates.entries()) {
    const drop = { list: "semanticUpdates", index } as const;
    if (index >= MOST_STATEMENTS) {
      const why = `semanticUpdates has ${reflection.semanticUpdates.length} entries; at most ${MOST_STATEMENTS} are allowed`;
      problems.push({ drop, part: update.statement, why });
      continue;
    }
    const at = `semanticUpdates[${index}]`;
    const missing = update.evidence.filter((n) => !numbers.has(n));
    if (missing.length > 0)
      problems.push({
        drop,
        part: update.statement,
        why: `${at}.evidence names turn ${missing.join(", ")}; there are turns 1 to ${input.turns.length}`,
      });
    else if (update.evidence.length === 0)
      problems.push({ drop, part: update.statement, why: `${at}.evidence names no turn` });
    if (update.op === "retract") continue;
    const why = statementProblem(update, input);
    if (why !== null) problems.push({ drop, part: update.statement, why: `${at}.statement ${why}` });
  }
  return problems;
}

/** The reflection without the parts that have problems. A bad summary or task type is left for the caller to replace. */
export function withoutProblems(reflection: Reflection, problems: readonly Problem[]): Reflection {
  const stays = (list: Listed) => (_part: unknown, index: number) =>
    !problems.some(({ drop }) => typeof drop === "object" && drop.list === list && drop.index === index);
  return {
    ...reflection,
    lessons: reflection.lessons.filter(stays("lessons")),
    decisions: reflection.decisions.filter(stays("decisions")),
    semanticUpdates: reflection.semanticUpdates.filter(stays("semanticUpdates")),
  };
}
