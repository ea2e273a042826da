import { DateTime } from "luxon";
import { z } from "zod";
import { HindsightError } from "../domain/errors.ts";
import { exactly, firstIssue, plainly } from "../domain/invalid.ts";
import { episodeSchema, type Instant, KINDS, SOURCES, STATUSES, TYPES } from "../domain/record.ts";
import type { Scope } from "./deps.ts";
import type { ImportedMemory, NewMemory } from "./types.ts";

/** Longest content, in UTF-16 units: a long chapter. What is longer is a document, not a memory. */
export const MAX_CONTENT = 100_000;
const MAX_LABELS = 200;
const MAX_LABEL = 500;

const words = (most: number) =>
  z
    .string()
    .max(most, `at most ${most.toLocaleString("en")} characters`)
    .refine((text) => text.isWellFormed(), "not well-formed Unicode (it holds half of a surrogate pair)");
const content = words(MAX_CONTENT).refine((text) => text.trim() !== "", "must not be empty or blank");
const label = words(MAX_LABEL).refine((text) => text.trim() !== "", "must not be empty or blank");
const labels = z.array(label).max(MAX_LABELS, `at most ${MAX_LABELS} entries`);
const share = z.number("a number from 0 to 1").min(0, "at least 0").max(1, "at most 1");

/** An instant from ISO 8601: with an offset, or local time or a date alone, which is read in the user's zone. */
export function time(timeZone: string) {
  return z.string("must be a time stamp as text").transform((value, context): Instant => {
    const at = DateTime.fromISO(value, { zone: timeZone });
    if (at.isValid) return at.toUTC().toJSDate().toISOString();
    context.addIssue({
      code: "custom",
      message: `"${value.slice(0, 40)}" is no time stamp; write ISO 8601, such as 2026-11-30T09:00:00Z`,
    });
    return z.NEVER;
  });
}

function newMemory(timeZone: string) {
  const at = time(timeZone);
  return {
    content,
    kind: z.enum(KINDS).optional(),
    type: z.enum(TYPES).optional(),
    thread: words(65_536).nullable().optional(),
    speaker: label.nullable().optional(),
    tags: labels.optional(),
    entities: labels.optional(),
    importance: share.optional(),
    confidence: share.optional(),
    source: z.enum(SOURCES).optional(),
    namespace: z.string().optional(),
    happenedAt: at.optional(),
    createdAt: at.optional(),
    validUntil: at.nullable().optional(),
    metadata: z.record(z.string(), z.json()).optional(),
    originKey: words(65_536).nullable().optional(),
    verbatim: z.boolean().optional(),
    recalled: z.array(z.string()).optional(),
  };
}

function imported(timeZone: string) {
  const at = time(timeZone);
  return {
    ...newMemory(timeZone),
    id: label.optional(),
    context: words(MAX_CONTENT).nullable().optional(),
    summary: words(MAX_CONTENT).nullable().optional(),
    language: label.optional(),
    timeZone: label.optional(),
    validFrom: at.optional(),
    lastAccessedAt: at.nullable().optional(),
    accessCount: z.number().int().min(0).optional(),
    status: z.enum(STATUSES).optional(),
    version: z.number().int().min(1).optional(),
    supersedes: z.uuid().nullable().optional(),
    supersededBy: z.uuid().nullable().optional(),
    promptVersion: label.nullable().optional(),
    episode: episodeSchema.nullable().optional(),
  };
}

const schemas = new Map<string, { write: z.ZodType<NewMemory>; import: z.ZodType<ImportedMemory> }>();

function schemasOf(timeZone: string) {
  const known = schemas.get(timeZone);
  if (known !== undefined) return known;
  // zod types an absent key as `| undefined`; the contracts leave such keys out, and so does parsing.
  const made = {
    write: exactly(newMemory(timeZone)) as unknown as z.ZodType<NewMemory>,
    import: exactly(imported(timeZone)) as unknown as z.ZodType<ImportedMemory>,
  };
  schemas.set(timeZone, made);
  return made;
}

function parse<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const parsed = schema.safeParse(value, { error: plainly });
  if (parsed.success) return parsed.data;
  const { path, message } = firstIssue(parsed.error);
  throw new HindsightError(
    "INVALID_INPUT",
    `${where}${path === "" ? "" : ` field "${path}"`}: ${message}`,
    "Correct it and write again; this memory was not stored.",
    { cause: parsed.error },
  );
}

/**
 * The memory with its times as instants. A time stamp without an offset is read in the user's zone.
 * @throws HindsightError INVALID_INPUT naming the field.
 */
export function checkNewMemory(memory: NewMemory, scope: Scope): NewMemory {
  return parse(schemasOf(scope.timeZone).write, memory, "memory");
}

/** The same for an imported one; `index` counts from 0 and is named in the error. */
export function checkImported(memory: ImportedMemory, scope: Scope, index: number): ImportedMemory {
  return parse(schemasOf(scope.timeZone).import, memory, `memory ${index + 1}`);
}
