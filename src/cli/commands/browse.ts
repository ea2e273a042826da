import { Option } from "commander";
import type { MemoryStats } from "../../memory/types.ts";
import type { Filter } from "../../ports/store.ts";
import { inZone } from "../../time.ts";
import { type GlobalOptions, type Register, withMemory } from "../context.ts";
import { note, say, write } from "../io.ts";
import { KIND_CHOICES, STATUS_CHOICES, wholeNumber, words } from "../options.ts";
import { allMemories } from "../pages.ts";
import { bytes, json, memoryLines } from "../render.ts";

interface ListOptions extends GlobalOptions {
  kind?: (typeof KIND_CHOICES)[number];
  status?: (typeof STATUS_CHOICES)[number] | "all";
  tag?: string[];
  thread?: string;
  limit?: number;
}

/** `list` and `stats`: what there is. */
export const browseCommands: Register = (program, context) => {
  program
    .command("list")
    .description("list memories, newest first")
    .addOption(new Option("--kind <kind>", "only events, or only standing statements").choices(KIND_CHOICES))
    .addOption(
      new Option("--status <status>", "those of this status instead of the active ones").choices([
        ...STATUS_CHOICES,
        "all",
      ]),
    )
    .option("--tag <tag>", "only memories with all of these tags", words)
    .option("--thread <id>", "only this conversation")
    .option("--limit <n>", "at most so many (default all)", wholeNumber(1, 1_000_000_000))
    .action(async (_: ListOptions, command) => {
      const options: ListOptions = command.optsWithGlobals();
      const { io } = context;
      const asJson = options.json === true;
      await withMemory(context, options, async (memory) => {
        let shown = 0;
        if (asJson) await write(io.stdout, '{"memories":[');
        for await (const record of allMemories(memory, toFilter(options), { newestFirst: true })) {
          if (io.gone.aborted || shown === options.limit) break;
          if (asJson) await write(io.stdout, `${shown === 0 ? "" : ","}\n${json(record)}`);
          else await say(io, memoryLines(record, memory.timeZone));
          shown++;
        }
        if (asJson) await write(io.stdout, "]}\n");
        else if (shown === 0) await note(io, "No memories.");
      });
    });

  program
    .command("stats")
    .description("how many memories there are, of what kind, and how healthy the memory is")
    .action(async (_: GlobalOptions, command) => {
      const options: GlobalOptions = command.optsWithGlobals();
      await withMemory(context, options, async (memory) => {
        const stats = await memory.stats();
        await say(context.io, options.json === true ? json(stats) : asText(stats, memory.timeZone));
      });
    });
};

function toFilter(options: ListOptions): Filter {
  return {
    ...(options.kind !== undefined && { kinds: [options.kind] }),
    ...(options.status !== undefined && { statuses: options.status === "all" ? STATUS_CHOICES : [options.status] }),
    ...(options.tag !== undefined && { tags: options.tag }),
    ...(options.thread !== undefined && { threads: [options.thread] }),
  };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

function counts(by: Partial<Record<string, number>>): string {
  const parts = Object.entries(by).filter(([, n]) => n !== undefined && n > 0);
  return parts.length === 0 ? "none" : parts.map(([name, n]) => `${n?.toLocaleString("en")} ${name}`).join(", ");
}

function asText(stats: MemoryStats, zone: string): string {
  const range =
    stats.oldest === null || stats.newest === null
      ? "none yet"
      : `${inZone(stats.oldest, zone)} to ${inZone(stats.newest, zone)}`;
  const rows: [string, string][] = [
    ["user", stats.user],
    ["memories", `${stats.total.toLocaleString("en")} (${counts(stats.byStatus)})`],
    ["kinds", counts(stats.byKind)],
    [
      "semantic share",
      `${percent(stats.semanticShare)} of the active ones (under 10% means reflection is not working)`,
    ],
    ["ever recalled", percent(stats.everRecalledShare)],
    ["superseded", stats.superseded.toLocaleString("en")],
    [
      "dead letters",
      stats.deadLetters === 0
        ? "0"
        : `${stats.deadLetters.toLocaleString("en")} (work on this memory that failed; hindsight doctor says more)`,
    ],
    ["from … to", range],
    ["size", bytes(stats.bytes)],
    ["embedding", stats.embedding ?? "none yet"],
  ];
  return rows.map(([name, value]) => `${name.padEnd(15)} ${value}`).join("\n");
}
