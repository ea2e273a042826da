import type { MemoryRecord } from "../../domain/record.ts";
import { reflectPatterns } from "../patterns.ts";
import { type Proposal, traceOf, type Upkeep } from "./proposal.ts";
import type { StepReport } from "./step.ts";

const about = ({ content }: MemoryRecord, why: string, ids: string[]): Proposal => ({
  step: "promote",
  ids,
  why,
  about: content,
  amendment: {},
});

/**
 * D4: what several tasks show together becomes one statement, see `reflectPatterns`, which has a lease and a cursor of its
 * own. What it adds and strengthens names the run, so that it can be taken back. Of shared namespaces nothing is promoted.
 */
export async function promote(at: Upkeep, onChange: (proposal: Proposal) => void | Promise<void>): Promise<StepReport> {
  const { owner } = at.store;
  const report: StepReport = { step: "promote", done: 0, skipped: 0, records: 0 };
  if (owner.kind !== "user") return report;
  const scope = { user: owner.id, timeZone: at.timeZone, namespaces: [] };
  const { added, strengthened } = await reflectPatterns(at.deps, scope, at.run);
  for (const record of added)
    await onChange(about(record, traceOf(record)?.why ?? "seen in several tasks", [record.id]));
  for (const record of strengthened) await onChange(about(record, "seen in further tasks", [record.id]));
  report.done = added.length + strengthened.length;
  return report;
}
