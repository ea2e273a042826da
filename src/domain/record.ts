import { createHash } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { HindsightError } from "./errors.ts";
import { PRIVATE } from "./scope.ts";

/** An instant: ISO 8601 in UTC with milliseconds, e.g. `2026-11-30T03:16:00.000Z`. Compares as a string. */
export type Instant = string;

/** Episodes are what happened; semantic memories are stable statements distilled from them. */
export const KINDS = ["episodic", "semantic"] as const;
export type Kind = (typeof KINDS)[number];

/** What a memory is about: the first four are statements, the others events. */
export const TYPES = ["preference", "fact", "constraint", "procedure", "task", "turn", "event", "summary"] as const;
export type MemoryType = (typeof TYPES)[number];

/** Who says so, most to least trusted (weights in domain/trust.ts). */
export const SOURCES = ["user", "confirmed", "tool", "imported", "system", "agent"] as const;
export type Source = (typeof SOURCES)[number];

/** Only `active` records are recalled unless others are asked for. */
export const STATUSES = ["active", "superseded", "archived", "compressed", "quarantined", "forgotten"] as const;
export type Status = (typeof STATUSES)[number];

export const OUTCOMES = ["success", "partial", "failure"] as const;

const instant = z.iso.datetime({ precision: 3 });
const unit = z.number().min(0).max(1);
const nullable = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);

/** One step of a task: what was called, with what, and what came back. */
export const stepSchema = z.strictObject({
  tool: z.string(),
  input: z.string(),
  result: nullable(z.string()),
  error: nullable(z.string()),
  /** Where the whole result is kept, when `result` is a summary of it (`memory.output`). */
  output: z.string().optional(),
});
export type Step = z.infer<typeof stepSchema>;

/** What an episode of type `task` carries beside its content (requirements A2). */
export const episodeSchema = z.strictObject({
  request: z.string(),
  steps: z.array(stepSchema),
  outcome: z.enum(OUTCOMES),
  answer: z.string(),
  taskType: z.string(),
  decisions: z.array(z.string()).default([]),
  lessons: z.array(z.string()).default([]),
});
export type Episode = z.infer<typeof episodeSchema>;

/** The embedding model a vector came from. */
export const fingerprintSchema = z.strictObject({
  model: z.string(),
  version: z.string(),
  dimensions: z.number().int().positive(),
});
export type Fingerprint = z.infer<typeof fingerprintSchema>;

/**
 * One memory (requirements B6). The same shape for episodes and statements, identical in every store.
 * All times are instants in UTC; `timeZone` is the user's IANA zone when it was written.
 */
export const recordSchema = z.strictObject({
  id: z.uuid(),
  /** Who wrote it. In a private file always the owner. */
  user: z.string(),
  namespace: z.string().default(PRIVATE),
  thread: nullable(z.string()),
  kind: z.enum(KINDS),
  type: z.enum(TYPES),
  /** The statement or event in one self-contained text; what is embedded, indexed and recalled. */
  content: z.string().min(1),
  /** The original words when `content` was rewritten from them. */
  context: nullable(z.string()),
  summary: nullable(z.string()),
  /** Who spoke, when the memory is one turn of a conversation. */
  speaker: nullable(z.string()),
  tags: z.array(z.string()).default([]),
  entities: z.array(z.string()).default([]),
  /** 0 trivial … 1 vital. */
  importance: unit.default(0.5),
  /** 0 guess … 1 certain. */
  confidence: unit.default(0.8),
  source: z.enum(SOURCES),
  /** BCP 47 primary language of the content: `en`, `zh`, or `und`. */
  language: z.string().default("und"),
  timeZone: z.string().default("UTC"),
  createdAt: instant,
  /** When the thing happened or was said; recall by time looks here. */
  happenedAt: instant,
  /** Believed from (inclusive) … until (exclusive); `null` is open. Superseding closes it. */
  validFrom: instant,
  validUntil: nullable(instant),
  lastAccessedAt: nullable(instant),
  accessCount: z.number().int().min(0).default(0),
  status: z.enum(STATUSES).default("active"),
  /** 1 for the first, one more for each version that supersedes. */
  version: z.number().int().min(1).default(1),
  supersedes: nullable(z.uuid()),
  supersededBy: nullable(z.uuid()),
  /** SHA-256 of what makes it the same memory again, see `contentHash` and `eventHash`. */
  contentHash: z.string(),
  /** Idempotency key: a second write under the same key is the first one (thread, message, kind, index). */
  originKey: nullable(z.string()),
  /** Version of the prompt that produced it, e.g. `reflect.en@1`. */
  promptVersion: nullable(z.string()),
  episode: nullable(episodeSchema),
  metadata: z.record(z.string(), z.json()).default({}),
});
export type MemoryRecord = z.infer<typeof recordSchema>;

/** What a caller gives to make a record; the rest is derived. */
export type RecordDraft = Omit<
  z.input<typeof recordSchema>,
  "id" | "createdAt" | "happenedAt" | "validFrom" | "contentHash"
> & {
  id?: string;
  createdAt?: Instant;
  happenedAt?: Instant;
  validFrom?: Instant;
};

/** Text as it is compared for equality: NFKC, lower case, white space folded, closing punctuation dropped. */
export function normalised(content: string): string {
  return content
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/[\s.!?。！？…]+$/u, "");
}

/** 64 hex digits: SHA-256 of the normalised content, or of the content itself where nothing is left of it. */
export function contentHash(content: string): string {
  return createHash("sha256")
    .update(normalised(content) || content, "utf8")
    .digest("hex");
}

/**
 * 64 hex digits that tell one event from another: a statement is the same when its words are, an event only when the
 * same words were said by the same speaker at the same time in the same thread ("Thanks!" twice is two events). An
 * event that comes with an id is that event and no other; one that comes with none of these is known by its words.
 */
export function eventHash(event: {
  content: string;
  id?: string | undefined;
  thread?: string | null | undefined;
  speaker?: string | null | undefined;
  happenedAt?: Instant | undefined;
}): string {
  const place = [event.id, event.thread, event.speaker, event.happenedAt].map((part) => part ?? "");
  if (place.every((part) => part === "")) return contentHash(event.content);
  return createHash("sha256")
    .update(`${contentHash(event.content)}\0${JSON.stringify(place)}`)
    .digest("hex");
}

/**
 * A complete record from a draft. `now` is milliseconds since 1970.
 * @throws HindsightError INVALID_INPUT naming the first field that is wrong.
 */
export function makeRecord(draft: RecordDraft, now: number): MemoryRecord {
  const createdAt = draft.createdAt ?? new Date(now).toISOString();
  const happenedAt = draft.happenedAt ?? createdAt;
  const parsed = recordSchema.safeParse({
    ...draft,
    id: draft.id ?? uuidv7({ msecs: now }),
    createdAt,
    happenedAt,
    validFrom: draft.validFrom ?? happenedAt,
    contentHash: draft.kind === "episodic" ? eventHash(draft) : contentHash(draft.content),
  });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new HindsightError(
    "INVALID_INPUT",
    `memory field "${issue?.path.join(".") ?? "?"}": ${issue?.message ?? "invalid"}`,
    "Correct the field and write again; nothing was stored.",
    { cause: parsed.error },
  );
}
