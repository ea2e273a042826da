import { DAY } from "./calendar.ts";
import {
  AMOUNT,
  amountOf,
  at,
  hanHours,
  hanUnit,
  hanWeekday,
  type ReadHan,
  type Reading,
  UNIT,
} from "./chinese-words.ts";
import { hanNumber } from "./numerals.ts";
import { ago, hoursOf, lately, RECENT_DAYS, uptoNow } from "./parts.ts";
import { named, unitAt, weekdayIn } from "./period.ts";

const DAY_WORD =
  /大前天|(?<![以之目当从眼面提])前天|昨天|昨日|昨儿|今天|今日|今儿|明天|明日|明儿|大后天|(?<![以之然最今往])后天/uy;

const DAY_WORDS: Readonly<Record<string, number>> = {
  大前天: -3,
  前天: -2,
  昨天: -1,
  昨日: -1,
  昨儿: -1,
  今儿: 0,
  明儿: 1,
  今天: 0,
  今日: 0,
  明天: 1,
  明日: 1,
  后天: 2,
  大后天: 3,
};

const DAY_AND_PART = /(今|昨|前|明)(早|晨|晚|夜)(?!上次|餐|饭|点|会|霜|安)(?:上)?/uy;

const AGO = new RegExp(
  `(?:大约|大概|差不多|约|大)?(${AMOUNT})(${UNIT})(半)?多?(?:以前|之前|前(?![后面往进台途辈景提]))`,
  "uy",
);

const LATELY = new RegExp(
  `(?:过去|最近|近|这|(?<![以之])前(?=[两几]个?(?:周|星|礼|月|年)))的?(${AMOUNT})(${UNIT})(?!前|以前|之前|级|[零〇一二三四五六七八九])`,
  "uy",
);

/** Rough words: from so many days before today, to so many. */
const VAGUE: readonly (readonly [words: RegExp, from: number, to: number])[] = [
  [/前几天|前些天|前两天|前几日|前些日子/uy, 8, 1],
  [/前(?:一)?阵子|前(?:一)?段时间/uy, 60, 7],
  [/不久(?:之|以)?前|前不久/uy, RECENT_DAYS, 0],
  [/(?:这|近|最近)(?:几|两|些)天|这几日/uy, 8, 0],
  [
    /(?<!离.{0,6})最近(?!的(?:超市|餐厅|饭店|医院|地铁|车站|公交|银行|加油站|药店|商店|酒店|机场|停车))(?:这?一?(?:段时间|阵子|段日子))?|近来|近期|近日|这(?:一)?(?:阵子|段时间)/uy,
    RECENT_DAYS,
    0,
  ],
];

/** 两周前的周二: the day behind so many weeks. */
const DAY_OF_WEEK = /的?(?:那个?)?(?:周|星期|礼拜)([一二三四五六日天1-7])(?![个次十百])/uy;

/** 三天前, 两周以前, 半年前, 一个半月前, 几天前. */
export function agoAt(r: Reading, i: number): ReadHan | null {
  if (/[\d零一二两三四五六七八九十百千第月年]/u.test(r.text.charAt(i - 1))) return null;
  const match = at(AGO, r.text, i);
  if (match === null) return null;
  const amount = amountOf(match[1] ?? "", hanNumber);
  const unit = hanUnit(match[2] ?? "");
  if (amount === null || unit === null) return null;
  const half = match[3] !== undefined || (match[2]?.includes("半") ?? false) ? 0.5 : 0;
  // 半个月: the 半 is the amount; 一个半月: one and a half.
  const count = typeof amount === "number" ? (amount + half) * unit.times : amount;
  const next = i + match[0].length;
  const day =
    unit.unit === "week" && Number.isInteger(count) && Number(count) <= 520 ? at(DAY_OF_WEEK, r.text, next) : null;
  const weekday = day === null ? null : hanWeekday(day[1] ?? "");
  if (day !== null && weekday !== null)
    return { what: named(weekdayIn(unitAt(r.clock, "week", -Number(count)), weekday)), next: next + day[0].length };
  const period = unit.times < 1 ? lately(r.clock, 2, "hour") : ago(r.clock, count, unit.unit);
  return period === null ? null : { what: named(period, period.grain === "day"), next };
}

export function latelyAt(r: Reading, i: number): ReadHan | null {
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
      what: named(uptoNow({ start: today - from * DAY, end: today - (to - 1) * DAY, grain: "span" }), false),
      next: i + vague[0].length,
    };
  }
  const now = at(/刚才|刚刚|方才/uy, r.text, i);
  const period = now === null ? null : lately(r.clock, 2, "hour");
  return now === null || period === null ? null : { what: named(uptoNow(period), false), next: i + now[0].length };
}

export function dayWordAt(r: Reading, i: number): ReadHan | null {
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
