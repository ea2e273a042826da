import { nameKey, normalName } from "./keys.ts";
import { isNoName } from "./no-names.ts";
import { CHINESE_NOUNS } from "./nouns.ts";
import { type Graph, type Mention, SAME } from "./types.ts";

/**
 * Other names that a text tells outright: "everyone calls her Liz", "k8s is short for Kubernetes", "Ms Warner is
 * Elizabeth", 大家叫他老张, 又名, 简称. Both names become one thing.
 */

const NAME = String.raw`\p{Lu}[\p{Script=Latin}]*(?:[ -]\p{Lu}[\p{Script=Latin}]+){0,2}`;
/** A name, or what stands for one: k8s, i18n. */
const SHORT = String.raw`(?:${NAME}|[A-Za-z]{1,4}\d[A-Za-z0-9]{0,6})`;
const WHO =
  "(?:[Ee]veryone|[Ee]verybody|[Pp]eople|(?:[Mm]y |[Hh]is |[Hh]er |[Oo]ur |[Tt]heir )?(?:friends|family|colleagues|kids)|[Ww]e|[Tt]hey|I|[Mm]ost|[Aa]ll|[Tt]he team)";
const TITLE = String.raw`(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.? \p{Lu}[\p{Script=Latin}-]+`;
const END = String.raw`(?=[,.;!?)]|\s*$| (?:and|at|by|in|on|from|for)\b)`;
const QUOTES = `["“”'‘’]?`;

/** `alias` and `name` both stand in the text. */
const BOTH: readonly RegExp[] = [
  new RegExp(
    `(?<alias>${SHORT}) (?:is|stands|stood) (?:just )?(?:(?:short|a nickname|an abbreviation|another name|what (?:we|they|people) call) )?(?:for |of )?(?<name>${NAME})${END}`,
    "gu",
  ),
  new RegExp(
    String.raw`(?<name>${NAME}),? \(?(?:(?:also|better|otherwise) (?:known as|called)|nicknamed|a\.?k\.?a\.?|goes by|abbreviated (?:as |to )?) ?${QUOTES}(?<alias>${SHORT})`,
    "gu",
  ),
  new RegExp(String.raw`(?<name>${NAME})(?:, (?:or )?| \()${QUOTES}(?<alias>${SHORT})${QUOTES} for short`, "gu"),
  new RegExp(String.raw`(?<name>${NAME}) \((?<alias>${SHORT})\)`, "gu"),
];
/** These say it by their words; the others only where one is a short form of the other. */
const SAYS_SO =
  /\b(?:short|nickname\w*|abbreviat\w*|another name|call|stands|stood|known as|called|goes by)\b|a\.?k\.?a|for short/iu;
const TITLED = new RegExp(`^${TITLE}$`, "u");
/** What someone is rather than is called, where that too is written with a capital. */
const KIND_OF =
  /(?:ish|ese|wegian|lian|dian|sian|rian|lgian|tian|rman|rench|utch|reek|zech|wiss|olic|slim|ican|raeli|Vegan|Vegetarian)$/u;

const HAN_NAME = String.raw`[\p{Script=Han}A-Za-z0-9·]`;
const HAN_END = String.raw`(?=[，,。；;、！!？?\s）)”」』"]|$|[的在是都了])`;
const OPEN = `[，,（(]?[“「『"]?`;
const CALLED = [
  new RegExp(
    String.raw`\b${WHO} (?:all |just |usually |also |still |always )*[Cc]alls? (?<pronoun>him|her|them|it) ${QUOTES}(?<alias>${NAME})`,
    "gu",
  ),
  new RegExp(
    `(?:大家|大伙|同事们?|同学们?|朋友们?|家里人|家人|我们|孩子们|人们|人家|别人|都)(?:都|一般|平时|习惯)*(?:叫|喊|称呼?)(?<pronoun>[他她它])(?:作|为|做)?[“「『"]?(?<alias>${HAN_NAME}{1,6}?)${HAN_END}`,
    "gu",
  ),
  new RegExp(
    `(?:又名|又叫|又称|也叫|别名|外号|绰号|小名|乳名|昵称|花名|英文名|本名|原名|真名|简称|缩写|俗称|全称|全名)(?:是|叫|为|：|:)?[“「『"]?(?<alias>${HAN_NAME}{1,12}?)${HAN_END}`,
    "gu",
  ),
];
/** 老张就是张伟. */
const HAN_IS = new RegExp(
  String.raw`(?<![\p{Script=Han}])(?<alias>${HAN_NAME}{2,6})就是(?<name>${HAN_NAME}{2,12}?)${HAN_END}`,
  "gu",
);
/** What stands right before 又名 and the like, without whose it is. */
const BEFORE_HAN = new RegExp(
  `(?:^|[，,。；;、！!？?\\s])(?:我们?|用户)?(?:家|的)?(?:${CHINESE_NOUNS})?(?:叫|是)?(?<name>${HAN_NAME}{2,12}?)${OPEN}$`,
  "u",
);
const NOT_NAMED = /^(?:什么|啥|谁|这|那|我|你|他|她|它|一|不)/u;

/** True when the letters of the short one come in this order in the long one, the first first: k8s, DB, Liz. */
function isShortFor(short: string, long: string): boolean {
  const letters = normalName(short).replace(/[^\p{L}]/gu, "");
  const of = normalName(long);
  if (letters.length === 0 || letters.length >= of.length || letters[0] !== of[0]) return false;
  let at = 0;
  for (const letter of of) if (letter === letters[at]) at++;
  return at === letters.length;
}

/** Stands among the aliases of what has several names; no name looks like it. Looked up, it gives them all. */
export const SEVERAL_NAMES = "=several";

interface Told {
  alias: string;
  /** Null where only a pronoun says whose it is. */
  name: string | null;
  pronoun?: string;
}

/** The name, of those the text mentions, that stands last before a place in it. */
function lastBefore(text: string, at: number, mentions: readonly Mention[], alias: string): string | null {
  let best: { name: string; at: number } | null = null;
  for (const { key, name } of mentions) {
    if (!key.startsWith("n:") || name === alias) continue;
    const found = text.lastIndexOf(name, at - name.length);
    if (found >= 0 && (best === null || found > best.at || (found === best.at && name.length > best.name.length)))
      best = { name, at: found };
  }
  return best?.name ?? null;
}

const namesNothing = (name: string): boolean => name.split(" ").every(isNoName) || NOT_NAMED.test(name);

function* toldIn(text: string, mentions: readonly Mention[]): Generator<Told> {
  for (const pattern of BOTH)
    for (const match of text.matchAll(pattern)) {
      const { alias = "", name = "" } = match.groups ?? {};
      const isCalled = TITLED.test(alias) && !KIND_OF.test(name);
      if (SAYS_SO.test(match[0]) || isShortFor(alias, name) || isShortFor(name, alias) || isCalled)
        yield { alias, name };
    }
  for (const pattern of CALLED)
    for (const match of text.matchAll(pattern)) {
      const { alias = "", pronoun } = match.groups ?? {};
      const before = text.slice(0, match.index);
      const name = lastBefore(text, match.index, mentions, alias) ?? BEFORE_HAN.exec(before)?.groups?.name ?? null;
      yield { alias, name, ...(pronoun !== undefined && { pronoun }) };
    }
  for (const { groups } of text.matchAll(HAN_IS)) {
    const { alias = "", name = "" } = groups ?? {};
    if (mentions.some((one) => one.name === alias || one.name === name)) yield { alias, name };
  }
}

const MAY_TELL =
  /\b(?:calls?|known as|nicknamed|a\.?k\.?a\b|goes by|short|abbreviated|stands)|\b(?:Mr|Mrs|Ms|Miss|Dr|Prof)\b|\d[A-Za-z]| is \p{Lu}|\(\p{L}|[叫喊称名号]|缩写|就是/u;

/**
 * The other names a text tells. `mentions` is what it names; `meant` tells whom a pronoun stands for, for a name that no other
 * in the text has: "Everyone calls her Liz."
 */
export function aliasesIn(
  text: string,
  mentions: readonly Mention[],
  meant: (pronoun: string) => Mention | null,
): Graph {
  const found: Graph = { mentions: [], relations: [] };
  if (!MAY_TELL.test(text)) return found;
  for (const { alias, name, pronoun } of toldIn(text, mentions)) {
    const known =
      name === null ? (pronoun === undefined ? null : meant(pronoun)) : mentions.find((one) => one.name === name);
    const of: Mention | null = known ?? (name === null ? null : { ...unknown(name), type: "other" });
    if (of === null || namesNothing(alias) || namesNothing(of.name) || nameKey(alias) === of.key) continue;
    const marked = (mention: Mention): Mention => ({ ...mention, aliases: [...mention.aliases, SEVERAL_NAMES] });
    found.mentions.push(marked(of), marked({ ...unknown(alias), type: of.type }));
    found.relations.push({ from: nameKey(alias), to: of.key, relation: SAME, weight: 1 });
  }
  return found;
}

const unknown = (name: string): Mention => ({ key: nameKey(name), name, type: "other", weight: 1, aliases: [] });
