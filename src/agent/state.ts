import type { BaseMessage } from "@langchain/core/messages";
import { MessagesZodMeta } from "@langchain/langgraph";
import { registry } from "@langchain/langgraph/zod";
import { z } from "zod";
import { KINDS, TYPES } from "../domain/record.ts";
import { reduceMessages } from "./batches.ts";
import { inViewSchema } from "./in-view.ts";
import { RECALL_MODES } from "./source.ts";

/**
 * The state of a thread: working memory (requirements A1). Plain JSON beside the messages, so that every checkpointer
 * can hold it. A zod object, not a `StateSchema`: only then does the dev server give Studio all three forms.
 */

/** One memory as it was shown to the model. */
export const recalledItemSchema = z.object({
  id: z.string(),
  kind: z.enum(KINDS),
  type: z.enum(TYPES),
  content: z.string(),
  /** 0 … about 1; comparable within one recall only. */
  score: z.number(),
  /** UTC instant. */
  happenedAt: z.string(),
  source: z.string(),
});
export type RecalledItem = z.infer<typeof recalledItemSchema>;

/** Why memory was looked at in this turn. */
export const RECALL_REASONS = [
  "session_start",
  "always",
  "past",
  "remember",
  "self",
  "request",
  "referent",
  "question",
] as const;

/** What this turn's recall found. */
export const recalledSchema = z.object({
  reason: z.enum(RECALL_REASONS),
  query: z.string(),
  /** The query as searched, after rewriting. */
  searched: z.string(),
  items: z.array(recalledItemSchema),
  /** The text the model saw. */
  block: z.string(),
});
export type RecalledState = z.infer<typeof recalledSchema>;

/** One memory that this turn wrote or touched. */
export const keptItemSchema = z.object({
  id: z.string(),
  kind: z.enum(KINDS),
  type: z.enum(TYPES),
  content: z.string(),
  how: z.enum(["episode", "added", "updated", "retracted", "saved"]),
});
export type KeptItem = z.infer<typeof keptItemSchema>;

/** `z.any()`, not `z.custom()`: the latter has no JSON schema. */
const messages = (z.any() as z.ZodType<BaseMessage[], BaseMessage[]>).register(registry, {
  ...MessagesZodMeta,
  reducer: { fn: reduceMessages },
});

/** A channel that starts with a value and keeps the last one written. */
const kept = <T extends z.ZodType>(schema: T, start: () => z.output<T>) =>
  schema.register(registry, { default: start });

export const stateSchema = z.object({
  messages,
  /** The running summary of the turns that were folded away. */
  summary: kept(z.string().describe("Running summary of the turns folded away"), () => ""),
  /** Whose thread this is; set by the first turn and never changed. */
  owner: kept(z.string().nullable().describe("The user the thread belongs to"), () => null),
  recalled: kept(recalledSchema.nullable().describe("What this turn recalled"), () => null),
  /** The memory block the model is shown in this turn: what it recalled, then what earlier messages did. */
  block: kept(z.string().describe("The memories shown to the model"), () => ""),
  /** What is in that block, and for how many more messages. */
  inView: kept(inViewSchema, () => []),
  kept: kept(z.array(keptItemSchema).describe("What this turn wrote to memory"), () => []),
  /** What is wrong with the memory in this turn, in words; `null` when nothing is. */
  memoryProblem: kept(z.string().nullable().describe("What went wrong with the memory"), () => null),
  /** Contents that came from memory in the turns not yet reflected upon, newest last, bounded: not to be stored again. */
  known: kept(z.array(z.string()), () => []),
  /** Id of the last message that was reflected upon. */
  lastReflected: kept(z.string().nullable(), () => null),
  /** Why this run is not served: its messages are taken out again, then the run ends with this error. */
  refusal: kept(z.object({ code: z.string(), message: z.string(), hint: z.string() }).nullable(), () => null),
  /** When each message came, by its id: UTC instants. */
  times: kept(z.record(z.string(), z.string()), () => ({})),
});
export type AgentState = z.output<typeof stateSchema>;
export type AgentUpdate = Partial<AgentState>;

/** What a caller sends: new messages, nothing else. */
export const inputSchema = z.object({ messages });

/**
 * What a run may be told beside its input; shown as a form in Studio. A default would only apply when some context is
 * passed at all, so there is none here.
 */
export const contextSchema = z.object({
  user_id: z.string().nullish().describe("Whose memory to use; ignored in favour of authentication where there is any"),
  recall: z.enum(RECALL_MODES).nullish().describe("When to recall: always, on cue, or only as a tool"),
  time_zone: z.string().nullish().describe("IANA time zone of the user, such as Europe/Oslo"),
});
export type AgentContext = z.infer<typeof contextSchema>;
