import type { Memory } from "../../memory/types.ts";
import { type Context, type GlobalOptions, withMemory } from "../context.ts";
import { json } from "../format.ts";
import { printable, say } from "../io.ts";
import { memoryDetails, memoryLines } from "../render.ts";

export interface OneOptions extends GlobalOptions {
  namespace?: string[];
  /** `show` only: what the memory was made of, too. */
  original?: boolean;
}

/** Gets something about one memory and shows it, as JSON or as text. */
async function about<T>(
  context: Context,
  options: OneOptions,
  get: (memory: Memory) => Promise<T>,
  toText: (got: T, zone: string) => string,
): Promise<void> {
  await withMemory(context, options, async (memory) => {
    const got = await get(memory);
    await say(context.io, options.json === true ? json(got) : toText(got, memory.timeZone));
  });
}

export function show(context: Context, options: OneOptions, id: string): Promise<void> {
  if (options.original !== true) return about(context, options, (memory) => memory.show(id), memoryDetails);
  return about(
    context,
    options,
    (memory) => memory.originals(id),
    ({ record, words, records }, zone) =>
      [
        memoryDetails(record, zone),
        "",
        words === null && records.length === 0 ? "It says what it was made of as it was." : "made of:",
        ...(words === null ? [] : [printable(words)]),
        ...records.map((one) => memoryLines(one, zone)),
      ].join("\n"),
  );
}

export function history(context: Context, options: OneOptions, id: string): Promise<void> {
  return about(
    context,
    options,
    async (memory) => ({ memories: await memory.history(id) }),
    ({ memories }, zone) => memories.map((record) => memoryLines(record, zone)).join("\n"),
  );
}

export function forget(context: Context, options: OneOptions, id: string): Promise<void> {
  return about(
    context,
    options,
    (memory) => memory.forget(id),
    (record, zone) => `forgotten: ${memoryLines(record, zone)}\nhindsight restore ${record.id} brings it back.`,
  );
}

export function restore(context: Context, options: OneOptions, id: string): Promise<void> {
  return about(
    context,
    options,
    (memory) => memory.restore(id),
    (record, zone) => `restored: ${memoryLines(record, zone)}`,
  );
}

export function output(context: Context, options: OneOptions, id: string): Promise<void> {
  return about(
    context,
    options,
    (memory) => memory.output(id),
    ({ text }) => printable(text),
  );
}
