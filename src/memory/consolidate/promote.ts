import type { MemoryRecord } from "../../domain/record.ts";
import { reflectPatterns } from "../patterns.ts";
import { type Proposal, TRACE, type Upkeep } from "./proposal.ts";
import { rehearsing } from "./rehearsal.ts";
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
 * own. What it adds names the run, so that it can be taken back. Of shared namespaces nothing is promoted.
 */
export async function promote(
  at: Upkeep,
  dryRun: boolean,
  onChange: (proposal: Proposal) => void | Promise<void>,
): Promise<StepReport> {
  const { owner } = at.store;
  const report: StepReport = { step: "promote", done: 0, skipped: 0, records: 0 };
  if (owner.kind !== "user") return report;
  const scope = { user: owner.id, timeZone: at.timeZone, namespaces: [] };
  const { added, strengthened } = await reflectPatterns(dryRun ? rehearsing(at.deps) : at.deps, scope);
  for (const record of added) {
    const why = `seen in ${Array.isArray(record.metadata.evidence) ? record.metadata.evidence.length : 0} tasks`;
    const trace = { run: at.run, step: "promote", at: new Date(at.now).toISOString(), why };
    if (!dryRun) await at.store.patch(record.id, { metadata: { ...record.metadata, [TRACE]: trace } }, ["active"]);
    await onChange(about(record, why, [record.id]));
  }
  for (const record of strengthened) await onChange(about(record, "seen in further tasks", [record.id]));
  report.done = added.length + strengthened.length;
  return report;
}
