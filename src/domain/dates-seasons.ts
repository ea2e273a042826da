import type { DateTime } from "luxon";

/** Which season of a name is meant: the one before, the one under way or of this year, the one after; `before` has begun. */
export type WhichSeason = "last" | "this" | "next" | "before";

/** First month of each season, northern hemisphere; a winter has the year it begins in, as for recall (`time/period.ts`). */
export const SEASON_STARTS: Readonly<Record<string, number>> = {
  ...{ spring: 3, summer: 6, autumn: 9, fall: 9, winter: 12 },
  ...{ 春: 3, 夏: 6, 秋: 9, 冬: 12 },
};

/** The three months of a season; `past` tells the tense, which decides over one that is neither under way nor begun this year. */
export function seasonNear(
  name: string,
  which: WhichSeason,
  now: DateTime,
  past: boolean,
): { from: DateTime; until: DateTime } {
  const starts = [-2, -1, 0, 1].map((years) =>
    now.startOf("year").set({ month: SEASON_STARTS[name]! }).plus({ years }),
  );
  const end = (start: DateTime) => start.plus({ months: 3 });
  const begun = starts.findLast((start) => start <= now)!;
  const from =
    which === "next"
      ? starts.find((start) => start > now)!
      : which === "last"
        ? starts.findLast((start) => end(start) <= now)!
        : which === "before" || past || end(begun) > now
          ? begun
          : starts[2]!;
  return { from, until: end(from) };
}
