import { isModal, isPastVerb, isThirdVerb } from "./verbs-en.ts";

/** Whom or what a statement is about, and the statement as if it were about the user. */
export interface Subject {
  /** `user`, or in small letters whoever it is, by name where one is told: `wife`, `anna` of "sister Anna", `bob`. */
  who: string;
  /** False where there may be several of the kind: "the user's friend" may be another friend than before. */
  one: boolean;
  /** "The user lives in Oslo", 用户住在奥斯陆: what the rules about the user read. */
  asUser: string;
}

/** Of these one may have several; another of the kind may be meant. */
const MANY =
  /^(?:(?!old|young|eld|twin)\S+ )?(?:friend|colleague|coworker|co-worker|sister|brother|sibling|son|daughter|child|kid|cousin|aunt|uncle|nephew|niece|neighbou?r|roommate|flatmate|student|client|customer|cat|dog|pet|bird|fish|horse|rabbit|hamster|grand\S+|teammate|classmate|teacher|doctor)$/iu;
const MANY_ZH =
  /^(?:女儿|儿子|孩子|宝宝|哥哥|姐姐|弟弟|妹妹|叔叔|阿姨|舅舅|姑姑|朋友|同事|同学|室友|老师|邻居|猫|狗)$/u;
const KIN_ZH =
  "妻子|老婆|太太|爱人|丈夫|老公|先生|妈妈|妈|母亲|爸爸|爸|父亲|父母|爸妈|大?女儿|大?儿子|小女儿|小儿子|孩子|宝宝|哥哥|姐姐|弟弟|妹妹|爷爷|奶奶|外公|外婆|姥姥|姥爷|叔叔|阿姨|舅舅|姑姑|岳父|岳母|公公|婆婆|女朋友|女友|男朋友|男友|未婚妻|未婚夫|朋友|同事|同学|室友|老板|领导|老师|邻居|房东|猫|狗|公司|团队";
const KIN =
  /^(?:\S+ )?(?:wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?|mother|father|mum|mom|dad|parents?|boss|manager)$/iu;

/** True for someone, of whom it is said where they are just now. */
export const isPerson = (thing: string): boolean =>
  [thing, thing.replace(/(?: \p{Lu}\S*)+$/u, "")].some((one) => MANY.test(one) || KIN.test(one)) ||
  new RegExp(`^(?:${KIN_ZH})$`, "u").test(thing);

const NOBODY = /^(?:it|this|that|there|he|she|they|these|those|what|who|when|if|the)$/iu;

const isVerb = (word: string): boolean => {
  const low = word.toLowerCase().replace(/’/gu, "'");
  return (
    isThirdVerb(low) ||
    isPastVerb(low) ||
    isModal(low) ||
    /^(?:is|are|was|were|has|have|had|does|did|isn't|wasn't|doesn't|didn't|hasn't|no|now|also|still|never|currently)$/u.test(
      low,
    )
  );
};

/** The index of the verb after a subject of up to four words; −1 for none. */
function verbAfter(words: readonly string[], from: number): number {
  const at = words.findIndex((word, i) => i > from && isVerb(word));
  return at > from && at - from <= 4 ? at : -1;
}

/** In small letters, by one word for each parent: "mom" is who "mum" is. */
export const kinName = (who: string): string =>
  who
    .toLowerCase()
    .replace(/\b(?:mom|mommy|mummy|mum)\b/gu, "mother")
    .replace(/\b(?:dad|daddy)\b/gu, "father");

function english(text: string): Subject | null {
  if (/^(?:the )?user\s/iu.test(text)) return { who: "user", one: true, asUser: text };
  const owned = /^the user['’]s\s+/iu.exec(text);
  const rest = owned === null ? text : text.slice(owned[0].length);
  const words = rest.split(/\s+/u);
  if (owned === null && (!/^\p{Lu}\p{Ll}+$/u.test(words[0]!) || NOBODY.test(words[0]!))) return null;
  const verb = verbAfter(words, 0);
  if (verb < 0) return null;
  const subject = words.slice(0, verb);
  if (owned === null && !subject.every((word) => /^\p{Lu}\p{Ll}+$/u.test(word))) return null;
  if (subject.some((word) => /[,;:.]|['’]s$|^(?:and|or|of|with|that|who|which|to)$/iu.test(word))) return null;
  const nameAt = owned === null ? 0 : subject.findIndex((word, i) => i > 0 && /^\p{Lu}/u.test(word));
  const named = nameAt >= 0;
  const who = kinName(subject.slice(Math.max(nameAt, 0)).join(" "));
  return { who, one: named || !MANY.test(who), asUser: `The user ${words.slice(verb).join(" ")}` };
}

const OWNED_ZH = new RegExp(`^用户的(${KIN_ZH})(?:是|，)?(?!的)(?=[\\p{Script=Han}\\d])`, "u");

/** Whose health is told of, by name: 米拉对鸡蛋过敏, 用户的女儿米拉对鸡蛋过敏. */
const NAMED_ZH = new RegExp(
  `^(?:用户的(?:${KIN_ZH}))?(?<name>(?!用户|${KIN_ZH}|[他她它我你这那不])(?:\\p{Script=Han}{2,4}?|[A-Za-z]+))(?=(?:已经|现在|不再|从小|也)*(?:对[^，。；]{1,8}过敏|乳糖不耐受|有(?:哮喘|糖尿病|癫痫|高血压|心脏病)|不能(?:吃|喝|碰)))`,
  "u",
);

function chinese(text: string): Subject | null {
  const owned = OWNED_ZH.exec(text);
  const name = NAMED_ZH.exec(text);
  if (name !== null)
    return { who: name.groups!.name!.toLowerCase(), one: true, asUser: `用户${text.slice(name[0].length)}` };
  if (owned !== null) {
    const copula = /是$/u.test(owned[0]) ? "是" : "";
    return { who: owned[1]!, one: !MANY_ZH.test(owned[1]!), asUser: `用户${copula}${text.slice(owned[0].length)}` };
  }
  if (/^用户的/u.test(text)) return null;
  return /^用户/u.test(text) ? { who: "user", one: true, asUser: text } : null;
}

/** Whom a statement is about: the user, someone of theirs, or someone named. Null where the rules cannot tell. */
export function subjectOf(statement: string): Subject | null {
  const text = statement.trim();
  return /\p{Script=Han}/u.test(text) ? chinese(text) : english(text);
}

const OWNER_EN = /^(?:the user['’]s )?((?:\p{Ll}+ )?\p{L}+(?: \p{Lu}\p{L}+)?)['’]s (?=\p{Ll})/iu;
const OWNER_ZH = /^(?:用户的(\p{Script=Han}{1,3})|(?!用户)(\p{Script=Han}{2,3}))的(?=\p{Script=Han})/u;

/** Whose thing a statement is about, said as if it were the user's: "Bengt's phone number is …", 用户的妈妈的电话是…. */
export function ownerOf(statement: string): Subject | null {
  const text = statement.trim();
  const en = OWNER_EN.exec(text);
  if (en !== null && !/^the user$/iu.test(en[1]!) && (/^the user/iu.test(text) || /^\p{Lu}/u.test(text)))
    return { who: kinName(en[1]!), one: true, asUser: `The user's ${text.slice(en[0].length)}` };
  const zh = OWNER_ZH.exec(text);
  return zh === null ? null : { who: (zh[1] ?? zh[2])!, one: true, asUser: `用户的${text.slice(zh[0].length)}` };
}
