import { isLasting, isVital, PERMANENT } from "./classify.ts";
import type { DateMention, Moment } from "./dates.ts";
import { chineseNames } from "./entities/names-zh.ts";
import type { Instant } from "./record.ts";
import { isPastVerb } from "./verbs-en.ts";

/**
 * States that change by themselves (requirement B9): where a parcel is, what is left on an account, where someone is just
 * now, what holds right now, for this week or month. How long each is worth repeating is reasoned, not measured: a parcel, a balance and a whereabouts a
 * week, as whether a build or a site is broken, weather and a market price a day, what is said to be "for now" a month, what is so "right now" a day and "at the moment" a week, what is bound to a week or month to its end.
 */
const DAYS = {
  underway: 7,
  amount: 7,
  whereabouts: 7,
  temporary: 30,
  moment: 1,
  spell: 7,
  weather: 1,
  working: 7,
  price: 1,
} as const;

const STILL = "(?:still |just |currently |already |now |now stuck |stuck |held |being held |waiting |sitting )*";
const CONSIGNMENT = "(?:parcel|package|shipment|letter|luggage|suitcase|order|delivery)s?";
/** Where it is, or what is being done with it. */
const UNDERWAY = [
  `\\b(?:parcel|package|shipment|letter|luggage|suitcase)s?(?: from [^.,;]{1,30}?| with [^.,;]{1,30}?)? (?:is|are|has been|have been) ${STILL}(?:in|at|with|on)\\b`,
  `\\b(?:${CONSIGNMENT}|refund|repair|claim|application|ticket|visa)s?(?: \\S+){0,3}? (?:is|are|has|have) ${STILL}(?:on (?:its|their|the) way|out for delivery|in transit|being (?!an?\\b)\\p{L}+ed|not (?:yet )?(?:been )?\\p{L}+|pending|processing|delayed|waiting|awaiting|under review|stuck|ready for (?:pick-?up|collection))\\b`,
  "(?:包裹|快递|货|行李|信件|挂号信)(?:现在|目前|已经|还)*(?:在(?!线)|到了?(?!货)|卡在|停在)",
  "(?:包裹|快递|订单|货|退款|维修|工单|签证|申请|理赔)[^，。；！？]{0,8}?(?:正在|还没|还未|尚未|没有?发|待|处理中|运输中|派送|配送中|审核中|路上|延误|卡住|已发货|已揽收)",
];
const NUMBER = "(?:[\\p{Sc}~约]|about |only |[A-Z]{3} )*\\d";
/** How much there is of something that comes and goes. */
const AMOUNT = [
  `\\b(?:balance|credit)(?: (?:on|of|in|at) [^.,;]{1,30}?)? (?:is|stands at|was last) ${STILL}${NUMBER}`,
  `\\b(?:have|has|['’]ve) (?:only )?${NUMBER}[\\d.,]*\\s?\\S{0,12} left\\b|\\b(?:there (?:is|are) )?(?:only )?\\d+ (?:\\p{L}+ )?left in stock\\b`,
  "\\b(?:is|are) (?:still |currently |now |back |temporarily )*(?:out of stock|in stock|sold out)\\b",
  "(?:余额|结余|话费|库存|剩余(?:流量|积分|次数)?)(?:现在|目前|里|中)?(?:还有|还剩|只剩|剩下?|不足|是|为|有|：|:)\\s*(?:约|大概)?[\\d一二三四五六七八九十百千万零]",
  "缺货|断货|卖完了|售罄|(?:还|暂时)?(?:有|没)(?:现)?货(?=$|[，。；！了])",
];
const PLACE =
  "(?:(?:the |an? )?(?:airport|hospital|hotel|office|station|train|plane|bus|gym|beach|countryside|mountains)\\b|home\\b|(?-i:\\p{Lu})\\p{Ll})";
/** Where someone is just now; not where they live or work. */
const WHEREABOUTS_EN = new RegExp(
  `\\b(?:is|are) (?:still |just )?(?:currently|right now|at the moment|at present|temporarily) (?:(?:in|on) ${PLACE}|at (?:the |a )?(?:airport|hospital|hotel|office|station|gym|beach|home)|away\\b|abroad\\b|travell?ing\\b|visiting\\b)|\\b(?:is|are) (?:(?:in|on) ${PLACE}|at (?:the |a )?\\p{Ll}+|away\\b|abroad\\b|travell?ing\\b|visiting\\b)[^.;]{0,30}?\\b(?:right now|at the moment|at present|just now)\\b`,
  "iu",
);
const WHEREABOUTS_ZH = /(?:现在|目前|此刻|这会儿|眼下|这几天|这两天)(?:人|正|还|都)*在(?<where>[^，。；！？\s]{1,12})/u;
const AWAY_ZH =
  /^(?:机场|医院|酒店|车站|火车|高铁|飞机|路上|外地|国外|外面|公司|单位|(?:我|用户)?家(?![\p{Script=Han}]*(?:工作|上班))|这里|这儿)|出差|旅游|旅行|度假|开会|转机/u;
const SETTLED_ZH = /住|工作|上班|上学|读|生活|定居|任职|学|做|当|实习|创业/u;

const WEATHER =
  /\bthe weather\b[^.;]{0,20}? (?:is|looks|feels)\b|\bit(?:['’]s| is) (?:still |currently |really |so )*(?:raining|snowing|hailing|sunny|cloudy|windy|foggy|freezing|humid|stormy)\b|\bit(?:['’]s| is) (?:about |around |only |minus )?[-−]?\d+ ?(?:°|degrees)|天气(?:现在|很|真|特别|挺|不|是|比较)|(?:正在|在|外面)下(?:雨|雪|冰雹)|(?:气温|室外温度)(?:现在|只有|是|有|降到|升到)*(?:零下|-)?\d/iu;
/** Whether something runs: mended or broken again by tomorrow. */
const WORKING =
  /\b(?:build|ci|pipeline|servers?|site|website|app|api|database|wi-?fi|internet|network|vpn|printer|elevator|lift|heating|boiler|tests?|deploy(?:ment)?|staging|production|main branch|master|escalator)\b[^.;,]{0,20}? (?:is|are) (?:still |currently |now |again |completely |totally )*(?:broken|down|failing|red|green|offline|out of order|not working|flaky|unreachable|back up|up again)\b|(?:构建|编译|流水线|服务器|网站|接口|数据库|网络|打印机|电梯|暖气|测试|部署|生产环境|主分支)(?:现在|目前|还是?|又|全)*(?:挂了|挂着|坏了|坏着|崩了|断了|失败|红了|宕机|不通|连不上|用不了|没恢复|恢复了)/iu;
const PRICE =
  /\b(?:bitcoin|btc|ethereum|eth|dogecoin|gold|silver|oil|brent|the (?:dollar|euro|yen|pound|yuan|dax|nasdaq|dow)|s&p(?: 500)?|\p{L}+ (?:stock|shares?)|exchange rates?|mortgage rates?)\b[^.;]{0,20}? (?:is|are|trades|trading|stands|sits|hovers|costs)(?: (?:still|now|currently|trading|back))*(?: (?:at|around|above|below|over|under|about|worth))? ?[$€£¥]?\d|(?:比特币|以太坊|黄金|金价|油价|股价|汇率|大盘|上证|恒指|纳指|美元|欧元|日元)[^，。；]{0,8}?(?:是|在|到|涨到|跌到|报|破|兑)了?[^，。；]{0,6}?\d/iu;

const TEMPORARY =
  /\b(?:for now|for the time being|temporarily|for the moment|until further notice)\b|暂时|临时(?!工|起意)|这阵子|这段时间|眼下/iu;
/** Said of this very moment; 现在 alone is any "now" and counts only before how one feels or what is the matter. */
const RIGHT_NOW =
  /\b(?:right now|right this (?:minute|moment|second)|just now|this very moment)\b|此时此刻|此刻|这会儿|这会子|现在(?=正(?!式)|很|好[累困饿忙热冷]|有点|有些|[头肚嗓胃牙]|发烧|不舒服|难受|坏了|停[电水])/iu;
const AT_THE_MOMENT = /\b(?:at the moment|at present|at this point)\b/iu;
/** Gone within days, whatever else is like it in form: "I have a fever" is no "I have a dog". */
const PASSES_OFF =
  /\b(?:fever|cold|flu|cough|sore throat|\p{L}*ache|hangover|hiccups|nausea)\b|[头肚嗓胃牙腰](?:子|很|有点)*[疼痛]|发烧|感冒|咳嗽|宿醉|恶心/iu;
/** What takes weeks, though it is told as of now: a book, a course, a search. */
const TAKES_WEEKS =
  /\b(?:reading|learning|studying|working|writing|training|saving|looking for|building|planning|preparing|renovating|dating|seeing|renting|using|driving)\b|(?:正?在|正)(?:读|看|学|找|写|准备|装修|备考|攒|追)/iu;

/** For how many days what is told as of this moment may be repeated; 0 for what is not, or is lasting by what it says. */
function daysOfMoment(text: string): number {
  const now = RIGHT_NOW.test(text);
  if ((!now && !AT_THE_MOMENT.test(text)) || (!/\p{Script=Han}/u.test(text) && tellsOfPast(text))) return 0;
  if (PASSES_OFF.test(text)) return DAYS.moment;
  if (isLasting(text)) return 0;
  return TAKES_WEEKS.test(text) ? DAYS.temporary : now ? DAYS.moment : DAYS.spell;
}

/** Days of the calendar that come again, and what one becomes for good. */
const FOR_GOOD =
  /\b(?:birthday|anniversary|turns? \d+|years old|born|expecting|baby)\b|生日|纪念日|周年|岁|出生|预产/iu;
const CHINESE_DONE = /[了过](?=$|[，。；！\p{Script=Han}])/u;

const anyOf = (sources: readonly string[]): RegExp => new RegExp(sources.join("|"), "iu");
const IS_UNDERWAY = anyOf(UNDERWAY);
const IS_AMOUNT = anyOf(AMOUNT);

function isWhereabouts(text: string): boolean {
  if (WHEREABOUTS_EN.test(text)) return true;
  const where = WHEREABOUTS_ZH.exec(text)?.groups?.where;
  if (where === undefined || SETTLED_ZH.test(where)) return false;
  return AWAY_ZH.test(where) || chineseNames(`在${where}`).some(({ type }) => type === "place");
}

/** True when the text tells of something done, which stays true. */
function tellsOfPast(text: string): boolean {
  if (/\p{Script=Han}/u.test(text)) return CHINESE_DONE.test(text);
  const words = text.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];
  return words.some(
    (word, at) =>
      /^(?:was|were|did|had)$/u.test(word) ||
      (isPastVerb(word) && !/^(?:is|are|be|feels?|gets?)$/u.test(words[at - 1] ?? "")),
  );
}

/** The end of the week or month that a statement of the present is bound to. */
function calendarEnd(text: string, dates: readonly DateMention[], { said }: Moment): Instant | null {
  const [only] = dates;
  if (only === undefined || dates.length > 1 || (only.precision !== "week" && only.precision !== "month")) return null;
  if (Date.parse(only.from) > said || Date.parse(only.until) <= said) return null;
  return FOR_GOOD.test(text) || tellsOfPast(text) ? null : only.until;
}

/**
 * Until when a state that changes by itself may be told as fact; null for what lasts. `dates` are those the text names.
 * What concerns someone's health does not run out unasked.
 */
export function volatileUntil(text: string, dates: readonly DateMention[], moment: Moment): Instant | null {
  if (isVital(text) || PERMANENT.test(text)) return null;
  const bound = calendarEnd(text, dates, moment);
  if (bound !== null) return bound;
  if (dates.length > 0) return null;
  const days = IS_UNDERWAY.test(text)
    ? DAYS.underway
    : IS_AMOUNT.test(text)
      ? DAYS.amount
      : isWhereabouts(text)
        ? DAYS.whereabouts
        : WEATHER.test(text)
          ? DAYS.weather
          : PRICE.test(text)
            ? DAYS.price
            : WORKING.test(text)
              ? DAYS.working
              : TEMPORARY.test(text)
                ? DAYS.temporary
                : daysOfMoment(text);
  return days === 0 ? null : new Date(moment.said + days * 86_400_000).toISOString();
}
