import type { MemoryRecord } from "../../domain/record.ts";
import { type Context, type GlobalOptions, withMemory } from "../context.ts";
import { EXIT } from "../failure.ts";
import { count, json } from "../format.ts";
import { note, say } from "../io.ts";
import { memoryLines } from "../render.ts";

/** Looks for patterns and shows what was found; exit 1 when a model's answer could not be used or another run is at it. */
export async function reflect(context: Context, options: GlobalOptions): Promise<void> {
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
