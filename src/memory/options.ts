import { z } from "zod";
import { HindsightError } from "../domain/errors.ts";
import { exactly, firstIssue, plainly } from "../domain/invalid.ts";
import { KINDS, SOURCES, STATUSES, TYPES } from "../domain/record.ts";
import type { Filter } from "../ports/store.ts";
import type { Scope } from "./deps.ts";
import { ROUTES } from "./routes.ts";
import type { Page, RecallOptions } from "./types.ts";
import { time } from "./validate.ts";

/** What reading a memory may be told, checked where the library is entered: a filter that is misspelt filters nothing. */

const MOST_RESULTS = 1_000;

const k = z.number().int().min(1).max(MOST_RESULTS);
const tokenBudget = z.number().int().min(1);
const listOf = <T extends z.ZodType>(one: T) => z.array(one).readonly();
const texts = listOf(z.string());

const signal = z.custom<AbortSignal>((value) => value instanceof AbortSignal, "must be an AbortSignal");

function schemas(timeZone: string) {
  const at = time(timeZone);
  const filter = exactly({
    statuses: listOf(z.enum(STATUSES)).optional(),
    kinds: listOf(z.enum(KINDS)).optional(),
    types: listOf(z.enum(TYPES)).optional(),
    sources: listOf(z.enum(SOURCES)).optional(),
    threads: texts.optional(),
    speakers: texts.optional(),
    tags: texts.optional(),
    entities: texts.optional(),
    since: at.optional(),
    until: at.optional(),
    asOf: at.optional(),
  });
  const turn = exactly({ role: z.enum(["user", "assistant"]), content: z.string() });
  return {
    filter,
    recall: exactly({
      k: k.optional(),
      filter: filter.optional(),
      namespaces: texts.optional(),
      conversation: listOf(turn).optional(),
      thread: z.string().optional(),
      tokenBudget: tokenBudget.optional(),
      preset: z.enum(["support", "assistant", "companion"]).optional(),
      explain: z.boolean().optional(),
      touch: z.boolean().optional(),
      askedAt: at.optional(),
      requestId: z.string().optional(),
      routes: listOf(z.enum(ROUTES)).optional(),
      signal: signal.optional(),
    }),
  };
}

const byZone = new Map<string, ReturnType<typeof schemas>>();

function schemasOf({ timeZone }: Scope): ReturnType<typeof schemas> {
  const known = byZone.get(timeZone) ?? schemas(timeZone);
  byZone.set(timeZone, known);
  return known;
}

const page = exactly({
  limit: z.number().int().min(1).optional(),
  after: z.string().optional(),
  newestFirst: z.boolean().optional(),
  namespaces: texts.optional(),
});
const figures = exactly({ namespaces: texts.optional() });
const profile = exactly({ k: k.optional(), tokenBudget: tokenBudget.optional() });

function checked<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value, { error: plainly });
  if (parsed.success) return parsed.data;
  const { path, message } = firstIssue(parsed.error);
  throw new HindsightError(
    "INVALID_INPUT",
    `${what}${path === "" ? "" : ` "${path}"`}: ${message}`,
    "Correct it and ask again.",
    { cause: parsed.error },
  );
}

/** zod types an absent key as `| undefined`; the contracts leave such keys out, and so does parsing. */
type Exact = <T>(parsed: unknown) => T;
const exact: Exact = (parsed) => parsed as never;

/**
 * The options with their times as instants; a time without an offset is read in the user's zone, a bare date is its
 * first moment there.
 * @throws HindsightError INVALID_INPUT naming the key and what it takes.
 */
export function checkRecall(options: RecallOptions, scope: Scope): RecallOptions {
  return exact(checked(schemasOf(scope).recall, options, "recall option"));
}

/** The same for a filter alone. @throws HindsightError INVALID_INPUT */
export function checkFilter(filter: Filter, scope: Scope): Filter {
  return exact(checked(schemasOf(scope).filter, filter, "filter"));
}

/** @throws HindsightError INVALID_INPUT */
export function checkPage(given: unknown): Page {
  return exact(checked(page, given, "page option"));
}

/** @throws HindsightError INVALID_INPUT */
export function checkProfile(given: unknown): { k?: number; tokenBudget?: number } {
  return exact(checked(profile, given, "profile option"));
}

/** @throws HindsightError INVALID_INPUT */
export function checkFigures(given: unknown): { namespaces?: readonly string[] } {
  return exact(checked(figures, given, "stats option"));
}

/** A number of entries to read. @throws HindsightError INVALID_INPUT */
export function checkLimit(limit: unknown): number {
  return checked(z.number().int().min(1), limit, "limit");
}
