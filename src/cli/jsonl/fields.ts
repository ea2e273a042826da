import { z } from "zod";
import { episodeSchema, KINDS, type MemoryRecord, SOURCES, STATUSES, TYPES } from "../../domain/record.ts";
import type { ImportedMemory } from "../../memory/types.ts";
import { toInstant } from "../../time.ts";

const unit = z.number().min(0).max(1);
const words = z.array(z.string());

/** A time as written, ISO 8601; without an offset in the user's zone. Becomes an instant. */
function time(zone: string) {
  return z.string().transform((text, context) => {
    const instant = toInstant(text, zone);
    if (instant !== null) return instant;
    context.addIssue({ code: "custom", message: `"${text}" is not an ISO date or time` });
    return z.NEVER;
  });
}

/** The keys a line may have; `content` is required. `user` says whose it is in a file about several people. */
export function lineSchema(zone: string) {
  const at = time(zone);
  return z.strictObject({
    content: z.string().refine((text) => text.trim() !== "", "must not be blank"),
    user: z.union([z.string(), z.number().transform(String)]).optional(),
    id: z.union([z.string().min(1), z.number().transform(String)]).optional(),
    kind: z.enum(KINDS).optional(),
    type: z.enum(TYPES).optional(),
    thread: z.union([z.string(), z.number().transform(String)]).nullish(),
    speaker: z.string().nullish(),
    happenedAt: at.optional(),
    createdAt: at.optional(),
    tags: words.optional(),
    entities: words.optional(),
    importance: unit.optional(),
    confidence: unit.optional(),
    source: z.enum(SOURCES).optional(),
    namespace: z.string().optional(),
    validFrom: at.optional(),
    validUntil: at.nullish(),
    metadata: z.record(z.string(), z.json()).optional(),
    context: z.string().nullish(),
    summary: z.string().nullish(),
    language: z.string().optional(),
    timeZone: z.string().optional(),
    lastAccessedAt: at.nullish(),
    accessCount: z.number().int().min(0).optional(),
    status: z.enum(STATUSES).optional(),
    version: z.number().int().min(1).optional(),
    supersedes: z.uuid().nullish(),
    supersededBy: z.uuid().nullish(),
    originKey: z.string().nullish(),
    promptVersion: z.string().nullish(),
    episode: episodeSchema.nullish(),
  });
}

/** The names of those keys, in the order an export writes them. */
export const FIELDS = [
  "id",
  "kind",
  "type",
  "content",
  "user",
  "namespace",
  "thread",
  "speaker",
  "happenedAt",
  "createdAt",
  "validFrom",
  "validUntil",
  "tags",
  "entities",
  "importance",
  "confidence",
  "source",
  "status",
  "version",
  "supersedes",
  "supersededBy",
  "language",
  "timeZone",
  "context",
  "summary",
  "episode",
  "accessCount",
  "lastAccessedAt",
  "originKey",
  "promptVersion",
  "metadata",
] as const satisfies readonly (keyof z.infer<ReturnType<typeof lineSchema>>)[];
export type Field = (typeof FIELDS)[number];

/** Fields an export leaves out when they hold this, because an import puts it back. */
const IMPLIED: Partial<Record<Field, unknown>> = {
  namespace: "private",
  status: "active",
  version: 1,
  accessCount: 0,
};

function isImplied(field: Field, value: unknown): boolean {
  if (value === null || value === undefined || value === IMPLIED[field]) return true;
  if (Array.isArray(value)) return value.length === 0;
  return field === "metadata" && typeof value === "object" && Object.keys(value).length === 0;
}

/**
 * A memory as one line of an export. Whose it is stays out, so that it can be imported for anyone; the content hash is
 * computed anew by the import.
 */
export function toLine(record: MemoryRecord): string {
  const line: Partial<Record<Field, unknown>> = {};
  for (const field of FIELDS) {
    if (field === "user") continue;
    const value = record[field];
    if (!isImplied(field, value)) line[field] = value;
  }
  return JSON.stringify(line);
}

/** A memory without the fields that were not given. */
export function withoutUndefined(parsed: Omit<z.infer<ReturnType<typeof lineSchema>>, "user">): ImportedMemory {
  const given = Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined));
  return given as unknown as ImportedMemory; // the same keys with the same types, minus the absent ones
}
