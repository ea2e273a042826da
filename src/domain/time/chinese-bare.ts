import { addMonths, monthOf, realDate, startOfMonth, yearOf } from "./calendar.ts";
import { DAY_NUMBER, HALF, OFFSETS, PARTS, QUARTER } from "./chinese-calendar.ts";
import { seasonOf } from "./chinese-seasons.ts";
import { at, type ReadHan, type Reading } from "./chinese-words.ts";
import { HAN_HOLIDAY, hanHoliday } from "./holidays.ts";
import { hanNumber } from "./numerals.ts";
import { partOf } from "./parts.ts";
import { dayAt, halfIn, monthAt, named, quarterIn, thisOne, unitAt, yearIn, yearless } from "./period.ts";

const BARE_SEASON = /(上个|去年|这个|今年)?(?:(春|夏|秋|冬)(?:天|季)|(暑假)|(寒假))/uy;

const QUARTER_WORD = /(上上|上|这|本|下)(?:一)?个?季度/uy;

const BARE_YEAR_PART = /年(初|中|底|末|尾)/uy;

const BARE_MONTH_PART = /月(初|底|末|中(?!间))/uy;

/** 夏天, 上个冬天, 上季度, 上半年, 年初, 月底: what names no year or month. */
export function bareAt(r: Reading, i: number): ReadHan | null {
  const festival = at(HAN_HOLIDAY, r.text, i);
  const holiday = festival === null ? null : hanHoliday(festival[1] ?? "");
  if (festival !== null && holiday !== null) {
    const what = yearless(holiday.inYear, holiday.date, r.clock);
    return what === null ? null : { what, next: i + festival[0].length };
  }
  const season = at(BARE_SEASON, r.text, i);
  const chosen = season === null ? null : seasonOf(season, 2);
  if (season !== null && chosen !== null) {
    const next = i + season[0].length;
    const current = /^(?:这个|今年)$/u.test(season[1] ?? "") ? thisOne(chosen.inYear, r.clock) : null;
    if (current !== null) return { what: named(current), next };
    const over = season[1] === "上个";
    const what = yearless(chosen.inYear, over ? null : { months: chosen.months }, r.clock, { exact: over, over });
    return what === null ? null : { what: over ? named(what.period) : what, next };
  }
  const quarter = at(QUARTER_WORD, r.text, i);
  if (quarter !== null)
    return { what: named(unitAt(r.clock, "quarter", OFFSETS[quarter[1] ?? ""] ?? 0)), next: i + quarter[0].length };
  const nth = at(QUARTER, r.text, i);
  const q = nth === null ? null : hanNumber(nth[1] ?? nth[2] ?? "");
  if (nth !== null && q !== null) {
    const what = yearless((year) => quarterIn(year, q), { months: [q * 3 - 2, q * 3 - 1, q * 3] }, r.clock);
    return what === null ? null : { what, next: i + nth[0].length };
  }
  const half = at(HALF, r.text, i);
  if (half !== null && /[上下]/u.test(half[1] ?? "")) {
    const which = half[1] === "上" ? 1 : 2;
    const what = yearless(
      (year) => halfIn(year, which),
      { months: [1, 2, 3, 4, 5, 6].map((n) => n + (which - 1) * 6) },
      r.clock,
    );
    return what === null ? null : { what, next: i + half[0].length };
  }
  const yearPart = /[\d一二三四五六七八九十几半每全多]/u.test(r.text.charAt(i - 1))
    ? null
    : at(BARE_YEAR_PART, r.text, i);
  const inYear = PARTS[yearPart?.[1] ?? ""];
  if (yearPart !== null && inYear !== undefined) {
    const what = yearless((year) => partOf(yearIn(year), inYear), null, r.clock, { exact: false });
    return what === null ? null : { what, next: i + yearPart[0].length };
  }
  const monthPart = /[\d一二三四五六七八九十几个每岁]/u.test(r.text.charAt(i - 1))
    ? null
    : at(BARE_MONTH_PART, r.text, i);
  const part = PARTS[monthPart?.[1] ?? ""];
  if (monthPart === null || part === undefined) return null;
  const month = startOfMonth(r.clock.today);
  const current = partOf(monthAt(month), part);
  const begun = current.start <= r.clock.today ? current : partOf(monthAt(addMonths(month, -1)), part);
  return { what: named(begun), next: i + monthPart[0].length };
}

/** What stands before a day without its month. */
export const BEFORE_DAY = /(?:^|[在从自到至于我你他她它们咱]|[^\p{L}\p{N}])$/u;

/** And what stands behind it. */
export const BEHIND_DAY =
  /^(?:那天|当天|的|我|你|他|她|咱|[早去吃喝见做买玩跟和有发看说聊谈过开在来到回约怎]|上午|中午|下午|晚|之|以|前|后|是|[^\p{L}\p{N}]|$)/u;

/** 15号 without a month: only where it stands as a day, for 15号 is also a line, a room and a size. */
export function dayOfMonthAt(r: Reading, i: number): ReadHan | null {
  if (/[\d一二三四五六七八九十月]/u.test(r.text.charAt(i - 1))) return null;
  const match = at(DAY_NUMBER, r.text, i);
  const day = match === null || match[0].startsWith("的") ? null : hanNumber(match[1] ?? "");
  if (match === null || day === null) return null;
  const next = i + match[0].length;
  if (!BEFORE_DAY.test(r.text.slice(Math.max(0, i - 1), i)) || !BEHIND_DAY.test(r.text.slice(next, next + 2)))
    return null;
  for (let n = 0; n > -3; n--) {
    const month = addMonths(startOfMonth(r.clock.today), n);
    const start = realDate(yearOf(month), monthOf(month), day);
    if (start !== null && start <= r.clock.today) return { what: { ...named(dayAt(start)), recurring: { day } }, next };
  }
  return null;
}
