import { normalised } from "./record.ts";
import { isPerson } from "./subject.ts";
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
  /(?:^| )(?:favou?rite .+|(?:\S+ )?name|nickname|(?:\S+ )?number|e-?mail(?: address)?|address|budget|rent|birthday|age|(?:\S+ )?code|pin|(?:number |licen[cs]e )?plate|size|height|weight|salary|deadline|goal|limit|home ?town|blood type|password|passcode|wifi|time zone|pronouns|native language|due date|ip(?: address)?)$/iu;
/** Things one has one of at a time, where only a name replaces a name, a date a date and a time a time: "is ill" replaces nothing. */
const NAMED_OR_DATED =
  /(?:^| )(?:flight|train|appointment|meeting|interview|exam|boss|manager|company|employer|school|university|team|dentist|doctor|gp|therapist|hairdresser|barber|lawyer|accountant|vet|trainer|coach|tutor|gym|landlord|stand-?up|lesson|shift|dinner reservation|reservation)(?: (?:to|from|with|at) .+)?$/iu;
/** Places of work, of which one has one. */
const ONE_PLACE =
  /^(?:(?:work|parking) ?)?(?:office|desk|workstation|locker|parking (?:space|spot)|space|spot|工位|办公室|座位|车位|停车位|储物柜)$/iu;
const SINGLE_ZH =
  /^(?:最(?:喜欢|爱)的?.+|favourite:.+|名字|姓名|昵称|.{0,4}号码?|.{0,4}号|电话|邮箱|电子邮件|地址|住址|.{0,6}预算|.{0,4}房租|生日|年龄|.{0,6}密码|车牌|尺码|鞋码|身高|体重|工资|月薪|年薪|截止日期|目标|上限|老家|家乡|血型|时区|母语|预产期)$/u;
const NAMED_OR_DATED_ZH =
  /(?:航班|火车|高铁|预约|会议|面试|考试|老板|领导|经理|公司|学校|团队|牙医|医生|治疗师|理发师|律师|会计|兽医|教练|健身房|房东|站会|例会|晨会|订位)$/u;
const WORK = /(?:^| )(?:job|profession|occupation)$|^(?:职业|工作)$/iu;
const DATED =
  /\bthe \d{1,2}(?:st|nd|rd|th)\b(?! (?:floor|street|avenue|district|grade|time))|\d{4}年|\d{1,2}月|\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d/u;
export const TIMED =
  /(?:at )?\b\d{1,2}[:.]\d{2}\b(?: ?[ap]\.?m\.?)?|(?:at )?\b\d{1,2} ?[ap]\.?m\b\.?|(?:at )\d{1,2}(?: o['’]clock)?(?!\d| [\p{Lu}])|(?:早上|上午|中午|下午|晚上)?[\d一二两三四五六七八九十]{1,3}点(?:半|一刻|\d{1,2}分?|[一二三四五]?十[一二三四五六七八九]?分?)?/u;

/** A thing's key part: the same words in either spelling. */
const thingKey = (thing: string): string => {
  const plain = thing
    .replace(/^(?:new|current|latest|新的?|现任)\s*/iu, "")
    .replace(/^(?:(?:(?:cell|mobile|tele)?\s?phone|mobile|cell)(?: number)?|number)$/iu, "phone number")
    .replace(/^(?:(?:手机|电话)号?码?|号码?)$/u, "手机号")
    .replace(/(?<=\S)\s*(?:class|lesson|practice|training|session)(?:es|s)?$/iu, "")
    .replace(/favorite/giu, "favourite")
    .replace(/color/giu, "colour");
  return terms(plain).join(" ");
};

const COLOUR =
  /^(?:(?:dark|light|bright|pale|deep) )?(?:red|green|blue|yellow|black|white|gr[ae]y|silver|orange|purple|pink|brown|beige|turquoise|gold|golden|violet|cream)$|^[深浅]?(?:红|绿|蓝|黄|黑|白|灰|银|橙|紫|粉|粉红|棕|咖啡|米|金)色?的?$/iu;
const ROOM = /^(?:in |at )?room \S+$|^(?:in |at )?[A-Z]-?\d{2,4}$|^(?:在)?\S{1,6}(?:室|房间)$/iu;
const FLOOR = /^on the \S+ floor$|^(?:在)?[\d一二三四五六七八九十负]+(?:楼|层)$/iu;
const NUMBERED = /^(?:number |no\.? ?)[A-Z]?\d+$|^[A-Z]?\d+号$/iu;
const SPOT =
  /^(?:in|at|on|by|under|behind|near|next to) the (?!same\b|middle\b|way\b)[\p{L}-]+(?: [\p{L}-]+)?$|^在(?!路上|网上)\p{Script=Han}{1,8}(?:里|上|下|边|面|库|房|厅)$/iu;
const WEEKDAY =
  /^(?:on )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days$|^(?:每(?:周|星期|礼拜))[一二三四五六日天](?:早上|上午|中午|下午|晚上)?$/iu;

/** A make or a name: "a Pixel 7", 小米. What it is like is none. */
const NAMED =
  /^(?!OK\b)(?:an? |the )?(?:\p{Ll}+ )?\p{Ll}?\p{Lu}[\p{L}\d]|^(?!在|.*[很太忙病坏])(?=.*\p{Script=Han})[\p{Script=Han}A-Za-z\d]{2,6}(?<!的)$/u;

/** Of which kind a value is that a thing has one of at a time; empty for what it may have several of ("new", "fast"). */
const kindOfValue = (value: string): string =>
  Object.entries({
    colour: COLOUR,
    room: ROOM,
    floor: FLOOR,
    number: NUMBERED,
    spot: SPOT,
    weekday: WEEKDAY,
    name: NAMED,
  }).find(([, pattern]) => pattern.test(value.trim()))?.[0] ?? "";

/**
 * What another value replaces only where it is said to be new ("now", "moved to"): one may have two cars, and take the
 * bus on some days.
 */
export const ofNow = (key: string): string => (key === "" ? "" : `now ${key}`);
export const needsChange = (key: string): boolean => /^(?:[^|]*\|)?now /u.test(key);

/** A regular day of something: "goes to yoga on Mondays", 每周一上瑜伽课. */
export const weekdayKey = (activity: string): string => ofNow(`weekday:${thingKey(activity)}`);

/** The key of "the user's X is Y"; empty when a second value need not replace the first. */
export function possession(thing: string, value: string, several = false): string {
  if (WORK.test(thing)) return ""; // read as an occupation
  if (SINGLE.test(thing) || SINGLE_ZH.test(thing))
    return several ? ofNow(`has:${thingKey(thing)}`) : `has:${thingKey(thing)}`;
  if (!NAMED_OR_DATED.test(thing) && !NAMED_OR_DATED_ZH.test(thing)) {
    const kind = isPerson(thing) ? "" : kindOfValue(value);
    if (kind === "" || (kind === "colour" && several)) return "";
    const key = `${kind}:${thingKey(thing)}`;
    return ONE_PLACE.test(thing) && kind !== "spot" && kind !== "colour" ? `has ${key}` : ofNow(key);
  }
  const zh = NAMED_OR_DATED_ZH.test(thing);
  const kind = WEEKDAY.test(value)
    ? "weekday"
    : DATED.test(value)
      ? "date"
      : TIMED.test(value)
        ? "time"
        : /^\p{Lu}/u.test(value) || (zh && value.length <= 4 && !/[很太忙病]/u.test(value))
          ? "name"
          : "";
  if (kind === "weekday") return weekdayKey(thing);
  return kind === "" ? "" : `has ${kind}:${thingKey(thing)}`;
}

/** The value whatever it was is over: "changed jobs", 分手了. */
export const ANY = "not any";
/** There is one, unnamed: "has a girlfriend". */
export const SOMEONE = "someone";

export const tripKey = (place: string): string => `trip:${normalised(place)}`;
