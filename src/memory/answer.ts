import { reflectByRules } from "../domain/extract.ts";
import { grounded, withOverlooked } from "../domain/grounded.ts";
import {
  problemsOf,
  type ReflectInput,
  type Reflection,
  reflectionSchema,
  type SemanticUpdate,
  withoutProblems,
} from "../domain/reflection.ts";
import { storableDeep } from "../domain/storable.ts";
import { summaryOf, taskTypeOf } from "../domain/task.ts";
import type { Rung, StructuredResult } from "../ports/model.ts";
import type { Reflected } from "./types.ts";

/** Why part of an answer was left out. */
type Dropped = Reflected["dropped"];

export interface Usable {
  reflection: Reflection;
  rung: Rung;
  dropped: Dropped;
  /** Statements the model concluded; what the rules read is said. */
  inferred: ReadonlySet<SemanticUpdate>;
}

/** The JSON object in what a model said: the whole text, or the part between the first and last brace. */
export function parsed(raw: string): unknown {
  for (const text of [raw, raw.slice(raw.indexOf("{"), raw.lastIndexOf("}") + 1)]) {
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}

/**
 * What can be used of an answer. One that has the right shape and failed the checks also after its repair is used
 * without the parts that are wrong: one empty lesson must not cost the facts beside it. `null` when nothing can be used.
 */
export function usable(result: StructuredResult<Reflection>, input: ReflectInput): Usable | null {
  if (result.ok) return { reflection: result.value, rung: result.rung, dropped: [], inferred: new Set() };
  if (result.reason !== "failed_check") return null;
  const shape = reflectionSchema.safeParse(storableDeep(parsed(result.raw)));
  if (!shape.success) return null;
  const problems = problemsOf(shape.data, input);
  const reflection = withoutProblems(shape.data, problems);
  const bad = new Set(problems.map(({ drop }) => drop));
  return {
    reflection: {
      ...reflection,
      ...(bad.has("summary") ? { summary: summaryOf(input) } : {}),
      ...(bad.has("taskType") ? { taskType: taskTypeOf(input) } : {}),
    },
    rung: result.rung,
    dropped: problems.map(({ part, why }) => ({ part, why })),
    inferred: new Set(),
  };
}

/** A model's answer held against the task: without what it made up, with what it left out of what was said outright. */
export function heldAgainst(answer: Usable, input: ReflectInput): Usable {
  const { reflection, inferred, dropped } = grounded(answer.reflection, input);
  const whole = withOverlooked(reflection, reflectByRules(input));
  return { ...answer, reflection: whole, inferred, dropped: [...answer.dropped, ...dropped] };
}
