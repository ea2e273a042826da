import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import type { Memory } from "../../memory/types.ts";
import { type Context, type GlobalOptions, namespacesOf, withMemory } from "../context.ts";
import { Failure } from "../failure.ts";
import { count, json } from "../format.ts";
import { type Io, say, write } from "../io.ts";
import { toLine } from "../jsonl/fields.ts";
import { type KIND_CHOICES, STATUS_CHOICES } from "../options.ts";
import { allMemories } from "../pages.ts";
import { progress } from "../progress.ts";

export interface ExportOptions extends GlobalOptions {
  kind?: (typeof KIND_CHOICES)[number];
  status?: (typeof STATUS_CHOICES)[number];
  namespace?: string[];
}

/** Writes every memory of the user as JSON Lines, to a file or to standard output. */
export async function exportFile(context: Context, options: ExportOptions, file: string): Promise<void> {
  const { io } = context;
  await withMemory(context, options, async (memory) => {
    if (file === "-") return void (await exportTo(io.stdout, memory, options, io));
    const exported = await exportToFile(file, memory, options, io);
    await say(
      io,
      options.json === true ? json({ exported, file }) : `${count(exported, "memory", "memories")} written to ${file}`,
    );
  });
}

/** Writes beside the file and puts it in place when it is whole, so that an old export is never half overwritten. */
async function exportToFile(file: string, memory: Memory, options: ExportOptions, io: Io): Promise<number> {
  const partial = `${file}.partial`;
  try {
    const stream = createWriteStream(partial, { mode: 0o600, flush: true });
    await once(stream, "open");
    const exported = await exportTo(stream, memory, options, io);
    stream.end();
    await finished(stream);
    await rename(partial, file);
    return exported;
  } catch (error) {
    await rm(partial, { force: true });
    if (error instanceof Error && "syscall" in error)
      throw new Failure(
        `${file} cannot be written: ${error.message}`,
        "Check the path, its permissions and the free space.",
        {
          cause: error,
        },
      );
    throw error;
  }
}

async function exportTo(out: Writable, memory: Memory, options: ExportOptions, io: Io): Promise<number> {
  const { total } = await memory.stats(namespacesOf(options));
  const bar = await progress(io, "Exporting", out === io.stdout && io.stdout.isTTY === true ? 0 : total);
  const filter = {
    statuses: options.status === undefined ? STATUS_CHOICES : [options.status],
    ...(options.kind !== undefined && { kinds: [options.kind] }),
  };
  let exported = 0;
  try {
    for await (const record of allMemories(memory, filter, { newestFirst: false, ...namespacesOf(options) })) {
      if (out === io.stdout && io.gone.aborted) break;
      if (out.errored) throw out.errored;
      await write(out, `${toLine(record)}\n`);
      bar.update(++exported, exported);
    }
  } finally {
    bar.stop();
  }
  return exported;
}
