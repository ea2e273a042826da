import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { Option } from "commander";
import type { Memory } from "../../memory/types.ts";
import { type GlobalOptions, type Register, withMemory } from "../context.ts";
import { Failure } from "../failure.ts";
import { type Io, say, write } from "../io.ts";
import { KIND_CHOICES, STATUS_CHOICES } from "../options.ts";
import { allMemories } from "../pages.ts";
import { progress } from "../progress.ts";
import { count, json } from "../render.ts";

interface ExportOptions extends GlobalOptions {
  kind?: (typeof KIND_CHOICES)[number];
  status?: (typeof STATUS_CHOICES)[number];
}

/** `export [FILE]`: every memory of the user as JSON Lines, old versions and forgotten ones included. */
export const exportCommand: Register = (program, context) => {
  program
    .command("export")
    .summary("write all memories as JSON Lines")
    .description(
      "Write all memories of the user as JSON Lines, one a line: every version and status, so that importing the file into an " +
        "empty home brings back the same memory.",
    )
    .argument("[file]", "where to; - or none is standard output", "-")
    .addOption(new Option("--kind <kind>", "only events, or only standing statements").choices(KIND_CHOICES))
    .addOption(new Option("--status <status>", "only those of this status").choices(STATUS_CHOICES))
    .action(async (file: string, _: ExportOptions, command) => {
      const options: ExportOptions = command.optsWithGlobals();
      const { io } = context;
      await withMemory(context, options, async (memory) => {
        if (file === "-") return void (await exportTo(io.stdout, memory, options, io));
        const exported = await exportToFile(file, memory, options, io);
        await say(
          io,
          options.json === true
            ? json({ exported, file })
            : `${count(exported, "memory", "memories")} written to ${file}`,
        );
      });
    });
};

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
  const { toLine } = await import("../jsonl/fields.ts");
  const { total } = await memory.stats();
  const bar = await progress(io, "Exporting", out === io.stdout && io.stdout.isTTY === true ? 0 : total);
  const filter = {
    statuses: options.status === undefined ? STATUS_CHOICES : [options.status],
    ...(options.kind !== undefined && { kinds: [options.kind] }),
  };
  let exported = 0;
  try {
    for await (const record of allMemories(memory, filter, { newestFirst: false })) {
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
