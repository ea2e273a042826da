import type { UpkeepEvent, UpkeepReport, UpkeepState } from "../../agent/upkeep.ts";
import { type Context, type GlobalOptions, type Hindsight, withHindsight } from "../context.ts";
import { EXIT } from "../failure.ts";
import { count, json } from "../format.ts";
import { note, printable, say } from "../io.ts";
import { progress } from "../progress.ts";

export interface ConsolidateOptions extends GlobalOptions {
  all?: boolean;
  dryRun?: boolean;
  undo?: string;
  schedule?: string;
}

/** Longest part of a memory that a dry run shows, in UTF-16 units. */
const SHOWN = 160;

/** Runs upkeep once, by a schedule, or takes a run back. */
export async function consolidate(context: Context, options: ConsolidateOptions): Promise<void> {
  await withHindsight(context, options, async (hindsight) => {
    if (options.undo !== undefined) return undo(context, options, hindsight, options.undo);
    if (options.schedule === undefined)
      return consolidateOnce(context, options, hindsight, new AbortController().signal);
    const { onSchedule } = await import("../schedule.ts");
    await onSchedule(context.io, options.schedule, hindsight.settings.timeZone, (signal) =>
      consolidateOnce(context, options, hindsight, signal),
    );
  });
}

async function undo(context: Context, options: ConsolidateOptions, hindsight: Hindsight, run: string): Promise<void> {
  const { restored, reset, kept } = await hindsight.undoUpkeep(hindsight.settings.user, run);
  const changed = kept === 0 ? "" : `; ${count(kept, "memory", "memories")} changed since and stay as they are`;
  const weaker = reset === 0 ? "" : `, ${count(reset, "statement")} as sure as before`;
  const text = `${count(restored, "memory", "memories")} brought back${weaker}${changed}`;
  await say(context.io, options.json === true ? json({ run, restored, reset, kept }) : text);
}

/** Runs upkeep once and says what it did. */
export async function consolidateOnce(
  context: Context,
  options: ConsolidateOptions,
  hindsight: Hindsight,
  signal: AbortSignal,
): Promise<void> {
  const { io } = context;
  const all = options.all === true;
  const dryRun = options.dryRun === true;
  const graph = await hindsight.upkeepGraph();
  const stream = await graph.stream(
    { all, dry_run: dryRun },
    { context: { user_id: hindsight.settings.user }, streamMode: ["custom", "values"], signal },
  );
  const changes: (UpkeepEvent & { type: "change" })[] = [];
  let state: UpkeepState | undefined;
  let bar: Awaited<ReturnType<typeof progress>> | undefined;
  let [seen, changed] = [0, 0];
  for await (const [mode, value] of stream) {
    if (mode === "values") {
      state = value;
      continue;
    }
    if (value.type === "begin") {
      if (all) bar ??= await progress(io, "Consolidating", value.left + 1);
      bar?.update(seen++, changed);
      continue;
    }
    changed += value.ids.length;
    bar?.update(seen, changed);
    if (!dryRun) continue;
    if (options.json === true) changes.push(value);
    else await say(io, changeLines(value));
  }
  bar?.stop();
  const reports = state?.reports ?? [];
  if (reports.some(({ problem }) => problem !== null)) context.exitCode = EXIT.failed;
  if (options.json === true)
    return say(io, json({ dryRun, owners: state?.seen ?? 0, reports, ...(dryRun && { changes }) }));
  for (const report of reports) await say(io, reportLines(report, dryRun));
  if (reports.length === 0) await note(io, dryRun ? "Nothing would change." : "Nothing to do: everything is in order.");
}

const DONE: Readonly<Record<UpkeepReport["steps"][number]["step"], string>> = {
  outdated: "out of date",
  promote: "learnt from several tasks",
  merge: "merged into others",
  compress: "told in summaries",
  archive: "put away unused",
  cap: "put away over the cap",
};

function changeLines({ step, ids, why, about }: UpkeepEvent & { type: "change" }): string {
  const text = about === null ? "" : `\n  ${printable(about.length > SHOWN ? `${about.slice(0, SHOWN - 1)}…` : about)}`;
  return `${step}  ${why}${text}\n  ${ids.join(" ")}`;
}

function reportLines({ owner, run, steps, problem }: UpkeepReport, dryRun: boolean): string {
  const name = `${owner.kind === "user" ? "user" : "namespace"} "${printable(owner.id)}"`;
  const parts = steps
    .map(({ step, done, records }) => ({ step, records: step === "promote" ? done : records }))
    .filter(({ records }) => records > 0)
    .map(({ step, records }) => `${records.toLocaleString("en")} ${DONE[step]}`);
  const missed = steps.reduce((sum, { skipped }) => sum + skipped, 0);
  if (missed > 0) parts.push(`${count(missed, "change")} left for the next run`);
  const done = `${dryRun ? "would be " : ""}${parts.join(", ")}`;
  if (problem === "busy")
    return `${name}: another run keeps this memory up at the moment${parts.length === 0 ? "" : `; ${done}`}`;
  if (problem !== null)
    return `${name}: stopped: ${printable(problem)}${parts.length === 0 ? "" : `; done before: ${done}`}`;
  return `${name}: ${done}${dryRun || run === null ? "" : `\n  run ${run} (hindsight consolidate --undo ${run} takes it back)`}`;
}
