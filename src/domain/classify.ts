import { HABIT, HEALTH, IDENTITY, LIMIT, PREFERENCE, PROCEDURE, URGENT } from "./lasting.ts";
import type { MemoryType } from "./record.ts";

/** What kind of statement a text is and how much it matters, by the words it holds. */

/** Preference, fact, constraint or procedure. */
export function typeOf(text: string): MemoryType {
  if (HEALTH.test(text) || LIMIT.test(text)) return "constraint";
  if (PROCEDURE.test(text)) return "procedure";
  return PREFERENCE.test(text) ? "preference" : "fact";
}

/** True for what may hurt someone when it is forgotten. */
export function isVital(text: string): boolean {
  return HEALTH.test(text);
}

/**
 * Importance 0 … 1: health and safety 0.95, other limits 0.8, who the user is 0.7, preferences and procedures 0.6, else
 * 0.5; words of urgency and an explicit "remember" add 0.1 each, never above 1.
 */
export function importanceOf(text: string, asked = false): number {
  const base = HEALTH.test(text)
    ? 0.95
    : LIMIT.test(text)
      ? 0.8
      : IDENTITY.test(text)
        ? 0.7
        : PREFERENCE.test(text) || PROCEDURE.test(text)
          ? 0.6
          : 0.5;
  return Math.min(1, Math.round((base + (URGENT.test(text) ? 0.1 : 0) + (asked ? 0.1 : 0)) * 100) / 100);
}

/** True when the text holds something lasting about a person: who they are, like, need or may not. */
export function isLasting(text: string): boolean {
  return (
    HEALTH.test(text) ||
    LIMIT.test(text) ||
    IDENTITY.test(text) ||
    PREFERENCE.test(text) ||
    PROCEDURE.test(text) ||
    HABIT.test(text)
  );
}

/** Something that passes with its date: a flight is over afterwards, a move is not. */
const PASSING =
  /\b(?:fl(?:y|ies|ying)|flight|train|bus|ferry|travel(?:s|ling|ing)?|trip|visit(?:s|ing)?|arriv(?:e|es|ing)|depart(?:s|ing)?|leav(?:e|es|ing)|return(?:s|ing)?|back (?:on|from)|meet(?:s|ing)?|appointment|interview|exam|test|reservation|booking|booked|check-?(?:in|out)|deadline|due|dinner|lunch|breakfast|party|concert|conference|webinar|call|delivery|deliver(?:s|ed)?|goes to|going to|go to|off (?:on|until)|on (?:holiday|vacation|leave)|until|stays?|staying|away|expires?|expiry|valid (?:until|till|through|to)|sale|game|match|lesson|class|reminded)\b|飞|航班|火车|高铁|旅行|旅游|出差|去|到达|抵达|出发|离开|回来|返回|见面|约|会议|开会|面试|考试|预订|预约|截止|晚饭|晚餐|午餐|聚会|演唱会|婚礼|送货|到货|请假|休假|放假|之前|看病|复查|体检|比赛|演出|提醒|有效期|到期|过期|有效至|截至/iu;
/** What stays so after its date. */
export const PERMANENT =
  /\b(?:mov(?:e|es|ing) (?:to|in|out)|relocat\w+|marr(?:y|ies|ied|ying)|start(?:s|ing)? (?:a |my |the |at|as|working)|joins?|joining|retir\w+|graduat\w+|born|since|from now on|quits?|every)\b|搬|结婚|入职|退休|毕业|出生|从.{0,12}起|开始(?:吃|上班|工作)|每/iu;

const ENDS = /\b(?:until|till|through|expires?|expiry|deadline|due)\b|有效期|到期|过期|有效至|截至|截止/iu;

/** True when the date it names is the last on which it holds. */
export function namesItsEnd(text: string): boolean {
  return ENDS.test(text);
}

/** True when the statement is out of date once its date has passed. */
export function isPassing(text: string): boolean {
  return PASSING.test(text) && !PERMANENT.test(text);
}
