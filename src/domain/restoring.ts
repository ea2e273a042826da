import { correctionOf } from "./corrections.ts";
import { withoutOpening } from "./phrases.ts";
import { isAbout } from "./put-right.ts";
import { terms } from "./text.ts";

/** What the user says holds again, as it did before: "Sorry, it was 12 December after all", "make that a window seat again", 还是12号. */
export interface Restoring {
  now: string;
  /** "My sister's name was Anna, as I first said"; `null` where it goes without saying. */
  about: string | null;
}

const LEAD = "(?:(?:actually|no|nope|sorry|wait|oops|ok(?:ay)?|please|oh|hmm|on second thoughts?)[,:.!\\s]+)*";
const AT_FIRST =
  "(?:after all|(?:just )?(?:as|like) (?:I|i)(?:['’]d| had)? (?:(?:first|originally|initially|already) said|said (?:at first|before|originally|initially|in the first place|the first time)))";
const FORMS: readonly RegExp[] = [
  new RegExp(`^${LEAD}(?:it|that)(?: was| is|['’]s)\\s+(?<now>[^,;]+?),? ${AT_FIRST}[.!]*$`, "iu"),
  new RegExp(
    `^${LEAD}(?:the |my |our )?(?<about>[\\p{L}'’ -]{3,40}?) (?:was|is)(?: called| named)? (?<now>[^,;]+?),? ${AT_FIRST}[.!]*$`,
    "iu",
  ),
  new RegExp(
    `^${LEAD}(?:make|change|switch|set|put|turn) (?:that|it|this)(?: back)?(?: to| into)? (?<now>[^,;]+?),? (?:again|after all|as before)(?:,? please)?[.!]*$`,
    "iu",
  ),
  new RegExp(
    `^${LEAD}(?:(?:make|change|switch|set|put|turn) (?:that|it|this)|let['’]s (?:go|change|switch)|(?:go|change|switch)) back to (?<now>[^,;]+?)(?:,? (?:again|please|then))*[.!]*$`,
    "iu",
  ),
  new RegExp(`^${LEAD}back to (?<now>[^,;]+?)(?:,? (?:again|please|then))+[.!]*$`, "iu"),
];
const LEAD_ZH = "(?:不对|不是|错了|(?:上次)?(?:我)?(?:说|记|搞|弄)错了|抱歉|不好意思|算了|那|请|麻烦)*[，,：:。\\s]*";
const FORMS_ZH: readonly RegExp[] = [
  new RegExp(
    `^${LEAD_ZH}还是(?!我|你|不|没|很|这|那|算)(?:(?:换|改)(?:回|成)?(?:到|成)?|要|选|用|按)?(?<now>[^，,；;]{1,12}?)(?:没错|才对|好了|吧|好)?[。.！!]*$`,
    "u",
  ),
  new RegExp(
    `^${LEAD_ZH}(?:还是)?(?:帮我|给我|请)?(?:把.{1,6})?(?:换|改|调|恢复)(?:回|成原来的)(?:到|成|来|去)?(?<now>[^，,；;]{1,12}?)(?:吧|了|好了)?[。.！!]*$`,
    "u",
  ),
  new RegExp(
    `^${LEAD_ZH}(?:我的?)?(?<about>[^，,是叫]{1,12}?)(?:的?名字)?(?:还)?(?:是|叫)(?<now>[^，,；;]{1,12}?)[，,](?:(?:就)?(?:像|跟|和|如)?我(?:一开始|最初|最早|第一次|起初)(?:就)?(?:说的?|讲的?)(?:那样|一样|的?(?:没错|是对的|才对))?)[。.！!]*$`,
    "u",
  ),
];

/** What is said to hold again; null for a sentence that says no such thing. */
export function restoringIn(sentence: string): Restoring | null {
  const text = withoutOpening(sentence.trim());
  for (const body of [sentence.trim(), text])
    for (const form of [...FORMS, ...FORMS_ZH]) {
      const { now, about } = form.exec(body)?.groups ?? {};
      if (now !== undefined) return { now: now.trim(), about: about?.trim() ?? null };
    }
  const found = correctionOf(sentence);
  return found === null || found.was !== null ? null : { now: found.now, about: found.about };
}

const LEADING = /^(?:on|at|in|to|for|the|an?|my|your)\s+|^(?:在|用|坐|要)/iu;

/** "Sorry, it was 12 December after all": of what goes without saying, and it says nothing alone. */
export const restoresAlone = (sentence: string): boolean => {
  const text = withoutOpening(sentence.trim());
  return [...FORMS, ...FORMS_ZH].some((form) => {
    const found = form.exec(sentence.trim()) ?? form.exec(text);
    return found !== null && found.groups?.about === undefined;
  });
};

/** True when the statement gives that value: each of its words, or the day 12号 of 2026年10月12日. */
function gives(statement: string, value: string): boolean {
  const plain = value.replace(LEADING, "").replace(LEADING, "").trim();
  const day = /^(\d{1,2})[号日]$/u.exec(plain)?.[1];
  if (day !== undefined) return new RegExp(`(?<!\\d)${day}[号日]`, "u").test(statement);
  if (/\p{Script=Han}/u.test(plain)) {
    const core = plain.replace(/的?(?:座位|位子|位置)?$/u, "").replace(/号/gu, "日");
    return core !== "" && statement.replace(/号/gu, "日").includes(core);
  }
  const held = new Set(terms(statement));
  const wanted = terms(plain);
  return wanted.length > 0 && wanted.every((term) => held.has(term));
}

/** "Called Hanna, not Anna": what it is not. */
const NOT_SO = /,\s*(?:and )?not\s[^,;]+$|[，,](?:而)?不[是叫在][^，,；;]+$/iu;

/** True when a former statement says what is to hold again, and the one in force in its place does not. */
export function isMeant({ now, about }: Restoring, former: string, inForce: string): boolean {
  const said = inForce.replace(NOT_SO, "");
  return gives(former, now) && !gives(said, now) && (about === null || isAbout(`${former} ${inForce}`, about));
}
