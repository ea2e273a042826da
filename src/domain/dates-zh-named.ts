import { FESTIVALS_ZH, festival } from "./dates-festivals.ts";
import { seasonNear } from "./dates-seasons.ts";
import { type Context, dayWords, oneSeason, type Rule, rule, WEEK, weekday, YEARLY } from "./dates-zh-words.ts";

/** Festivals, ranges of weekdays, and the beginnings and ends of months and years. */

const HABIT = /每|通常|一般|平时|总是|经常|往年|历年|喜欢|最爱|讨厌|工资|薪水|房租|房贷|账单|还款/u;
const comesBack = (text: string): boolean => HABIT.test(text) || YEARLY.test(text);
/** What a shop or a job does on those days as a rule. */
const WORKS = /上班|工作|营业|开门|关门|上课|值班|有空/u;
const YEAR_SHIFT: Readonly<Record<string, number>> = { 前年: -2, 去年: -1, 今年: 0, 明年: 1, 后年: 2 };

const shiftOf = (word: string | undefined): number =>
  word === undefined ? 0 : (word.match(/下/gu)?.length ?? 0) - (word.match(/上/gu)?.length ?? 0);

/** Without a sign of the past this is a plan, or under way. */
const GOES = /[去飞回]/u;
/** Half a year, by which a festival is nearer than the next of its kind. */
const HALF_A_YEAR = 183;
/** Days of a holiday that has its name from a festival. */
const HOLIDAY_DAYS = 7;

const festivals = rule(
  new RegExp(
    `(?<![（(])(?:(\\d{4}年|前年|去年|今年|明年|后年)的?)?(${FESTIVALS_ZH})((?:放?假期?|长假|黄金周)(?:期间|里|中)?|期间)?(?!快乐|礼物|晚会|档|套餐|蛋糕|[树老]|联欢)`,
    "gu",
  ),
  (match, context) => {
    const [, told, name, holiday] = match;
    if (comesBack(context.text) || /年$/u.test(context.text.slice(0, match.index))) return null;
    const absolute = told !== undefined && /^\d/u.test(told);
    if (absolute && holiday === undefined) return null;
    const start = context.now.startOf("year");
    const year = absolute
      ? start.set({ year: Number.parseInt(told, 10) })
      : start.plus({ years: YEAR_SHIFT[told!] ?? 0 });
    const grace = context.past(match.index)
      ? Number.POSITIVE_INFINITY
      : !context.open
        ? 0
        : GOES.test(context.text)
          ? HOLIDAY_DAYS
          : HALF_A_YEAR;
    const at = told === undefined ? festival(name!, context.now, grace) : festival(name!, year, 0);
    if (at === null) return null;
    if (holiday === undefined)
      return { phrase: `${dayWords(at)}（${name}）`, from: at, until: at.plus({ days: 1 }), precision: "day" };
    const phrase = absolute ? null : `${at.year}年${name}${holiday}`;
    return { phrase, from: at, until: at.plus({ days: HOLIDAY_DAYS }), precision: "week" };
  },
);

/** 冬天要来了, 夏天太热了: of the season itself. */
const OF_ITSELF = /^(?:[天季])?(?:里|的时候)?(?:就?快?[要会]?[来到过]了|太|很|真|好[热冷]|最)/u;
const LONG_AGO = /小时候|那年|那时|当年|以前|曾|每|\d{4}年/u;

/** 这个冬天, 上个夏天; alone (夏天我去了希腊) the last that began, where the tense is past. */
const seasons = rule(
  /(?:([这上下])个|(?<=^|[，,。；;、\s我们户在于]))([春夏秋冬])[天季](?!衣|服|装)/gu,
  (match, context) => {
    const [words, which, name] = match;
    const past = context.past(match.index);
    if (which !== undefined)
      return oneSeason(
        seasonNear(name!, which === "这" ? "this" : which === "上" ? "last" : "next", context.now, past),
        name!,
      );
    const after = context.text.slice(match.index + words.length);
    if (!past || comesBack(context.text) || LONG_AGO.test(context.text) || OF_ITSELF.test(after)) return null;
    return oneSeason(seasonNear(name!, "before", context.now, true), name!);
  },
);

const ranges = rule(
  /((?:上上|下下|上|下|这|本)个?)?(?:周|星期|礼拜)([一二三四五六日天])\s*[到至~-]\s*(?:周|星期|礼拜)?([一二三四五六日天])/gu,
  (match, context) => {
    if (match[1] === undefined && (comesBack(context.text) || WORKS.test(context.text))) return null;
    const numbers = [match[2]!, match[3]!].map((day) => (day === "天" ? 7 : WEEK.indexOf(day) + 1));
    const [first = 1, last = 1] = numbers;
    const { now } = context;
    const back = (now.weekday - first + 7) % 7 || 7;
    const ahead = (first - now.weekday + 7) % 7 || 7;
    const from =
      match[1] !== undefined
        ? now.startOf("week").plus({ weeks: shiftOf(match[1]), days: first - 1 })
        : (context.past(match.index) ? now.minus({ days: back }) : now.plus({ days: ahead })).startOf("day");
    const end = from.plus({ days: (last - first + 7) % 7 });
    return {
      phrase: `${dayWords(from)}${weekday(from)}至${dayWords(end)}${weekday(end)}`,
      from,
      until: end.plus({ days: 1 }),
      precision: "week",
    };
  },
);

/** 2026年11月28日至11月29日（周末）, 2026年3月3日到9日: absolute, the year or the month said once for both ends. */
const sharedYear = rule(
  /(\d{4})年(\d{1,2})月(\d{1,2})[日号](?:（.{2,3}）)?\s*[到至~～–-]\s*(?:(\d{1,2})月)?(\d{1,2})[日号](?:（.{2,3}）)?/gu,
  (match, { now }) => {
    const [year, month, day, lastMonth, lastDay] = match.slice(1).map((word) => Number(word ?? match[2]));
    const from = now.startOf("day").set({ year, month, day });
    const last = from.set({ month: lastMonth, day: lastDay });
    return last < from ? null : { phrase: null, from, until: last.plus({ days: 1 }), precision: "week" };
  },
);

/** Days from the beginning within which "the beginning" can mean the one that just was. */
const JUST_BEGUN = { month: 10, year: 45 } as const;

function edge(context: Context, index: number, unit: "month" | "year", shift: number | null, part: string) {
  const { now } = context;
  const begins = part.startsWith("初");
  let span = now.startOf(unit).plus({ [`${unit}s`]: shift ?? 0 });
  const gone = now.diff(span, "days").days > JUST_BEGUN[unit];
  if (shift === null && begins && gone && !context.past(index)) span = span.plus({ [`${unit}s`]: 1 });
  if (shift === null && !begins && context.past(index) && span.endOf(unit).diff(now, "days").days > JUST_BEGUN[unit])
    span = span.minus({ [`${unit}s`]: 1 });
  const over = span.plus({ [`${unit}s`]: 1 });
  const third = unit === "year" ? { months: 1 } : { days: 10 };
  const middle = part.startsWith("中");
  const from = begins ? span : middle ? span.plus(third) : over.minus(third);
  const until = begins ? span.plus(third) : middle ? over.minus(third) : over;
  const name = unit === "year" ? `${span.year}年` : `${span.year}年${span.month}月`;
  return { phrase: `${name}${part}`, from, until, precision: unit === "year" ? ("month" as const) : ("week" as const) };
}

const months = rule(
  /(?<![\d年一二三四五六七八九十两几半每个])((?:上上|下下|上|下|这|本)个?)?月(底|末|初|中旬|中)(?!国|文|学|心|间|途)/gu,
  (match, context) => {
    if (comesBack(context.text)) return null;
    return edge(context, match.index, "month", match[1] === undefined ? null : shiftOf(match[1]), match[2]!);
  },
);

const years = rule(
  /(?:(前年|去年|今年|明年|后年)年?|(?<=^|[，,。；;、\s我在到等从于]|用户)年)(底|末|初|中)(?!国|文|学|心|间|途|奖)/gu,
  (match, context) => {
    if (comesBack(context.text)) return null;
    return edge(context, match.index, "year", match[1] === undefined ? null : YEAR_SHIFT[match[1]]!, match[2]!);
  },
);

/** Times with a name of their own. */
export const CHINESE_NAMED: readonly Rule[] = [festivals, seasons, ranges, sharedYear, months, years];
