import type { DateTime } from "luxon";
import { SEASON_STARTS, seasonNear } from "./dates-seasons.ts";
import { CHINESE_NAMED } from "./dates-zh-named.ts";
import {
  type Context,
  dayWords,
  FUTURE,
  isHabitual,
  isOpen,
  isSince,
  NUMBER,
  numberOf,
  oneDay,
  oneMonth,
  oneSeason,
  PAID_REGULARLY,
  PART,
  type Rule,
  rule,
  tense,
  WEEK,
  weekday,
  YEARLY,
} from "./dates-zh-words.ts";
import type { FoundDate } from "./found-date.ts";
import { isChineseSeries } from "./series.ts";

/** Chinese times in running prose, made absolute as 2026年12月4日（周五）. */

const NAMED: Readonly<Record<string, number>> = {
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

const namedDays = rule(
  new RegExp(
    `(大前天|前天|昨天|昨日|今天|今日|明天|明日|大后天|后天)(?:是?[，,（(]?(?:周|星期|礼拜)[一二三四五六日天][)）]?(?![一二三四五六]))?${PART}`,
    "gu",
  ),
  (match, { now }) => oneDay(now.plus({ days: NAMED[match[1]!]! }), match[2]),
);
const shortDays = rule(/(今|明|昨|当)(晚|早|晨)(?!饭|餐|点|会|安)/gu, (match, { now }) => {
  if (match[1] === "当") return null;
  const shift = match[1] === "明" ? 1 : match[1] === "昨" ? -1 : 0;
  return oneDay(now.plus({ days: shift }), match[2] === "晚" ? "晚上" : "早上");
});

function weekShift(word: string): number {
  return (word.match(/下/gu)?.length ?? 0) - (word.match(/上/gu)?.length ?? 0);
}

/** When a shop or an office is open (周一营业, 周日不开门), which is each week's unless another is named. */
const OPEN_THEN =
  /^(?:周|星期|礼拜)[一二三四五六日天](?:(?:早上|上午|中午|下午|晚上)?[\d一二三四五六七八九十]{1,3}[点:：][\d半一二三四五]*分?)?(?:(?:到|至|[-~])[^，。]{1,8}?)?(?:(?:都|也|才|不|均|全天|照常|正常)*(?:营业|开门|开放|开馆|接诊|门诊|出诊|闭馆|关门|打烊|歇业|店休|公休))(?!了)/u;

/** 周一三五 is a list; 周六六点 a day and an hour. */
const NOT_LISTED = "(?![一二三四五六七]+(?![一二三四五六七八九十]*[点时十]))";

const weekdays = rule(
  new RegExp(
    `(?<![每逢]个?)((?:上上|下下|上|下|这|本)个?)?(?:周|星期|礼拜)([一二三四五六日天])${NOT_LISTED}${PART}(?!\\s*[到至~-]\\s*(?:周|星期|礼拜)?[一二三四五六日天])`,
    "gu",
  ),
  (match, context) => {
    const before = context.text.slice(0, match.index);
    if (/(?:周|星期|礼拜)[一二三四五六日天]\s*[到至~-]\s*$/u.test(before)) return null;
    if (
      match[1] === undefined &&
      (isHabitual(context.text) ||
        isChineseSeries(context.text, match.index) ||
        OPEN_THEN.test(context.text.slice(match.index)))
    )
      return null;
    const number = match[2] === "天" ? 7 : WEEK.indexOf(match[2]!) + 1;
    const { now } = context;
    if (match[1] !== undefined)
      return oneDay(now.startOf("week").plus({ weeks: weekShift(match[1]), days: number - 1 }), match[3]);
    const ahead = (number - now.weekday + 7) % 7 || 7;
    const back = (now.weekday - number + 7) % 7 || 7;
    return oneDay(
      isSince(match, context) || context.past(match.index) ? now.minus({ days: back }) : now.plus({ days: ahead }),
      match[3],
    );
  },
);

const weekends = rule(/((?:上上|下下|上|下|这|本)个?)周末/gu, (match, { now }) => {
  const from = now.startOf("week").plus({ weeks: weekShift(match[1]!), days: 5 });
  const sunday = from.plus({ days: 1 });
  return {
    phrase: `${dayWords(from)}至${dayWords(sunday)}（周末）`,
    from,
    until: from.plus({ days: 2 }),
    precision: "week",
  };
});

const weeks = rule(/((?:上上|下下|上|下|这|本)个?)(?:周|星期|礼拜)(?![一二三四五六日天末])/gu, (match, { now }) => {
  const from = now.startOf("week").plus({ weeks: weekShift(match[1]!) });
  return { phrase: `${dayWords(from)}那一周`, from, until: from.plus({ weeks: 1 }), precision: "week" };
});

const months = rule(
  /((?:上上|下下|上|下|这)个月|本月|当月)(?:(\d{1,2}|[一二三四五六七八九十]{1,3})[日号])?/gu,
  (match, { now }) => {
    if (match[1] === "当月") return null;
    const from = now.startOf("month").plus({ months: weekShift(match[1]!) });
    if (match[2] === undefined) return oneMonth(from, `${from.year}年${from.month}月`);
    const number = numberOf(match[2]);
    return number < 1 || number > (from.daysInMonth ?? 31) ? null : oneDay(from.set({ day: number }));
  },
);

const YEARS: Readonly<Record<string, number>> = { 前年: -2, 去年: -1, 今年: 0, 明年: 1, 后年: 2 };
const years = rule(
  /(前年|去年|今年|明年|后年)(?:(1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月份?(?:(\d{1,2}|[一二三四五六七八九十]{1,3})[日号])?|([春夏秋冬])[天季])?/gu,
  (match, { now, past }) => {
    const start = now.startOf("year").plus({ years: YEARS[match[1]!]! });
    if (match[4] !== undefined) {
      if (match[1] === "今年") return oneSeason(seasonNear(match[4], "this", now, past(match.index)), match[4]);
      const from = start.set({ month: SEASON_STARTS[match[4]]! });
      return oneSeason({ from, until: from.plus({ months: 3 }) }, match[4]);
    }
    if (match[2] === undefined)
      return { phrase: `${start.year}年`, from: start, until: start.plus({ years: 1 }), precision: "year" };
    const from = start.set({ month: numberOf(match[2]) });
    if (match[3] === undefined) return oneMonth(from, `${from.year}年${from.month}月`);
    const number = numberOf(match[3]);
    return number < 1 || number > (from.daysInMonth ?? 31) ? null : oneDay(from.set({ day: number }));
  },
);

/** Before a shift it must be the speaker's now that counts: 我三天前 yes, 手术三天前 no. */
const OWN_NOW =
  /(?:^|[，,。；;、\s：:]|我|用户|在|从|将|会|就|于|打算|准备|要|大约|大概|差不多|约|是|计划|公司|家|们)$/u;

/** 这家店一般三天后到货: how long it takes. */
const AS_A_RULE = /(?:每[次回]|一般|通常|平时|总是|往往)[^，。；！？,;]*$/u;

/** 两周前的周二 */
const weekdayAgo = rule(
  new RegExp(`${NUMBER}\\s*(?:周|个?星期|个?礼拜)(?:以|之)?前的?(?:那个?)?(?:周|星期|礼拜)([一二三四五六日天])`, "gu"),
  (match, context) => {
    const weeks = numberOf(match[1]!);
    if (weeks < 1 || !Number.isInteger(weeks)) return null;
    const weekday = match[2] === "天" ? 6 : WEEK.indexOf(match[2]!);
    return oneDay(context.now.startOf("week").minus({ weeks }).plus({ days: weekday }));
  },
);

const shifts = rule(
  new RegExp(`${NUMBER}\\s*(分钟|个?小时|天|日|周|个?星期|个?礼拜|个月|年)(?:以|之)?(前|后)(?!续|来)`, "gu"),
  (match, context) => {
    const before = context.text.slice(0, match.index);
    if (!OWN_NOW.test(before) || AS_A_RULE.test(before)) return null;
    const { now } = context;
    const sign = match[3] === "前" ? -1 : 1;
    const half = match[1] === "半";
    const count = half ? 0.5 : numberOf(match[1]!);
    const unit = match[2]!.replace("个", "");
    if (count < 0) return null;
    if (unit === "分钟" || unit === "小时") {
      const at = now.plus({ minutes: sign * count * (unit === "小时" ? 60 : 1) });
      return { ...oneDay(at), phrase: `${dayWords(at)}${weekday(at)}${at.toFormat("HH:mm")}` };
    }
    if (unit === "天" || unit === "日") return half ? null : oneDay(now.plus({ days: sign * count }));
    if (unit === "周" || unit === "星期" || unit === "礼拜" || (unit === "月" && half)) {
      const at = now.plus({ days: sign * (unit === "月" ? 15 : Math.round(7 * count)) });
      const from = at.startOf("day").minus({ days: 3 });
      return { phrase: `${dayWords(at)}前后`, from, until: from.plus({ days: 7 }), precision: "week" };
    }
    if (unit === "月" || count <= 1) {
      const from = now.plus({ months: sign * (unit === "月" ? count : 12 * count) }).startOf("month");
      return oneMonth(from, `${from.year}年${from.month}月${unit === "月" ? "" : "前后"}`);
    }
    const from = now.plus({ years: sign * count }).startOf("year");
    return { phrase: `${from.year}年`, from, until: from.plus({ years: 1 }), precision: "year" };
  },
);

function withYear(context: Context, index: number, month: number, day: number): DateTime | null {
  const past = context.past(index);
  for (const shift of past ? [0, -1, -2, -3, -4] : [0, 1, 2, 3, 4]) {
    const first = context.now.startOf("year").plus({ years: shift }).set({ month });
    if (day > (first.daysInMonth ?? 31)) continue;
    const at = first.set({ day });
    if (past ? at <= context.now : at >= context.now.startOf("day")) return at;
  }
  return null;
}

const monthDays = rule(
  /(?<![\d年])(1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月(\d{1,2}|[一二三四五六七八九十]{1,3})[日号](?:[（(](?:周|星期)[一二三四五六日天][)）])?/gu,
  (match, context) => {
    const day = numberOf(match[2]!);
    if (YEARLY.test(context.text) || day < 1 || day > 31) return null;
    const at = withYear(context, match.index, numberOf(match[1]!), day);
    return at === null ? null : oneDay(at);
  },
);

/** First and last day of the thirds a month is told in. */
const THIRDS: Readonly<Record<string, readonly [number, number]>> = {
  上: [1, 10],
  初: [1, 10],
  中: [11, 20],
  下: [21, 31],
  底: [21, 31],
  末: [21, 31],
};

const monthAlone = rule(
  /(?<![\d年个一二三四五六七八九十])(1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月(?:份|(上旬|中旬|下旬|初|底|末))?(?![\d一二三四五六七八九十])/gu,
  (match, context) => {
    if (YEARLY.test(context.text)) return null;
    const { now } = context;
    const past = isSince(match, context) || context.past(match.index);
    const start = now.startOf("year").set({ month: numberOf(match[1]!) });
    const from = past
      ? start <= now
        ? start
        : start.minus({ years: 1 })
      : start.endOf("month") >= now
        ? start
        : start.plus({ years: 1 });
    const month = oneMonth(from, `${from.year}年${match[0].replace(match[1]!, String(from.month)).replace("份", "")}`);
    const [first, last] = match[2] === undefined ? [1, 31] : (THIRDS[match[2].slice(0, 1)] ?? [1, 31]);
    const until = from.plus({ days: Math.min(last, from.daysInMonth ?? last) });
    return { ...month, from: from.set({ day: first }), until };
  },
);

const dayAlone = rule(
  /(?<=^|[，,。；;、\s]|在|到|从|于|我|用户|前)(\d{1,2}|[一二三四五六七八九十]{1,3})号(?![线楼店房桌门车院选手机口馆码厅登座位窗柜仓库球公文])/gu,
  (match, context) => {
    if (/(?:房间|座位|车位|工位|床位|门牌|登机口|窗口|柜台)在?$/u.test(context.text.slice(0, match.index))) return null;
    const number = numberOf(match[1]!);
    const past = context.past(match.index);
    if (number < 1 || number > 31 || /每个?月/u.test(context.text)) return null;
    if (PAID_REGULARLY.test(context.text) && !past && !FUTURE.test(context.text)) return null;
    for (let shift = 0; shift < 4; shift++) {
      const first = context.now.startOf("month").plus({ months: past ? -shift : shift });
      if (number > (first.daysInMonth ?? 31)) continue;
      const at = first.set({ day: number });
      if (past ? at <= context.now : at >= context.now.startOf("day")) return oneDay(at);
    }
    return null;
  },
);

/** Dates that are absolute already, so that no rule finds a part of them. */
const absolute = rule(
  /(\d{4})年(?:(\d{1,2})月(?:(\d{1,2})[日号](?:[（(](?:周|星期)[一二三四五六日天][)）])?)?)?/gu,
  (match, { now }) => {
    const start = now.startOf("year").set({ year: Number(match[1]) });
    if (match[2] === undefined)
      return { phrase: null, from: start, until: start.plus({ years: 1 }), precision: "year" };
    const month = Number(match[2]);
    if (month < 1 || month > 12) return null;
    const from = start.set({ month });
    if (match[3] === undefined) return oneMonth(from, null);
    const day = Number(match[3]);
    return day < 1 || day > (from.daysInMonth ?? 31) ? null : { ...oneDay(from.set({ day })), phrase: null };
  },
);

const RULES: readonly Rule[] = [
  absolute,
  namedDays,
  shortDays,
  weekdays,
  weekends,
  weeks,
  months,
  years,
  weekdayAgo,
  shifts,
  monthDays,
  monthAlone,
  dayAlone,
  ...CHINESE_NAMED,
];

/** Times named in Chinese; `now` is the speaker's local time when it was said. */
export function chineseDates(text: string, now: DateTime): FoundDate[] {
  if (!/\p{Script=Han}/u.test(text)) return [];
  const context: Context = { text, now, open: isOpen(text), past: tense(text) };
  return RULES.flatMap((apply) => apply(context));
}
