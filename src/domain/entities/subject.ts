import { languageOf } from "../text.ts";
import { nounOf, USER } from "./keys.ts";
import { nounCalled } from "./nouns.ts";
import { type Earlier, referents } from "./referring.ts";
import type { Mention } from "./types.ts";

/** A pronoun that begins a text as its subject, and what follows it. "It" stands for too much else. */
const SUBJECT =
  /^(?<lead>(?:(?:and|but|so|also|now|oh|well)[,\s]+)*)(?<pronoun>she|he)(?<short>['’]s)?(?=\s)|^(?<vor>(?:而且|但是?|所以|然后|不过)?)(?<daici>[她他它])(?![们人])/iu;
/** "She's been" is "she has been", "she's ill" is "she is ill". */
const HAS = /^\s+(?:been|got|had|become|gone|started|stopped|\p{L}+ed)\b/u;

/** How the user would say it: "my cat", 我姐姐, Anna. Null where that cannot be said in the language. */
function spoken(mention: Mention, language: "en" | "zh"): string | null {
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

/**
 * A text of the user with the pronoun it begins with replaced by whom it stands for, when the turns before it (newest
 * first) say so: "She has been sneezing." after "I have a cat." is "My cat has been sneezing." As it was otherwise.
 */
export function withSubject(text: string, earlier: readonly Earlier[]): string {
  const match = SUBJECT.exec(text);
  if (match === null || earlier.length === 0) return text;
  const { lead = "", pronoun, short, vor = "", daici } = match.groups as Record<string, string | undefined>;
  const [referent] = referents((pronoun ?? daici)!, [], earlier, null);
  const language = pronoun === undefined ? "zh" : "en";
  const name = referent === undefined ? null : spoken(referent, language);
  if (name === null) return text;
  const rest = text.slice(match[0].length);
  if (language === "zh") return `${vor}${name}${rest}`;
  const verb = short === undefined ? "" : HAS.test(rest) ? " has" : " is";
  const begun = lead === "" ? `${name[0]!.toUpperCase()}${name.slice(1)}` : `${lead}${name}`;
  return `${begun}${verb}${rest}`;
}
