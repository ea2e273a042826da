import { languageOf } from "../text.ts";
import { nounOf, USER } from "./keys.ts";
import { namedIn } from "./mentions.ts";
import { CHINESE_NOUNS, ENGLISH_NOUNS, nounCalled, nounNamed } from "./nouns.ts";
import { type Earlier, referents } from "./referring.ts";
import type { Mention } from "./types.ts";

/** A pronoun that begins a text as its subject, and what follows it. "It" stands for too much else. */
const SUBJECT =
  /^(?<lead>(?:(?:and|but|so|also|now|oh|well)[,\s]+)*)(?<pronoun>she|he)(?<short>['’]s)?(?=\s)|^(?<vor>(?:而且|但是?|所以|然后|不过)?)(?<daici>[她他它])(?![们人])/iu;
/** "She's been" is "she has been", "she's ill" is "she is ill". */
const HAS = /^\s+(?:been|got|had|become|gone|started|stopped|\p{L}+ed)\b/u;

/** How the user would say it: "my cat", 我姐姐, Anna. Null where that cannot be said in the language. */
export function spoken(mention: Mention, language: "en" | "zh"): string | null {
  const noun = nounOf(mention.key);
  if (noun === null) return mention.name;
  if (!mention.key.startsWith(`o:${USER}:`))
    return language === "en" && mention.name.includes("'s ") ? mention.name : null;
  const own = mention.name.replace(/^the user's /u, "").replace(/^用户的/u, "");
  const known = nounCalled(noun);
  const form = languageOf(own) === language ? own : known?.forms[language];
  if (form === undefined) return null;
  return language === "en" ? `my ${form}` : `我的${form}`;
}

/** Whom a pronoun may mean although the rules do not know it. */
const mayBeSomeone = ({ type }: Mention): boolean => !["place", "product", "code", "date"].includes(type);

/** Someone known by name alone, named in the same breath as others like them: "Anna and Ben came over. She …". */
function isOneOfSeveral({ key, type }: Mention, earlier: readonly Earlier[]): boolean {
  const turn = earlier.find(({ mentions }) => mentions.some((mention) => mention.key === key));
  const alike = turn?.mentions.filter((one) => one.type === type && one.key.startsWith("n:") && one.weight >= 1) ?? [];
  const owned = turn?.mentions.some((one) => one.key.startsWith("o:") && one.type === type) ?? false;
  return type === "person" && !owned && alike.length > 1;
}

/**
 * A text of the user with the pronoun it begins with replaced by whom it stands for, when the turns before it (newest
 * first) say so: "She has been sneezing." after "I have a cat." is "My cat has been sneezing." Where they speak of nobody
 * it may be the only one that other talks spoke of lately (`elsewhere`), were anyone else never so unlikely. As it was otherwise.
 */
export function withSubject(text: string, earlier: readonly Earlier[], elsewhere: readonly Earlier[] = []): string {
  const match = SUBJECT.exec(text);
  if (match === null) return text;
  const { lead = "", pronoun, short, vor = "", daici } = match.groups as Record<string, string | undefined>;
  const [referent] = referents((pronoun ?? daici)!, {
    ...{ own: [], earlier, speaker: null },
    beyondDoubt: true,
    elsewhere: earlier.some(({ mentions }) => mentions.some(mayBeSomeone)) ? [] : elsewhere,
  });
  const language = pronoun === undefined ? "zh" : "en";
  const name = referent === undefined || isOneOfSeveral(referent, earlier) ? null : spoken(referent, language);
  if (name === null) return text;
  const rest = text.slice(match[0].length);
  if (language === "zh") return `${vor}${name}${rest}`;
  const verb = short === undefined ? "" : HAS.test(rest) ? " has" : " is";
  const begun = lead === "" ? `${name[0]!.toUpperCase()}${name.slice(1)}` : `${lead}${name}`;
  return `${begun}${verb}${rest}`;
}

const NOUN = new RegExp(`\\b(?:${ENGLISH_NOUNS})\\b|(?:${CHINESE_NOUNS})`, "giu");
/** How many kinds of living beings a clause speaks of: "my sister has a daughter" leaves open who "she" is. */
function livingKinds(text: string): number {
  const nouns = (text.match(NOUN) ?? []).map((word) => nounNamed(word));
  return new Set(nouns.flatMap((noun) => (noun?.type === "person" || noun?.type === "animal" ? [noun.noun] : []))).size;
}
const GIVES_NAME = /\b(?:name is|names? are|(?:is|was) (?:called|named)|goes by)\b|名字是|叫/u;

/**
 * A clause of the user that begins with "she" or 他, with whom the clause before it names instead: "my wife's name is
 * Anna | she's a nurse". Null unless that clause names one living being, by whichever names, that the pronoun fits.
 */
export function namedBefore(before: string, clause: string): string | null {
  const { mentions } = namedIn(before, USER);
  const living = mentions.filter(({ type }) => type === "person" || type === "animal");
  if (living.length === 0 || living.length > (GIVES_NAME.test(before) ? 2 : 1) || livingKinds(before) > 1) return null;
  const owned = living.filter(({ key }) => key.startsWith("o:"));
  const made = withSubject(clause, [{ mentions: owned.length > 0 ? owned : living, speaker: USER }]);
  return made === clause ? null : made;
}
