import { attitude } from "./polarity.ts";
import { normalised } from "./record.ts";
import { terms } from "./text.ts";

/** What a statement says about whom, where it is of a kind that can have one value at a time. */
export interface Attribute {
  /** Subject and attribute, the same whatever the language's wording: `residence`, `favourite:color`, `the user's budget`. */
  key: string;
  /** The value as written. */
  value: string;
  /** Words under which an older statement of the same attribute may be found. */
  probe: string;
}

interface Rule {
  pattern: RegExp;
  key: string | ((match: RegExpExecArray) => string);
  value?: (match: RegExpExecArray) => string;
  probe?: string;
  /** False where the value shows that it is not about that attribute after all. */
  accepts?: (value: string) => boolean;
}

const REST =
  "(.+?)(?=$|[.,;!。，；！]|\\s(?:since|because|and|but|with|for|until|now|anymore|any more|these days|in|on|from|during|around)\\b)";
const NOT = "(?:no longer |does not |doesn't |is not |never )?";
const english = (body: string): RegExp =>
  new RegExp(`^(?:the user|user)\\s+(?:now |currently |also |really |recently |actually |still )*${body}`, "iu");
const chinese = (body: string): RegExp =>
  new RegExp(
    `^用户(?:\\d{4}年(?:\\d{1,2}月(?:\\d{1,2}日(?:（周.）)?)?)?)?(?:现在|目前|已经|其实|最近|刚刚?|又|也|还|真的|很|非常|一直)*${body}`,
    "u",
  );

/** A denied value is a value of its own: "no longer lives in Oslo" contradicts "lives in Oslo". */
function denied(match: RegExpExecArray): string {
  return /\b(?:no longer|not|n't|never)\b|不再|不|没/u.test(match[0]) ? `not ${match.at(-1)}` : match.at(-1)!;
}

const HEAD_LAST = /([\p{L}-]+)$/u;
const headOf = (phrase: string): string => terms(HEAD_LAST.exec(phrase.trim())?.[1] ?? phrase).at(-1) ?? phrase;

/** Things one has one of, whatever is said of them: a second value replaces the first. */
const SINGLE =
  /(?:^| )(?:favou?rite .+|(?:\S+ )?name|nickname|(?:\S+ )?number|e-?mail(?: address)?|address|budget|birthday|age|code|pin|(?:number |licen[cs]e )?plate|size|height|weight|salary|job|deadline|goal|limit|home ?town|blood type|password|passcode|wifi|time zone|pronouns|native language)$/iu;
/** Things one has one of at a time, where only a name replaces a name and a date a date: "is ill" replaces nothing. */
const NAMED_OR_DATED =
  /(?:^| )(?:flight|appointment|meeting|interview|exam|boss|manager|company|employer|school|university|team|dentist|doctor|landlord)$/iu;
const SINGLE_ZH =
  /^(?:最(?:喜欢|爱)的?.+|favourite:.+|名字|姓名|昵称|.{0,4}号码?|.{0,4}号|邮箱|电子邮件|地址|住址|预算|生日|年龄|密码|车牌|尺码|鞋码|身高|体重|工资|月薪|年薪|职业|工作|截止日期|目标|上限|老家|家乡|血型|时区|母语)$/u;
const NAMED_OR_DATED_ZH = /^(?:航班|预约|会议|面试|考试|老板|领导|经理|公司|学校|团队|牙医|医生|房东)$/u;
const DATED =
  /\d{4}|\d{1,2}月|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/u;

/** The key of "the user's X is Y"; empty when a second value need not replace the first. */
function possession(thing: string, value: string): string {
  const plain = thing.replace(/favorite/giu, "favourite").replace(/color/giu, "colour");
  if (SINGLE.test(plain) || SINGLE_ZH.test(plain)) return `has:${terms(plain).join(" ")}`;
  if (!NAMED_OR_DATED.test(plain) && !NAMED_OR_DATED_ZH.test(plain)) return "";
  const kind = DATED.test(value)
    ? "date"
    : /^\p{Lu}/u.test(value) || (NAMED_OR_DATED_ZH.test(plain) && value.length <= 4)
      ? "name"
      : "";
  return kind === "" ? "" : `has ${kind}:${terms(plain).join(" ")}`;
}

const DIET_EN = "(vegan|vegetarian|pescatarian|an omnivore|a vegan|a vegetarian|a pescatarian|a meat eater)";
const STATUS_EN = "(married|single|divorced|engaged|widowed|separated)";

/** "in Oslo", not "in a flat". */
const isPlace = (value: string): boolean =>
  !/^(?:not )?(?:an?|my|the user|his|her|their|one|two|peace|fear|\d)\b/iu.test(value) && value.split(" ").length <= 5;
/** "for Equinor", not "for eight hours" or "at night". */
const isEmployer = (value: string): boolean => /^(?:not )?(?:the |an? )?[\p{Lu}\p{Script=Han}]/u.test(value);
/** Of these one is preferred at a time; of hotels one may like the quiet and the cheap. */
const ONE_PREFERRED = /^(?:seat|unit|languag|currenc|temperatur|theme|format|pronoun|meet time|mode)$/u;

const RULES: readonly Rule[] = [
  {
    pattern: english(
      `(?:has |have )?(?:${NOT}lives? in|${NOT}is based in|${NOT}resides? in|moved to|moves to|is moving to|relocated to|has moved to|lives? at)\\s+${REST}`,
    ),
    key: "residence",
    value: denied,
    accepts: isPlace,
    probe: "live lives moved based home 住在 搬到",
  },
  {
    pattern: english(
      `(?:has |have )?(?:${NOT}works? (?:at|for)|is employed (?:at|by)|is now (?:at|with)|joined|started at|moved on to|left)\\s+${REST}`,
    ),
    key: "employer",
    accepts: isEmployer,
    value: (match) => (/\bleft\b/u.test(match[0]) ? `not ${match.at(-1)}` : denied(match)),
    probe: "works work joined employed left 工作 上班 入职",
  },
  { pattern: english(`(?:works as|is working as)\\s+${REST}`), key: "occupation", probe: "works as job profession" },
  {
    pattern: english(`(?:wants to be called|prefers to be called|goes by|is called|'s name is)\\s+${REST}`),
    key: "name",
    probe: "called name 称呼 叫",
  },
  { pattern: english(`is\\s+(\\d{1,3}) years old`), key: "age", probe: "years old 岁" },
  {
    pattern: english(`(?:is ${NOT}|became |is no longer |went |is not )${DIET_EN}`),
    key: "diet",
    value: denied,
    probe: "vegan vegetarian eats meat 素食 吃素 吃肉",
  },
  {
    pattern: english(`(${NOT}eats? meat)`),
    key: "diet",
    value: (match) => (/not|never|no longer/iu.test(match[0]) ? "vegetarian" : "meat"),
    probe: "vegan vegetarian eats meat",
  },
  {
    pattern: english(`(?:is ${NOT}|got |is no longer )${STATUS_EN}`),
    key: "marital status",
    value: denied,
    probe: "married single divorced engaged 结婚 离婚 单身",
  },
  {
    pattern: english("prefers\\s+(.+?)\\s+(?:over|to|rather than|instead of)\\s+(?!the user)(.+?)(?=$|[.,;!])"),
    key: (match) =>
      `prefers between:${[match[1]!, match[2]!]
        .map((one) => terms(one).join(" "))
        .sort()
        .join("|")}`,
    value: (match) => match[1]!,
    probe: "prefers",
  },
  {
    pattern: english(
      "prefers\\s+((?:[\\p{L}\\p{N}'-]+\\s+){1,3}[\\p{L}-]+?)(?=$|[.,;!]|\\s(?:over|to|when|on|for|because|and|if|in|rather|instead)\\b)",
    ),
    key: (match) => (ONE_PREFERRED.test(headOf(match[1]!)) ? `prefers:${headOf(match[1]!)}` : ""),
    probe: "prefers",
  },
  {
    pattern:
      /^(?:the user['’]s)\s+((?:[\p{L}\p{N}-]+\s+){0,3}[\p{L}\p{N}-]+?)\s+(?:is|are|was|has changed to|changed to|will be|has been moved to|moved to)\s+(?:now |currently |actually )*(?:called |named )?(.+?)(?=$|[.,;!]|\s(?:because|since|and)\b)/iu,
    key: (match) => possession(match[1]!, match[2]!),
    value: (match) => match[2]!,
  },
  {
    pattern: english(
      "(?:flies|travels|goes|is flying|is travelling|is going|takes the train)\\s+to\\s+(\\p{Lu}[\\p{L} ]*?)\\s+(?:on|in|around)\\s+(.+)",
    ),
    key: (match) => `trip:${normalised(match[1]!)}`,
    probe: "flies travels goes flight trip",
  },
  {
    pattern: chinese(`(?:不再|不)?(?:住在?|定居在?|搬到|搬去|搬回|移居)了?(.+?)(?=$|[。，；！,;]|了)`),
    key: "residence",
    value: denied,
    probe: "住在 搬到 搬去 lives moved",
  },
  {
    pattern: chinese(`(?:不再|不)?在(.+?)(?:工作|上班|任职)`),
    key: "employer",
    value: denied,
    probe: "工作 上班 入职 跳槽 works",
  },
  {
    pattern: chinese(`(?:入职|跳槽到|加入)了?(.+?)(?=$|[。，；！,;]|了)`),
    key: "employer",
    probe: "工作 上班 入职 跳槽 works",
  },
  {
    pattern: chinese(`(?:希望被称呼为|叫|名叫|名字是|的名字是)(.+?)(?=$|[。，；！,;])`),
    key: "name",
    probe: "称呼 叫 名字 called name",
  },
  { pattern: chinese(`(?:\\d{4}年)?(\\d{1,3})岁`), key: "age", probe: "岁 years old" },
  {
    pattern: chinese(
      `(?:是)?(?:个|一个|一名|位)?(不再吃素|不吃素|吃素|素食者|纯素食者|素食主义者|全素|吃肉|不吃肉|开始吃素|开始吃肉)`,
    ),
    key: "diet",
    value: (match) => (/不再吃素|不吃素|(?<!不)吃肉/u.test(match[1]!) ? "meat" : "vegetarian"),
    probe: "吃素 素食 吃肉 vegan vegetarian",
  },
  {
    pattern: chinese(`(已婚|未婚|单身|离婚|结婚|再婚|订婚)`),
    key: "marital status",
    value: (match) => match[1]!.replace("已婚", "结婚").replace("未婚", "单身"),
    probe: "结婚 离婚 单身 married",
  },
  {
    pattern: /^用户(?:现在|目前)?最(喜欢|爱)的?(.{1,8}?)(?:现在)?(?:是|为)(.+?)(?=$|[。，；！,;])/u,
    key: (match) => possession(`favourite:${match[2]}`, match[3]!),
  },
  {
    pattern:
      /^用户的(.{1,12}?)(?:现在|目前|已经)?(?:改成|改为|换成|变成|改到|推迟到|是|为|叫)了?(.+?)(?=$|[。，；！,;]|了$)/u,
    key: (match) => possession(match[1]!.replace(/^最(?:喜欢|爱)的?/u, "favourite:"), match[2]!),
    value: (match) => match[2]!,
  },
  {
    pattern:
      /^用户(\d{4}年\d{1,2}月\d{1,2}日)(?:（周.）)?(?:早上|上午|中午|下午|晚上)?(?:坐飞机|坐火车|坐高铁)?(?:飞往?|去|到)([\p{Script=Han}]{1,8})/u,
    key: (match) => `trip:${match[2]}`,
    value: (match) => match[1]!,
  },
  {
    pattern: chinese(`(?:\\d{4}年\\d{1,2}月\\d{1,2}日)?(?:更?喜欢|偏好|偏爱|选择?)(靠窗|靠走廊|靠过道|过道|走廊)`),
    key: "prefers:seat",
    probe: "靠窗 靠走廊 靠过道 座位",
  },
];

/** Likes and dislikes of one thing: opposite attitudes contradict. */
const OPINION_EN = english(
  `(?:absolutely |no longer |does not |doesn't |never )*(?:likes?|loves?|enjoys?|hates?|dislikes?|can't stand|cannot stand)\\s+(?:to )?${REST}`,
);
const OPINION_ZH = chinese(`(?:不再|不太|不|最)?(?:喜欢|喜爱|热爱|爱|讨厌|厌恶|反感)(.+?)(?=$|[。，；！,;])`);

/** The attribute a statement about the user gives a value to; null when it is of no such kind. */
export function attributeOf(statement: string): Attribute | null {
  const text = statement.trim();
  for (const { pattern, key, value, probe, accepts } of RULES) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const found = (value?.(match) ?? match.at(-1) ?? "").trim();
    const name = typeof key === "string" ? key : key(match);
    if (found !== "" && name !== "" && (accepts?.(found) ?? true))
      return { key: name, value: found, probe: probe ?? name.replace(/^\w+:/u, "") };
  }
  const opinion = OPINION_EN.exec(text) ?? OPINION_ZH.exec(text);
  if (opinion === null || attitude(text) === 0) return null;
  const thing = opinion[1]!.trim();
  return { key: `opinion:${terms(thing).join(" ")}`, value: attitude(text) > 0 ? "likes" : "dislikes", probe: thing };
}

function sameValue(a: string, b: string): boolean {
  const plain = (text: string) => normalised(text).replace(/^(?:the|a|an|now|in)\s+/u, "");
  return (
    plain(a) === plain(b) ||
    (terms(a).length > 0 && terms(a).join(" ") === terms(b).join(" ") && /^not /u.test(a) === /^not /u.test(b))
  );
}

/**
 * True when both give a value to the same attribute of the same subject, and not the same value: only one can hold now.
 * A denial contradicts what it denies ("no longer lives in Oslo" / "lives in Oslo"), and nothing else.
 */
export function contradicts(next: string, known: string): boolean {
  const [a, b] = [attributeOf(next), attributeOf(known)];
  if (a === null || b === null || a.key !== b.key || sameValue(a.value, b.value)) return false;
  const denial = /^not /u;
  if (denial.test(a.value) && denial.test(b.value)) return false;
  if (denial.test(a.value)) return sameValue(a.value.replace(denial, ""), b.value);
  return true;
}
