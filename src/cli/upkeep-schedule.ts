import type { Context, Hindsight } from "./context.ts";
import type { Scheduled } from "./schedule.ts";

/** Upkeep of everyone at the times of HINDSIGHT_UPKEEP, in this process; null when it is off. */
export async function scheduledUpkeep(
  context: Context,
  hindsight: Hindsight,
  signal: AbortSignal,
): Promise<Scheduled | null> {
  const pattern = hindsight.settings.upkeepSchedule;
  if (pattern === "off") return null;
  const [{ schedule }, { consolidateOnce }] = await Promise.all([
    import("./schedule.ts"),
    import("./run/consolidate.ts"),
  ]);
  return schedule(context.io, pattern, hindsight.settings.timeZone, () =>
    consolidateOnce(context, { all: true }, hindsight, signal),
  );
}
