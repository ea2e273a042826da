import type { DateTime } from "luxon";
import type { FoundDate } from "./found-date.ts";

/** What the rules for Chinese times share. */

const DIGITS = "零一二三四五六七八九十";
export const WEEK = "一二三四五六日";
export const PART = "(早上|早晨|清晨|上午|中午|下午|傍晚|晚上|夜里|凌晨|半夜|早|晚)?";
export const NUMBER = "(\\d{1,4}|[零一二两三四五六七八九十]{1,3}|半)";
const PAST = /了|过(?!敏|滤|程|期|度|节|年|生日|来|去|夜|冬|关)|曾|已经|刚刚?|那时|当时|以前/u;
export const FUTURE =
  /(?<!麻)将(?!军)|(?<![聚宴晚乐唱例周年班大开茶展览酒舞员社协事机工学诗商拍赛议论谈约午早餐见])会(?![议员计面所客场馆])|(?<![重主首紧次])要(?!求|是|么|好|不是|点|素)|打算|准备|计划|(?<![思理梦幻感联])想(?![法到起])|(?<=^|[我你他她们户还就都也，。])得(?![了到过知奖])/u;
/** What comes back every year, week or month has no one date. */
export const YEARLY = /生日|纪念日|每年|生于|出生|诞辰/u;

const A_DAY = "(?:周|星期|礼拜)[一二三四五六日天](?:早上|早晨|上午|中午|下午|傍晚|晚上|早|晚)?";
/** 我周三学西班牙语: what one does week by week, told without a sign of time, company or place to go to. */
const ROUTINE = new RegExp(
  `^(?:我们?|用户)${A_DAY}(?:[和跟及、与]?${A_DAY})*(?:都|也|固定|不)?(?:学|练|教|上(?!海|班车|飞机|火车|船|山).{0,8}[课班]|跑步|晨跑|夜跑|健身|游泳|打.{0,3}球|踢球|做?瑜伽|值班|上班|跳舞|弹|画画)`,
  "u",
);
/** What someone does as a rule has no one date. */
export function isHabitual(text: string): boolean {
  return (
    /每|通常|一般|平时|总是|经常|只在(?:周|星期|礼拜)|(?:以后|今后)[^，。；]*都/u.test(text) ||
    (ROUTINE.test(text) && !PAST.test(text) && !FUTURE.test(text))
  );
}
/** What is paid again and again: 1号交 is on every 1st. */
export const PAID_REGULARLY =
  /房租|房贷|车贷|月供|[交收]租|租金|工资|薪|发钱|账单|信用卡|还款|扣款|结[账算]|物业费|会员费|[水电燃气网话]+费|生活费|退休金|养老金|闭馆|店休|盘点/u;

export interface Context {
  text: string;
  now: DateTime;
  /** True where nothing tells whether it was or is to come. */
  open: boolean;
  /** Whether the clause around that place tells of the past; a clause without a sign goes with the whole. */
  past: (index: number) => boolean;
}

function isPast(clause: string): boolean | null {
  return PAST.test(clause) ? !FUTURE.test(clause) : FUTURE.test(clause) ? false : null;
}

/** True of a text without a sign of the past or of what is to come. */
export const isOpen = (text: string): boolean => isPast(text) === null;

const MOVE = "(?:改|挪|延|移|调|换|推|推迟|延迟|提前|顺延|调整|改期|延期|改签|延后|推后)(?:到|至|成|在)了?";
const MOVED_TO = new RegExp(`${MOVE}$`, "u");
const MOVED_FROM = new RegExp(`^(?:[^，。；！？,;到至]{1,12})${MOVE}`, "u");
/** 改到周三了, 从周五提前到周三: the day something was moved to, or from, is to come. */
const isMoved = (text: string, index: number): boolean =>
  MOVED_TO.test(text.slice(0, index)) || (/[从由]$/u.test(text.slice(0, index)) && MOVED_FROM.test(text.slice(index)));

/** Before a date: what one does now for a day to come, and what one is told to do. */
const ARRANGED =
  /(?:预订|预定|预约|订|约|买|抢|报名|报|挂|租|定|安排|申请)(?:到|好|下|上|成|完)?[了过][^，。；！？,;]*$|(?:帮|给|替)[^，。；！？,;]{1,6}(?:预订|预约|订|约|买)(?:到|好)?[^，。；！？,;]*$/u;
const TOLD = /(?:让|叫|要求|嘱咐|吩咐|通知|建议|提醒|叮嘱|答应|保证)[^，。；！？,;]*$/u;
/** From a date on: 1月3号的位子, 10月之前, 1月3号到期. */
const OF_IT = /^[^，。；！？,;的]{2,16}的(?!时候|那天|礼物)/u;
const DEADLINE = /^[^，。；！？,;]{2,12}?(?:之前|以前|前|为止|开始|起)/u;
const COMES_UP = /^[^，。；！？,;了]{2,12}?(?:到期|截止|过期|生效|到货|送到|送达|入职|出发|开学|开课|起飞)(?!了)/u;

/** 我订了1月3号的位子, 医生让我10月之前别跑步, 护照办好了1月3号到期: the day lies ahead, whatever was done for it before. */
function liesAhead(text: string, index: number): boolean {
  const before = text.slice(0, index);
  const after = text.slice(index);
  return (
    isMoved(text, index) ||
    COMES_UP.test(after) ||
    (ARRANGED.test(before) && OF_IT.test(after)) ||
    (TOLD.test(before) && DEADLINE.test(after))
  );
}

export function tense(text: string): (index: number) => boolean {
  const whole = isPast(text) ?? false;
  return (index) => {
    if (liesAhead(text, index)) return false;
    const from =
      Math.max(...["，", "。", "；", "！", "？", ",", ";", "\n"].map((mark) => text.lastIndexOf(mark, index - 1))) + 1;
    const length = text.slice(index).search(/[，。；！？,;\n]/u);
    const clause = text.slice(from, length < 0 ? text.length : index + length);
    return isPast(clause) ?? (clause === text ? whole : false);
  };
}
/** 从三月开始, 自从周一, 周一以后就没…: it has begun, unless the text speaks of a plan. */
export function isSince(match: RegExpExecArray, { text }: Context): boolean {
  const before = text.slice(0, match.index);
  const after = text.slice(match.index + match[0].length);
  if (FUTURE.test(text)) return false;
  return (
    /自从$/u.test(before) ||
    (/[从自]$/u.test(before) && /^(?:开始|起|以来)/u.test(after)) ||
    /^(?:以后|之后)就?(?:没|不|一直)/u.test(after)
  );
}

export type Found = Omit<FoundDate, "index" | "length">;
export type Rule = (context: Context) => FoundDate[];

export function rule(pattern: RegExp, make: (match: RegExpExecArray, context: Context) => Found | null): Rule {
  return (context) =>
    Array.from(context.text.matchAll(pattern)).flatMap((match) => {
      const made = make(match as RegExpExecArray, context);
      return made === null ? [] : [{ ...made, index: match.index, length: match[0].length }];
    });
}

/** 二十三 → 23, 两 → 2, 12 → 12. */
export function numberOf(words: string): number {
  if (/^\d+$/u.test(words)) return Number(words);
  const text = words.replace(/两/gu, "二");
  const ten = text.indexOf("十");
  if (ten < 0) return DIGITS.indexOf(text);
  return (ten === 0 ? 1 : DIGITS.indexOf(text[0]!)) * 10 + (ten === text.length - 1 ? 0 : DIGITS.indexOf(text.at(-1)!));
}

export const weekday = (at: DateTime): string => `（周${WEEK[at.weekday - 1]}）`;
export const dayWords = (at: DateTime): string => `${at.year}年${at.month}月${at.day}日`;
const PARTS: Readonly<Record<string, string>> = { 早: "早上", 晚: "晚上" };

export function oneDay(at: DateTime, part?: string): Found {
  const from = at.startOf("day");
  const named = part === undefined ? "" : (PARTS[part] ?? part);
  return { phrase: `${dayWords(at)}${weekday(at)}${named}`, from, until: from.plus({ days: 1 }), precision: "day" };
}

export function oneMonth(from: DateTime, phrase: string | null): Found {
  return { phrase, from, until: from.plus({ months: 1 }), precision: "month" };
}

export function oneSeason(span: { from: DateTime; until: DateTime }, name: string): Found {
  return { phrase: `${span.from.year}年${name}天`, ...span, precision: "season" };
}
