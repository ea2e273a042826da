import type { Indexed } from "../ports/store.ts";
import type { Change } from "./apply.ts";
import type { Plan } from "./plan.ts";
import type { Reflected } from "./types.ts";

/** What the day has room for of a plan, and what waits on the episode until there is room again. */
export interface Portion {
  now: Plan;
  later: Change[];
  /** What waits, as it is told. */
  waits: Reflected["dropped"];
}

type Write = { change: Change & { op: "update" } } | { add: Indexed };

const recordOf = (write: Write) => ("add" in write ? write.add.record : write.change.record);
const isConstraint = (write: Write) => recordOf(write).type === "constraint";

/** Constraints first ("allergic to kiwi"), then replacements, which keep what is known true, then the rest as said. */
function inOrder(plan: Plan): Write[] {
  const writes: Write[] = [
    ...plan.changes.flatMap((change) => (change.op === "update" ? [{ change }] : [])),
    ...plan.adds.map((add) => ({ add })),
  ];
  return [...writes.filter(isConstraint), ...writes.filter((write) => !isConstraint(write))];
}

/** The constraint to be written before all else; undefined when the plan has none. */
export function firstConstraint(plan: Plan): { item: Indexed } | { change: Change & { op: "update" } } | undefined {
  const first = inOrder(plan).find(isConstraint);
  if (first === undefined) return undefined;
  return "add" in first ? { item: first.add } : first;
}

/** Divides a plan where `room` memories may still be written, of which the episode is one. */
export function portioned(room: number, plan: Plan): Portion {
  const order = inOrder(plan);
  if (order.length < room) return { now: plan, later: [], waits: [] };
  const fits = new Set(order.slice(0, Math.max(0, room - 1)).map(recordOf));
  const rest = order.filter((write) => !fits.has(recordOf(write)));
  const why = "waits for room: the day's cap of writes is reached (HINDSIGHT_DAILY_WRITES)";
  return {
    now: {
      ...plan,
      changes: plan.changes.filter((change) => change.op === "retract" || fits.has(change.record)),
      adds: plan.adds.filter(({ record }) => fits.has(record)),
    },
    later: rest.map((write) => ("add" in write ? { op: "add", record: write.add.record } : write.change)),
    waits: rest.map((write) => ({ part: recordOf(write).content, why })),
  };
}
