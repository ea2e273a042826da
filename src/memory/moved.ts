import type { Kept, Ranked } from "./select.ts";
import type { Place } from "./types.ts";

/** The list in its new order, those that stand elsewhere than before marked with what moved them. */
export function moved(before: readonly Ranked[], after: readonly Ranked[], by: Place): readonly Ranked[] {
  return after.map((one, at) => (one === before[at] ? one : { ...one, moved: by }));
}

/**
 * For each result that stands above a higher score or below a lower one, what moved it; else what moved the other past it.
 * Undefined for the rest, whose place their score explains.
 */
export function placesOf(kept: readonly Pick<Kept, "ranked" | "moved">[]): (Place | undefined)[] {
  return kept.map((one, at) => {
    const past = kept.filter(({ ranked }, other) =>
      other < at ? ranked.score < one.ranked.score : other > at && ranked.score > one.ranked.score,
    );
    return past.length === 0 ? undefined : (one.moved ?? past.find((other) => other.moved !== undefined)?.moved);
  });
}
