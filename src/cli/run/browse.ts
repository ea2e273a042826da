import type { MemoryHealth, MemoryStats } from "../../memory/types.ts";
import type { DeadLetter } from "../../ports/ledger.ts";
import type { Filter } from "../../ports/store.ts";
import { inZone } from "../../time.ts";
import { type Context, type GlobalOptions, namespacesOf, withMemory } from "../context.ts";
import { bytes, json } from "../format.ts";
import { note, say, write } from "../io.ts";
import { type KIND_CHOICES, STATUS_CHOICES } from "../options.ts";
import { allMemories } from "../pages.ts";
import { memoryLines } from "../render.ts";

export interface ListOptions extends GlobalOptions {
  kind?: (typeof KIND_CHOICES)[number];
  status?: (typeof STATUS_CHOICES)[number] | "all";
  tag?: string[];
  thread?: string;
  limit?: number;
  namespace?: string[];
}

export interface StatsOptions extends GlobalOptions {
  namespace?: string[];
}

/** Most dead letters that are listed, and the longest line of one, in UTF-16 units. */
const LETTERS = 5;
const WIDTH = 200;

/** Lists memories, page by page. */
export async function list(context: Context, options: ListOptions): Promise<void> {
  const { io } = context;
  const asJson = options.json === true;
  await withMemory(context, options, async (memory) => {
    let shown = 0;
    if (asJson) await write(io.stdout, '{"memories":[');
    for await (const record of allMemories(memory, toFilter(options), {
      newestFirst: true,
      ...namespacesOf(options),
    })) {
      if (io.gone.aborted || shown === options.limit) break;
      if (asJson) await write(io.stdout, `${shown === 0 ? "" : ","}\n${json(record)}`);
      else await say(io, memoryLines(record, memory.timeZone));
      shown++;
    }
    if (asJson) await write(io.stdout, "]}\n");
    else if (shown === 0) await note(io, "No memories.");
  });
}

/** Shows the figures of the memory. */
export async function stats(context: Context, options: StatsOptions): Promise<void> {
  await withMemory(context, options, async (memory) => {
    const [found, letters, health] = await Promise.all([
      memory.stats(namespacesOf(options)),
      memory.deadLetters(),
      memory.health(),
    ]);
    if (options.json === true) await say(context.io, json({ ...found, ...health, letters }));
    else
      await say(
        context.io,
        [asText(found, health, memory.timeZone), ...letterLines(letters, memory.timeZone)].join("\n"),
      );
  });
}

/** The newest dead letters, a line each; the raw text is in the JSON. */
function letterLines(letters: readonly DeadLetter[], timeZone: string): string[] {
  const shown = letters.slice(0, LETTERS).map(({ id, at, job, reason, detail, model }) => {
    const line = `  ${id}  ${inZone(at, timeZone)}  ${job} by ${model}: ${reason}, ${detail.replace(/\s+/gu, " ")}`;
    return line.length <= WIDTH ? line : `${line.slice(0, WIDTH - 1)}…`;
  });
  return letters.length > LETTERS ? [...shown, `  and ${letters.length - LETTERS} more (--json shows all)`] : shown;
}

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

function queued({ waiting, delayed, running, oldest }: MemoryStats["queue"], zone: string): string {
  const parts = counts({ waiting, "put off": delayed, running });
  return oldest === null ? parts : `${parts}; the oldest waits since ${inZone(oldest, zone)}`;
}

function writtenToday({ count, cap }: MemoryStats["writesToday"]): string {
  if (cap === null) return `${count.toLocaleString("en")} (no cap)`;
  const full = count >= cap ? "; the cap is reached" : "";
  return `${count.toLocaleString("en")} of ${cap.toLocaleString("en")} a day${full}`;
}

/** Conflicts, and statements of each, that are named; `--json` has all. */
const CONFLICTS_SHOWN = 5;

function asText(stats: MemoryStats, health: MemoryHealth, zone: string): string {
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
    [
      "growth",
      `${health.lastMonth.toLocaleString("en")} in the last 30 days, ${health.monthBefore.toLocaleString("en")} in the 30 before`,
    ],
    [
      "conflicts",
      `${health.conflicts.toLocaleString("en")} (things with more than one value, of which one can hold; hindsight forget ID drops a wrong one)`,
    ],
    ...health.conflicting
      .slice(0, CONFLICTS_SHOWN)
      .flatMap(({ statements }) =>
        statements
          .slice(0, CONFLICTS_SHOWN)
          .map(({ id, content }, i): [string, string] => ["", `${i === 0 ? "-" : " "} ${id} ${content}`]),
      ),
    [
      "noise",
      `${health.noise.toLocaleString("en")} (${percent(health.noiseShare)}: small talk, tool output, instructions)`,
    ],
    ["superseded", stats.superseded.toLocaleString("en")],
    [
      "dead letters",
      stats.deadLetters === 0
        ? "0"
        : `${stats.deadLetters.toLocaleString("en")} (work that failed; hindsight retry ID does it again, discard ID drops it)`,
    ],
    ["refused", counts(stats.refusals)],
    ["queued work", queued(stats.queue, zone)],
    ["written today", writtenToday(stats.writesToday)],
    ["recall cache", counts({ ...stats.recallCache })],
    ["from … to", range],
    ["size", bytes(stats.bytes)],
    ["embedding", stats.embedding ?? "none yet"],
  ];
  return rows.map(([name, value]) => `${name.padEnd(15)} ${value}`).join("\n");
}
