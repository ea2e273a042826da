import { cueOf } from "./cue.ts";
import { entitiesOf } from "./entities.ts";

/** The part of a message that is looked at, in UTF-16 units: the order stands at the beginning, its material behind. */
const READ = 400;

/** Material that comes with the order: what is quoted, and what follows a colon or a line break. */
const MATERIAL = /["“”「『«][^"“”」』»]*["“”」』»]|(?<![\p{L}\p{N}])['‘][^'’]+['’](?![\p{L}\p{N}])|[:：\n].*$/gsu;

const POLITE_EN =
  /^(?:(?:please|pls|now|then|ok(?:ay)?|hey|hi|(?:can|could|would|will) you|help me(?: to)?|i(?:'d| would) like you to|i (?:want|need) you to|just|quickly)[,!]?\s+)+/iu;
const POLITE_ZH = /^(?:请|麻烦|帮忙|[帮给替为]我|能不能|可不可以|可以|能否|你|您|再|来|一下|快)+/u;

/** Work upon something that the order itself holds or that anyone can look up. */
const UPON_EN =
  /^(translate|convert|calculate|compute|proofread|spell|rephrase|paraphrase|reword|define|solve|simplify|factori[sz]e|explain)\b/iu;
const UPON_ZH = /^(?:把[^我她他您]{1,12}?)?(翻译|译成|计算|算一?下|算算|换算|润色|校对|改写|造句|解释)(?![了过])/u;
const PIECES =
  "poems?|haikus?|limericks?|sonnets?|songs?|lyrics|jokes?|riddles?|story|stories|tales?|essays?|slogans?|puns?|regex|regular expression|functions?|scripts?|programs?|quer(?:y|ies)";
const MAKE_EN = new RegExp(
  `^(?:write|compose|tell|make up|invent|create|generate|give)(?: me| us)? (?:(?:an?|some|another|one|two|three|\\d+) )?(?:[a-z-]+ ){0,2}?(${PIECES})\\b`,
  "iu",
);
const MAKE_ZH =
  /^(?:写|作|编|讲|说|念|生成)[一两二三几]?[首个段篇则句条]?[^，。！？]{0,16}?(诗|俳句|歌词|歌|笑话|谜语|故事|童话|作文|散文|口号|绕口令|代码|函数|脚本|程序|正则)/u;

/** Languages and units: what they name is no one of the user's. */
const INTO = /\b(?:in)?to \p{Lu}\p{L}+|\bfrom \p{Lu}\p{L}+|\bin \p{Lu}\p{L}+|\p{Script=Han}{1,3}(?:文|语)/gu;
/** "for me" says who asks, not what about. */
const FOR_ME = /\b(?:for|to) (?:me|us)\b|[给帮替为]我/giu;
/** Someone or something known from before. */
const KNOWN = /\b(?:her|his|their|she|he|they|him|them|same|again)\b|[她他您]/iu;
/** "the letter", "that letter", 那封信, unless it is a part of the text at hand. */
const KNOWN_TEXT =
  /\b(?:the|that|those) (?!(?:following|above|below|next|sentences?|words?|phrases?|texts?|paragraphs?)\b)\p{L}+|那[个封篇份张条]/iu;
/** Verbs whose object is most often a text. */
const UPON_TEXT =
  /^(?:translate|proofread|rephrase|paraphrase|reword|simplify|explain|翻译|译成|润色|校对|改写|解释)/iu;

/** Figures and signs alone: "17 * 23", "what is 15% of 240?", 十五乘以八等于几; a date, a number of an order or a code is none. */
const FIGURE = String.raw`(?:[\d.,()]+%?|[零一二两三四五六七八九十百千万]+)`;
const SIGN = String.raw`(?:\s*[*×÷+^]\s*|\s+[-/x]\s+|\s*%?\s*(?:of|plus|minus|times|multiplied by|divided by|乘以?|加上?|减去?|除以)\s*)`;
const SUM = new RegExp(
  String.raw`^(?:what(?:'s|’s| is)|how much is|calculate|请?计算|算一?下)?\s*${FIGURE}(?:${SIGN}${FIGURE})+\s*(?:(?:等于|是|得)(?:多少|几))?\s*[?？=]*$`,
  "iu",
);
/** "10 miles to km", 一公里等于多少米. */
const CONVERTED =
  /^(?:how many (?:\p{L}+) (?:are|is) (?:there )?(?:in )?(?:an?|one|\d+) \p{L}+|[\d.一二两三四五六七八九十百千半]+\s*个?\p{Script=Han}{1,3}(?:等于|是|有|合|换算成)(?:多少|几)个?\p{Script=Han}{1,3})[?？]*$/iu;

/**
 * The kind of work ("translate", "poem", 翻译) when a message orders some that needs nothing of what is remembered: its
 * material comes with it, or is the world's. `null` when it speaks of the user, of someone named, of what was said before
 * or of something known ("translate the letter I told you about"), and for everything else.
 */
export function workOf(message: string): string | null {
  const text = message.slice(0, READ).trim();
  if (SUM.test(text)) return "calculate 计算";
  if (CONVERTED.test(text)) return "convert 换算";
  const order = text.replace(MATERIAL, " ").trim();
  const bare = order.replace(POLITE_EN, "").replace(POLITE_ZH, "").trim();
  const made = UPON_EN.exec(bare) ?? UPON_ZH.exec(bare) ?? MAKE_EN.exec(bare) ?? MAKE_ZH.exec(bare);
  if (made === null) return null;
  const about = bare
    .replace(INTO, " ")
    .replace(FOR_ME, " ")
    .replace(/^(\p{L}+) (?:me|us)\b/iu, "$1");
  const cue = cueOf(about, ["it"]);
  if (cue === "past" || cue === "remember" || cue === "self") return null;
  if (/\b(?:i|we|us)\b|[我咱俺]/iu.test(about) || KNOWN.test(about)) return null;
  if (UPON_TEXT.test(made[1]!) && KNOWN_TEXT.test(about)) return null;
  if (entitiesOf(about, "UTC", 0).some(({ type }) => type !== "date" && type !== "code")) return null;
  return made[1]!;
}
