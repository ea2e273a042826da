import { isQuestion, sentences } from "./sentences.ts";
import { ENGLISH_STOP_WORDS, HAN_STOP_WORDS } from "./stopwords.ts";

/**
 * When a message calls for memory (requirements C1), by rules, in English and Chinese. A missed cue costs an answer that
 * ignores what the user said before; a needless one costs a recall of a few milliseconds. So the rules lean towards yes.
 */

/** What in the message called for memory. */
export type Cue =
  /** "last time", "as I said", 上次, 之前说过 */
  | "past"
  /** "remember", "don't forget", 记得, 别忘了 */
  | "remember"
  /** "my flight", "what should they know about me?", 我的, 我对什么过敏 */
  | "self"
  /** "recommend", "book", "remind", 推荐, 安排: requests that stand or fall with the user's preferences */
  | "request"
  /** "how is she?" with nobody she could be, 它坏了 */
  | "referent";

/** The part of a message that is looked at, in UTF-16 units: a pasted document is not a cue. */
const LOOKED_AT = 4_000;

const PAST = [
  /\b(?:last|previous|other|first) (?:time|chat|conversation|session|week|month|year|night|order|trip|visit)\b/iu,
  /\b(?:as|like|what|which|where|when) (?:i|we|you)(?:'ve|’ve| have| had| already)? (?:said|told|mentioned|discussed|talked|asked|agreed|decided|wanted|planned|explained)\b/iu,
  /\b(?:i|we|you) (?:already |just |once )?(?:said|told (?:you|me|us)|mentioned|promised|talked about|discussed|agreed|decided)\b/iu,
  /\b(?:previously|earlier|before(?:hand)?|back then|the other day|yesterday|used to|ago|again|still|usual(?:ly)?|as always|the same (?:one|as|thing)|any more|anymore)\b/iu,
  /上(?:一)?(?:次|回|周|个月|星期|礼拜)|上次|前(?:几|两|些)天|前天|昨天|之前|以前|先前|从前|刚才|那(?:次|天|时候|会儿)|曾经|说过|提(?:到)?过|聊过|讲过|告诉过|讨论过|问过|还是老样子|老样子|照旧|像往常|又|再来一/u,
];

const REMEMBER = [
  /\b(?:remember|recall|remind|don['’]?t forget|do not forget|forgot|forgotten|memori[sz]e|keep in mind|note that|make a note)\b/iu,
  /记得|记住|记一下|记下|我记|还记|记不记|别忘|不要忘|忘了|忘记|想起|回忆|提醒/u,
];

/** A statement or question about the one who speaks. */
const SELF = [
  /\b(?:my|mine|our|ours|myself|me)\b/iu,
  /\b(?:what|which|where|when|who|whom|whose|how|why|do|did|does|am|was|were|have|had|has|can|could|should|shall|will|would|may|might)\b[^.!?\n]{0,60}\b(?:i|we|us)\b/iu,
  /\b(?:i|we)(?: am|'m|’m| are|'re|’re| have|'ve|’ve| prefer| like| love| hate| need| want| always| never| can['’]?t| cannot| usually)\b/iu,
  /(?:我|咱|俺)们?(?:的|家|自己)/u,
  /(?:我|咱|俺)们?[^，。！？,.!?\n]{0,30}(?:吗|么|呢|什么|哪|谁|几|多少|怎么|怎样|如何|是不是|有没有|能不能|该不该|[?？])/u,
  /(?:什么|哪|谁|几|多少|怎么|怎样|如何|为什么|关于|对于|了解|知道|适合|帮|给|替|为)[^，。！？,.!?\n]{0,12}(?:我|咱|俺)/u,
  /(?:我|咱|俺)们?(?:很|最|更|比较|不|只|总|一直|从来|每)?(?:喜欢|爱|讨厌|想要|需要|习惯|偏好|过敏|不能|不吃|不喝|住在|是|叫|有)/u,
];

const REQUEST = [
  /\b(?:recommend|suggest|book|reserve|order|plan|arrange|schedule|choose|pick|prepare|draft|write|cook|gift|present for)\b/iu,
  /推荐|建议|预订|预定|订(?:一|个|张|间|机票|酒店|餐|位)|安排|计划|规划|选(?:一|个|哪)|挑|准备|买(?:什么|哪|点|个)|送(?:什么|礼)/u,
];

/** Pronouns of people and animals, which need someone named, and of things, which need anything at all. */
const PERSON_PRONOUN = /\b(?:she|he|her|him|his|hers|they|them|their)\b|[她他]们?/iu;
const THING_PRONOUN =
  /\b(?:it|its|that one|this one|the one|those|these|there)\b|它们?|那(?:个|里|边|家|件|台|本|只|位)|这(?:个|件|台|家|位)/iu;
/** "it is raining", "there are", "it's worth": no referent is missing. */
const EMPTY_SUBJECT =
  /\b(?:it(?:['’]?s| is| was| will be)? (?:raining|snowing|cold|hot|warm|late|early|time|worth|true|possible|possibly|clear|important|okay|ok|fine|hard|easy|going to rain)|there (?:is|are|was|were|will)|is there|are there|that['’]?s (?:all|right|it|fine|great|good))\b/giu;
const SOMEONE =
  /\b\p{Lu}\p{Ll}+\b|\b(?:mother|mum|mom|father|dad|sister|brother|wife|husband|partner|friend|son|daughter|boss|colleague|doctor|vet|teacher|neighbou?r|cat|dog|pet|boy|girl|man|woman|people|team|kids?|child(?:ren)?)\b|妈|爸|姐|妹|哥|弟|妻子|老婆|丈夫|老公|朋友|儿子|女儿|老板|同事|医生|老师|邻居|猫|狗|宠物|孩子|先生|女士|小姐|奶奶|爷爷|外婆|外公/u;
const WORD = /\p{Script=Han}{2,}|(?:(?!\p{Script=Han})[\p{L}'’]){3,}/gu;

function anyOf(patterns: readonly RegExp[], text: string): boolean {
  return patterns.some((pattern) => pattern.test(text));
}

/** True when the text names anything a "that one" could be: a word that is more than a function word. */
function namesSomething(text: string): boolean {
  for (const [word] of text.matchAll(WORD)) {
    const plain = word.toLowerCase().replace("’", "'");
    if (!ENGLISH_STOP_WORDS.has(plain) && !HAN_STOP_WORDS.has(plain)) return true;
  }
  return false;
}

function pronounWithoutReferent(message: string, conversation: readonly string[]): boolean {
  const text = message.replace(EMPTY_SUBJECT, " ");
  const said = conversation.join("\n").slice(-LOOKED_AT);
  const person = PERSON_PRONOUN.exec(text);
  if (person !== null) {
    // The first word is capitalised in any sentence, so it names nobody.
    const before = text.slice(0, person.index).replace(/^\s*\p{Lu}\p{Ll}*/u, "");
    if (!SOMEONE.test(before) && !SOMEONE.test(said)) return true;
  }
  const thing = THING_PRONOUN.exec(text);
  if (thing === null) return false;
  return !namesSomething(text.slice(0, thing.index)) && !namesSomething(said);
}

/**
 * What in the message calls for memory, or `null`. `conversation` holds the last few messages before it, oldest first,
 * from either side: a pronoun that refers to them is no cue.
 */
export function cueOf(message: string, conversation: readonly string[] = []): Cue | null {
  const text = message.slice(0, LOOKED_AT);
  if (anyOf(REMEMBER, text)) return "remember";
  if (anyOf(PAST, text)) return "past";
  if (anyOf(SELF, text)) return "self";
  if (anyOf(REQUEST, text)) return "request";
  return pronounWithoutReferent(text, conversation) ? "referent" : null;
}

/** True when the message asks something, of whatever kind: a question without a cue may still name what only the memory knows. */
export function asksAnything(message: string): boolean {
  return sentences(message.slice(0, LOOKED_AT)).some(isQuestion);
}
