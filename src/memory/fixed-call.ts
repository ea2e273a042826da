import { z } from "zod";
import { lessonText } from "../domain/lesson.ts";
import type { Episode, MemoryRecord, Step } from "../domain/record.ts";
import { lessonsOf, outcomeOf } from "../domain/task.ts";
import { languageOf } from "../domain/text.ts";
import type { MemoryStore } from "../ports/store.ts";
import type { NewMemory } from "./types.ts";

/** Until when a call is another try of the one that failed, in milliseconds: ten minutes. Reasoned. */
const SOON = 600_000;
/** Most tries told in one episode. */
const MOST_TRIES = 6;

/** What a tool's hook notes of a call in the record's metadata: `tool` and `call`. */
const notedSchema = z.object({
  tool: z.string(),
  call: z.object({ input: z.string(), result: z.string().nullable(), error: z.string().nullable() }),
});

function stepIn(metadata: unknown): Step | null {
  const noted = notedSchema.safeParse(metadata);
  return noted.success ? { tool: noted.data.tool, ...noted.data.call } : null;
}

/** A call told together with the failed ones it follows. */
export interface Retried {
  content: string;
  episode: Episode;
  importance: number;
  /** The episode of the failure, replaced by this one. */
  replaces: MemoryRecord;
}

/**
 * A failure and its fix become one episode (requirement B1), also for tools of other agents: a call that follows a failed
 * one of the same tool in the thread, with what it teaches. Null for any other memory.
 */
export async function retriedCall(store: MemoryStore, memory: NewMemory, now: number): Promise<Retried | null> {
  const step = stepIn(memory.metadata);
  if (step === null || memory.thread == null || memory.type !== "event") return null;
  const filter = {
    threads: [memory.thread],
    kinds: ["episodic"] as const,
    types: ["event"] as const,
    tags: [step.tool],
  };
  const [before] = await store.list(filter, { limit: 1, newestFirst: true });
  if (before === undefined || before.originKey === memory.originKey || now - Date.parse(before.happenedAt) > SOON)
    return null;
  const first = stepIn(before.metadata);
  const tries = before.episode?.steps ?? (first === null ? [] : [first]);
  if (tries.length === 0 || tries.length >= MOST_TRIES || tries.at(-1)!.error === null) return null;
  const steps = [...tries, step];
  const language = [before.content, memory.content].some((content) => languageOf(content) === "zh") ? "zh" : "en";
  return {
    content: `${before.content}\n${memory.content}`,
    importance: 0.6,
    episode: {
      request: "",
      steps,
      outcome: outcomeOf({ steps, error: null }),
      answer: "",
      taskType: step.tool,
      decisions: [],
      lessons: lessonsOf({ steps, language }).map((lesson) => lessonText(lesson, language)),
    },
    replaces: before,
  };
}
