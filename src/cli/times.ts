import type { Instant } from "../domain/record.ts";
import { type Edge, toInstant } from "../time.ts";
import { UsageError } from "./failure.ts";

/**
 * The instant an option means, see `toInstant`.
 * @throws UsageError naming the option.
 */
export function timeOption(option: string, text: string, zone: string, edge: Edge): Instant {
  const instant = toInstant(text, zone, edge);
  if (instant !== null) return instant;
  throw new UsageError(
    `${option}: "${text}" is not an ISO date or time`,
    "Give one such as 2026-03-31, 2026-03-31T18:30 or 2026-03-31T18:30+02:00.",
  );
}
