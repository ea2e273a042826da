import { ENGLISH_STOP_WORDS } from "./stopwords.ts";
import { queryTerms } from "./text.ts";

/** What else a question is searched by, beside the whole of it. */
export interface Plan {
  /** Questions that stand in the whole one, at most three. */
  parts: string[];
  /** What has to be found first, and what is then asked about whatever that names: "my sister's husband", "the birthday". */
  bridge: { first: string; about: string } | null;
}

const MOST_PARTS = 3;
/** The part that is read, in UTF-16 units: a pasted text asks nothing. */
const READ = 400;

/** A question word, or a verb in front of its subject; "and have a bad day" goes on with the first question. */
const ASKS =
  "(?:what|which|who|whom|whose|where|when|why|how|(?:did|do|does|is|are|was|were|has|have|had|can|could|should|will|would)\\s+(?:i|you|we|he|she|it|they|the|my|our|his|her|their|anyone|someone)\\b)";
/** "… and what did it cost?", "…? And when …" */
const AND_ASKS = new RegExp(String.raw`(?:[,;]?\s+(?:and|but)(?: also| then)?\s+|[?;]\s*(?:and\s+)?)(?=${ASKS})`, "iu");
/** 我喜欢哪家酒店，花了多少钱；各句都要问 */
const CHINESE_BREAK = /[，；？,;?]\s*(?:还有|另外|以及|而且|并且|然后|又|那)?/u;
const CHINESE_ASKS = /什么|哪|谁|几|多少|多久|多大|怎么|怎样|如何|为何|是不是|有没有|[吗呢]/u;
/** The second question stands for something in the first: "it", "they", "there", 它, or in Chinese no subject at all. */
const REFERS =
  /\b(?:it|its|they|them|their|there|that|she|he|her|him|his)\b|[它他她]们?|那[里儿边]|^(?:一共|总共|大概|又|还|花|用|要|是|在|有|叫|值|住|去|多|几|什么|哪|谁|怎|为)/iu;

/** "which came first, X or Y", "did I … X or Y first", X和Y哪个先, 先X还是先Y. */
const COMPARES =
  /\b(?:first|earlier|later|sooner|last|before|after|older|younger|longer|shorter|more|less|better|worse|cheaper|bigger|smaller|rather)\b|\bprefer/iu;
const OR = /\s+or\s+/iu;
const CHINESE_OR = /^(.+?)(?:，|,)?还是(.+?)[？?]?$/u;

/** "Anna and Bob", 安娜和鲍勃; both are people or things with names. */
const AND_NAMES =
  /(\p{Lu}[\p{L}\p{N}'’.-]*(?: \p{Lu}[\p{L}\p{N}'’.-]*)*)(?:'s|’s)?,? and (?=\p{Lu})(\p{Lu}[\p{L}\p{N}.-]*)/u;
const CHINESE_AND =
  /([\p{Script=Han}\p{L}]{1,6}?)[和跟与]([\p{Script=Han}\p{L}]{1,6}?)(?=都|共同|一起|各自|谁|哪|有什么|的)/u;

/** "my sister's husband", "Anna's brother's dog" */
const OWNER = String.raw`(?:(?:my|our|his|her|their)\s+[\p{L}-]+|\p{Lu}[\p{L}-]+)['’]s\s+[\p{L}-]+`;
const OF_CHAIN = new RegExp(String.raw`^(.*?\bthe\s+[\p{L}\s-]{2,30}?\s+of)\s+(${OWNER})\s*[?.!]*$`, "iu");
const CHAIN = new RegExp(String.raw`^(.*?)(${OWNER})['’]s\s+(.+)$`, "u");
const CHINESE_CHAIN =
  /^(.*?)((?:我|他|她|\p{Script=Han}{2,3}?)的?(?:\p{Script=Han}{1,3})的\p{Script=Han}{1,3})的(.+)$/u;

/** More than function words. */
const says = (text: string): boolean => queryTerms(text).some((term) => !ENGLISH_STOP_WORDS.has(term));

function conjunction(question: string): string[] {
  const english = AND_ASKS.exec(question);
  if (english !== null) {
    const first = question.slice(0, english.index);
    const second = question.slice(english.index + english[0].length);
    if (says(first) && says(second)) return [first, second];
  }
  if (!/\p{Script=Han}/u.test(question)) return [];
  const parts = question.split(CHINESE_BREAK).filter((part) => part.trim() !== "");
  return parts.length > 1 && parts.length <= MOST_PARTS && parts.every((part) => CHINESE_ASKS.test(part)) ? parts : [];
}

function comparison(question: string): string[] {
  const [left, right, ...more] = question.split(OR);
  if (left !== undefined && right !== undefined && more.length === 0 && COMPARES.test(question)) {
    const alternative = left.split(/[,:]\s+/u).at(-1) ?? left;
    return [alternative, right].filter(says);
  }
  const chinese = CHINESE_OR.exec(question);
  if (chinese === null) return [];
  return [chinese[1]!.split(/[，,：:]/u).at(-1)!, chinese[2]!]
    .map((side) => side.replace(/^[是先]+/u, ""))
    .filter(says);
}

/** What two have in common is in what was said of each. */
const COMMON = /\bboth\b|\bin common\b|\bshare[sd]?\b|\beach\b|\brespectively\b|都|共同|各自|分别/iu;
const BOTH = /\s*\bboth\b|都|共同|各自|分别/giu;

/** The question about each of two alone: without the other and without "both". */
function eachOf(question: string): string[] {
  const pair = AND_NAMES.exec(question) ?? CHINESE_AND.exec(question);
  if (pair === null || !COMMON.test(question)) return [];
  const before = question.slice(0, pair.index);
  const behind = question.slice(pair.index + pair[0].length);
  return [pair[1]!, pair[2]!].map((name) => `${before}${name}${behind}`.replace(BOTH, ""));
}

function chain(question: string): Plan["bridge"] {
  const of = OF_CHAIN.exec(question);
  if (of !== null) return { first: of[2]!, about: of[1]! };
  const english = CHAIN.exec(question);
  if (english !== null) return { first: english[2]!, about: `${english[1]} ${english[3]}` };
  const chinese = CHINESE_CHAIN.exec(question);
  return chinese === null ? null : { first: chinese[2]!, about: `${chinese[1]}${chinese[3]}` };
}

/**
 * Reads the shape of a question that asks for more than one thing, or for one by way of another, in English and Chinese:
 * two questions in one, a comparison, two names, a chain of possessives. A question of no such shape has no parts.
 */
export function planOf(text: string): Plan {
  if (text.length > READ) return { parts: [], bridge: null };
  const question = text.trim();
  const asked = conjunction(question);
  const second = asked[1];
  if (second !== undefined) {
    // by itself "what did it cost?" would find every price
    return REFERS.test(second)
      ? { parts: [asked[0]!], bridge: { first: asked[0]!, about: second } }
      : { parts: asked.slice(0, MOST_PARTS), bridge: null };
  }
  const compared = comparison(question);
  if (compared.length > 1) return { parts: compared, bridge: null };
  const bridge = chain(question);
  return bridge === null ? { parts: eachOf(question), bridge } : { parts: [bridge.first], bridge };
}
