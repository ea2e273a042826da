import { isRequest } from "./cues.ts";
import { namedBefore } from "./entities/subject.ts";
import { CHINESE_CLOSE, isBarePredicate, isChineseFirstPerson } from "./person-zh.ts";
import { echoes } from "./pronouns.ts";
import { languageOf } from "./text.ts";
import { isBaseVerb, isModal, isPastVerb, isThirdVerb } from "./verbs-en.ts";

/**
 * Compound sentences into clauses that each say one thing. Splits only where both sides stand alone; what hangs together
 * (if, because, that …) stays together, since half a condition is a lie.
 */

/** Words that reach over an "and": what follows may belong to them. */
const ENGLISH_REACH =
  /\b(?:if|when|whenever|unless|because|since i|although|though|while|whether|before i|after i|until|so that|in case|think|thinks|thought|guess|believe|hope|wish|said|says|told|tell|heard|feel like|pretend|imagine|suppose|not sure|doubt|both|either|neither)\b/iu;
const ENGLISH_JOINT =
  /(?:,\s*|\s+)(?:and|but|also|plus)\s+(?=(?:(?:also|now|currently|then|usually|always|my)\s+)?\S)|,\s*(?=(?:I|my|we|our)\b)|;\s+|\s+[–—]\s+/giu;
const SUBJECT_I =
  /^(?:and\s+|but\s+)?(?:also\s+|now\s+|on \p{Lu}\p{Ll}+\s+|tomorrow\s+)?(?:I|[Ww]e)(?:['’](?:m|re|ve|d|ll))?\s+\S/u;

/** An intention that a "but" takes back: neither half is true alone. */
const UNDONE =
  /\b(?:was going to|were going to|wanted to|planned to|meant to|tried to|hoped to|used to (?!work|live|be))/iu;

function isFiniteVerb(word: string): boolean {
  const low = word.toLowerCase().replace(/’/gu, "'");
  return (
    isThirdVerb(low) ||
    isPastVerb(low) ||
    isModal(low) ||
    /^(?:am|is|are|was|were|has|have|had|does|do|did|isn't|wasn't|doesn't|don't|didn't|aren't)$/u.test(low)
  );
}

/** "my cat is called Miso": a subject of up to four words, then a finite verb. */
function hasOwnSubject(clause: string): boolean {
  if (SUBJECT_I.test(clause)) return true;
  const words = clause.match(/[\p{L}'’-]+/gu) ?? [];
  if (!/^(?:my|our|the)$/iu.test(words[0] ?? "")) return false;
  const verb = words.findIndex((word, i) => i > 1 && isFiniteVerb(word));
  return (
    verb > 1 && verb <= 4 && !words.slice(1, verb).some((word) => /^(?:and|or|that|who|which|with|of)$/iu.test(word))
  );
}

/** Independent on the left: subject and finite verb, nothing that reaches over. */
function standsAlone(clause: string): boolean {
  const words = clause.match(/[\p{L}'’]+/gu) ?? [];
  if (ENGLISH_REACH.test(clause) || words.length < 2) return false;
  return (
    words.some((word, i) => i > 0 && (isFiniteVerb(word) || isBaseVerb(word.toLowerCase()))) ||
    /^(?:I|we)['’]/iu.test(words[0]!)
  );
}

/** A comma alone joins only what plainly has a subject of its own, or is an order: "book it, I'm vegan". */
function beginsAlone(clause: string): boolean {
  return isRequest(clause) || (standsAlone(clause) && /^(?:I\b|my\b|we\b|our\b)/iu.test(clause));
}

/** "I live in Oslo and work as a nurse": two facts under one "I"; only of verbs that take no other verb. */
const SHARED =
  /^(I(?:['’]m| am| live| moved to| work| have| speak| study)\b(?:(?!\b(?:and|but|to)\b).)+?)\s+and\s+(?=(?:also\s+|now\s+)?(?:work (?:as|at|for)|live in|have (?:an?|two|three|no)|speak)\b)/iu;

function shared(sentence: string): string {
  return sentence.replace(SHARED, "$1 and I ");
}

function english(text: string): string[] {
  const sentence = shared(text);
  const made: string[] = [];
  let from = 0;
  for (const match of sentence.matchAll(ENGLISH_JOINT)) {
    const left = sentence.slice(from, match.index);
    const right = sentence.slice(match.index + match[0].length);
    const comma = /^,\s*$/u.test(match[0]);
    if (echoes(right) || (UNDONE.test(left) && /\bbut\b/iu.test(match[0]))) continue;
    if (!(comma ? beginsAlone(left) : standsAlone(left))) continue;
    const named = hasOwnSubject(right) ? null : namedBefore(left, right);
    if (named !== null) return [...made, left, ...english(named)];
    if (!hasOwnSubject(right)) continue;
    made.push(left);
    from = match.index + match[0].length;
  }
  return [...made, sentence.slice(from)];
}

const CHINESE_REACH =
  /如果|要是|假如|因为|由于|虽然|尽管|即使|除非|只要|只有|不管|无论|的时候|之后|以后|为了|一边|越|与其|宁可|觉得|认为|听说|以为/u;
const CHINESE_HANGS = /^(?:所以|因此|那么|就|才|却|否则|不然|于是|结果|比如|例如|尤其|包括|甚至|即|也就是)/u;
const CHINESE_TIME =
  /^(?:(?:这|本|上|下)?个?(?:周|星期|礼拜)[一二三四五六日天末]|今天|明天|后天|大后天|昨天|前天|今晚|明早|下个月|上个月|明年|去年|今年|\d{1,2}月|\d{4}年|最近|现在|目前|平时)/u;

/** 我, not 我们 and not someone of the user's: 我的预算, 我家, 我老婆. */
const ME = `我(?!们?(?:的|家|${CHINESE_CLOSE}))`;
/** The user is the subject, alone or after a time. */
const CHINESE_USER = new RegExp(
  `^(?:[\\d年月日号天周星期礼拜上下午早晚中凌晨夜点半分今明昨前后本这个去初底末春夏秋冬季一二三四五六七八九十]+的?)?${ME}`,
  "u",
);
/** 我姑姑, 我发小叫王强: someone of the user's is spoken of; a predicate without a subject after that is theirs. */
const CHINESE_SOMEONE = new RegExp(
  `我的?(?:${CHINESE_CLOSE})|^我(?!\\p{Script=Han}*?名字?(?:叫|是)|[也就又还都]|现在|以前|本来|原来|其实)\\p{Script=Han}{1,5}?(?:名字)?(?:叫|姓)`,
  "u",
);

/** 养了一只狗, 新来了个同事: a clause that brings up someone or something; what follows without a subject is about them. */
const CHINESE_INTRODUCES =
  /^[^，]*(?:有|养|来|认识|捡|买|生|交|娶|请|带|收|招|雇|聘)(?:了|过|着|到)?(?:新)?(?:[一两二三四五六七八九十几]|\d+)?(?:个|只|位|条|名|匹|头|对|辆|台|家|群|间)(?![月星小多礼])/u;

/** True of a Chinese clause that speaks of another than the user, whom a predicate without a subject may go on about. */
const bringsUpSomeone = (clause: string): boolean => CHINESE_INTRODUCES.test(clause) || CHINESE_SOMEONE.test(clause);

/** 叫年糕。今年三岁。: of whoever was just brought up, though a full stop stands between. */
const CHINESE_OF_THEM =
  /^(?:名字)?(?:叫|名叫|取名|姓)(?![我你他她它人一醒停不]|外卖|车)|^(?:今年|现在|才|刚)?[\d一二三四五六七八九十半两]+个?[岁月]/u;

/** True of a Chinese sentence without a subject, which a name, an age or what one does tells of whoever was spoken of. */
const goesOn = (sentence: string): boolean =>
  CHINESE_OF_THEM.test(sentence) || (!/[我咱你您]/u.test(sentence) && isBarePredicate(sentence));

/** Sentences, those that only go on about someone the one before brings up joined to it: 我养了一只狗。叫年糕。 */
export function withContinued(sentences: readonly string[]): string[] {
  const made: string[] = [];
  for (const sentence of sentences) {
    const before = made.at(-1);
    if (before !== undefined && goesOn(sentence) && bringsUpSomeone(before))
      made[made.length - 1] = `${before.replace(/[。！.!]+$/u, "")}，${sentence}`;
    else made.push(sentence);
  }
  return made;
}

function chineseStart(clause: string, subjectIsUser: boolean): boolean {
  const bare = clause.replace(/^(?:而且|并且|另外|同时|还有|但是?|不过|然后|也|还)+/u, "");
  if (/^我/u.test(bare)) return true;
  if (!subjectIsUser || CHINESE_HANGS.test(clause)) return false;
  const rest = bare.replace(CHINESE_TIME, "").replace(/^(?:早上|上午|中午|下午|晚上)/u, "");
  return isBarePredicate(rest);
}

/** 我换牙医了，现在是陈医生: what comes in place of it, which the user is not. */
const CHINESE_CHANGES = /^我.{0,4}换.{1,8}了$/u;
const CHINESE_TO = /^(?:(?:现在|新的|换成|改成)*(?:是|叫)|换成|改成)/u;

function chinese(sentence: string): string[] {
  const parts = sentence
    .split(/[，,；;]/u)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  if (parts.length < 2 || CHINESE_REACH.test(sentence)) return [sentence];
  const made: string[] = [];
  for (const part of parts) {
    const left = made.at(-1);
    const own = left !== undefined && left.length >= 3 && CHINESE_USER.test(left) && !bringsUpSomeone(left);
    const named = left === undefined ? null : namedBefore(left, part);
    if (named !== null) made.push(named);
    else if (left !== undefined && (echoes(part) || (CHINESE_CHANGES.test(left) && CHINESE_TO.test(part))))
      made[made.length - 1] = `${left}，${part}`;
    else if (left === undefined || (chineseStart(part, own && isChineseFirstPerson(left)) && left.length >= 3)) {
      const bare = left === undefined ? part : part.replace(/^(?:而且|并且|另外|同时|还有|但是?|不过|然后)+/u, "");
      made.push(left === undefined || /我/u.test(bare) ? bare : `我${bare}`);
    } else made[made.length - 1] = `${left}，${part}`;
  }
  return made;
}

/** The clauses of one sentence in order; the sentence itself where it says one thing. No content word is lost. */
export function clauses(sentence: string): string[] {
  const parts = languageOf(sentence) === "zh" ? chinese(sentence) : english(sentence);
  return parts
    .map((part) => part.trim().replace(/^(?:and|but|also|plus)\s+(?=I\b|my\b|we\b|our\b)/u, ""))
    .filter((part) => part !== "");
}
