import { attributeOf, attributesOf } from "./attribute.ts";
import { tellsUse } from "./transition.ts";

/** What the user likes and dislikes, whatever it is of: "what music do I like?" */
const OPINION = "opinion";
/** What the user uses, of whatever kind: "which editor do I use?" */
const USE = "use";
/** Whatever it is that they run. */
const BUSINESS = "business";

/** Whoever it is that the user reports to. */
const MANAGER: readonly string[] = [
  "has name:manag",
  "has name:boss",
  "has name:经理",
  "has name:老板",
  "has name:领导",
  "manager",
];
const TELLS_MANAGER =
  /\bis (?:now |currently )?the user['’]s (?:new |current |line |direct )*(?:manager|boss|supervisor)\b|\bthe user (?:now )?reports to\b|是用户的(?:新|直属)?(?:上级|领导|上司|经理|老板)|^用户(?:现在)?(?:向|跟).{1,10}汇报/iu;

/** What is asked in words that what is told of it does not share, and how it is told. */
const TOLD: readonly { key: string; asked: RegExp; told: RegExp }[] = [
  {
    key: "medication",
    asked:
      /\b(?:what|which) (?:medicines?|medications?|meds|pills?|drugs?|tablets?) (?:do|am|should) i (?:now |currently )?(?:take|taking|on)\b|我(?:现在|目前)?(?:在)?(?:吃|服用?)(?:的是)?(?:什么|哪种|哪些)药/iu,
    told: /\b\d+(?:\.\d+)? ?(?:mg|mcg|µg|milligrams?)\b|\bprescribed\b|\bthe user(?:['’]s medication\b| is on \p{L}+in\b)|\d(?:毫克|微克)|用户(?:在|每天)?(?:服用|吃).{0,6}药/iu,
  },
  {
    key: "avoided",
    asked:
      /\b(?:which|what|who)(?: \p{L}+){0,3} (?:should|must|do) (?:i|you|we) (?:avoid|never (?:book|use|buy|order))\b|(?:我|你)?(?:应该|要|得)(?:避开|避免|不要订)(?:什么|哪)/iu,
    told: /\b(?:never|don['’]t|do not) (?:ever )?(?:book|use|buy|order|fly)\b|\bno \p{Lu}\p{L}+,? never\b|(?:千万|绝对?|永远)?(?:别|不要)再?(?:给我|帮我|替我)?(?:订|买|用|坐|点)/iu,
  },
  {
    key: "allowed",
    asked:
      /\bhow (?:far|long|much|many|fast|high|heavy)(?: \p{L}+)? (?:may|can|am) i (?:allowed to )?\p{L}+\b|我(?:最多)?(?:能|可以)\p{Script=Han}{1,3}(?:多远|多久|多少|多快)/iu,
    told: /\b(?:told|allowed|advised) the user\b.*\b(?:under|below|at most|no more than|up to)\b|\bthe user (?:may|can|must)(?: not)? .*\b(?:under|at most|more than|up to)\b|(?:让|叫|要求|允许)用户.*(?:别|不要|不能|不得)?(?:超过|以内|最多)|用户.*(?:最多|不能超过|不得超过)/iu,
  },
];

/** Questions after an attribute of the user, so that "where do I live?" finds "The user moved to Bergen". */
const ASKED: readonly [RegExp, readonly string[]][] = [
  [
    /\bwhere (?:do|am) i (?:now |currently )?(?:live|living|based|staying)\b|\b(?:which|what) (?:city|town|country) (?:do|am) i (?:live|living|based)\b|我(?:现在|目前)?(?:住|家)在?(?:哪|什么地方|何处)|我的住处/iu,
    ["residence"],
  ],
  [
    /\bwhere do i (?:now |currently )?work\b|\bwho(?:m)? do i work for\b|\bmy employer\b|我(?:现在|目前)?在(?:哪|什么).{0,4}(?:工作|上班)|我的(?:公司|雇主)是/iu,
    ["employer", "occupation"],
  ],
  [
    /\bwhat do i do for (?:a living|work)\b|\bwhat(?:'s| is) my (?:job|profession|occupation)\b|^my (?:job|profession|occupation)[?.\s]*$|我(?:现在)?(?:是)?(?:做|干)(?:什么|啥)(?:工作|的|生意)?|我的(?:职业|工作)(?:是|[?？。\s]*$)/iu,
    ["occupation", "employer", "has:job", BUSINESS],
  ],
  [/\bwhat(?:'s| is) my name\b|\bwho am i(?=\s*(?:[?.!,]|$))|我叫什么|我的名字|我是谁/iu, ["name", "has:name"]],
  [
    /\bhow old am i\b|\bwhat(?:'s| is) my age\b|我(?:今年|现在)?(?:多大|几岁|多少岁)|我的?年[龄纪]/iu,
    ["age", "has:age"],
  ],
  [/\b(?:what(?:'s| is)|which is) my diet\b|^my diet[?.\s]*$|我的?(?:饮食|吃什么饮食)/iu, ["diet"]],
  [/\bam i (?:still )?(?:a )?(?:vegan|vegetarian)\b|\bdo i eat meat\b|我(?:还|现在)?吃(?:素|肉)吗/iu, ["diet"]],
  [
    /\bam i (?:still |now )?(?:married|single|engaged|divorced|in a relationship|with someone|dating|seeing)\b|\bwho am i (?:engaged to|married to|dating|seeing|with)\b|\bdo i (?:still )?have an? (?:girlfriend|boyfriend|partner|fianc[ée]e?)\b|我(?:现在|还|是不是)?(?:结婚|离婚|单身|订婚)|我(?:现在|还)?有(?:没有)?(?:女朋友|男朋友|对象|女友|男友)|我(?:在)?(?:和|跟)谁(?:谈恋爱|交往|在一起)/iu,
    ["marital status", "now partner"],
  ],
  [
    /\b(?:what|which) (?:kind of |make of |sort of )?(?:car|vehicle) (?:do|am) i (?:now |currently )?(?:drive|driving|have|own)\b|\bwhat do i (?:now )?drive\b|\bwhat(?:'s| is) my car\b|我(?:现在)?(?:开|有)(?:的是|的)?(?:什么|哪|啥)(?:牌子的?|种)?车|我的车是(?:什么|哪)/iu,
    ["now car", "now name:car"],
  ],
  [
    /\b(?:what|which)(?: [\p{L}-]+){1,3} (?:do|am) i (?:now |currently |still )?us(?:e|ing)\b|\bwhat do i use\b|我(?:现在|平时|一般)?(?:在)?用(?:的是|的)?(?:什么|哪)/iu,
    [USE],
  ],
  [
    /\b(?:what|which)(?: (?:kinds?|sorts?|types?) of)?(?: [\p{L}-]+){0,3} (?:do|don['’]?t|did) i (?:really |most |also )?(?:like|love|enjoy|hate|dislike)\b|我(?:最|都|不|还|特别|平时)*(?:喜欢|爱|讨厌)(?:[喝吃听看玩做])?(?:什么|哪)/iu,
    [OPINION],
  ],
  [
    /\b(?:what|how much) do i (?:now |currently )?weigh\b|\bmy (?:current )?weight\b|\bhow heavy am i\b|我(?:现在|目前)?(?:的体重|多重|有多重|体重)/iu,
    ["weight", "has:weight", "has:体重"],
  ],
  [
    /\bwho(?:m)? do i (?:now |currently )?(?:report|answer) to\b|\bwho(?:['’]s| is) my (?:\p{L}+ )?(?:boss|manager|supervisor)\b|我(?:现在)?(?:的(?:上级|领导|上司|经理|老板)是谁|(?:向|跟|归)谁(?:汇报|管))/iu,
    MANAGER,
  ],
  ...TOLD.map(({ asked, key }): [RegExp, readonly string[]] => [asked, [key]]),
];
const MY_THING =
  /\b(?:what|which|when|who)(?:'s| is| are| was) my ((?:[\p{L}\p{N}-]+ ){0,3}[\p{L}\p{N}-]+?)(?: now| again)?\s*[?.!]?$/iu;
const MY_THING_ZH = /我的?(.{1,8}?)(?:现在)?是(?:什么|多少|几|哪|谁)/u;

/** Keys of the attributes a question asks the value of (see `attributeOf`); usually none. */
export function askedAttributes(question: string): string[] {
  const keys = ASKED.flatMap(([pattern, found]) => (pattern.test(question) ? found : []));
  const mine = MY_THING.exec(question.trim())?.[1];
  const own = MY_THING_ZH.exec(question)?.[1];
  for (const statement of [mine && `The user's ${mine} is X1`, own && `用户的${own}是某`]) {
    const attribute = statement ? attributeOf(statement) : null;
    if (attribute !== null) keys.push(attribute.key);
  }
  return Array.from(new Set(keys));
}

/** The term under which an attribute stands in the keyword index: no word of any text looks like it. */
export const attributeTerm = (key: string): string => `=${key.replaceAll(" ", "_")}`;

/** The keys that a statement answers a question after. */
export function answersTo(statement: string): string[] {
  const keys = attributesOf(statement).map(({ key }) => key);
  const general = [
    ...(keys.some((key) => key.startsWith(`${OPINION}:`)) ? [OPINION] : []),
    ...(keys.some((key) => key.startsWith(`${BUSINESS}:`)) ? [BUSINESS] : []),
    ...TOLD.flatMap(({ key, told }) => (told.test(statement) ? [key] : [])),
    ...(TELLS_MANAGER.test(statement) ? ["manager"] : []),
    ...(tellsUse(statement) ? [USE] : []),
  ];
  return Array.from(new Set([...keys, ...general]));
}
