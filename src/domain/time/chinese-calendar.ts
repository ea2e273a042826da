import { addMonths, DAY, monthOf, startOfMonth, yearOf } from "./calendar.ts";
import { seasonOf } from "./chinese-seasons.ts";
import { at, hanWeekday, type ReadHan, type Reading } from "./chinese-words.ts";
import { HAN_HOLIDAY, hanHoliday } from "./holidays.ts";
import { hanNumber } from "./numerals.ts";
import { type Part, partOf, thisTime } from "./parts.ts";
import {
  dateIn,
  halfIn,
  mapNamed,
  monthAt,
  monthIn,
  named,
  type Period,
  quarterIn,
  unitAt,
  weekdayBefore,
  weekdayIn,
  yearIn,
  yearless,
} from "./period.ts";

export const DE = "(?:的)?";

export const OFFSETS: Readonly<Record<string, number>> = { 上上: -2, 上: -1, 这: 0, 本: 0, 下: 1, 下下: 2 };

const YEAR =
  /((?:19|20)\d\d|[一二][零〇一二三四五六七八九]{3})(?:年(?!级|代|龄)|(?=[春夏秋冬]天))|(\d\d)年(?=\d{1,2}月)/uy;

const YEAR_WORD = /大前年|(?<![以之])前年|(?<!过|回)去年|上一年|今年|本年|明年|(?<![以之])后年/uy;

const YEAR_WORDS: Readonly<Record<string, number>> = {
  大前年: -3,
  前年: -2,
  去年: -1,
  上一年: -1,
  今年: 0,
  本年: 0,
  明年: 1,
  后年: 2,
};

const MONTH = /(1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月(?!亮|饼|光|球|台|天)份?/uy;

const MONTH_WORD = /(上上|上|这|本|下下|下)(?:一)?个?月(?!亮|饼|光|球|台|天)份?/uy;

export const DAY_NUMBER = new RegExp(
  `${DE}(3[01]|[12]\\d|0?[1-9]|[廿卅]?[一二三四五六七八九]|[二三]?十[一二三四五六七八九]?|廿|卅)(?:日|号)(?!线|楼|房|门|桌|店|机|仓)`,
  "uy",
);

const NTH_WEEK = /的?(?:第([一二三四五1-5])|最后一)个?(?:周|星期|礼拜)/uy;

const MONTH_PART = /的?月?(初|底|末|上旬|中旬|下旬|中(?!间|旬|秋|国|文|午))/uy;

const YEAR_PART = /的?年?(初|中|底|末|尾)(?!级)/uy;

const SAME_TIME = /的?(?:这个时候|这时候|这时|此时|今天|同期)/uy;

const WEEK_WORD = /(上上|上|这|本|下下|下)(?:一)?个?(?:周|星期|礼拜)/uy;

/** 上周三, but not the 三 of 上周三个人来了, nor the 天 of 这周天气. */
const IN_WEEK =
  /的?(?:周|星期|礼拜)?(?:末|([一二三四五六日天1-7])(?![个次天十百]|(?<=一)[起共直样边些点]|(?<=日)[本语]|(?<=天)气))/uy;

const WEEKDAY =
  /(?<![一二两三四五六七八九十几个\d])(?:周|星期|礼拜)(?:末|([一二三四五六日天1-7])(?![个次十百]|(?<=日)[本语]|(?<=天)气))/uy;

export const HALF = /的?(上|下|前|后)半年/uy;

export const QUARTER = /的?(?:第?([一二三四1-4])个?季度|[Qq]([1-4]))/uy;

const SEASON = /的?(?:(春|夏|秋|冬)(?:天|季)?(?!节|装|衣|游|令)|(暑假)|(寒假))/uy;

export const PARTS: Readonly<Record<string, Part>> = {
  初: "start",
  上旬: "start",
  中: "middle",
  中旬: "middle",
  底: "end",
  末: "end",
  尾: "end",
  下旬: "end",
};

function cut(read: ReadHan, r: Reading, pattern: RegExp): ReadHan | null {
  const match = at(pattern, r.text, read.next);
  const part = PARTS[match?.[1] ?? ""];
  const what = part === undefined ? null : mapNamed(read.what, (period) => partOf(period, part), r.clock);
  return match === null || what === null ? null : { what, next: read.next + match[0].length };
}

/** A month with the day, week or part of it that stands behind. */
function inMonth(r: Reading, month: ReadHan): ReadHan {
  const { what, next } = month;
  const day = at(DAY_NUMBER, r.text, next);
  const number = day === null ? null : hanNumber(day[1] ?? "");
  if (day !== null && number !== null) {
    const { recurring } = what;
    const pattern = recurring !== null && "month" in recurring ? { month: recurring.month, day: number } : recurring;
    const date = mapNamed(what, ({ start }) => dateIn(yearOf(start), monthOf(start), number), r.clock, pattern);
    if (date !== null) return { what: date, next: next + day[0].length };
  }
  const week = at(NTH_WEEK, r.text, next);
  if (week !== null) {
    const nth = week[1] === undefined ? null : hanNumber(week[1]);
    const narrowed = mapNamed(
      what,
      ({ start, end }): Period | null => {
        const from = nth === null ? end - 7 * DAY : start + (nth - 1) * 7 * DAY;
        return from >= end ? null : { start: from, end: Math.min(end, from + 7 * DAY), grain: "week" };
      },
      r.clock,
    );
    if (narrowed !== null) return { what: narrowed, next: next + week[0].length };
  }
  return cut(month, r, MONTH_PART) ?? month;
}

/** A year and what of it is named behind: 去年夏天, 2023年4月29日, 今年第一季度, 去年年底, 去年这个时候. */
export function yearAt(r: Reading, i: number): ReadHan | null {
  const figures = at(YEAR, r.text, i);
  const word = figures === null ? at(YEAR_WORD, r.text, i) : null;
  const match = figures ?? word;
  if (match === null || /[轻龄纪级货糕]/u.test(r.text.charAt(i + match[0].length))) return null;
  const now = yearOf(r.clock.today);
  const short = figures?.[2] === undefined ? null : 2000 + Number(figures[2]);
  const year = word === null ? (short ?? hanNumber(figures?.[1] ?? "")) : now + (YEAR_WORDS[word[0]] ?? 0);
  if (year === null) return null;
  const next = i + match[0].length;
  const de = r.text.charAt(next) === "的" ? 1 : 0;
  const month = at(MONTH, r.text, next + de);
  if (month !== null) {
    const number = hanNumber(month[1] ?? "");
    if (number !== null) return inMonth(r, { what: named(monthIn(year, number)), next: next + de + month[0].length });
  }
  const half = at(HALF, r.text, next);
  if (half !== null)
    return { what: named(halfIn(year, /[上前]/u.test(half[1] ?? "") ? 1 : 2)), next: next + half[0].length };
  const quarter = at(QUARTER, r.text, next);
  const q = quarter === null ? null : hanNumber(quarter[1] ?? quarter[2] ?? "");
  if (quarter !== null && q !== null) return { what: named(quarterIn(year, q)), next: next + quarter[0].length };
  const festival = at(HAN_HOLIDAY, r.text, next + de);
  const celebrated = hanHoliday(festival?.[1] ?? "")?.inYear(year) ?? null;
  if (festival !== null && celebrated !== null)
    return { what: named(celebrated), next: next + de + festival[0].length };
  const season = at(SEASON, r.text, next);
  const chosen = season === null ? null : seasonOf(season, 1);
  if (season !== null && chosen !== null) {
    const underWay = word !== null && chosen.inYear(now - 1).end > r.clock.today; // in January 今年冬天 began last year
    return { what: named(chosen.inYear(underWay ? year - 1 : year)), next: next + season[0].length };
  }
  const same = at(SAME_TIME, r.text, next);
  if (same !== null && word !== null && year < now)
    return { what: named(thisTime(r.clock, now - year, "year"), false), next: next + same[0].length };
  const whole: ReadHan = { what: named(yearIn(year)), next };
  return cut(whole, r, YEAR_PART) ?? whole;
}

/** 3月, 5月1号, 四月二十九号, 上个月底, 月初. */
export function monthAtPlace(r: Reading, i: number): ReadHan | null {
  const word = at(MONTH_WORD, r.text, i);
  if (word !== null) {
    const first = addMonths(startOfMonth(r.clock.today), OFFSETS[word[1] ?? ""] ?? 0);
    return inMonth(r, { what: named(monthAt(first)), next: i + word[0].length });
  }
  const month = /(?:[\d十]|(?<!整)个)$/u.test(r.text.slice(Math.max(0, i - 2), i)) ? null : at(MONTH, r.text, i);
  const number = month === null ? null : hanNumber(month[1] ?? "");
  if (month !== null && number !== null) {
    const what = yearless((year) => monthIn(year, number), { month: number }, r.clock);
    return what === null ? null : inMonth(r, { what, next: i + month[0].length });
  }
  return null;
}

/** 上周三, 上上周, 这个星期, 周末, 礼拜三. */
export function weekAtPlace(r: Reading, i: number): ReadHan | null {
  const week = at(WEEK_WORD, r.text, i);
  if (week !== null) {
    const period = unitAt(r.clock, "week", OFFSETS[week[1] ?? ""] ?? 0);
    const next = i + week[0].length;
    const inside = at(IN_WEEK, r.text, next);
    if (inside === null) return { what: named(period), next };
    const weekday = inside[1] === undefined ? null : hanWeekday(inside[1]);
    const narrowed: Period =
      weekday === null
        ? { start: period.start + 5 * DAY, end: period.end, grain: "weekend" }
        : weekdayIn(period, weekday);
    return { what: named(narrowed), next: next + inside[0].length };
  }
  const bare = at(WEEKDAY, r.text, i);
  if (bare === null) return null;
  const next = i + bare[0].length;
  const weekday = bare[1] === undefined ? null : hanWeekday(bare[1]);
  if (weekday !== null) return { what: { ...named(weekdayBefore(r.clock, weekday)), recurring: { weekday } }, next };
  const current = unitAt(r.clock, "weekend", 0);
  const period = current.start <= r.clock.today ? current : unitAt(r.clock, "weekend", -1);
  return { what: { ...named(period), recurring: { weekdays: [6, 7] } }, next };
}
