import { v7 as uuidv7 } from "uuid";
import type { Owner } from "../../domain/scope.ts";
import type { MemoryStore } from "../../ports/store.ts";
import type { MemoryDeps } from "../deps.ts";
import { fillingGraph } from "../graph.ts";
import type { Proposal, Step } from "./proposal.ts";
import { rehearsal, rehearsing } from "./rehearsal.ts";
import { runStep, type StepReport } from "./step.ts";
import { type Turn, takeTurn } from "./turn.ts";

export { type Proposal, STEPS, type Step } from "./proposal.ts";
export type { StepReport } from "./step.ts";

export interface UpkeepSettings {
  /** IANA zone dates are read in. */
  timeZone: string;
  /** Most active episodes of a user; null: 500, 1,000 for the active, 200 for the quiet. */
  episodeCap: number | null;
}

/** The upkeep of one owner's memory, begun. */
export interface Begun {
  run: string;
  owner: Owner;
  /** One step; null when an interrupted run had done it already. @throws HindsightError LEASE_LOST */
  step(step: Step, onChange?: (proposal: Proposal) => void | Promise<void>): Promise<StepReport | null>;
  /** Releases everything; `complete` when every step is done. */
  end(complete: boolean): Promise<void>;
}

/** Keeps memories in order, one owner at a time. */
export interface Upkeeper {
  /** Everyone who has a memory. */
  owners(): Promise<Owner[]>;
  /** Begins; null while another run keeps up this owner, or when there is nothing of theirs. A dry run changes nothing and waits for nobody. */
  begin(owner: Owner, options?: { dryRun?: boolean; signal?: AbortSignal }): Promise<Begun | "busy" | "nothing">;
}

const alone = <T>(work: () => Promise<T>): Promise<T> => work();

export function createUpkeeper(deps: MemoryDeps, settings: UpkeepSettings): Upkeeper {
  async function work(begun: { owner: Owner; run: string; turn: Turn | null; signal: AbortSignal }): Promise<Begun> {
    const { owner, run, turn, signal } = begun;
    const opened = await deps.stores.open(owner);
    const store: MemoryStore = turn === null ? rehearsal(opened) : fillingGraph(opened);
    return {
      run,
      owner,
      async step(step, onChange = () => undefined) {
        if (turn?.done.includes(step)) return null;
        const at = {
          deps: turn === null ? rehearsing(deps) : deps,
          store,
          run,
          now: deps.clock.now(),
          ...settings,
          signal,
        };
        const report = await (turn?.during ?? alone)(() => runStep(at, step, turn?.fence ?? null, onChange));
        await turn?.finish(step);
        return report;
      },
      async end(complete) {
        await opened.close();
        await turn?.end(complete);
      },
    };
  }

  return {
    owners: () => deps.ledger.owners(),
    async begin(owner, { dryRun = false, signal = new AbortController().signal } = {}) {
      if (!(await deps.stores.exists(owner))) return "nothing";
      if (dryRun) return work({ owner, run: uuidv7({ msecs: deps.clock.now() }), turn: null, signal });
      const turn = await takeTurn(deps, owner);
      if (turn === null) return "busy";
      try {
        return await work({ owner, run: turn.run, turn, signal: AbortSignal.any([signal, turn.signal]) });
      } catch (error) {
        await turn.end(false);
        throw error;
      }
    },
  };
}
