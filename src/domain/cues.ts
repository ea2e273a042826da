import { isLasting } from "./classify.ts";
import { isQuestion } from "./sentences.ts";

/** What a sentence is for: asked to be remembered, standing instruction, request, or a fact inside a question. */

const ASKS_TO_REMEMBER =
  /^(?:please\s+|pls\s+|(?:can|could|would|will) you (?:please )?|i (?:want|need|would like|'d like) you to\s+|you should\s+|also\s+|and\s+|so\s+)*(?:remember|memori[sz]e|note(?! taking)|make a note|take note|keep in mind|bear in mind|don['’]?t forget|do not forget|never forget|write down|jot down|save|store|for (?:the|your) (?:record|information|future reference)|fyi|just so you know|for future reference)\b(?: down)?(?: of)?(?: (?:this|the following|it))?(?: (?:in|to) (?:your )?memory)?(?:\s*[:,–—-]\s*|\s+(?:that|this:|of the fact that)\s+|\s+)/iu;
const CHINESE_ASKS_TO_REMEMBER =
  /^(?:(?:请|麻烦|帮我|替我|给我|你|您|要|一定要?|千万|务必|可以|能不能|能否|也|并|并且)*(?:记住|记得|记下来?|记一下|记录一下|记录|备注|牢记|别忘了|别忘记|不要忘了|不要忘记|勿忘|存一下|保存))(?:一下|这个|这点|这件事)?(?:[：:，,\s]*)/u;
/** "Remember when we …?", "Do you remember …?" ask; they do not order. */
const RECALLS =
  /^(?:do|did|don['’]t|can|could) you (?:still )?(?:remember|recall)\b(?! that i| my)|^remember (?:when|how|what|who|where|me\b)|还记得|记不记得|记得吗|^我记得/iu;

/** "Don't forget my coffee order" tells nothing of it. */
const BARE_THING =
  /^[Mm]y(?: (?!\p{L}+(?:ed|s)\b)\p{Ll}+){1,3}[.!]?$|^我的(?![^。]*[叫是在有姓住吃喝对过会])\p{Script=Han}{1,4}[。！!]?$/u;

/** The text after "remember that …" or 请记住…; `null` when nothing is asked to be remembered. */
export function askedToRemember(text: string): string | null {
  const trimmed = text.trim();
  if (RECALLS.test(trimmed)) return null;
  const match =
    ASKS_TO_REMEMBER.exec(`${trimmed.replace(/[.!。！]+$/u, "")} `) ?? CHINESE_ASKS_TO_REMEMBER.exec(trimmed);
  if (match === null) return null;
  const rest = trimmed
    .slice(match[0].length)
    .replace(/^that\s+/iu, "")
    .trim();
  return BARE_THING.test(rest) ? null : rest;
}

/** "Remember to call mum": a reminder, not a fact. */
export const isReminder = (rest: string): boolean =>
  /^(?:to|about)\s+\p{L}/iu.test(rest) || /^(?:提醒|叫|让)我/u.test(rest);

const BEHAVIOUR =
  "(?:answer|reply|respond|use|write|call|keep|speak|address|send|ask|suggest|recommend|include|show|give|explain|format|start|end|stop|avoid|talk|greet|mention|be|book|order|remind|translate|summari[sz]e|check|confirm|tell|offer|assume|round|quote|cite|sign)";
/** What one asks an assistant not to do; "don't be scared" is advice to a friend. */
const AVOIDED =
  "(?:answer|reply|respond|use|call|address|send|suggest|recommend|include|format|translate|summari[sz]e|apologi[sz]e|assume|round|mention|book|order|write|add|explain)";
const STANDING = new RegExp(
  `^(?:please\\s+|pls\\s+)?(?:(?:always|never(?! mind\\b)|from now on,?|in (?:the )?future,?|going forward,?|every time)\\b.*\\b${BEHAVIOUR}\\b|(?:don['’]t|do not) (?:ever )?${AVOIDED}\\b|stop \\w+ing\\b|(?:keep|make) (?:your |the |all )?(?:answers?|replies|responses|messages|it|them)\\b.*\\b(?:short|shorter|brief|concise|simple|long|longer|formal|informal|detailed|under|below|within|at most|to (?:one|two|three|four|five|\\d+))|(?:answer|reply|respond|speak|write|talk)(?: to me)? (?:in|with|only|using|briefly|shortly|formally)\\b|use (?:metric|imperial|celsius|fahrenheit|british|american|bullet|simple|plain|formal|informal|my)\\b|(?:you (?:can|may|should) )?(?:just )?call me \\p{L}+|my pronouns|address me as)`,
  "iu",
);
const NOUNS = "\\p{L}[\\p{L}'’ -]{1,30}?";
/** Wishes without a verb: "Aisle seat, always.", "no Ryanair, never again", "shorter, please". */
const TERSE = new RegExp(
  `^(?:\\p{L}+, )?(?:(?:and|but|also|please),? )*(?:no(?:t| more)? ${NOUNS},? (?:please,? )?(?:ever(?: again)?|never(?: ever)?(?: again)?)|no ${NOUNS}, (?:please, )?i (?:really )?(?:hate|loathe|detest|can['’]?t stand|don['’]t like|dislike) (?:it|them|that)|(?!as\\b)${NOUNS}, always|(?:a (?:bit|little) |much )?(?:shorter|briefer|simpler|more (?:concise|formal|detailed|detail)|less formal)(?: (?:answers|replies))?,? please)[\\s.!]*$`,
  "iu",
);
const CHINESE_TERSE =
  /^(?:请|麻烦|但是?|而且)*(?:千万|绝对?)(?:别|不要)再?(?:给我|帮我|替我)?(?:订|定|买|推荐|用|点|叫|发|安排|预订|放)|^(?:再|请|麻烦)?(?:简短|简洁|短|简单|正式|详细)一?点[。！!]*$|^\p{Script=Han}{2,12}[，,](?:永远|一直|总是|每次)都?(?:要|是|这样)?(?:这个|这样)?[。！!]*$|^(?:不要|别)[^，,]{1,12}[，,](?:再也不要?|永远(?:都?不要?|别)|以后都?(?:不要|别))[^，,]{0,6}[。！!]*$/u;
const CHINESE_STANDING =
  /^(?:请|麻烦)?(?:你|您)?(?:(?:以后|今后|从现在起|从今以后|往后).{0,20}(?:回答|回复|用|说|叫|称呼|写|给|推荐|提醒|订|别|不要)|(?:每次|永远|总是|一直|始终)都?(?:要|请|别|不要|必须|用.{1,8}(?:回答|回复))|(?:别|不要|不用|请勿)(?:再|总是|老是)?(?:用|叫|称呼|发|加|说|推荐|提)|(?:用|以).{1,10}(?:回答|回复|跟我说|和我说|交流)|(?:回答|回复|答案)(?:请|要|尽量|都)?.{0,6}(?:简短|简洁|短一点|详细|正式)|叫我|称呼我|可以叫我)/u;

/** An order to the assistant that holds from now on: how to answer, what to call the user. */
export function isStandingInstruction(sentence: string): boolean {
  const text = sentence.trim();
  return STANDING.test(text) || CHINESE_STANDING.test(text) || TERSE.test(text) || CHINESE_TERSE.test(text);
}

const REQUEST =
  /^(?:please\s+|pls\s+|now\s+|then\s+|and\s+|ok\s+|just\s+|let's\s+|i (?:want|need|would like|'d like) you to\s+|(?:can|could|would|will) you (?:please )?)*(?:book|find|search|show|tell|give|write|draft|translate|explain|summari[sz]e|calculate|compute|help|list|make|create|open|play|send|read|check|look|order|buy|cancel|change|fix|compare|recommend|suggest|plan|convert|add|remove|delete|update|generate|describe|get|set|schedule|remind|try|run|start|do|put|turn|call|describe|define|rewrite|rephrase|shorten|continue|repeat|use|refactor|rename|debug|extract|move|copy|sort|turn|forward|resend|escalate|cancel|look (?:up|for)|book|pick|merge|install|configure|print|count|check|proofread|correct|shorten|expand|simplify|paraphrase|search|bring|connect|transfer|submit|apply|replace|reset|restart|close|save|reply|respond|answer|tell|quote|track|pay|refund)\b/iu;
const CHINESE_REQUEST =
  /^(?:请|麻烦|能不能|可以|可否|你|您|再|那|现在|然后)*(?:帮我|帮忙|给我|替我|为我|告诉我|查一?下?|搜索?一?下?|找一?下?|翻译|解释|总结|写一?|列出|推荐|订(?!单)|预订|预约|计算|算一下|生成|修改|改一下|打开|播放|发送?|提醒我|看看|介绍|讲讲|说说|取消|比较|用.{1,8}写|催|列(?:一|个|出)|转(?:接|给)?人工|念|再?(?:讲|念|读|写|来|做)一?[遍个下]|把.{1,40}(?:翻译|改成|改到|改为|解释|删|发给|写成|列出|换成|转成|总结|重写|缩短|导出|给(?!.*了[。.！!]*$)))/u;

/** Work to be done now; it becomes an episode, not a statement. */
export function isRequest(sentence: string): boolean {
  const text = sentence.trim();
  return (REQUEST.test(text) || CHINESE_REQUEST.test(text)) && !isStandingInstruction(text);
}

const KNOWING =
  /^(?:did you know|do you know|you know|have i told you|did i (?:tell you|mention)|can you believe|(?:can|could|will|would) you (?:please )?(?:remind me|remember|note|keep in mind))(?:\s+that)?\s+((?:i|my)\b.+?)[?？]*$/iu;
const GROUNDS =
  /\b(?:since|because|given(?: that)?|considering(?: that)?|seeing(?: that)?|as)\s+((?:I(?:['’](?:m|ve|d))?|my)\s[^,?？]*)/u;
const CHINESE_GROUNDS = /(?:因为|既然|考虑到|鉴于)(我(?!们)[^，,？?]*)/u;
const SUPPOSES = /^(?:if|suppose|imagine|what if|unless|when|如果|要是|假如|假设|万一)/iu;

/** Lasting facts a question tells on the way: "I'm vegan, what can I eat?", 我对花生过敏，能吃什么？ */
export function factsInQuestion(sentence: string): string[] {
  if (!isQuestion(sentence)) return [];
  const known = KNOWING.exec(sentence.trim());
  if (known !== null) return [known[1]!];
  const grounds = GROUNDS.exec(sentence) ?? CHINESE_GROUNDS.exec(sentence);
  const found = grounds === null ? [] : [grounds[1]!.trim()];
  const parts = sentence.split(/[，,;；]\s*|\s+[–—-]\s+/u).slice(0, -1);
  if (SUPPOSES.test(parts[0] ?? "")) return found;
  for (const part of parts) {
    const clause = part.trim().replace(/^(?:and|but|so|also)\s+/iu, "");
    if (/^(?:I(?:['’](?:m|ve))?\s|my\s|我(?!们))/iu.test(clause) && !isQuestion(clause)) found.push(clause);
  }
  return found.filter((fact) => isLasting(fact) && !isQuestion(fact));
}

/** Lasting facts told beside a request: "find me a restaurant, I'm vegan", 订酒店，我妈坐轮椅. */
export function factsBesideRequest(sentence: string): string[] {
  if (!isRequest(sentence)) return [];
  return sentence
    .split(/[，,;；]\s*|\s+[–—-]\s+|\b(?:since|because|as)\s+(?=I\b|my\b)/u)
    .slice(1)
    .map((part) => part.trim().replace(/^(?:and|but|so|also|因为|毕竟)\s*/iu, ""))
    .filter((part) => /^(?:I(?:['’](?:m|ve))?\s|my\s|we\s|我)/iu.test(part) && isLasting(part) && !isQuestion(part));
}
