import type { Clock } from "./calendar.ts";
import { dateIn, monthIn, type Named, named, yearless } from "./period.ts";

/**
 * A date in figures, in any language: 2023-05-01, 2023/5/1, 2023.5.1, 2023-05, 5/1/2023, 5/1/23, 5/1, 1.5.2023.
 * With slashes the month comes first, unless it cannot (25/12/2023); with dots the day does, unless it cannot. A
 * two-digit year is of this century when that is not in the future, else of the last. Null for what is no date.
 */
export function dateInFigures(text: string, clock: Clock): Named | null {
  const [date = ""] = text.split(/T/iu);
  const numbers = date.split(/[-/.]/u).map(Number);
  const [a = 0, b = 0, c] = numbers;
  if (a >= 1000) {
    if (b < 1 || b > 12) return null;
    if (c === undefined) return named(monthIn(a, b));
    const day = dateIn(a, b, c);
    return day === null ? null : named(day);
  }
  const dayFirst = date.includes(".") ? b <= 12 : a > 12;
  const [month, day] = dayFirst ? [b, a] : [a, b];
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  if (c === undefined) return yearless((year) => dateIn(year, month, day), { month, day }, clock);
  const now = new Date(clock.today).getUTCFullYear();
  const year = c >= 100 ? c : now - ((((now - c) % 100) + 100) % 100);
  const period = dateIn(year, month, day);
  return period === null ? null : named(period);
}
