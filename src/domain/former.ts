import { askedAttributes } from "./asked.ts";
import { attributeOf } from "./attribute.ts";
import { asOfNow } from "./question.ts";
import { ENGLISH_STOP_WORDS, HAN_STOP_WORDS } from "./stopwords.ts";
import { queryTerms } from "./text.ts";
import { claimsOf } from "./transition.ts";

/** A question after the value an attribute of the user had before or after another: "where did I live before Leeds?" */
export interface Former {
  /** Keys of the attributes that may be meant (see `attributeOf`). */
  keys: readonly string[];
  side: "before" | "after";
  /** The words of the value it counts from ("I moved to Leeds"); null for what holds now. */
  from: string | null;
  /** False where it asks for that attribute only if `from` is one of its values: "what did I do before Nordlicht?" */
  certain: boolean;
}

/** Read no further: a pasted text asks nothing. */
const READ = 200;
/** What every such question has; all others cost this one test. */
const SIGN =
  /\b(?:before|prior to|after|previous(?:ly)?|former(?:ly)?|originally|old|prior|last|used to)\b|之前|以前|之后|以后|[前后]|上一?[份家个任辆部台间套所位只款]|原来|原先|从前|曾经|过去/iu;

const LED_EN = /^(?:so |and )?(before|prior to|after)\s+([^,?]+),\s*(.+)$/iu;
const ENDED_EN =
  /^(.+?)\s+(?:right |just |shortly )?(before|prior to|after)\s+([^,?]+?)(?:\s+(?:please|again))?[\s?.!]*$/iu;
const NOT_A_VALUE = /^(?:that|this|then|now|it|all|me|you)?$/iu;
const ZH =
  /^(.*?)(之前|以前|之后|以后|(?<![目提面眼从门])前|(?<![然最背今])后)(?![天年来面台边]|任|一[份家个])[，,]?(.*)$/u;
/** "my previous car", 上一份工作, 前任老板: the one before what holds now. */
const PREVIOUS_ZH =
  /上一?(?=[份家个任辆部台间套所位只款])|前一?(?=[份家个任辆部])|前任?(?=的?(?:老板|领导|经理|公司|雇主|单位|女友|男友|女朋友|男朋友|房东))/u;

const WORK = ["employer", "occupation", "has:job"] as const;
const CAR = ["now car", "now name:car", "now name:车"] as const;
/** Past questions by what they ask for; `askedAttributes` knows those of the present. */
const SLOTS: readonly [RegExp, readonly string[]][] = [
  [
    /\b(?:where|(?:which|what) (?:city|town|country|place|area|village))\b.{0,12}\b(?:i|we)\b.{0,12}\b(?:liv(?:e|ed|ing)|based|reside)\b|\bmy (?:home|address|city|town|residence)\b|我.{0,6}[住搬].{0,4}(?:哪|什么(?:地方|城市))|我?住(?:在|的)?(?:哪|什么)|住址/iu,
    ["residence"],
  ],
  [
    /\b(?:where|who(?:m)?|(?:which|what) (?:company|firm|employer|place))\b.{0,12}\bi\b.{0,8}\bwork(?:ed|ing)?\b|\bmy (?:\w+ )?(?:job|employer|company|work|profession|occupation|workplace)\b|\bwhat do i (?:work as|do for (?:a living|work))$|(?:哪|什么).{0,4}(?:工作|上班|公司|单位)|(?:公司|工作|单位|雇主|职业)(?:是|叫)?(?:哪|什么|$)/iu,
    WORK,
  ],
  [/\b(?:car|(?:did|do|was) i (?:drive|driving))\b|开(?:的是?)?(?:什么|哪).{0,2}车|(?:辆|的|什么)车/iu, CAR],
  [
    /\b(?:who|whom)\b.{0,8}\bi\b.{0,8}\b(?:date|dating|going out with|seeing|with)\b|\bmy (?:\w+ )?(?:girlfriend|boyfriend|partner)\b|(?:女|男)(?:朋)?友/iu,
    ["now partner"],
  ],
  [/\bbank\b|银行/iu, ["now bank"]],
];
/** Of these only where the value it counts from is one of theirs. */
const PERHAPS: readonly [RegExp, readonly string[]][] = [
  [/\bwhat do i do$|我(?:是)?做(?:的?是)?什么/iu, WORK],
  [/\bwhere do i (?:move|go|stay)(?: to)?$|我.{0,4}搬.{0,4}哪/iu, ["residence"]],
];
/** "which phone did I use", "what was my phone number", "who was my boss". */
const THING =
  /\b(?:what|which)\s+((?:\p{Ll}+ )?\p{Ll}+) (?:do|did) i (?:have|use|own)\b|\bmy ((?:[\p{L}]+ ){0,2}?[\p{L}]+)(?: (?:called|be))?[\s?.!]*$/iu;
const THING_ZH = /我的?(?:那?[份家个任辆部台间套所位只款])?(\p{Script=Han}{1,6}?)(?:是|叫)(?:什么|多少|几|哪|谁)/u;

const inTable = (table: typeof SLOTS, text: string): readonly string[] =>
  table.flatMap(([pattern, keys]) => (pattern.test(text) ? keys : []));

function slotsOf(rest: string): string[] {
  const keys = [...askedAttributes(rest), ...inTable(SLOTS, rest)];
  const english = THING.exec(rest);
  const thing = english?.[1] ?? english?.[2];
  const chinese = THING_ZH.exec(rest)?.[1];
  for (const statement of [thing && `The user's ${thing} is X1`, chinese && `用户的${chinese}是某某`]) {
    const key = statement ? attributeOf(statement)?.key : undefined;
    if (key !== undefined) keys.push(key);
  }
  return Array.from(new Set(keys));
}

/** As it would be asked of the present, where `askedAttributes` reads it. */
const ofNow = (question: string): string =>
  question.replace(/\b(?:did|was|were) (i|we)\b/iu, (_, who: string) => `do ${who}`).replace(/\bwas my\b/iu, "is my");

/** What stands before or after the sign, and the question without both. */
function parts(text: string): { side: Former["side"]; from: string; rest: string } | null {
  const led = LED_EN.exec(text);
  if (led !== null) return { side: sideOf(led[1]!), from: led[2]!, rest: led[3]! };
  const ended = ENDED_EN.exec(text);
  if (ended !== null) return { side: sideOf(ended[2]!), from: ended[3]!, rest: ended[1]! };
  const chinese = ZH.exec(text);
  if (chinese === null) return null;
  const [, head = "", word = "", tail = ""] = chinese;
  return {
    side: sideOf(word),
    from: head.replace(/^(?:自从|自打|我|从|在|于)+/u, ""),
    rest: `${/^我/u.test(tail) ? "" : "我"}${tail}`,
  };
}
const sideOf = (word: string): Former["side"] => (/after|后/iu.test(word) ? "after" : "before");

/** What a question asks of an attribute's earlier or later value; null when it asks for none, or the attribute is not known. */
export function formerAsked(question: string): Former | null {
  if (question.length > READ || !SIGN.test(question) || !/\b(?:i|my|we|our)\b|我|^\P{Script=Latin}+$/iu.test(question))
    return null;
  const text = question.trim();
  const split = parts(text);
  if (split !== null && !NOT_A_VALUE.test(split.from.trim())) {
    const [rest, from] = [ofNow(split.rest), split.from.trim()];
    const keys = slotsOf(rest);
    if (keys.length > 0) return { keys, side: split.side, from, certain: true };
    const perhaps = inTable(PERHAPS, rest);
    if (perhaps.length > 0) return { keys: perhaps, side: split.side, from, certain: false };
  }
  const now = PREVIOUS_ZH.test(text) ? text.replace(PREVIOUS_ZH, "") : asOfNow(text);
  if (now === null) return null;
  const keys = slotsOf(now);
  return keys.length === 0 ? null : { keys, side: "before", from: null, certain: true };
}

const wordsOf = (text: string): string[] =>
  queryTerms(text).filter((term) => !ENGLISH_STOP_WORDS.has(term) && !HAN_STOP_WORDS.has(term));

/** A value that a statement gives to one of the attributes asked for; a denied one is told to be over ("no longer at …"). */
export interface Given {
  key: string;
  value: string;
  denied: boolean;
}

/** The values a statement gives to attributes of these keys. */
export function valuesOf(statement: string, keys: readonly string[]): Given[] {
  const claims = Array.from(new Set([statement, ...claimsOf(statement)]));
  return claims.flatMap((claim) => {
    const attribute = attributeOf(claim);
    if (attribute === null || !keys.includes(attribute.key)) return [];
    const { key, value } = attribute;
    return [{ key, value: value.replace(/^not /u, ""), denied: value.startsWith("not ") }];
  });
}

/** How many of a value's words the words have. */
export function named(words: string, value: string): number {
  const said = new Set(wordsOf(words));
  return wordsOf(value).filter((term) => said.has(term)).length;
}
