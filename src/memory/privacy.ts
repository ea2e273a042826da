import { type Cleaner, languageIn } from "./cleaner.ts";
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

/** True when the check that follows refuses a text: half a character is a slip of the program that wrote it. */
const isIllFormed = (memory: NewMemory): boolean =>
  TEXTS.some((key) => {
    const text = (memory as ImportedMemory)[key];
    return typeof text === "string" && !text.isWellFormed();
  });

/** The memory cleaned in all its texts. What is no text where one belongs is left to the check that follows. */
function cleanMemory<T extends NewMemory>(memory: T, cleaner: Cleaner): T {
  if (typeof memory?.content !== "string" || isIllFormed(memory)) return memory;
  const language = languageIn(memory.content);
  const clean = TEXTS.flatMap((key) =>
    key in memory ? [[key, cleaner.deep((memory as ImportedMemory)[key], language)]] : [],
  );
  return { ...memory, ...Object.fromEntries(clean) };
}

/** The task cleaned: what the model is shown, what is kept of it, and what a dead letter or a queue holds. */
function cleanTask(task: FinishedTask, cleaner: Cleaner): FinishedTask {
  if (!Array.isArray(task?.turns)) return task;
  const said = task.turns.filter(({ role }) => role === "user").map(({ content }) => String(content));
  const language = languageIn(said.join("\n"));
  const { turns, steps, error, recalled } = task;
  return {
    ...task,
    turns: turns.map((turn) => ({ ...turn, content: cleaner.deep(turn.content, language) })),
    ...(steps === undefined ? {} : { steps: cleaner.deep(steps, language) }),
    ...(error === undefined ? {} : { error: cleaner.text(error, language) }),
    ...(recalled === undefined ? {} : { recalled: cleaner.deep(recalled, language) }),
  };
}

async function* each(memories: Iterable<ImportedMemory> | AsyncIterable<ImportedMemory>, cleaner: Cleaner) {
  for await (const memory of memories) yield cleanMemory(memory, cleaner);
}

/**
 * A memory into which nothing goes that the cleaner takes out (G3): everything that is to be stored, indexed, embedded, searched for or shown to
 * a reflecting model passes here first, whichever door it came by.
 */
export function guarded(memory: Memory, cleaner: Cleaner): Memory {
  const clean = (given: string | NewMemory) =>
    cleanMemory(typeof given === "string" ? { content: given } : given, cleaner);
  return {
    ...memory,
    remember: (given) => memory.remember(clean(given)),
    rememberAll: (memories, onBatch) => memory.rememberAll(each(memories, cleaner), onBatch),
    supersede: (id, next) => memory.supersede(id, clean(next)),
    reflect: (task) => memory.reflect(cleanTask(task, cleaner)),
    reflectLater: (task) => memory.reflectLater(cleanTask(task, cleaner)),
    rememberLater: (given) => memory.rememberLater(clean(given)),
    keepOutput: (given) => memory.keepOutput({ ...given, text: cleaner.text(given.text, languageIn(given.text)) }),
    recall: (query, options) =>
      memory.recall(typeof query === "string" ? cleaner.text(query) : query, {
        ...options,
        ...(Array.isArray(options?.conversation)
          ? {
              conversation: options.conversation.map((turn) => ({
                ...turn,
                content: cleaner.deep(turn.content, "en"),
              })),
            }
          : {}),
      }),
  };
}
