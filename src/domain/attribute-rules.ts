import { normalised } from "./record.ts";
import { terms } from "./text.ts";

/** How an attribute is read from a statement about the user; one list a language. */
export interface Rule {
  pattern: RegExp;
  /** Empty where the value shows that it is of no such kind after all. */
  key: string | ((match: RegExpExecArray) => string);
  value?: (match: RegExpExecArray) => string;
  /** Words under which an older statement of the same attribute may be found. */
  probe?: string;
  accepts?: (value: string) => boolean;
}

/** A denied value is a value of its own: "no longer lives in Oslo" contradicts "lives in Oslo". */
export function denied(match: RegExpExecArray): string {
  return /\b(?:no longer|not|no|n't|never)\b|不再|不|没/u.test(match[0]) ? `not ${match.at(-1)}` : match.at(-1)!;
}

/** Things one has one of, whatever is said of them: a second value replaces the first. */
const SINGLE =
  /(?:^| )(?:favou?rite .+|(?:\S+ )?name|nickname|(?:\S+ )?number|e-?mail(?: address)?|address|budget|rent|birthday|age|(?:\S+ )?code|pin|(?:number |licen[cs]e )?plate|size|height|weight|salary|deadline|goal|limit|home ?town|blood type|password|passcode|wifi|time zone|pronouns|native language)$/iu;
/** Things one has one of at a time, where only a name replaces a name, a date a date and a time a time: "is ill" replaces nothing. */
const NAMED_OR_DATED =
  /(?:^| )(?:flight|train|appointment|meeting|interview|exam|boss|manager|company|employer|school|university|team|dentist|doctor|landlord)(?: (?:to|from|with|at) .+)?$/iu;
const SINGLE_ZH =
  /^(?:最(?:喜欢|爱)的?.+|favourite:.+|名字|姓名|昵称|.{0,4}号码?|.{0,4}号|邮箱|电子邮件|地址|住址|预算|房租|生日|年龄|.{0,6}密码|车牌|尺码|鞋码|身高|体重|工资|月薪|年薪|截止日期|目标|上限|老家|家乡|血型|时区|母语)$/u;
const NAMED_OR_DATED_ZH = /(?:航班|火车|高铁|预约|会议|面试|考试|老板|领导|经理|公司|学校|团队|牙医|医生|房东)$/u;
const WORK = /(?:^| )(?:job|profession|occupation)$|^(?:职业|工作)$/iu;
const DATED =
  /\d{4}年|\d{1,2}月|\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d/u;
export const TIMED =
  /(?:at )?\b\d{1,2}[:.]\d{2}\b(?: ?[ap]\.?m\.?)?|(?:at )?\b\d{1,2} ?[ap]\.?m\b\.?|(?:at )\d{1,2}(?: o['’]clock)?(?!\d| [\p{Lu}])|(?:早上|上午|中午|下午|晚上)?[\d一二两三四五六七八九十]{1,3}点(?:半|一刻|\d{1,2}分?|[一二三四五]?十[一二三四五六七八九]?分?)?/u;

/** A thing's key part: the same words in either spelling. */
const thingKey = (thing: string): string => {
  const plain = thing
    .replace(/^(?:new|current|latest|新的?|现任)\s*/iu, "")
    .replace(/^(?:(?:(?:cell|mobile|tele)?\s?phone|mobile|cell)(?: number)?|number)$/iu, "phone number")
    .replace(/^(?:(?:手机|电话)号?码?|号码?)$/u, "手机号")
    .replace(/favorite/giu, "favourite")
    .replace(/color/giu, "colour");
  return terms(plain).join(" ");
};

/** The key of "the user's X is Y"; empty when a second value need not replace the first. */
export function possession(thing: string, value: string): string {
  if (WORK.test(thing)) return ""; // read as an occupation
  if (SINGLE.test(thing) || SINGLE_ZH.test(thing)) return `has:${thingKey(thing)}`;
  if (!NAMED_OR_DATED.test(thing) && !NAMED_OR_DATED_ZH.test(thing)) return "";
  const zh = NAMED_OR_DATED_ZH.test(thing);
  const kind = DATED.test(value)
    ? "date"
    : TIMED.test(value)
      ? "time"
      : /^\p{Lu}/u.test(value) || (zh && value.length <= 4 && !/[很太忙病]/u.test(value))
        ? "name"
        : "";
  return kind === "" ? "" : `has ${kind}:${thingKey(thing)}`;
}

export const tripKey = (place: string): string => `trip:${normalised(place)}`;
