import { withoutQuotes } from "./quotes.ts";

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

const FIRST_OR_SECOND =
  /\b(?:I|[Mm]e|[Mm]y|mine|[Mm]yself|[Ww]e|us|[Oo]urs?|ourselves|[Yy]ou|[Yy]ours?|[Yy]ourself)\b|\bI['’](?:m|ve|d|ll)\b/u;
const CHINESE_FIRST_OR_SECOND = /我(?!国|行我素)|咱|俺|你|您/u;

/**
 * What keeps a statement from standing alone: a speaker without a name, or a pronoun that begins it. Quotations are
 * left out; they are the words of whoever is named before them. Null when nothing dangles.
 */
export function danglingPronoun(statement: string): string | null {
  const text = withoutQuotes(statement);
  const first = FIRST_OR_SECOND.exec(text) ?? CHINESE_FIRST_OR_SECOND.exec(text.replace(/自我/gu, ""));
  if (first !== null) return first[0];
  if (!startsWithPronoun(text)) return null;
  return text.match(/^\S{1,12}/u)?.[0] ?? text;
}
