import { addMonths, DAY, dayOf, monthOf, realDate, startOfMonth, yearOf } from "./calendar.ts";
import {
  AMOUNT,
  amountOf,
  at,
  DAY_PART,
  HAN_SEASONS,
  hanHours,
  hanUnit,
  hanWeekday,
  NUMBER,
  type ReadHan,
  type Reading,
  UNIT,
} from "./chinese-words.ts";
import { FIGURES } from "./english-words.ts";
import { dateInFigures } from "./figures.ts";
import { hanNumber } from "./numerals.ts";
import { ago, aroundHour, hoursOf, lately, type Part, partOf, RECENT_DAYS, thisTime } from "./parts.ts";
import {
  dateIn,
  dayAt,
  halfIn,
  latest,
  mapNamed,
  monthAt,
  monthIn,
  type Named,
  named,
  type Period,
  quarterIn,
  SEASONS,
  seasonIn,
  unitAt,
  weekdayBefore,
  weekdayIn,
  yearIn,
  yearless,
} from "./period.ts";

const DE = "(?:的)?";
const YEAR = /((?:19|20)\d\d|[一二][零〇一二三四五六七八九]{3})年(?!级|代|龄)|(\d\d)年(?=\d{1,2}月)/uy;
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
const MONTH = /(1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月(?!亮|饼|光|球|台)份?/uy;
const MONTH_WORD = /(上上|上|这|本|下下|下)(?:一)?个?月(?!亮|饼|光|球|台)份?/uy;
const OFFSETS: Readonly<Record<string, number>> = { 上上: -2, 上: -1, 这: 0, 本: 0, 下: 1, 下下: 2 };
const DAY_NUMBER = new RegExp(
  `${DE}(3[01]|[12]\\d|0?[1-9]|[廿卅]?[一二三四五六七八九]|[二三]?十[一二三四五六七八九]?|廿|卅)(?:日|号)(?!线|楼|房|门|桌|店|机|仓)`,
  "uy",
);
const WEEK_WORD = /(上上|上|这|本|下下|下)(?:一)?个?(?:周|星期|礼拜)/uy;
/** 上周三, but not the 三 of 上周三个人来了, nor the 天 of 这周天气. */
const IN_WEEK =
  /的?(?:周|星期|礼拜)?(?:末|([一二三四五六日天1-7])(?![个次天十百]|(?<=一)[起共直样边些点]|(?<=日)[本语]|(?<=天)气))/uy;
const WEEKDAY =
  /(?<![一二两三四五六七八九十几个\d])(?:周|星期|礼拜)(?:末|([一二三四五六日天1-7])(?![个次十百]|(?<=日)[本语]|(?<=天)气))/uy;
const DAY_WORD = /大前天|(?<![以之目当从眼面提])前天|昨天|昨日|今天|今日|明天|明日|大后天|(?<![以之然最今往])后天/uy;
const DAY_WORDS: Readonly<Record<string, number>> = {
  大前天: -3,
  前天: -2,
  昨天: -1,
  昨日: -1,
  今天: 0,
  今日: 0,
  明天: 1,
  明日: 1,
  后天: 2,
  大后天: 3,
};
const DAY_AND_PART = /(今|昨|前|明)(早|晨|晚|夜)(?!上次|餐|饭|点|会|霜|安)(?:上)?/uy;
const PART_OF_DAY = new RegExp(`${DE}(${DAY_PART})?(?:(${NUMBER})点(?:半|钟|一刻|${NUMBER}分)?)?`, "uy");
const SEASON = /的?(?:(春|夏|秋|冬)(?:天|季)?|(暑假)|(寒假))/uy;
const BARE_SEASON = /(上个|去年|这个|今年)?(?:(春|夏|秋|冬)(?:天|季)|(暑假)|(寒假))/uy;
const QUARTER = /的?(?:第?([一二三四1-4])个?季度|[Qq]([1-4]))/uy;
const QUARTER_WORD = /(上上|上|这|本|下)(?:一)?个?季度/uy;
const HALF = /的?(上|下|前|后)半年/uy;
const YEAR_PART = /的?年?(初|中|底|末|尾)(?!级)/uy;
const BARE_YEAR_PART = /年(初|中|底|末|尾)/uy;
const MONTH_PART = /的?月?(初|底|末|上旬|中旬|下旬|中(?!间|旬|秋|国|文|午))/uy;
const BARE_MONTH_PART = /月(初|底|末|中(?!间))/uy;
const SAME_TIME = /的?(?:这个时候|这时候|这时|此时|今天|同期)/uy;
const NTH_WEEK = /的?(?:第([一二三四五1-5])|最后一)个?(?:周|星期|礼拜)/uy;
const AGO = new RegExp(
  `(?:大约|大概|差不多|约)?(${AMOUNT})(${UNIT})(半)?多?(?:以前|之前|前(?![后面往进台途辈景提]))`,
  "uy",
);
const LATELY = new RegExp(
  `(?:过去|最近|近|这|前)的?(${AMOUNT})(${UNIT})(?!前|以前|之前|级|[零〇一二三四五六七八九])`,
  "uy",
);
const FIGURE = new RegExp(FIGURES.source, "iuy");

/** Rough words: from so many days before today, to so many. */
const VAGUE: readonly (readonly [words: RegExp, from: number, to: number])[] = [
  [/前几天|前些天|前两天|前几日|前些日子/uy, 8, 1],
  [/前(?:一)?阵子|前(?:一)?段时间/uy, 60, 7],
  [/不久(?:之|以)?前|前不久/uy, RECENT_DAYS, 0],
  [/(?:这|近|最近)(?:几|两|些)天|这几日/uy, 8, 0],
  [/(?<!离.{0,6})最近(?:这?一?(?:段时间|阵子|段日子))?|近来|近期|近日|这(?:一)?(?:阵子|段时间)/uy, RECENT_DAYS, 0],
];

const PARTS: Readonly<Record<string, Part>> = {
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
  const what = part === undefined ? null : mapNamed(read.what, (period) => partOf(period, part));
  return match === null || what === null ? null : { what, next: read.next + match[0].length };
}

/** A month with the day, week or part of it that stands behind. */
function inMonth(r: Reading, month: ReadHan): ReadHan {
  const { what, next } = month;
  const day = at(DAY_NUMBER, r.text, next);
  const number = day === null ? null : hanNumber(day[1] ?? "");
  if (day !== null && number !== null) {
    const date = mapNamed(what, ({ start }) => {
      const wall = realDate(yearOf(start), monthOf(start), number);
      return wall === null ? null : dayAt(wall);
    });
    const { recurring } = what;
    if (date !== null && recurring !== null && "month" in recurring && what.inYear !== null) {
      const recent = latest((year) => dateIn(year, recurring.month, number), r.clock);
      if (recent !== null)
        return {
          what: { ...date, period: recent, recurring: { month: recurring.month, day: number } },
          next: next + day[0].length,
        };
    }
    if (date !== null) return { what: date, next: next + day[0].length };
    if (recurring !== null && "month" in recurring) {
      const leap = yearless(
        (year) => dateIn(year, recurring.month, number),
        { month: recurring.month, day: number },
        r.clock,
      );
      if (leap !== null) return { what: leap, next: next + day[0].length };
    }
  }
  const week = at(NTH_WEEK, r.text, next);
  if (week !== null) {
    const nth = week[1] === undefined ? null : hanNumber(week[1]);
    const narrowed = mapNamed(what, ({ start, end }): Period | null => {
      const from = nth === null ? end - 7 * DAY : start + (nth - 1) * 7 * DAY;
      return from >= end ? null : { start: from, end: Math.min(end, from + 7 * DAY), grain: "week" };
    });
    if (narrowed !== null) return { what: narrowed, next: next + week[0].length };
  }
  return cut(month, r, MONTH_PART) ?? month;
}

/** The holidays of schools: July and August, and the four weeks around the Spring Festival. */
function holiday(year: number, which: "暑假" | "寒假"): Period {
  if (which === "暑假") return { start: monthIn(year, 7).start, end: monthIn(year, 8).end, grain: "span" };
  return { start: monthIn(year, 1).start + 9 * DAY, end: monthIn(year, 2).end, grain: "span" };
}

function seasonOf(match: RegExpExecArray, from: number): { inYear: (year: number) => Period; months: number[] } | null {
  const season = HAN_SEASONS[match[from] ?? ""];
  if (season !== undefined)
    return {
      inYear: (year) => seasonIn(year, season),
      months: [0, 1, 2].map((n) => ((SEASONS[season] - 1 + n) % 12) + 1),
    };
  if (match[from + 1] !== undefined) return { inYear: (year) => holiday(year, "暑假"), months: [7, 8] };
  return match[from + 2] === undefined ? null : { inYear: (year) => holiday(year, "寒假"), months: [1, 2] };
}

/** A year and what of it is named behind: 去年夏天, 2023年4月29日, 今年第一季度, 去年年底, 去年这个时候. */
function yearAt(r: Reading, i: number): ReadHan | null {
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
  const season = at(SEASON, r.text, next);
  const chosen = season === null ? null : seasonOf(season, 1);
  if (season !== null && chosen !== null) return { what: named(chosen.inYear(year)), next: next + season[0].length };
  const same = at(SAME_TIME, r.text, next);
  if (same !== null && word !== null && year < now)
    return { what: named(thisTime(r.clock, now - year, "year"), false), next: next + same[0].length };
  const whole: ReadHan = { what: named(yearIn(year)), next };
  return cut(whole, r, YEAR_PART) ?? whole;
}

/** 3月, 5月1号, 四月二十九号, 上个月底, 月初. */
function monthAtPlace(r: Reading, i: number): ReadHan | null {
  const word = at(MONTH_WORD, r.text, i);
  if (word !== null) {
    const first = addMonths(startOfMonth(r.clock.today), OFFSETS[word[1] ?? ""] ?? 0);
    return inMonth(r, { what: named(monthAt(first)), next: i + word[0].length });
  }
  const month = /[\d个十]/u.test(r.text.charAt(i - 1)) ? null : at(MONTH, r.text, i);
  const number = month === null ? null : hanNumber(month[1] ?? "");
  if (month !== null && number !== null) {
    const what = yearless((year) => monthIn(year, number), { month: number }, r.clock);
    return what === null ? null : inMonth(r, { what, next: i + month[0].length });
  }
  return null;
}

/** 上周三, 上上周, 这个星期, 周末, 礼拜三. */
function weekAtPlace(r: Reading, i: number): ReadHan | null {
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

/** 夏天, 上个冬天, 上季度, 上半年, 年初, 月底: what names no year or month. */
function bareAt(r: Reading, i: number): ReadHan | null {
  const now = yearOf(r.clock.today);
  const season = at(BARE_SEASON, r.text, i);
  const chosen = season === null ? null : seasonOf(season, 2);
  if (season !== null && chosen !== null) {
    const next = i + season[0].length;
    if (season[1] === "这个") return { what: named(chosen.inYear(now)), next };
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

const BEFORE_DAY = /[在从自到至于]$/u;
const BEHIND_DAY = /^(?:那天|当天|的|我|你|他|她|咱|早|上午|中午|下午|晚|之|以|前|后|是|[，。？！,.?!\s]|$)/u;

/** 15号 without a month: only where it stands as a day, for 15号 is also a line, a room and a size. */
function dayOfMonthAt(r: Reading, i: number): ReadHan | null {
  if (/[\d一二三四五六七八九十月]/u.test(r.text.charAt(i - 1))) return null;
  const match = at(DAY_NUMBER, r.text, i);
  const day = match === null || match[0].startsWith("的") ? null : hanNumber(match[1] ?? "");
  if (match === null || day === null) return null;
  const next = i + match[0].length;
  if (!(i === 0 || BEFORE_DAY.test(r.text.slice(0, i))) || !BEHIND_DAY.test(r.text.slice(next, next + 2))) return null;
  for (let n = 0; n > -3; n--) {
    const month = addMonths(startOfMonth(r.clock.today), n);
    const start = realDate(yearOf(month), monthOf(month), day);
    if (start !== null && start <= r.clock.today) return { what: { ...named(dayAt(start)), recurring: { day } }, next };
  }
  return null;
}

/** 三天前, 两周以前, 半年前, 一个半月前, 几天前. */
function agoAt(r: Reading, i: number): ReadHan | null {
  if (/[\d一二两三四五六七八九十百千第月年]/u.test(r.text.charAt(i - 1))) return null;
  const match = at(AGO, r.text, i);
  if (match === null) return null;
  const amount = amountOf(match[1] ?? "", hanNumber);
  const unit = hanUnit(match[2] ?? "");
  if (amount === null || unit === null) return null;
  const half = match[3] !== undefined || (match[2]?.includes("半") ?? false) ? 0.5 : 0;
  // 半个月: the 半 is the amount; 一个半月: one and a half.
  const count = typeof amount === "number" ? (amount + half) * unit.times : amount;
  const period = unit.times < 1 ? lately(r.clock, 2, "hour") : ago(r.clock, count, unit.unit);
  return period === null ? null : { what: named(period, period.grain === "day"), next: i + match[0].length };
}

function latelyAt(r: Reading, i: number): ReadHan | null {
  const match = at(LATELY, r.text, i);
  const amount = match === null ? null : amountOf(match[1] ?? "", hanNumber);
  const unit = match === null ? null : hanUnit(match[2] ?? "");
  if (match !== null && amount !== null && unit !== null && /^(?:最近一|这一?)$/u.test(match[0]) === false) {
    const half = match[2]?.includes("半") ? 0.5 : 0;
    const count = typeof amount === "number" ? (amount + half) * unit.times : amount;
    const period = unit.times < 1 ? lately(r.clock, 2, "hour") : lately(r.clock, count, unit.unit);
    if (period !== null) return { what: named(period, false), next: i + match[0].length };
  }
  for (const [words, from, to] of VAGUE) {
    const vague = at(words, r.text, i);
    if (vague === null) continue;
    const { today } = r.clock;
    return {
      what: named({ start: today - from * DAY, end: today - (to - 1) * DAY, grain: "span" }, false),
      next: i + vague[0].length,
    };
  }
  const now = at(/刚才|刚刚|方才/uy, r.text, i);
  const period = now === null ? null : lately(r.clock, 2, "hour");
  return now === null || period === null ? null : { what: named(period, false), next: i + now[0].length };
}

function dayWordAt(r: Reading, i: number): ReadHan | null {
  const both = at(DAY_AND_PART, r.text, i);
  if (both !== null && !(both[1] === "前" && /[以之]/u.test(r.text.charAt(i - 1)))) {
    const offset = { 今: 0, 昨: -1, 前: -2, 明: 1 }[both[1] ?? ""] ?? 0;
    const { hours } = hanHours(/[早晨]/u.test(both[2] ?? "") ? "早上" : "晚上");
    return { what: named(hoursOf(unitAt(r.clock, "day", offset), hours)), next: i + both[0].length };
  }
  const word = at(DAY_WORD, r.text, i);
  if (word === null) return null;
  const next = i + word[0].length;
  if (word[0] === "前天" && r.text.charAt(next) === "天") return null; // 以前天天
  return { what: named(unitAt(r.clock, "day", DAY_WORDS[word[0]] ?? 0)), next };
}

function figuresAt(r: Reading, i: number): ReadHan | null {
  const match = at(FIGURE, r.text, i);
  if (match === null) return null;
  const next = i + match[0].length;
  const short = /^\d{1,2}\/\d{1,2}$/u.test(match[0]);
  if (short && !BEFORE_DAY.test(r.text.slice(0, i)) && !BEHIND_DAY.test(r.text.slice(next, next + 2))) return null;
  const what = dateInFigures(match[0], r.clock);
  return what === null ? null : { what, next };
}

/** 早上, 下午3点 behind a day. */
function withPart(r: Reading, read: ReadHan): ReadHan {
  if (read.what.period.grain !== "day") return read;
  const match = at(PART_OF_DAY, r.text, read.next);
  if (match === null || (match[1] === undefined && match[2] === undefined)) return read;
  const part = match[1] === undefined ? null : hanHours(match[1]);
  const hour = match[2] === undefined ? null : hanNumber(match[2]);
  const shifted = hour !== null && part?.late === true && hour < 11 ? hour + 12 : hour;
  const hours = shifted !== null && shifted <= 24 ? aroundHour(shifted) : (part?.hours ?? null);
  const what = hours === null ? null : mapNamed(read.what, (period) => hoursOf(period, hours));
  return what === null ? read : { what, next: read.next + match[0].length };
}

/** Every way to name one time in Chinese, at `i`; the longer forms first. */
export function hanDateAt(r: Reading, i: number): ReadHan | null {
  const read =
    latelyAt(r, i) ??
    dayWordAt(r, i) ??
    agoAt(r, i) ??
    yearAt(r, i) ??
    monthAtPlace(r, i) ??
    weekAtPlace(r, i) ??
    dayOfMonthAt(r, i) ??
    bareAt(r, i) ??
    figuresAt(r, i);
  return read === null ? null : withPart(r, read);
}

/** 5月1号到5号: the bare day at `i`, in the month of a day that was read. */
export function sameMonthDayAt(r: Reading, i: number, of: Named): ReadHan | null {
  const match = of.period.grain === "day" ? at(DAY_NUMBER, r.text, i) : null;
  const day = match === null ? null : hanNumber(match[1] ?? "");
  const { start } = of.period;
  const wall = day === null || day <= dayOf(start) ? null : realDate(yearOf(start), monthOf(start), day);
  return match === null || wall === null ? null : { what: named(dayAt(wall)), next: i + match[0].length };
}
