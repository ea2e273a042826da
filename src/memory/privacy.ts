import { type MarkLanguage, redacted, redactedDeep } from "../domain/privacy.ts";
import { languageOf } from "../domain/text.ts";
import type { FinishedTask, ImportedMemory, Memory, NewMemory } from "./types.ts";

/** What is kept of a memory as text; ids, threads and times are no text. */
const TEXTS = [
  "content",
  "context",
  "summary",
  "speaker",
  "tags",
  "entities",
  "episode",
  "metadata",
  "recalled",
] as const satisfies readonly (keyof ImportedMemory)[];

const languageIn = (text: string): MarkLanguage => (languageOf(text) === "zh" ? "zh" : "en");

/** The memory without secrets, in all its texts. What is no text where one belongs is left to the check that follows. */
export function withoutSecrets<T extends NewMemory>(memory: T): T {
  if (typeof memory?.content !== "string") return memory;
  const language = languageIn(memory.content);
  const clean = TEXTS.flatMap((key) =>
    key in memory ? [[key, redactedDeep((memory as ImportedMemory)[key], language)]] : [],
  );
  return { ...memory, ...Object.fromEntries(clean) };
}

/** The task without secrets: what the model is shown, what is kept of it, and what a dead letter or a queue holds. */
export function taskWithoutSecrets(task: FinishedTask): FinishedTask {
  if (!Array.isArray(task?.turns)) return task;
  const said = task.turns.filter(({ role }) => role === "user").map(({ content }) => String(content));
  const language = languageIn(said.join("\n"));
  const { turns, steps, error, recalled } = task;
  return {
    ...task,
    turns: turns.map((turn) => ({ ...turn, content: redactedDeep(turn.content, language) })),
    ...(steps === undefined ? {} : { steps: redactedDeep(steps, language) }),
    ...(error === undefined ? {} : { error: redacted(error, language) }),
    ...(recalled === undefined ? {} : { recalled: redactedDeep(recalled, language) }),
  };
}

async function* each(memories: Iterable<ImportedMemory> | AsyncIterable<ImportedMemory>) {
  for await (const memory of memories) yield withoutSecrets(memory);
}

/**
 * A memory into which no secret goes (G3): everything that is to be stored, indexed, embedded, searched for or shown to
 * a reflecting model passes here first, whichever door it came by.
 */
export function guarded(memory: Memory): Memory {
  const clean = (given: string | NewMemory) => withoutSecrets(typeof given === "string" ? { content: given } : given);
  return {
    ...memory,
    remember: (given) => memory.remember(clean(given)),
    rememberAll: (memories, onBatch) => memory.rememberAll(each(memories), onBatch),
    supersede: (id, next) => memory.supersede(id, clean(next)),
    reflect: (task) => memory.reflect(taskWithoutSecrets(task)),
    reflectLater: (task) => memory.reflectLater(taskWithoutSecrets(task)),
    rememberLater: (given) => memory.rememberLater(clean(given)),
    keepOutput: (given) => memory.keepOutput({ ...given, text: redacted(given.text, languageIn(given.text)) }),
    recall: (query, options) =>
      memory.recall(typeof query === "string" ? redacted(query) : query, {
        ...options,
        ...(Array.isArray(options?.conversation)
          ? {
              conversation: options.conversation.map((turn) => ({
                ...turn,
                content: redactedDeep(turn.content, "en"),
              })),
            }
          : {}),
      }),
  };
}
