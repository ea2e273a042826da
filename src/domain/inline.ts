/** What the user puts right in the middle of a sentence: "dinner is at 6, no wait, at 7", 我六点到，不对，七点到. */

const WAIT_EN = String.raw`(?:oh|er|um|ah|well)?,?\s*(?:no,? wait|wait,? no|no,? sorry|sorry,? no|no,? actually|actually,? no|no,? scratch that|scratch that|correction|or rather|make (?:that|it)|(?:(?:no|sorry|wait|oops),? )?i mean(?:t)?|oops|sorry|wait)(?:,? i mean(?:t)?)?[,:]?\s+|no,\s+`;
const WAIT_ZH = String.raw`(?:哦|噢|啊|呃)?(?:不对|不是(?=[，,])|错了|说错了|我说错了|等等|更正)+[，,：:\s]*(?:应该是|我是说|我的意思是)?|(?:哦|噢|啊)不[，,：:\s]*(?:应该)?|应该是|我是说`;
const WAIT = new RegExp(String.raw`\s*[,;—–]\s*(?:${WAIT_EN})|[，,；]\s*(?:${WAIT_ZH})`, "iu");

const NUMERAL =
  "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fifteen|twenty|thirty|noon|midnight";
const MONTH =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const HAN_FIGURE = "[\\d〇零一二两三四五六七八九十百千万]";

/** Forms of a value; one is put in place of one of its own form only. A form's later ones would be found in its earlier ones' parts. */
const FORMS: readonly RegExp[] = [
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:today|tonight|tomorrow)\b|(?:周|星期|礼拜)[一二三四五六日天]|[今明后]天/giu,
  new RegExp(
    String.raw`\b(?:the )?\d{1,2}(?:st|nd|rd|th)\b(?: of (?:${MONTH})\b)?|\b(?:${MONTH}) \d{1,2}(?:st|nd|rd|th)?\b|\b\d{1,2} (?:${MONTH})\b|(?:${HAN_FIGURE}{1,3}月)?${HAN_FIGURE}{1,3}[号日]`,
    "giu",
  ),
  new RegExp(`${HAN_FIGURE}+点(?:半|${HAN_FIGURE}+分?)?|${HAN_FIGURE}+(?=[个只条岁块元人位本张次年])`, "giu"),
  new RegExp(
    String.raw`(?<![\p{L}\d])[$€£¥]?\d[\d.,:]*\d?(?:\s?(?:am|pm|a\.m\.|p\.m\.|o['’]clock|%))?(?![\p{L}\d])|\b(?:${NUMERAL})\b`,
    "giu",
  ),
  /(?<=\p{Ll}[\p{L}'’]* )(?!I\b)\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)*/gu,
];

/** What may stand before the new value: said of the old one already. */
const LEAD = /^(?:(?:it['’]s|that['’]s|to|in|at|on|by|for|from|called|named|with)\s+)*[是在到]?/iu;

interface Value {
  text: string;
  start: number;
  end: number;
}

const valuesIn = (text: string, form: RegExp): Value[] =>
  Array.from(text.matchAll(form), (match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));

/** The last value of the form that the new one begins with, replaced; what follows the new one stays unless it stood there already. */
function valued(before: string, after: string): string | null {
  const lead = LEAD.exec(after)![0].length;
  for (const form of FORMS) {
    // The word before a name tells it from the first of a sentence.
    const [next] = valuesIn(`on ${after.slice(lead)}`, form);
    const old = valuesIn(before, form).at(-1);
    if (next === undefined || next.start !== 3 || old === undefined) continue;
    const value = next.text;
    const rest = after.slice(lead + value.length).trimEnd();
    const stood = before.slice(old.end);
    const end = rest === "" || stood.startsWith(rest) || rest.startsWith(stood) ? "" : rest;
    const kept = stood.startsWith(rest) || end !== "" ? stood : rest;
    return `${before.slice(0, old.start)}${value}${kept}${end}`;
  }
  return null;
}

/** 叫小红，说错了，叫小芳: what follows the same verb is said anew. */
function renewed(before: string, after: string): string | null {
  const verb = /^(叫|是|在|住在?|去|到|搬到|姓|用)(?=\p{Script=Han}{1,8}$)/u.exec(after)?.[1];
  if (verb === undefined) return null;
  const at = before.lastIndexOf(verb);
  if (at > 0) return before.slice(0, at) + after;
  const object = /^(.*(?:住在|搬到|叫|在|去|到|姓))\p{Script=Han}{1,8}$/u.exec(before);
  return verb === "是" && object !== null ? object[1]! + after.slice(1) : null;
}

/**
 * The sentence with only the value that was meant in the end; as it was where what follows "no, wait" is no value of the
 * form of one before it ("I'm sorry, I can't come").
 */
export function mended(sentence: string): string {
  const mark = WAIT.exec(sentence);
  if (mark === null || mark.index === 0) return sentence;
  const end = /[\s.!?。！？]*$/u.exec(sentence)!;
  const before = sentence.slice(0, mark.index);
  const after = sentence.slice(mark.index + mark[0].length, end.index);
  const whole = valued(before, after) ?? renewed(before, after);
  return whole === null ? sentence : mended(whole + end[0]);
}
