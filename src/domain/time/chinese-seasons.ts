import { DAY } from "./calendar.ts";
import { HAN_SEASONS } from "./chinese-words.ts";
import { monthIn, type Period, SEASONS, seasonIn } from "./period.ts";

/** The holidays of schools: July and August, and the four weeks around the Spring Festival. */
function holiday(year: number, which: "暑假" | "寒假"): Period {
  if (which === "暑假") return { start: monthIn(year, 7).start, end: monthIn(year, 8).end, grain: "span" };
  return { start: monthIn(year, 1).start + 9 * DAY, end: monthIn(year, 2).end, grain: "span" };
}

export function seasonOf(
  match: RegExpExecArray,
  from: number,
): { inYear: (year: number) => Period; months: number[] } | null {
  const season = HAN_SEASONS[match[from] ?? ""];
  if (season !== undefined)
    return {
      inYear: (year) => seasonIn(year, season),
      months: [0, 1, 2].map((n) => ((SEASONS[season] - 1 + n) % 12) + 1),
    };
  if (match[from + 1] !== undefined) return { inYear: (year) => holiday(year, "暑假"), months: [7, 8] };
  return match[from + 2] === undefined ? null : { inYear: (year) => holiday(year, "寒假"), months: [1, 2] };
}
