import { askedAttributes, attributeTerm } from "./asked.ts";
import type { WeightedTerm } from "./bm25.ts";
import { ASKED_TERM, CONTEXT_TERM, CONTEXT_TERMS, LIGHT_TERM, NAME_TERM } from "./constants.ts";
import { cueOf } from "./cue.ts";
import { emptyTalk } from "./phrases.ts";
import { isQuestion } from "./sentences.ts";
import { ENGLISH_STOP_WORDS, HAN_STOP_WORDS } from "./stopwords.ts";
import { planOf } from "./subquestions.ts";
import { queryTerms, terms } from "./text.ts";
import { themesAsked } from "./themes.ts";

/** A question as the routes take it. */
export interface Question {
  /** The text that is embedded. */
  text: string;
  terms: WeightedTerm[];
  /** Speakers whom the question names. */
  named: string[];
}

/** Verbs that nearly any question may have: what was done is told by the words beside them. */
const LIGHT: ReadonlySet<string> = new Set(
  "go goe went gone get got gotten make made take took taken 去过 去了 做过 做了 到过 到了 过去".split(" "),
);

/** Words that stand for something said before. */
const REFERRING =
  /\b(it|its|that|this|those|these|they|them|their|she|her|he|his|him|there|one|ones|same)\b|[它他她]|那个|这个|那边|那里|那件|这件|上面|前面说/iu;

/** True when a question cannot be understood by itself: it refers, or says almost nothing. */
export function leansOnContext(question: string): boolean {
  return REFERRING.test(question) || queryTerms(question).length < 2;
}

/**
 * The question's terms: names of speakers weigh less (other people's turns greet them by name), and when it leans on
 * the conversation the rarest-looking words of the latest turns join in at a low weight. `orders` are words that ask for
 * the first or last of something ("my last", 上次): they say which, and no memory has to have them.
 */
export function readQuestion(
  text: string,
  speakers: readonly string[],
  conversation: readonly { role: "user" | "assistant"; content: string }[] = [],
  orders: readonly string[] = [],
): Question {
  const own = queryTerms(orders.reduce((rest, words) => rest.replace(words, " "), text));
  const ownSet = new Set(own);
  const named = speakers.filter((speaker) => {
    const name = terms(speaker);
    return name.length > 0 && name.every((term) => ownSet.has(term));
  });
  const names = new Set(named.flatMap((speaker) => terms(speaker)));
  const onlyNames = own.every((term) => names.has(term));
  const weighted = own.map((term) => ({
    term,
    weight: names.has(term) && !onlyNames ? NAME_TERM : LIGHT.has(term) ? LIGHT_TERM : 1,
  }));
  weighted.push(...themesAsked(text).map((term) => ({ term, weight: ASKED_TERM })));
  weighted.push(...askedAttributes(text).map((key) => ({ term: attributeTerm(key), weight: ASKED_TERM })));
  let searched = text;
  if (conversation.length > 0 && leansOnContext(text)) {
    const said = conversation
      .slice(-3)
      .reverse()
      .flatMap((turn) => queryTerms(turn.content))
      .filter((term) => !ownSet.has(term));
    const added = Array.from(new Set(said)).slice(0, CONTEXT_TERMS);
    weighted.push(...added.map((term) => ({ term, weight: CONTEXT_TERM })));
    const latest = conversation.findLast((turn) => turn.role === "user") ?? conversation.at(-1);
    if (latest !== undefined) searched = `${latest.content.slice(0, 500)}\n${text}`;
  }
  return { text: searched, terms: weighted, named };
}

/**
 * True when a model may read the question better than rules: it refers or leaves something out and there is a conversation
 * to take it from, or it asks for several things, one by way of another.
 */
export function needsRewriting(question: string, talked: boolean): boolean {
  if (talked && leansOnContext(question)) return true;
  const { parts, bridge } = planOf(question);
  return parts.length > 0 || bridge !== null;
}

const ABOUT_USER =
  /\babout (me|myself)\b|\b(know|remember) me\b|\bwho am i(?=\s*(?:[?.!,]|to you\b|$))|\bmy (profile|preferences|allergies|constraints|needs)\b|关于我|(?:了?解|知道|记得|记住)我(?=\s*(?:[吗么呢吧了?？，。！!]|$|什么|多少|哪些|是谁|的))|我是谁(?!的|家)|告诉[^，。？]{0,8}我的(情况|事)|我的(偏好|情况|习惯|资料|需求|禁忌)/iu;

/** True when the question is about the user at large ("what should the airline know about me?"), so that standing facts answer it. */
export function asksAboutUser(question: string): boolean {
  return ABOUT_USER.test(question);
}

/** How things were, not what was said before: 之前说过 asks for no earlier state. */
const EARLIER =
  /\b(?:used to|previously|formerly|originally)\b|\b(?:old|former|previous|prior|last)\s+(?=(?:job|work|employer|company|boss|address|home|flat|apartment|house|city|town|place|name|surname|phone|number|e-?mail|car|doctor|school|diet|plan|favou?rite)\b)|\bbefore(?:\s+(?:that|then|now|this|the move|moving))?(?=\s*[?.!]*\s*$)|(?:以前|之前|原来|原先|先前|从前|曾经|过去)(?!.{0,4}(?:说|提|聊|讲|告诉|问|讨论))/iu;

/**
 * The question as it would be asked of the present, when it asks how something was before it changed, so that what was
 * superseded answers it (C10: "unless asked for"); `null` when it does not.
 */
export function asOfNow(question: string): string | null {
  if (!EARLIER.test(question)) return null;
  return question
    .replace(EARLIER, "")
    .replace(/\bdid (i|we)\b/iu, "do $1")
    .replace(/\bwas my\b/iu, "is my")
    .replace(/\s+(?=[\s?.!])/gu, "")
    .trim();
}

/** Something to be done or chosen for the user, now: a booking, a meal, a recommendation. Not what was done before. */
const FOR_USER =
  /(?:^|[.!?,]\s*)(?:(?:please|can you|could you|would you|i(?:'d| would) like you to|help me(?: to)?)\s+)*(?:book|reserve|order|plan|arrange|recommend|suggest|choose|pick)\b|\b(?:book|reserve|order|plan|arrange|recommend|suggest|choose|pick|find|get) (?:me|us)\b|\b(?:what|where|which|how)\b[^.?!]{0,30}\b(?:should|shall|could|can) (?:i|we)\b[^.?!]{0,20}\b(?:eat|cook|order|book|reserve|wear|buy|drink|stay|sit)\b|(?<![她他它们谁])(?:帮|给|替|为)(?:我|我们)[^，。？?！]{0,6}?(?:订|定|买|选|挑|安排|推荐|点|找|计划)(?!的|了|过)|(?:推荐|建议)(?:一下|一家|一个|几)|(?:今晚|今天|明天|周末|早饭|午饭|晚饭|早餐|午餐|晚餐)(?:我们?)?(?:该|应该|可以)?(?:吃|喝|穿|点)(?:什么|啥|哪)|我们?(?:该|应该|可以|能)(?:吃|喝|穿|点)(?:什么|啥|哪)|我们?(?:吃|喝|穿|点)(?:什么|啥)(?:比较)?(?:好|呢)?[?？。]*\s*$/iu;

/** True when something is to be done or chosen for the user, so that their constraints and preferences bear on it whatever words they have. */
export function actsForUser(question: string): boolean {
  return FOR_USER.test(question);
}

/** Plural after which/what, counts, lists: `(?<!…)` keeps verbs and pronouns that end in s apart. */
const SEVERAL =
  /\b(how many|how often|both|all the|list|kinds?|types?|what are|which ones)\b|\b(what|which)\s+(?:[a-z'’-]+\s+){0,3}?[a-z]{3,}s\b(?<!\b(?:has|was|does|is|this|his|hers|its)\b)|哪些|哪几|几次|几个|多少|都有|有什么/iu;

/** True when a question asks for several things ("which cities …", "how many …", 哪些), so that one conversation is not enough. */
export function asksForSeveral(question: string): boolean {
  return SEVERAL.test(question);
}

/**
 * True when a question speaks of the user, of someone known, of what was said before or of the conversation, so that its
 * answer may well be remembered; false for one about the world at large ("what is the capital of France?").
 */
export function callsForMemory(
  question: string,
  named: readonly string[],
  conversation: readonly { content: string }[] = [],
): boolean {
  if (named.length > 0 || (conversation.length > 0 && leansOnContext(question))) return true;
  const said = conversation.map(({ content }) => content);
  return cueOf(question, said) !== null;
}

/** Words of a search at most, as opposed to a sentence. */
const SEARCH_TERMS = 2;

/** True for a word or two without a question ("allergy", 花生 过敏): whoever types that searches memory. */
export function isSearch(query: string): boolean {
  return terms(query).length <= SEARCH_TERMS && !isQuestion(query) && emptyTalk(query) === null;
}

/** Words that ask for anything at all of a time: "what happened", "what did we talk about". */
const ANYTHING =
  /\b(?:happen(?:s|ed|ing)?|talk(?:ed|ing)?|discuss(?:ed|ing)?|chat(?:ted|ting)?|said|say|told|tell|did|do|doing|done|go(?:ing)? on|went on|new|time|conversations?|topics?|have|got|anything|something|(?:any )?plans?|planned|scheduled?|appointments?|agenda|calendar|coming up|happens)\b|安排|日程|行程|有什么|有啥|发生|对话|会话|话题|交流|时候|聊天?|谈|说|讲|做|干|过|了|事情?/giu;

/** True when a question, its time words taken out, still says what about. */
export function namesTopic(question: string, timeWords: readonly string[]): boolean {
  let rest = question;
  for (const words of timeWords) rest = rest.replace(words, " ");
  return queryTerms(rest.replace(ANYTHING, " ")).some(
    (term) => !ENGLISH_STOP_WORDS.has(term) && !HAN_STOP_WORDS.has(term),
  );
}
