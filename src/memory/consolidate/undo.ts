import { USE_GAIN } from "../../domain/constants.ts";
import { HindsightError, isHindsightError } from "../../domain/errors.ts";
import type { MemoryRecord, Status } from "../../domain/record.ts";
import type { MemoryStore } from "../../ports/store.ts";
import { auditEntry, withStore } from "../access.ts";
import type { MemoryDeps, Scope } from "../deps.ts";
import { TRACE, traceOf } from "./proposal.ts";
import { revert } from "./revert.ts";

const PAGE = 1_000;
/** Where upkeep leaves what it changed, and the summaries it wrote. */
const CHANGED: readonly Status[] = ["archived", "compressed", "active"];

async function ofRun(store: MemoryStore, run: string): Promise<MemoryRecord[]> {
  const found: MemoryRecord[] = [];
  for (let after: string | undefined; ; ) {
    const page = await store.list({ statuses: CHANGED }, { limit: PAGE, ...(after === undefined ? {} : { after }) });
    found.push(...page.filter((record) => traceOf(record)?.run === run));
    after = page.at(-1)?.id;
    if (page.length < PAGE) return found;
  }
}

/**
 * Takes back everything that one run of upkeep did to a user's own memory: records come back, what upkeep wrote is forgotten.
 * Each belongs-together at once. What was changed since stays as it is. Returns how many came back.
 * @throws HindsightError NOT_FOUND when nothing is left of such a run
 */
export async function undo(deps: MemoryDeps, scope: Scope, run: string): Promise<{ restored: number; kept: number }> {
  return withStore(deps, scope, undefined, async (store) => {
    const records = await ofRun(store, run);
    if (records.length === 0)
      throw new HindsightError(
        "NOT_FOUND",
        `nothing is left of an upkeep run ${run}`,
        "`hindsight consolidate` prints the id of its run; `hindsight show ID` names the run that changed a memory.",
      );
    const made = records.filter((record) => traceOf(record)?.was === undefined && record.status === "active");
    const changed = records.filter((record) => traceOf(record)?.was !== undefined);
    const groups = Map.groupBy(changed, (record) => traceOf(record)?.into ?? record.id);
    for (const { id } of made) if (!groups.has(id)) groups.set(id, []);
    const result = { restored: 0, kept: 0 };
    for (const [into, group] of groups) {
      const forgotten = made.filter(({ id }) => id === into);
      const patch = [
        ...group.map(revert),
        ...forgotten.map((one) => {
          const { [TRACE]: _gone, ...metadata } = one.metadata;
          return {
            id: one.id,
            when: one.status,
            patch: { status: "forgotten", metadata: { ...metadata, statusBefore: "active" } },
          } as const;
        }),
      ];
      const audit = group.map(({ id, status }) =>
        auditEntry(deps, scope, "restore", id, `was ${status} (undo ${run})`),
      );
      const done = await store.amend({ patch, audit }, null).catch((error: unknown) => {
        if (isHindsightError(error, "CONFLICT")) return false; // the same was learnt again meanwhile
        throw error;
      });
      result[done ? "restored" : "kept"] += group.length;
      if (done)
        await store.touch(
          group.map(({ id }) => id),
          new Date(deps.clock.now()).toISOString(),
          USE_GAIN,
        );
    }
    return result;
  });
}
