import { withoutOpening } from "./phrases.ts";
import { sentences } from "./sentences.ts";

/** What the user puts right, English and Chinese. */

/** A correction by its words: what is meant, what it stands in place of, and of what it is said, where it tells. */
export interface Correction {
  now: string;
  /** "not Friday"; `null` where only what is meant is said. */
  was: string | null;
  /** "About the table: …", "the table was …"; `null` where it goes without saying. */
  about: string | null;
  /** Whose words are put right: "I said …" one's own, "you got that wrong" the listener's; `null` where it does not tell. */
  whose: "user" | "assistant" | null;
}

const BLAME =
  "wrong|incorrect|not quite|that(?:['’]s| is| was) (?:wrong|incorrect|not (?:right|correct|true|it))|that (?:is|was)n['’]t (?:right|correct|true)|you(?:['’]re| are) (?:wrong|mistaken)|you (?:got (?:it|that) wrong|mis(?:heard|understood)(?: me)?|made a mistake|mixed (?:it|that|them) up)";
const OPENER = `(?:actually|no|nope|sorry|wait|oops|hold on|correction|i misspoke|my (?:mistake|bad)|${BLAME})[,:;.!\\s—–-]+`;
const BLAME_ZH = "你(?:搞|弄|说|记|听|算|写|看|订)?错了|(?:搞|弄|记|听|算)错了";
const OPENER_ZH = `(?:不对|不是这样的?|不是的?(?=[，,。])|不(?=[，,])|错了|(?:上次|上回|之前|刚才|前面|昨天)?我?(?:说|讲|记|搞|弄|写)错了|${BLAME_ZH}|更正(?:一下)?|纠正(?:一下)?|抱歉|不好意思|等等|其实)[，,。！!：:；\\s]*`;

const ON = "(?:on |for |at |in |with |by )?";
/** A value with nothing after it: no clause, no sentence. */
const V = "[^,;.!?]{1,60}?";
/** What shows a value rather than a judgement: a name, a number, a day. */
const EXACT =
  "(?:the |a |an )?(?:(?-i:\\p{Lu})|\\d|[$€£¥]|(?:mon|tues|wednes|thurs|fri|satur|sun)day\\b|(?:noon|midnight|tomorrow|today|tonight)\\b)";
const NO_VALUE =
  "(?!(?:not|because|ok(?:ay)?|fine|alright|all|good|great|true|right|wrong|too|so|very|really|just|only|that|this|it|what|nothing|yes|no|my)\\b)";
const SAID = "i (?:said|meant(?: to say)?|told you|asked for)";
const IS = "it(?:['’]s| is| was| should(?: be| have been))|that(?:['’]s| should be)";
const ANSWER = "the (?:correct |right )?(?:answer|one|value|date|time) (?:is|was|should be)";

const V_ZH = "[^，,；。！？]{1,24}?";
const NO_VALUE_ZH = "(?!我|你|因为|这样|说|不|的)";
const SAID_ZH = "我(?:说|讲|要|指|订)的(?:应该)?是";
const ABOUT_ZH = "(?<about>(?!我|你|他|她|它|这|那|不|应该|而|时间是|就|可)[^，,是：:。]{1,12}?)(?:应该)?是";

/** "About the table: …", 关于桌子：… */
const ABOUT =
  /^(?:about|regarding|concerning|as for|re:?)\s+(?:the |my |our |that |this )?(?<about>[^:,;—–]{2,40}?)\s*[:,;—–]\s*|^(?:关于|至于|说到)(?:那个|这个|之前的?|上次的?)?(?<han>[^，,：:。]{1,15}?)(?:的事情?|这件事|那件事)?[，,：:]\s*/iu;

/** Forms that say themselves that something is put right; `$` and closing marks are added. */
const FORMS: readonly string[] = [
  `(?:${OPENER})*(?:${SAID}|${IS}|${ANSWER}|make (?:it|that)|change (?:it|that) to)\\s+${ON}(?<now>${V}),?\\s+(?:and )?not\\s+${ON}(?<was>${V})`,
  `(?:${OPENER})+(?:it(?:['’]s| is| was)\\s+)?not\\s+${ON}(?<was>${V})[,;]\\s*(?:but\\s+|rather\\s+|it(?:['’]s| is| was)\\s+)?${ON}(?<now>[^,;]{1,60}?)`,
  `(?:it(?:['’]s| is| was)\\s+not|it (?:is|was)n['’]t)\\s+${ON}(?<was>${V})[,;]\\s*(?:but\\s+)?it(?:['’]s| is| was)\\s+${ON}(?<now>${V})`,
  `not\\s+${ON}(?<was>${EXACT}${V})[,;]\\s*(?:but\\s+)?${ON}(?<now>${EXACT}[^,;.!?]{0,40}?)`,
  `(?:${OPENER})*(?:the|my|our|that|this)\\s+(?<about>[\\p{L}\\p{N}'’ -]{2,40}?)\\s(?:is|was|are|were|should be|should have been)\\s+${ON}(?<now>${EXACT}${V}),?\\s+(?:and )?not\\s+${ON}(?<was>${EXACT}${V})`,
  `(?:${OPENER})+${SAID}\\s+${ON}${NO_VALUE}(?<now>${V})`,
  `(?:${OPENER})*(?:${BLAME})[,:;.!\\s—–-]+(?:${IS}|${ANSWER})\\s+${ON}${NO_VALUE}(?<now>\\S+(?:\\s\\S+){0,4}?)`,
  `(?:${OPENER})+(?:the)\\s+(?<about>[\\p{L}\\p{N}'’ -]{2,40}?)\\s(?:is|was)\\s+${ON}(?<now>${EXACT}${V})`,
  `(?:${OPENER_ZH})*${SAID_ZH}(?<now>${V_ZH})[，,](?:而)?不是(?<was>${V_ZH})`,
  `(?:${OPENER_ZH})+${SAID_ZH}(?<now>${V_ZH})`,
  `(?:${OPENER_ZH})*(?:它|那)?(?:并)?不是${NO_VALUE_ZH}(?<was>${V_ZH})[，,；](?:而)?(?:应该)?是(?!${"因为|为了|我|说"})(?<now>${V_ZH})`,
  `(?:${OPENER_ZH})*(?:${BLAME_ZH})[，,。！!：:；\\s]*(?:应该|应当|其实)?是${NO_VALUE_ZH}(?<now>${V_ZH})`,
  `(?:${OPENER_ZH})*${ABOUT_ZH}${NO_VALUE_ZH}(?<now>${V_ZH})的?[，,](?:而)?不是(?<was>${V_ZH})的?`,
  `(?:${OPENER_ZH})+${ABOUT_ZH}${NO_VALUE_ZH}(?<now>${V_ZH})的?`,
];
/** Forms that need what was said before, and those that say only what is meant. */
const BARE: readonly RegExp[] = [
  /^(?:no|nope|sorry|wait|oops|hold on|actually|correction|i misspoke)?[,.!\s—–:-]*(?:sorry|wait|actually)?[,\s]*(?:i meant(?: to say)?|i mean|make (?:that|it)|it should (?:be|say|have been)|i should have said|the correct (?:one|value|answer) is|it['’]s actually|that should be)\s+(?<now>.+?)[.!]*$/iu,
  /^(?:actually,?\s+)?(?:no|nope|wait|sorry|oops)(?:,?\s+(?:wait|actually|sorry))*[,.!\s]+(?:it|that)['’]s\s+(?!(?:not|because|ok(?:ay)?|fine|alright|all|good|great|true|right|too|so|very|really|just|only|my|a|an|the)\b)(?<now>\S+(?:\s\S+){0,2}?)[.!]*$/iu,
  /^(?:actually|no|nope|wait|sorry|oops)[,.!\s]+(?:it|that)(?:['’]s| is| was)\s+(?<now>(?:on|at)\s(?:the )?(?:\p{Lu}|\d)\S*(?:\s\S+){0,2}?)[.!]*$/iu,
  /^(?:no|nope|wait|sorry|oops)(?:[,\s]+(?:no|wait|sorry|actually))*[,.!\s]+(?:to|in|at)\s+(?<now>\S+(?:\s\S+){0,2}?)[.!]*$/iu,
  /^(?:(?:actually|no|nope|sorry|wait|oops|correction)[,:.!\s]+)+(?:it|that)(?: was| is|['’]s)\s+(?:on )?(?<now>[^,;]+?),? after all[.!]*$/iu,
  /^(?:不对|错了|说错了|我说错了|抱歉|不好意思)[，,：:\s]*还是(?=[^，,；;]{0,4}[\d一二三四五六七八九十])(?<now>[^，,；;]{1,12}?)(?:没错|才对)?[。.！!]*$/u,
  /^correction[:,]\s*(?<now>.+?)[.!]*$/iu,
  /^(?:(?:不对|错了|说错了|我说错了|其实|应该)[，,：:\s]*)*(?:它|时间|日期)?是(?!我|你|因为|这样|说)(?<now>[^，,；]+?)[，,](?:而)?不是(?<was>[^，,；]+?)[。.！!]*$/u,
  /^(?:不对|不是|错了|说错了|我说错了|等等|更正(?:一下)?|纠正(?:一下)?|抱歉|不好意思)*[，,。：:\s]*(?:我的意思是|我是说|我想说的是|应该是|应当是|正确的是|改成|改为)(?<now>.+?)[。.！!]*$/u,
  /^(?:不对|错了|说错了|我说错了)[，,：:\s]*(?:不是(?<was>[^，,]+)[，,]\s*)?(?:而?是)(?<now>.+?)[。.！!]*$/u,
];
const CORRECTS: readonly RegExp[] = [...FORMS.map((form) => new RegExp(`^${form}[.!。！\\s]*$`, "iu")), ...BARE];

const OWN_WORDS = new RegExp(`\\b(?:${SAID}|i misspoke)\\b|${SAID_ZH}|我说错了|我的意思是|我是说`, "iu");
const LISTENERS = new RegExp(`^(?:${OPENER})*(?:${BLAME})|^(?:${OPENER_ZH})*你`, "iu");

const bare = (text: string): string => text.trim().replace(/[\s.!。！]+$/u, "");

function read(trimmed: string): Correction | null {
  const named = ABOUT.exec(trimmed);
  const body = named === null ? trimmed : trimmed.slice(named[0].length);
  for (const pattern of CORRECTS) {
    const found = pattern.exec(body)?.groups;
    if (found?.now === undefined) continue;
    return {
      now: bare(found.now),
      was: found.was === undefined ? null : bare(found.was),
      about: (named?.groups?.about ?? named?.groups?.han ?? found.about)?.trim() ?? null,
      whose: OWN_WORDS.test(body) ? "user" : LISTENERS.test(body) ? "assistant" : null,
    };
  }
  return null;
}

/** What the user puts in place of what they or the assistant said before ("no, I meant Bergen"); `null` when it is no correction. */
export function correctionOf(sentence: string): Correction | null {
  return read(sentence.trim()) ?? read(withoutOpening(sentence));
}

/** Only what is meant; see `correctionOf`. */
export const correction = (sentence: string): string | null => correctionOf(sentence)?.now ?? null;

const LONE_OPENER = new RegExp(`^(?:${OPENER}|${OPENER_ZH})+$`, "iu");

/** The sentences of a text, where "That's wrong. It's Canberra." counts as one. */
export function mendingSentences(text: string): string[] {
  const made: string[] = [];
  for (const sentence of sentences(text)) {
    const before = made.at(-1);
    const joined = before !== undefined && LONE_OPENER.test(`${before} `) ? `${before} ${sentence}` : null;
    if (joined !== null && correction(joined) !== null) made[made.length - 1] = joined;
    else made.push(sentence);
  }
  return made;
}

/** "It's on the 15th, not the 14th" says nothing by itself: of what, only what was said before it tells. */
export const isDangling = (sentence: string): boolean => {
  const found = correctionOf(sentence);
  return found !== null && found.about === null && found.was !== null;
};
