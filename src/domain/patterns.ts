import { z } from "zod";
import { standaloneProblem } from "./reflection.ts";
import { languageOf } from "./text.ts";
import { type Manner, type Wish, wishesIn } from "./wishes.ts";

/** What several tasks show together and none of them says (requirement D4). */

/** So many tasks make a pattern: two may be chance. */
export const LEAST_EVIDENCE = 3;

export const patternsSchema = z.strictObject({
  patterns: z.array(
    z.strictObject({
      statement: z.string().min(1).describe("What holds, as one statement that stands alone"),
      type: z.enum(["preference", "constraint", "procedure"]),
      evidence: z.array(z.number().int()).describe(`Numbers of the tasks that show it, at least ${LEAST_EVIDENCE}`),
    }),
  ),
});
export type Patterns = z.infer<typeof patternsSchema>;

/** The tasks as data, oldest first; `n` counts from 1. */
export const patternsInputSchema = z.strictObject({
  language: z.enum(["en", "zh"]),
  timeZone: z.string(),
  at: z.string(),
  tasks: z.array(z.strictObject({ n: z.number().int(), day: z.string(), request: z.string(), outcome: z.string() })),
  known: z.array(z.string()),
});
export type PatternsInput = z.infer<typeof patternsInputSchema>;

type Refusal = Wish & { kind: "refuses" };

const SAYS: Readonly<Record<Manner, { en: string; zh: string }>> = {
  short: { en: "The user wants answers kept short", zh: "用户希望回答简短" },
  detailed: { en: "The user wants detailed answers", zh: "用户希望回答详细" },
  simple: { en: "The user wants things said in simple words", zh: "用户希望用简单的话说明" },
  listed: { en: "The user wants answers as bullet points", zh: "用户希望回答分点列出" },
  formal: { en: "The user wants a formal tone", zh: "用户希望语气正式" },
  cheap: { en: "The user prefers cheaper offers", zh: "用户偏好便宜的选择" },
};
/** Wishes that cancel each other. */
const OPPOSITES: Partial<Record<Manner, Manner>> = { short: "detailed", detailed: "short" };

/**
 * True when what is refused in `narrow` is of the kind of `broad`: it holds all its words, and the one it begins with is
 * among them, so that "expensive hotels" and "noisy hotels" are not of a kind because both are hotels.
 */
const isOfKind = (narrow: Refusal, broad: Refusal): boolean =>
  broad.terms.every((term) => narrow.terms.includes(term)) && broad.terms.includes(narrow.terms[0] ?? "");

const distinct = (numbers: readonly number[]): number[] => Array.from(new Set(numbers)).sort((a, b) => a - b);

function refusalPatterns(found: readonly { n: number; wish: Wish }[], zh: boolean): Patterns["patterns"] {
  let left = found.filter((one): one is { n: number; wish: Refusal } => one.wish.kind === "refuses");
  const made: Patterns["patterns"] = [];
  for (;;) {
    const groups = left.map(({ wish }) => left.filter((other) => isOfKind(other.wish, wish)));
    const best = groups
      .map((group) => ({ group, evidence: distinct(group.map(({ n }) => n)) }))
      .sort((a, b) => b.evidence.length - a.evidence.length)[0];
    if (best === undefined || best.evidence.length < LEAST_EVIDENCE) return made;
    const words = best.group
      .map(({ wish }) => wish)
      .sort((a, b) => said(best.group, b) - said(best.group, a) || b.terms.length - a.terms.length)[0]!.words;
    made.push({
      statement: zh ? `用户不要${words}` : `The user does not want ${words}`,
      type: "preference",
      evidence: best.evidence,
    });
    const gone = new Set(best.group);
    left = left.filter((one) => !gone.has(one));
  }
}

/** How often those very words were used. */
const said = (group: readonly { wish: Refusal }[], of: Refusal): number =>
  group.filter(({ wish }) => wish.words.toLowerCase() === of.words.toLowerCase()).length;

/** Patterns by rules: the same kind of thing turned down, the same manner asked for, in three tasks or more. */
export function patternsByRules(input: PatternsInput): Patterns {
  const found = input.tasks.flatMap(({ n, request }) => wishesIn(request).map((wish) => ({ n, wish })));
  const zh = input.language === "zh";
  const manners = new Map<Manner, number[]>();
  for (const { n, wish } of found)
    if (wish.kind === "manner") manners.set(wish.manner, [...(manners.get(wish.manner) ?? []), n]);
  const counted = Array.from(manners, ([manner, numbers]) => ({ manner, evidence: distinct(numbers) }));
  const asked = counted.filter(({ manner, evidence }) => {
    const against = counted.find((other) => other.manner === OPPOSITES[manner])?.evidence.length ?? 0;
    return evidence.length >= LEAST_EVIDENCE && evidence.length > 2 * against;
  });
  return {
    patterns: [
      ...asked.map(({ manner, evidence }) => ({
        statement: SAYS[manner][input.language],
        type: "preference" as const,
        evidence,
      })),
      ...refusalPatterns(found, zh),
    ],
  };
}

export interface PatternProblem {
  index: number;
  why: string;
}

/** What is wrong with patterns beyond their shape, in words a model can act on. */
export function problemsOfPatterns({ patterns }: Patterns, input: PatternsInput): PatternProblem[] {
  const tasks = new Map(input.tasks.map((task) => [task.n, task]));
  const moment = { said: Date.parse(input.at), timeZone: input.timeZone };
  return patterns.flatMap(({ statement, evidence }, index): PatternProblem[] => {
    const at = `patterns[${index}]`;
    const missing = evidence.filter((n) => !tasks.has(n));
    if (missing.length > 0)
      return [{ index, why: `${at}.evidence names task ${missing.join(", ")}; there are 1 to ${input.tasks.length}` }];
    if (new Set(evidence).size < LEAST_EVIDENCE)
      return [{ index, why: `${at}.evidence names fewer than ${LEAST_EVIDENCE} tasks` }];
    const spoken = evidence.map((n) => languageOf(tasks.get(n)!.request)).filter((language) => language !== "und");
    const why = standaloneProblem(statement, spoken.length > 0 ? spoken : [input.language], moment);
    return why === null ? [] : [{ index, why: `${at}.statement ${why}` }];
  });
}

/** How sure a pattern of so many tasks is, 0 … 1: n / (n + 1), so 0.75 for three. */
export const confidenceOf = (tasks: number): number => Math.round((100 * tasks) / (tasks + 1)) / 100;
