import { DAY, midnight, type Wall, weekdayOf } from "./calendar.ts";
import type { Period } from "./period.ts";

let lunarFormat: Intl.DateTimeFormat | undefined;

/** Lunar months and days by the calendar of China; made when first asked for, since that takes ICU ten milliseconds. */
function lunarCalendar(): Intl.DateTimeFormat {
  lunarFormat ??= new Intl.DateTimeFormat("en-u-ca-chinese", { month: "numeric", day: "numeric", timeZone: "UTC" });
  return lunarFormat;
}

const lunarDays = new Map<number, Wall>();

/** Midnight of the day on which a lunar month and day of that year falls; null where ICU knows no lunar calendar. */
function lunarDay(year: number, month: number, day: number): Wall | null {
  const key = year * 10_000 + month * 100 + day;
  const known = lunarDays.get(key);
  if (known !== undefined) return known;
  // The n-th lunar month begins between 21 January and 20 February, n − 1 months of 29 or 30 days on, leap months apart.
  const from = midnight(year, 1, 20) + ((month - 1) * 29 + day - 1) * DAY;
  for (let wall = from; wall < from + 75 * DAY; wall += DAY) {
    const parts = lunarCalendar().formatToParts(wall);
    const value = (type: string): string | undefined => parts.find((part) => part.type === type)?.value;
    if (value("month") !== String(month) || value("day") !== String(day)) continue;
    if (lunarDays.size > 1_000) lunarDays.clear();
    lunarDays.set(key, wall);
    return wall;
  }
  return null;
}

/** Western Easter Sunday, by the computus of Meeus, Jones and Butcher. */
function easter(year: number): Wall {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  return midnight(year, 3, 22 + h + l - 7 * m);
}

/** The n-th such weekday (1 Monday … 7 Sunday) of a month. */
function nthWeekday(year: number, month: number, weekday: number, n: number): Wall {
  const first = midnight(year, month);
  return first + (((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7) * DAY;
}

/** A holiday: when its main day is, and how many days people mean by it before and after. */
export interface Holiday {
  /** Of one that has the same date every year. */
  readonly date: { readonly month: number; readonly day: number } | null;
  readonly inYear: (year: number) => Period | null;
}

function around(day: Wall | null, before: number, after: number): Period | null {
  if (day === null) return null;
  return { start: day - before * DAY, end: day + (after + 1) * DAY, grain: before + after === 0 ? "day" : "span" };
}

function fixed(month: number, day: number, before = 0, after = 0): Holiday {
  return { date: { month, day }, inYear: (year) => around(midnight(year, month, day), before, after) };
}

function moving(find: (year: number) => Wall | null, before = 0, after = 0): Holiday {
  return { date: null, inYear: (year) => around(find(year), before, after) };
}

const lunar = (month: number, day: number, before = 0, after = 0): Holiday =>
  moving((year) => lunarDay(year, month, day), before, after);

const SPRING_FESTIVAL = lunar(1, 1, 1, 6);
const CHRISTMAS = fixed(12, 25, 1, 1);
const NEW_YEAR = fixed(1, 1, 1);
const VALENTINE = fixed(2, 14);
const HALLOWEEN = fixed(10, 31);
const EASTER = moving(easter, 2, 1);
const THANKSGIVING = moving((year) => nthWeekday(year, 11, 4, 4));
const LABOUR_DAY = fixed(5, 1);
const NATIONAL_DAY = fixed(10, 1, 0, 6);
const NEW_YEARS_EVE = fixed(12, 31);
const MOTHERS_DAY = moving((year) => nthWeekday(year, 5, 7, 2));
const FATHERS_DAY = moving((year) => nthWeekday(year, 6, 7, 3));

/** By English name, as the tokens have it: lower case, without `'s`. Longer names first. */
export const ENGLISH_HOLIDAYS: readonly (readonly [name: string, holiday: Holiday])[] = [
  ["christmas eve", fixed(12, 24)],
  ["christmas day", fixed(12, 25)],
  ["christmas", CHRISTMAS],
  ["xmas", CHRISTMAS],
  ["boxing day", fixed(12, 26)],
  ["new year eve", NEW_YEARS_EVE],
  ["new years eve", NEW_YEARS_EVE],
  ["chinese new year", SPRING_FESTIVAL],
  ["lunar new year", SPRING_FESTIVAL],
  ["spring festival", SPRING_FESTIVAL],
  ["new year day", fixed(1, 1)],
  ["new years day", fixed(1, 1)],
  ["new years", NEW_YEAR],
  ["new year", NEW_YEAR],
  ["mid autumn festival", lunar(8, 15, 1, 1)],
  ["dragon boat festival", lunar(5, 5)],
  ["valentine day", VALENTINE],
  ["valentines day", VALENTINE],
  ["valentine", VALENTINE],
  ["labour day", LABOUR_DAY],
  ["may day", LABOUR_DAY],
  ["labor day", moving((year) => nthWeekday(year, 9, 1, 1))], // in this spelling the American one
  ["mother day", MOTHERS_DAY],
  ["mothers day", MOTHERS_DAY],
  ["father day", FATHERS_DAY],
  ["fathers day", FATHERS_DAY],
  ["halloween", HALLOWEEN],
  ["easter", EASTER],
  ["thanksgiving", THANKSGIVING],
];

/** By Chinese name, for the words of HAN_HOLIDAY. */
const HAN_HOLIDAYS: ReadonlyMap<string, Holiday> = new Map([
  ["元旦", fixed(1, 1, 0, 2)],
  ["春节", SPRING_FESTIVAL],
  ["过年", SPRING_FESTIVAL],
  ["除夕", lunar(1, 1, 1, -1)],
  ["元宵", lunar(1, 15)],
  ["跨年", NEW_YEARS_EVE],
  ["情人节", VALENTINE],
  ["妇女节", fixed(3, 8)],
  ["清明", fixed(4, 5, 1, 1)],
  ["五一", fixed(5, 1, 0, 4)],
  ["劳动节", fixed(5, 1, 0, 4)],
  ["六一", fixed(6, 1)],
  ["儿童节", fixed(6, 1)],
  ["母亲节", MOTHERS_DAY],
  ["父亲节", FATHERS_DAY],
  ["端午", lunar(5, 5, 1, 1)],
  ["七夕", lunar(7, 7)],
  ["教师节", fixed(9, 10)],
  ["中秋", lunar(8, 15, 1, 1)],
  ["国庆", NATIONAL_DAY],
  ["十一", NATIONAL_DAY],
  ["重阳", lunar(9, 9)],
  ["万圣节", HALLOWEEN],
  ["感恩节", THANKSGIVING],
  ["复活节", EASTER],
  ["双十一", fixed(11, 11)],
  ["双11", fixed(11, 11)],
  ["双十二", fixed(12, 12)],
  ["双12", fixed(12, 12)],
  ["平安夜", fixed(12, 24)],
  ["圣诞", CHRISTMAS],
]);

/** A Chinese holiday; 五一, 六一 and 十一 only where they cannot be numbers, 过年 not in 过年轻. */
export const HAN_HOLIDAY =
  /(春节|除夕|元宵|情人节|妇女节|清明|劳动节|儿童节|端午|七夕|教师节|中秋|国庆|重阳|万圣节|感恩节|复活节|平安夜|圣诞|元旦|母亲节|父亲节|双(?:十[一二]|1[12](?!\d))|跨年(?=夜|那[天晚]|的时候|当[天晚])|(?<![〇零一二三四五六七八九十百千第初])(?:五一|六一|十一)(?=节|假期|期间|长假|黄金周|放假|的时候|那天|[去回出在我咱你他她跟和时玩吃做买见过有怎那]|[^\p{L}\p{N}]|$)|过年(?![轻龄纪级]))(?:节|假期|长假|黄金周|夜)?(?!快乐)/uy;

export function hanHoliday(name: string): Holiday | null {
  return HAN_HOLIDAYS.get(name) ?? null;
}
