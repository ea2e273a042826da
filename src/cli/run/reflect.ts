import type { MemoryRecord } from "../../domain/record.ts";
import { type Context, type GlobalOptions, withHindsight, withMemory } from "../context.ts";
import { EXIT, UsageError } from "../failure.ts";
import { count, json } from "../format.ts";
import { note, say } from "../io.ts";
import { memoryLines } from "../render.ts";

export interface ReflectOptions extends GlobalOptions {
  thread?: string;
}

/** Looks across tasks, or at what a thread still holds. @throws UsageError for a blank thread */
export async function reflect(context: Context, options: ReflectOptions): Promise<void> {
  const { thread } = options;
  if (thread === undefined) return patterns(context, options);
  if (thread.trim() === "") throw new UsageError("--thread must not be blank", "Give it the id of a thread.");
  return ofThread(context, options, thread);
}

/** Keeps what of the thread was not reflected upon, and shows it; exit 1 when that failed. */
async function ofThread(context: Context, options: ReflectOptions, thread: string): Promise<void> {
  const { io } = context;
  await withHindsight(context, options, async (hindsight) => {
    const { user, timeZone } = hindsight.settings;
    const job = await hindsight.endSession(user, thread);
    await hindsight.startWorker();
    const { kept, problem } = job === null ? { kept: [], problem: null } : await hindsight.settled(user, job);
    if (options.json === true) await say(io, json({ thread, kept, problem }));
    else if (kept.length > 0)
      await say(io, kept.map(({ how, record }) => `${how}: ${memoryLines(record, timeZone)}`).join("\n"));
    else if (problem === null) await note(io, "The thread holds nothing more that is worth keeping.");
    if (problem === null) return;
    if (options.json !== true) await note(io, problem);
    context.exitCode = EXIT.failed;
  });
}

/** Looks for patterns and shows what was found; exit 1 when a model's answer could not be used or another run is at it. */
async function patterns(context: Context, options: GlobalOptions): Promise<void> {
  const { io } = context;
  await withMemory(context, options, async (memory) => {
    const found = await memory.reflectPatterns();
    const lines = (records: readonly MemoryRecord[], how: string) =>
      records.map((record) => `${how}: ${memoryLines(record, memory.timeZone)}`);
    if (options.json === true) await say(io, json(found));
    else {
      const all = [...lines(found.added, "found"), ...lines(found.strengthened, "borne out again")];
      if (all.length > 0) await say(io, all.join("\n"));
      else await note(io, `No new pattern in ${count(found.looked, "task")}.`);
    }
    if (found.busy) await note(io, "Another run is looking at this memory now; nothing was done.");
    for (const { reason, detail } of found.deadLetters)
      await note(io, `an answer could not be used (${reason}): ${detail}; it is kept as a dead letter`);
    if (found.busy || found.deadLetters.length > 0) context.exitCode = EXIT.failed;
  });
}
