import { archive } from "./archive.ts";
import { cap } from "./cap.ts";
import { compress } from "./compress.ts";
import { merge } from "./merge.ts";
import { outdated } from "./outdated.ts";
import { promote } from "./promote.ts";
import { auditOf, type Proposal, type Step, type Upkeep } from "./proposal.ts";

const PROPOSE: Readonly<
  Record<Exclude<Step, "promote">, (at: Upkeep) => Promise<Proposal[]> | AsyncGenerator<Proposal>>
> = {
  outdated,
  merge,
  compress,
  archive,
  cap,
};

/** What a step did, or in a dry run would have done. */
export interface StepReport {
  step: Step;
  /** Changes made, and those that something else got in the way of: they are proposed again next time. */
  done: number;
  skipped: number;
  /** Records taken out of recall. */
  records: number;
}

/**
 * Runs one step, in a dry run without a fence: each change by itself, whole or not at all, under the fence of the run's lease. Killed anywhere and run
 * again it goes on with what is left. `onChange` hears of each change.
 * @throws HindsightError LEASE_LOST when another run took over, and what the store throws
 */
export async function runStep(
  at: Upkeep,
  step: Step,
  fence: number | null,
  onChange: (proposal: Proposal) => void | Promise<void>,
): Promise<StepReport> {
  if (step === "promote") return promote(at, onChange);
  const report: StepReport = { step, done: 0, skipped: 0, records: 0 };
  for await (const proposal of await PROPOSE[step](at)) {
    at.signal.throwIfAborted();
    const { amendment } = proposal;
    const made = await at.store.amend(
      { ...amendment, audit: auditOf(at, proposal), ...(fence === null ? {} : { fence }) },
      amendment.insert === undefined ? null : await at.deps.embedder.fingerprint(),
    );
    if (!made) {
      report.skipped++;
      continue;
    }
    report.done++;
    report.records += (amendment.patch ?? []).filter(
      ({ patch }) => patch.status !== undefined && patch.status !== "active",
    ).length;
    await onChange(proposal);
  }
  return report;
}
