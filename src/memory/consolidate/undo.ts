import { USE_GAIN } from "../../domain/constants.ts";
import { HindsightError, isHindsightError } from "../../domain/errors.ts";
import type { MemoryRecord, Status } from "../../domain/record.ts";
import type { Amendment, MemoryStore } from "../../ports/store.ts";
import { auditEntry, withStore } from "../access.ts";
import type { MemoryDeps, Scope } from "../deps.ts";
import { withoutGain } from "./gain.ts";
import { isMade, TRACE, traceOf } from "./proposal.ts";
import { revert } from "./revert.ts";

const PAGE = 1_000;
/** Where upkeep leaves what it changed, and the summaries it wrote. */
const CHANGED: readonly Status[] = ["archived", "compressed", "active"];

async function ofRun(store: MemoryStore, run: string): Promise<MemoryRecord[]> {
  const found: MemoryRecord[] = [];
  for (let after: string | undefined; ; ) {
    const page = await store.list({ statuses: CHANGED }, { limit: PAGE, ...(after === undefined ? {} : { after }) });
    found.push(...page.filter((record) => traceOf(record)?.run === run || withoutGain(run, record) !== null));
    after = page.at(-1)?.id;
    if (page.length < PAGE) return found;
  }
}

type Change = NonNullable<Amendment["patch"]>[number];

function forgotten({ id, status, metadata: { [TRACE]: _gone, ...metadata } }: MemoryRecord): Change {
  return { id, when: status, patch: { status: "forgotten", metadata: { ...metadata, statusBefore: "active" } } };
}

/** Back in recall, also without what the same run had added to it before it put it away. */
function back(run: string, record: MemoryRecord): Change {
  const change = revert(record);
  return { ...change, patch: { ...change.patch, ...withoutGain(run, { ...record, ...change.patch }) } };
}

function reset(run: string, record: MemoryRecord): Change[] {
  const patch = withoutGain(run, record);
  return patch === null ? [] : [{ id: record.id, when: record.status, patch }];
}

/** What undoing came to. */
export interface Undone {
  /** Memories that were put away and are back. */
  restored: number;
  /** Statements that were made surer, and are as sure as before. */
  reset: number;
  /** Of both, those that something else got in the way of: they stay as they are. */
  kept: number;
}

/**
 * Takes back everything that one run of upkeep did to a user's own memory: records come back, what it added to statements
 * that stay is taken off them, what it wrote is forgotten. What belongs together at once; what was changed since stays.
 * @throws HindsightError NOT_FOUND when nothing is left of such a run
 */
export async function undo(deps: MemoryDeps, scope: Scope, run: string): Promise<Undone> {
  return withStore(deps, scope, undefined, async (store) => {
    const records = await ofRun(store, run);
    if (records.length === 0)
      throw new HindsightError(
        "NOT_FOUND",
        `nothing is left of an upkeep run ${run}`,
        "`hindsight consolidate` prints the id of its run; `hindsight show ID` names the run that changed a memory.",
      );
    const traced = (record: MemoryRecord) => (traceOf(record)?.run === run ? traceOf(record) : null);
    const wasMade = (record: MemoryRecord) => {
      const trace = traced(record);
      return trace !== null && isMade(trace);
    };
    const isChanged = (record: MemoryRecord) => traced(record) !== null && !wasMade(record);
    const result: Undone = { restored: 0, reset: 0, kept: 0 };
    for (const group of Map.groupBy(records, (record) => traced(record)?.into ?? record.id).values()) {
      const [made, changed] = [group.filter(wasMade), group.filter(isChanged)];
      const gained = group.filter((record) => !wasMade(record) && !isChanged(record));
      const patch = [
        ...changed.map((one) => back(run, one)),
        ...made.map(forgotten),
        ...gained.flatMap((one) => reset(run, one)),
      ];
      const audit = [...changed, ...gained].map(({ id, status }) =>
        auditEntry(deps, scope, "restore", id, `was ${status} (undo ${run})`),
      );
      const done = await store.amend({ patch, audit }, null).catch((error: unknown) => {
        if (isHindsightError(error, "CONFLICT")) return false; // the same was learnt again meanwhile
        throw error;
      });
      if (!done) {
        result.kept += changed.length + gained.length;
        continue;
      }
      result.restored += changed.length;
      result.reset += gained.length;
      await store.touch(
        changed.map(({ id }) => id),
        new Date(deps.clock.now()).toISOString(),
        USE_GAIN,
      );
    }
    return result;
  });
}
