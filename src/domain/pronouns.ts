import { withoutQuotes } from "./quotes.ts";
import { isAdverb, isModal, isPastVerb, isThirdVerb } from "./verbs-en.ts";

/** Pronouns that leave a reader asking "who?", English and Chinese. */

const ENGLISH_START =
  /^(?:(?:and|but|so|also|then|now|because|well|yes|no|oh)[,\s]+)*(?:he|she|it|they|him|her|them|his|hers|its|their|theirs|this|these|those|that)(?:['’](?:s|re|ve|d|ll))?\b/iu;
/** "It" that stands for nothing: it is raining, it takes an hour to … */
const EXPLETIVE =
  /^(?:it(?:['’]s| is| was) (?:raining|snowing|important|possible|necessary|likely|true|clear|better|best|hard|easy|time|ok|okay)|it takes|it seems|that (?:is|was) (?:why|because)|this (?:week|month|year|morning|evening|afternoon|time))\b/iu;
const CHINESE_START =
  /^(?:而且|但是?|所以|因为|然后|不过|也|那么)?(?:他|她|它|他们|她们|它们|这(?!周|个?月|年|次|里)|那(?!么|里|时))(?!人)/u;

/** True when the sentence begins with a pronoun whose referent it does not hold. */
export function startsWithPronoun(sentence: string): boolean {
  const text = sentence.trim();
  return (ENGLISH_START.test(text) && !EXPLETIVE.test(text)) || CHINESE_START.test(text);
}

const PERSONS = /\b(?:he|she|him|her|they|them|hers|theirs)\b|(?<=\p{L}\s)(?:it|that)(?=[.!?]*$)/iu;
/** Whom a later pronoun can mean: "my sister", "a dog", "everyone", a name, things in the plural. */
const REFERENT =
  /\b(?:my|our|an?|the|this|these|those|some|any|every|each|no|many|several|two|three|four|five|\d+|the user['’]s)\s+(?!user\b)\p{L}+|\b(?:some|any|every)(?:one|body|thing)\b|\b(?:people|friends|others|kids|children|parents)\b/iu;
const NAME_INSIDE = /(?<=\S\s)(?!I\b)\p{Lu}\p{L}+/u;
/** Words that may begin a sentence before a verb and name nobody. */
const NO_NAME =
  /^(?:i|we|you|he|she|it|they|this|that|there|what|who|when|where|why|how|if|and|but|so|or|yes|no|not|just|then|here|only|even|once|maybe|hope|think|guess|wish|today|yesterday|nothing|one|some|all|both|which|whoever|whatever|because)$/u;
const PLURAL = /\b\p{L}{2,}[^\Ws]s\b/giu;
const CHINESE_PERSONS = /[他她它]们?/u;
/** What may stand before a Chinese pronoun without naming anyone. */
const CHINESE_EMPTY =
  /我们?|用户|很|真的?|非常|也|都|喜欢|爱|讨厌|想念?|恨|觉得|认为|知道|希望|和|跟|对|给|把|帮|说|的|了|[，,\s]/gu;

/**
 * A name that begins a sentence is told from other words by the verb after it: "Mila grew out of her allergy". Not where
 * the verb tells of another: "Ben said she …".
 */
export function startsWithName(text: string): boolean {
  const [, first = "", verb = ""] = /^(\p{Lu}\p{Ll}+) (\p{Ll}+)\b/u.exec(text) ?? [];
  if (!isThirdVerb(verb) && !isPastVerb(verb) && !isModal(verb) && !/^(?:is|was|has|had|does|did)$/u.test(verb))
    return false;
  if (/^(?:said|says|told|tells|asked|asks|thinks|thought|knows|knew|saw|sees|met|meets|likes|liked)$/u.test(verb))
    return false;
  const low = first.toLowerCase();
  return !isAdverb(low) && !isPastVerb(low) && !isThirdVerb(low) && !NO_NAME.test(low);
}

function refers(before: string): boolean {
  if (REFERENT.test(before) || NAME_INSIDE.test(before) || startsWithName(before)) return true;
  return (before.match(PLURAL) ?? []).some(
    (word) => !isThirdVerb(word.toLowerCase()) && !/^(?:always|sometimes|this|was|does|has|is)$/iu.test(word),
  );
}

/** "Me too", 我也是: true of what was said before, and of nothing without it. */
const ECHOES =
  /^(?:me too|me neither|same here|so (?:do|am|have|did|was) i|neither (?:do|am|have|did) i|(?:but )?(?:i|my \p{L}+|he|she|they) (?:do|does|did|am|is|are|was|have|has)(?:n['’]t| not)?)[.!]*$|^(?:但是?|不过|可是?)?(?:我|他|她|我\p{Script=Han}{1,3})(?:也是|也不是|不是|也一样|也没有|没有|也不?\p{Script=Han}{1,2})[。！!]*$/iu;

/** True when a clause or sentence only echoes the one before it. */
export function echoes(text: string): boolean {
  return ECHOES.test(text.trim());
}

/** True when the sentence needs the one before it to be understood: it begins with a pronoun, or uses one for nobody it names. */
export function lacksReferent(sentence: string): boolean {
  if (startsWithPronoun(sentence) || echoes(sentence)) return true;
  const person = PERSONS.exec(sentence);
  if (person !== null && !EXPLETIVE.test(sentence.slice(person.index))) return !refers(sentence.slice(0, person.index));
  const chinese = CHINESE_PERSONS.exec(sentence.replace(/其他|他人|他乡/gu, "　　"));
  return chinese !== null && sentence.slice(0, chinese.index).replace(CHINESE_EMPTY, "") === "";
}

/** Figures, what they measure, and what one says of a value: what of, the sentence before says. */
const OF_A_VALUE =
  /\p{N}+(?:[.,:/-]\p{N}+)*|[°%$€£¥℃]|\b(?:c|f|k|am|pm|degrees?|celsius|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|percent|kilos?|kg|grams?|g|ml|l|cl|litres?|liters?|cups?|spoons?|metres?|meters?|m|cm|mm|km|miles?|inch(?:es)?|feet|euros?|eur|dollars?|usd|pounds?|gbp|yuan|times|works?|worked|is|was|are|it|fine|better|best|ok|okay|enough|right|good|great|perfect|not|no|too|much|more|less|for|at|to|or|and|about|around|on|in|of|the|an?|one|two|three|four|five|six|seven|eight|nine|ten|half|please|then|instead|rather|just|only)\b|[零一二两三四五六七八九十百千万半几]|[度秒分钟时天日周月年克斤升米里元块角次个点号人份杯勺就行可以够了的吧呢是要不用太更好刚合适左右大概差不多]/giu;

/** True when a sentence only gives a value, and not of what: "220 for 45 minutes works.", 220度45分钟就行。 */
export function lacksTopic(sentence: string): boolean {
  return /\p{N}/u.test(sentence) && !/\p{L}/u.test(sentence.replace(OF_A_VALUE, " "));
}

const FIRST_OR_SECOND =
  /\b(?:I|[Mm]e|[Mm]y|mine|[Mm]yself|[Ww]e|us|[Oo]urs?|ourselves|[Yy]ou|[Yy]ours?|[Yy]ourself)\b|\bI['’](?:m|ve|d|ll)\b/u;
const CHINESE_FIRST_OR_SECOND = /我(?!国(?!庆)|行我素)|咱|俺|你|您/u;

/**
 * What keeps a statement from standing alone: a speaker without a name, or a pronoun for someone it does not name. Quotations are
 * left out; they are the words of whoever is named before them. Null when nothing dangles.
 */
export function danglingPronoun(statement: string): string | null {
  const text = withoutQuotes(statement);
  const first = FIRST_OR_SECOND.exec(text) ?? CHINESE_FIRST_OR_SECOND.exec(text.replace(/自我/gu, ""));
  if (first !== null) return first[0];
  if (!lacksReferent(text)) return null;
  return (
    (startsWithPronoun(text) ? null : (PERSONS.exec(text) ?? CHINESE_PERSONS.exec(text))?.[0]) ?? text.slice(0, 12)
  );
}
