import { type Lead, modified, type Read, WHICH, withYear, yearBehind } from "./english-dates.ts";
import { type Scan, SEASON_WORDS, says, wordAt } from "./english-words.ts";
import { ENGLISH_HOLIDAYS } from "./holidays.ts";
import { SEASONS, type Season, seasonIn, yearless } from "./period.ts";

/** "last summer", "in the summer", "summer 2023": bare only behind a word that makes it a time ("summer camp" is none). */
export function seasonAt(s: Scan, i: number, lead: Lead): Read | null {
  const which = wordAt(s, i);
  if (WHICH.test(which)) {
    const season = SEASON_WORDS.get(wordAt(s, i + 1));
    return season === undefined ? null : modified(s, which, (year) => seasonIn(year, season), i + 2);
  }
  const j = which === "the" ? i + 1 : i;
  const season = SEASON_WORDS.get(wordAt(s, j));
  if (season === undefined) return null;
  if (
    !/^(?:in|over|during|since|until|till|before|after|throughout|between|part|early|late|mid|around|pair)$/u.test(
      lead,
    ) &&
    yearBehind(s, j + 1) === null
  )
    return null;
  const what = yearless((year) => seasonIn(year, season), { months: seasonMonths(season) }, s.clock, { exact: false });
  return what === null ? null : withYear(s, { what, next: j + 1 });
}

/** Words before a holiday that make it a time: "for Christmas", not "a Christmas card". */
const HOLIDAY_LEADS =
  /^(?:on|at|over|in|during|for|since|until|till|before|after|around|between|by|part|early|late|pair)$/u;

/** "last Christmas", "on New Year's Eve", "Easter 2023", "the day after Thanksgiving". */
export function holidayAt(s: Scan, i: number, lead: Lead): Read | null {
  const which = wordAt(s, i);
  const j = WHICH.test(which) || which === "the" ? i + 1 : i;
  const dash = s.tokens[j + 1]?.text === "-" ? 1 : 0; // mid-autumn
  const entry = ENGLISH_HOLIDAYS.find(([name]) =>
    dash === 1
      ? name === "mid autumn festival" && wordAt(s, j) === "mid" && says(s, j + 2, "autumn festival")
      : says(s, j, name),
  );
  if (entry === undefined) return null;
  const [name, holiday] = entry;
  const next = j + name.split(" ").length + dash;
  if (WHICH.test(which)) return modified(s, which, holiday.inYear, next);
  if (!HOLIDAY_LEADS.test(lead) && yearBehind(s, next) === null) return null;
  const what = yearless(holiday.inYear, holiday.date, s.clock);
  return what === null ? null : withYear(s, { what, next });
}

/** The three months of a season. */
export function seasonMonths(season: Season): number[] {
  return [0, 1, 2].map((n) => ((SEASONS[season] - 1 + n) % 12) + 1);
}
