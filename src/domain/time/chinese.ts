import { type Clock, monthOf, yearOf } from "./calendar.ts";
import { hanDateAt, sameMonthDayAt } from "./chinese-dates.ts";
import {
  at,
  DAY_PART,
  folded,
  HAN_SEASONS,
  hanHours,
  hanWeekday,
  type ReadHan,
  type Reading,
} from "./chinese-words.ts";
import { between, type Found, orderCue, patternCue, periodCue } from "./cue.ts";
import { hanNumber } from "./numerals.ts";
import { dateIn, mapNamed, monthIn, type Named, named, SEASONS, yearIn, yearless } from "./period.ts";
import type { Recurring } from "./recurring.ts";

/** A cue and the place behind it; no cue for words that are to be passed over (每天). */
interface Hit {
  readonly found: Found | null;
  readonly next: number;
}

const LAST = /上(?:一)?(?:次|回)(?!数(?!学))|最近的?一(?:次|回)|最后的?一(?:次|回)|前一(?:次|回)|最新的?/uy;
const FIRST = /第一(?:次|回)|首次|头一?(?:次|回)|最早|最初|最先|最开始/uy;

function orderAt(r: Reading, i: number): Hit | null {
  for (const [pattern, order] of [
    [LAST, "last"],
    [FIRST, "first"],
  ] as const) {
    const match = at(pattern, r.text, i);
    if (match === null) continue;
    const end = i + match[0].length;
    return { found: orderCue({ start: i, end }, order), next: end };
  }
  return null;
}

const EVERY =
  /每(?:个|逢|一个)?(?:(?:周|星期|礼拜)(?:(末)|([一二三四五六日天]))|(春|夏|秋|冬)(?:天|季)|年(?:的)?(\d{1,2}|十[一二]?|[一二三四五六七八九])月(?:(\d{1,2}|[一二三四五六七八九十]{1,3})[日号])?|月(?:的)?(\d{1,2}|[一二三四五六七八九十]{1,3})[日号]|天?(早上|上午|中午|下午|傍晚|晚上|夜里)|[年月周天])/uy;
const BARE_PART = new RegExp(`(?:${DAY_PART.replace("|早|晚", "")})(?!好|安|餐|饭)`, "uy");

function everyAt(r: Reading, i: number): Hit | null {
  const match = at(EVERY, r.text, i);
  if (match === null) return null;
  const end = i + match[0].length;
  const pattern = (recurring: Recurring): Hit => ({ found: patternCue({ start: i, end }, recurring), next: end });
  const [, weekend, weekday, season, month, day, dayAlone, part] = match;
  const onWeekday = weekday === undefined ? null : hanWeekday(weekday);
  const inMonth = month === undefined ? null : hanNumber(month);
  const onDay = hanNumber(day ?? dayAlone ?? "");
  const inSeason = season === undefined ? undefined : HAN_SEASONS[season];
  if (weekend !== undefined) return pattern({ weekdays: [6, 7] });
  if (onWeekday !== null) return pattern({ weekday: onWeekday });
  if (inSeason !== undefined) return pattern({ months: [0, 1, 2].map((n) => ((SEASONS[inSeason] - 1 + n) % 12) + 1) });
  if (inMonth !== null) return pattern(onDay === null ? { month: inMonth } : { month: inMonth, day: onDay });
  if (onDay !== null) return pattern({ day: onDay });
  if (part !== undefined) return pattern({ hours: hanHours(part).hours });
  return { found: null, next: end };
}

/** 早上, 晚上 by themselves: of some day. */
function partAt(r: Reading, i: number): Hit | null {
  const match = at(BARE_PART, r.text, i);
  if (match === null) return null;
  const end = i + match[0].length;
  return { found: patternCue({ start: i, end }, { hours: hanHours(match[0]).hours }), next: end };
}

const SHORT_YEARS = /((?:19|20)\d\d)年?(?:到|至|[-–—~～])((?:19|20)\d\d)年/uy;
const SHORT_MONTHS =
  /(?<!\d)(1[0-2]|[1-9]|[一二三四五六七八九十])月?(?:到|至|[-–—~～])(1[0-2]|[1-9]|[一二三四五六七八九]|十[一二]?)月(?!亮|饼)份?(?!\d|[一二三四五六七八九十]{1,3}[日号])/uy;
const DAYS =
  /(\d{1,2}|[一二三四五六七八九十廿卅]{1,3})(?:日|号)?(?:到|至|[-–—~～])(\d{1,2}|[一二三四五六七八九十廿卅]{1,3})(?:日|号)/uy;

/** 2020到2022年, 3到5月: pairs whose first half lacks its unit. */
function shortPairAt(r: Reading, i: number): Found | null {
  const place = (length: number): { start: number; end: number } => ({ start: i, end: i + length });
  const years = at(SHORT_YEARS, r.text, i);
  if (years !== null) {
    return between(place(years[0].length), named(yearIn(Number(years[1]))), named(yearIn(Number(years[2]))));
  }
  const months = at(SHORT_MONTHS, r.text, i);
  const month = (text: string | undefined): Named | null => {
    const number = hanNumber(text ?? "");
    return number === null ? null : yearless((year) => monthIn(year, number), { month: number }, r.clock);
  };
  const [first, second] = months === null ? [null, null] : [month(months[1]), month(months[2])];
  if (months === null || first === null || second === null) return null;
  return between(place(months[0].length), first, second);
}

const OPENING = /自从|打从|从|自|截至到?|截止到?|直到|到|在|于/uy;
const JOINT = /到了?|至|[-–—~～]|和|与|跟/uy;
const SINCE = /(?:之后|以后|后)?(?:以来|至今|到现在|到今天|到目前|开始|起)/uy;
const AFTER = /之后|以后|过后|后(?![面来天年悔台果续半几两])/uy;
const BEFORE = /之前|以前|前(?![后面往进台途辈提景天年夜晚几两些半一二三四五六])/uy;
const CLOSED = /之间|期间|间(?!隔)/uy;
const ABOUT = /前后|左右/uy;

interface Pair {
  readonly first: Named;
  readonly second: Named;
  readonly next: number;
}

/** 5月1-5号, 上个月3到8日: two days behind a month. */
function daysOfMonthAt(r: Reading, month: ReadHan): Pair | null {
  const match = month.what.period.grain === "month" ? at(DAYS, r.text, month.next) : null;
  if (match === null) return null;
  const [first, second] = [match[1], match[2]].map((day) =>
    mapNamed(
      month.what,
      ({ start }) => dateIn(yearOf(start), monthOf(start), hanNumber(day ?? "") ?? 0),
      r.clock,
      null,
    ),
  );
  return first == null || second == null ? null : { first, second, next: month.next + match[0].length };
}

/** 到, 至, 和 … 之间 and the second time behind a first. */
function pairedWith(r: Reading, first: ReadHan): Pair | null {
  const joint = at(JOINT, r.text, first.next);
  if (joint === null) return null;
  const from = first.next + joint[0].length;
  const second = sameMonthDayAt(r, from, first.what) ?? hanDateAt(r, from);
  if (second === null) return null;
  const closed = at(CLOSED, r.text, second.next);
  if (closed === null && /[和与跟]/u.test(joint[0])) return null;
  return { first: first.what, second: second.what, next: second.next + (closed?.[0].length ?? 0) };
}

/** 昨天, 在3月, 从去年以来, 3月到5月之间, 上周之前. */
function dateAt(r: Reading, i: number): Hit | null {
  const opening = at(OPENING, r.text, i)?.[0] ?? "";
  const short = shortPairAt(r, i + opening.length);
  if (short !== null) return { found: { ...short, start: i }, next: short.end };
  const first = hanDateAt(r, i + opening.length);
  if (first === null) return null;
  const behind = first.next;
  const place = (end: number): { start: number; end: number } => ({ start: i, end });
  const pair = daysOfMonthAt(r, first) ?? pairedWith(r, first);
  if (pair !== null) return { found: between(place(pair.next), pair.first, pair.second), next: pair.next };
  const side = (pattern: RegExp): number => at(pattern, r.text, behind)?.[0].length ?? 0;
  const since = side(SINCE);
  if (since > 0) return { found: periodCue(place(behind + since), first.what, "since"), next: behind + since };
  const after = side(AFTER);
  if (after > 0) return { found: periodCue(place(behind + after), first.what, "after"), next: behind + after };
  const before = side(BEFORE);
  if (before > 0) return { found: periodCue(place(behind + before), first.what, "before"), next: behind + before };
  const about = side(ABOUT);
  if (about > 0)
    return { found: periodCue(place(behind + about), { ...first.what, exact: false }), next: behind + about };
  const stop = side(/为止/uy);
  if (/^(?:截至到?|截止到?|直到)$/u.test(opening) || stop > 0)
    return { found: periodCue(place(behind + stop), first.what, "until"), next: behind + stop };
  if (/^(?:自从|打从|从|自)$/u.test(opening))
    return { found: periodCue(place(behind), first.what, "since"), next: behind };
  const start = opening === "到" ? i + 1 : i;
  return { found: periodCue({ start, end: behind }, first.what), next: behind };
}

/** The characters with which a time begins: most of a question is passed over by them. */
const BEGINNING =
  /[今昨明前后大去上下这本周星礼一二三四五六七八九十零〇廿卅两几数若半好多年月春夏秋冬暑寒最近过刚方首头第自从打在于到截直每早晚凌清中傍夜深午约差不元除情双跨母父妇劳儿端教国重万感复平圣\dQq]/u;

/** What a Chinese text says about when; offsets are into it. */
export function chineseCues(text: string, clock: Clock): Found[] {
  const r: Reading = { text: folded(text), clock };
  const cues: Found[] = [];
  for (let i = 0; i < r.text.length; ) {
    if (!BEGINNING.test(r.text.charAt(i))) {
      i++;
      continue;
    }
    const hit = orderAt(r, i) ?? everyAt(r, i) ?? dateAt(r, i) ?? partAt(r, i);
    if (hit !== null && hit.found !== null) cues.push(hit.found);
    i = hit === null ? i + 1 : Math.max(hit.next, i + 1);
  }
  return cues;
}
