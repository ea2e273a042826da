import { nameKey, normalName, ownedKey, USER } from "./keys.ts";
import { SURNAMES } from "./names-zh.ts";
import { isNoName } from "./no-names.ts";
import { CHINESE_NOUNS, ENGLISH_NOUNS, mayHoldNoun, type Noun, nounNamed } from "./nouns.ts";
import { type Graph, type Mention, type Relation, SAME } from "./types.ts";

/**
 * People, animals and things that belong to someone, with the names they are given: "my sister Anna", "the user has a
 * cat called Miso", 我养了一只猫叫咪咪, "Anna's brother". The owner is whoever speaks, the user, or who is named.
 */

const NAME = String.raw`\p{Lu}[\p{Script=Latin}]+(?:[ -]\p{Lu}[\p{Script=Latin}]+)?`;
const ADJECTIVE = String.raw`(?:(?!(?:and|or|of|to|the|a|an|my|our|is|was|are|in|at|on|for|with)\b)\p{Ll}[\p{Ll}-]*[ ])`;
/** The names that follow a noun: ", Anna", " called Miso", " Max and Bella", "'s name is Miso". */
const NAMED_AFTER = `(?:,? (?:is )?(?:called|named) |['’]s names? (?:is|are) |,? )(?<names>${NAME}(?:(?:, | and |, and )${NAME})*)`;
const OWNED_EN = new RegExp(
  String.raw`\b(?:(?<mine>[Mm]y|[Oo]ur)|(?<users>[Tt]he user['’]s)|(?<their>[Tt]heir)|(?<owner>${NAME})['’]s)[ ]${ADJECTIVE}{0,2}(?<noun>${ENGLISH_NOUNS})\b(?!-)(?:${NAMED_AFTER})?`,
  "gu",
);
const GETS =
  "(?:(?:have|has|had|['’]ve|got|get|gets|getting|adopted|adopt|adopting|bought|buying|own|owns|keep|keeps|rescued|raise|raises|hired?|hires|hiring|employs?|employed|t(?:ook|aken) on)(?: got)?)";
const HAS_EN = new RegExp(
  String.raw`\b(?:(?<mine>I|[Ww]e)|(?<users>[Tt]he user)|(?<owner>${NAME}))(?:['’]ve)?(?: (?:also|just|recently|still|both|now|finally))*[ ]?(?:${GETS})[ ](?:an?|one|two|three|four|five|\d|some|another)[ ]${ADJECTIVE}{0,3}(?<noun>${ENGLISH_NOUNS})\b(?!-)(?:${NAMED_AFTER})?`,
  "gu",
);
/** "Mom said …": kin without "my", written with a capital. */
const KIN_EN = /(?<![\p{L}'’] )\b(Mom|Mum|Dad|Grandma|Grandpa|Mommy|Daddy|Granny)\b(?!['’]?s? Day)/gu;
/**
 * 妈妈说…: the same in Chinese, where nobody else in the clause can be whose they are: at its beginning, after a time, and
 * after 我, 给, 跟 and the like there. 小李给妈妈买了花 is about Li's.
 */
const KIN_ZH =
  /(?=[妈爸老媳奶爷外姥])(?<=(?:^|[\s，。！？；：、,.!?;:“"（(]|我们?|咱们?|用户|[今昨明前后每那][天年晚]|[上下这那]一?(?:次|周|个月|回|星期)|以前|之前|时候|周末|(?:早|晚)上|[中下上]午)(?:[和跟与给问找陪帮对让叫请带送为替向]|今天|昨天|昨晚)?)(?<!我们?|咱们?|用户)(妈妈|爸爸|老妈|老爸|爸妈|老婆|老公|媳妇|奶奶|爷爷|外婆|外公|姥姥|姥爷)(?!们|级|的(?:妈|爸|老))/gu;
const APPOSED = new RegExp(
  String.raw`(?<name>${NAME}), (?<mine>my|the user['’]s) ${ADJECTIVE}{0,2}(?<noun>${ENGLISH_NOUNS})\b`,
  "gu",
);

const NAME_ZH = String.raw`[\p{Script=Han}A-Za-z·]{1,8}?(?=[，,。；;、！!？?\s）)”」]|$|的|在|是|很|今年|已经|最近)`;
const OWNED_ZH = new RegExp(
  `(?:(?<mine>我们|我|咱们|咱)|(?<users>用户))(?:家的|家里的|家|的)?(?<noun>${CHINESE_NOUNS})(?!们)(?:[，,]?(?:的?名字)?(?:叫做?|名叫|是)(?<names>${NAME_ZH}))?`,
  "gu",
);
const HAS_ZH = new RegExp(
  String.raw`(?:养了?|有了?|买了?|领养了?|收养了?|换了?|招了?|雇了?|请了?|聘了?|来了?|收了?)(?:过)?(?:[一两二三四五几\d]+)?[只条个匹辆台部架把位头](?:[\p{Script=Han}]{1,4}的)?(?:小|大|新|老)?(?<noun>${CHINESE_NOUNS})(?!们)(?:[，,。]?(?:的?名字)?(?:它|他|她)?(?:叫做?|名叫)(?<names>${NAME_ZH}))?`,
  "gu",
);

/** 李芳的儿子, 小明的猫. */
const OWNED_BY_ZH = new RegExp(
  `(?:(?<![\\p{Script=Han}])|(?<=[和跟与给找问，,。]))(?<owner>[${SURNAMES}][\\p{Script=Han}]{1,2}|[小老阿][\\p{Script=Han}]|[A-Z][A-Za-z]+)(?:家的|家|的)(?<noun>${CHINESE_NOUNS})(?!们)(?:[，,]?(?:的?名字)?(?:叫做?|名叫|是)(?<names>${NAME_ZH}))?`,
  "gu",
);

/** "her son Max", 她儿子叫小明, 他的猫. */
const PRONOUN_EN = new RegExp(
  String.raw`\b(?<pronoun>[Hh]er|[Hh]is)[ ]${ADJECTIVE}{0,2}(?<noun>${ENGLISH_NOUNS})\b(?!-)(?:${NAMED_AFTER})?`,
  "gu",
);
const PRONOUN_ZH = new RegExp(
  `(?<pronoun>[她他])(?:家的|家里的|家|的)?(?<noun>${CHINESE_NOUNS})(?!们)(?:[，,]?(?:的?名字)?(?:叫做?|名叫|是)(?<names>${NAME_ZH}))?`,
  "gu",
);

interface Owned {
  owner: string;
  noun: Noun;
  names: string[];
  /** As written, without the owner's name. */
  word: string;
}

function namesOf(names: string | undefined): string[] {
  if (names === undefined) return [];
  return names
    .split(/, and |, | and /u)
    .map((name) => name.trim())
    .filter((name) => name !== "" && !isNoName(name.split(" ")[0]!) && nounNamed(name) === undefined);
}

function* matches(text: string, speaker: string | null): Generator<Owned> {
  if (!mayHoldNoun(text)) return;
  const me = speaker ?? USER;
  const aboutUser = /\b[Tt]he user\b/u.test(text);
  const read = function* (pattern: RegExp, source: string): Generator<Owned> {
    for (const { groups } of source.matchAll(pattern)) {
      const { mine, their, owner, noun: word, names, name } = groups as Record<string, string | undefined>;
      const noun = nounNamed(word!);
      if (noun === undefined || (owner !== undefined && isNoName(owner))) continue;
      if (their !== undefined && !aboutUser) continue; // "their cat": the user's where the user is spoken of
      const whose = owner !== undefined ? normalName(owner) : mine !== undefined ? me : USER;
      yield { owner: whose, noun, names: namesOf(names ?? name), word: word! };
    }
  };
  if (/\p{Script=Latin}/u.test(text)) {
    yield* read(OWNED_EN, text);
    yield* read(HAS_EN, text);
    yield* read(APPOSED, text);
    for (const [, word] of text.matchAll(KIN_EN)) yield { owner: me, noun: nounNamed(word!)!, names: [], word: word! };
  }
  if (!/\p{Script=Han}/u.test(text)) return;
  yield* read(OWNED_ZH, text);
  yield* read(OWNED_BY_ZH, text);
  for (const [, word] of text.matchAll(KIN_ZH)) yield { owner: me, noun: nounNamed(word!)!, names: [], word: word! };
  for (const one of read(HAS_ZH, text)) yield { ...one, owner: /用户/u.test(text) ? USER : me };
}

/** What the text says belongs to whom. `speaker` is whom "my" refers to; null when a program speaks. */
export function ownedIn(text: string, speaker: string | null): Graph {
  return graphOfOwned(matches(text, speaker));
}

/** The same by pronoun: "her son Max" after Greta. `ownerOf` tells the name of whom the pronoun at that place means. */
export function ownedByPronoun(text: string, ownerOf: (pronoun: string, at: number) => string | null): Graph {
  const found: Owned[] = [];
  if (mayHoldNoun(text))
    for (const pattern of [PRONOUN_EN, PRONOUN_ZH])
      for (const { index, groups } of text.matchAll(pattern)) {
        const { pronoun, noun: word, names } = groups as Record<string, string | undefined>;
        const noun = nounNamed(word!);
        const owner = noun === undefined ? null : ownerOf(pronoun!, index);
        if (noun !== undefined && owner !== null)
          found.push({ owner: normalName(owner), noun, names: namesOf(names), word: word! });
      }
  return graphOfOwned(found);
}

function graphOfOwned(all: Iterable<Owned>): Graph {
  const mentions: Mention[] = [];
  const relations: Relation[] = [];
  for (const { owner, noun, names, word } of all) {
    const key = ownedKey(owner, noun.noun);
    const aliases = [noun.noun, noun.also].filter((alias) => alias !== null);
    const who = owner === USER ? (/\p{Script=Han}/u.test(word) ? "用户的" : "the user's ") : `${owner}'s `;
    mentions.push({ key, name: `${who}${word}`, type: noun.type, weight: 1, aliases });
    for (const name of names) {
      mentions.push({ key: nameKey(name), name, type: noun.type, weight: 1, aliases });
      relations.push({ from: nameKey(name), to: key, relation: SAME, weight: names.length > 1 ? 0.7 : 1 });
    }
  }
  return { mentions, relations };
}
