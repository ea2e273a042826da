import { dayOf, monthOf, realDate, yearOf } from "./calendar.ts";
import { BEFORE_DAY, BEHIND_DAY, bareAt, dayOfMonthAt } from "./chinese-bare.ts";
import { DAY_NUMBER, DE, monthAtPlace, weekAtPlace, yearAt } from "./chinese-calendar.ts";
import { agoAt, dayWordAt, latelyAt } from "./chinese-relative.ts";
import {
  AMOUNT,
  amountOf,
  at,
  DAY_PART,
  hanHours,
  hanUnit,
  NUMBER,
  type ReadHan,
  type Reading,
  UNIT,
} from "./chinese-words.ts";
import { FIGURES } from "./english-words.ts";
import { dateInFigures } from "./figures.ts";
import { hanNumber } from "./numerals.ts";
import { aroundHour, counted, hoursOf } from "./parts.ts";
import { dayAt, mapNamed, type Named, named } from "./period.ts";

const PART_OF_DAY = new RegExp(`${DE}(${DAY_PART})?(?:(${NUMBER})点(?:半|钟|一刻|${NUMBER}分)?)?`, "uy");

const FIGURE = new RegExp(FIGURES.source, "iuy");

function figuresAt(r: Reading, i: number): ReadHan | null {
  const match = at(FIGURE, r.text, i);
  if (match === null) return null;
  const next = i + match[0].length;
  const short = /^\d{1,2}\/\d{1,2}$/u.test(match[0]);
  if (short && !BEFORE_DAY.test(r.text.slice(Math.max(0, i - 1), i)) && !BEHIND_DAY.test(r.text.slice(next, next + 2)))
    return null;
  const what = dateInFigures(match[0], r.clock);
  return what === null ? null : { what, next };
}

const NAMED_WEEKDAY = /\s?[（(]?(?:周|星期|礼拜)[一二三四五六日天][）)]?/uy;

/** 5月3日星期三, 2023年5月3日（周三）: the weekday of a date says nothing more. */
function withWeekday(r: Reading, read: ReadHan): ReadHan {
  const dated = /[日号]$/u.test(r.text.slice(0, read.next)) && read.what.period.grain === "day";
  const match = dated ? at(NAMED_WEEKDAY, r.text, read.next) : null;
  return match === null ? read : { ...read, next: read.next + match[0].length };
}

const BESIDE = new RegExp(`${DE}(?:(前|后)(${AMOUNT})(${UNIT})|第二天|次日|隔天)`, "uy");

/** 5月1号前一天, 上周三的第二天: days counted from a day. */
function besideDay(r: Reading, read: ReadHan): ReadHan {
  const match = read.what.period.grain === "day" ? at(BESIDE, r.text, read.next) : null;
  if (match === null) return read;
  const amount = match[2] === undefined ? 1 : amountOf(match[2], hanNumber);
  const unit = hanUnit(match[3] ?? "天");
  if (amount === null || unit === null) return read;
  const count = typeof amount === "number" ? amount * unit.times : amount;
  const period = counted(r.clock, read.what.period.start, count, unit.unit, match[1] === "前" ? "before" : "after");
  return period === null ? read : { what: named(period, period.grain === "day"), next: read.next + match[0].length };
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
  const what = hours === null ? null : mapNamed(read.what, (period) => hoursOf(period, hours), r.clock);
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
  return read === null ? null : withPart(r, besideDay(r, withWeekday(r, read)));
}

/** 5月1号到5号: the bare day at `i`, in the month of a day that was read. */
export function sameMonthDayAt(r: Reading, i: number, of: Named): ReadHan | null {
  const match = of.period.grain === "day" ? at(DAY_NUMBER, r.text, i) : null;
  const day = match === null ? null : hanNumber(match[1] ?? "");
  const { start } = of.period;
  const wall = day === null || day <= dayOf(start) ? null : realDate(yearOf(start), monthOf(start), day);
  return match === null || wall === null ? null : { what: named(dayAt(wall)), next: i + match[0].length };
}
