import { type Attribute, attributeOf, attributesOf } from "./attribute.ts";
import { ANY, needsChange, SOMEONE } from "./attribute-rules.ts";
import { endsLife, livingWords } from "./belonging.ts";
import { beside, leavesFigure } from "./beside.ts";
import { endsBond } from "./bond.ts";
import { cancels } from "./cancelled.ts";
import { conjunctsOf } from "./conjuncts.ts";
import { deniedWords, denies, isOfThePast, saysOfChange } from "./denial.ts";
import { asReported, healthDenied } from "./health.ts";
import { measures } from "./measure.ts";
import { plainly } from "./plainly.ts";
import { normalised } from "./record.ts";
import { sameThing } from "./same-thing.ts";
import { addsNothing, sameWords } from "./similar.ts";
import { subjectOf } from "./subject.ts";
import { terms } from "./text.ts";
import { changesUse, claimsOf, endsUse, leftWords, resumesUse } from "./transition.ts";

/** Whether a statement takes the place of one that is known: same subject and attribute with another value, or a denial. */

const DENIAL = /^not /u;

function sameValue(a: string, b: string): boolean {
  const plain = (text: string) => normalised(text).replace(/^(?:(?:the|a|an|now|in|at|on)\s+|一[家个所])/u, "");
  return (
    plain(a) === plain(b) ||
    (sameThing(a.replace(DENIAL, "")) === sameThing(b.replace(DENIAL, "")) && DENIAL.test(a) === DENIAL.test(b)) ||
    (terms(a).length > 0 && terms(a).join(" ") === terms(b).join(" ") && /^not /u.test(a) === /^not /u.test(b))
  );
}

/** "Also", "another", 另外: said to stand beside what is known. */
const ADDS =
  /\b(?:also|too|as well|another|in addition|besides|a second|additionally|part-time|on the side)\b|另外|还(?!是)|也(?!不|没)|同时|兼职|第二|除了/iu;
export const isAddition = (statement: string): boolean => ADDS.test(statement);
/** When it holds: what holds on short flights says nothing about long ones. */
const CONDITION =
  /\b(?:when|whenever|if|unless|while|except|during|at (?:home|work|night|weekends)|on (?:weekdays|weekends|\p{L}+days|\p{L}+ (?:days|flights|trips|journeys|evenings|mornings|nights))|in the (?:mornings?|evenings?|afternoons?|winters?|summers?)|in (?:summer|winter|spring|autumn)|for (?:breakfast|lunch|dinner|work|\p{L}+ (?:flights|trips|days)))\b[^.,;]*|.{0,6}(?:的时候|期间|时(?=[，喜爱想要住喝吃坐])|如果|周末|工作日|冬天|夏天|春天|秋天|早上|晚上|长途|短途)/giu;
/** A seat is one of a journey: "when I fly" narrows nothing there. */
const JOURNEY =
  /\b(?:when|whenever) (?:the user|I) (?:fl(?:y|ies)|travels?)\b|(?:坐飞机|坐高铁|坐火车|旅行|出行)(?:的时候|时)/giu;
export const conditionOf = (text: string, key: string): string => {
  if (/(?:has|now) time:|weekday:/u.test(key)) return ""; // 早上 is part of the time
  const narrowing = key === "prefers:seat" ? text.replace(JOURNEY, "") : text;
  return terms((narrowing.match(CONDITION) ?? []).join(" ")).join(" ");
};

/** "No longer allergic to anything" takes back each of them. */
const OF_ALL = /^not (?:any(?:thing)?|任何.*|什么.*)$/u;
const kindOf = (key: string): string => key.replace(/:.*$/u, "");

/** Who has no work has no employer, and who has one again is not out of work. */
const IDLE = /^(?:无业|退休|unemployed|retired|jobless|out of (?:work|a job)|between jobs|laid off)$/iu;
const ownerOf = (key: string): string => key.replace(/[^|]*$/u, "");
const isWork = (key: string): boolean => /(?:^|\|)(?:employer|occupation)$/u.test(key);

function endsWork(a: Attribute, b: Attribute): boolean {
  if (!isWork(a.key) || !isWork(b.key) || ownerOf(a.key) !== ownerOf(b.key)) return false;
  if (DENIAL.test(a.value) || DENIAL.test(b.value)) return false;
  return IDLE.test(a.value) !== IDLE.test(b.value);
}

/** "At a bank" tells less than "at Handelsbanken": it takes its place only where a change is said. */
const isVague = ({ key, value }: Attribute): boolean => key.endsWith("employer") && /^(?:an?\s|一家|某)/iu.test(value);

function replaces(a: Attribute, b: Attribute): boolean {
  if (endsWork(a, b)) return true;
  if (OF_ALL.test(a.value) && kindOf(a.key) === kindOf(b.key) && a.key !== b.key) return !DENIAL.test(b.value);
  if (a.key !== b.key || sameValue(a.value, b.value)) return false;
  if (DENIAL.test(a.value) && DENIAL.test(b.value)) return false;
  if (b.value === ANY) return false; // that it ended stays true
  if (a.value === ANY || (DENIAL.test(a.value) && b.value === SOMEONE)) return true;
  if (DENIAL.test(a.value)) return sameValue(a.value.replace(DENIAL, ""), b.value);
  return true;
}

/** "The user used to live in Oslo" as the denial it is of today. */
function ofToday(statement: string): string {
  return statement
    .replace(/^(.*?) used to be (?=\p{L})/u, "$1 is no longer ")
    .replace(/^(.*?) used to /u, "$1 no longer ")
    .replace(/^用户(?:以前|从前|过去|曾经|曾|原来|之前)(?=[^，]*$)/u, "用户不再");
}

/** Said to be another than before: whichever way the one before was told, it is meant. */
const CHANGED_TO =
  /\b(?:(?:changed|moved|rescheduled|postponed|brought forward|pushed(?: back)?|bumped|delayed|raised|cut|increased|reduced|dropped|rose) to|(?:went|gone) (?:up|down) to)\b|改到|改成|改为|改在|推迟到|提前到|涨到|降到/iu;
const NOW = /\bnow\b|现在|如今|目前/iu;
/** "The user has a flight at 6 am", "the rent …" as what is said of the user's flight and rent. */
export function owned(statement: string): string {
  return statement
    .replace(/^The user has an? (.+?) (?=(?:at|on) )/u, "The user's $1 is ")
    .replace(
      /^The user (?:has )?(moved|rescheduled|postponed|changed) (?:the user['’]s|the|their) (.+?) (?=to\b)/u,
      "The user's $2 was $1 ",
    )
    .replace(/^[Tt]he (?!user\b)/u, "The user's ")
    .replace(
      /^(?!The\b|the\b)([\p{L}-]+(?: [\p{Ll}\p{Lu}][\p{L}-]*)?) (?=(?:has|have|was|is|got|been|moved|went|changed|rose|dropped|will) )/u,
      "The user's $1 ",
    )
    .replace(
      /^(?!The\b|\p{Lu}\S* \p{Lu})((?:\p{L}+ )?(?:[Bb]udget|[Rr]ent|[Dd]eadline|[Ss]alary))(?: is)?:? (?=[$€£¥]?\d)/u,
      "The user's $1 is ",
    )
    .replace(/^(?:用户)?(\d.{2,24}?)开会$/u, "用户的会议是$1")
    .replace(
      /^(?!用户)(\p{Script=Han}{2,10}?)(?=(?:现在|已经|被)?(?:是|在|改|推迟|提前|移|涨到|降到|每[晚天月周年次]|\d))/u,
      "用户的$1",
    )
    .replace(/^用户(?!的)(.{2,24}?)有(?:一?[个趟班场])?(航班|火车|高铁|会议|面试|考试|预约)/u, "用户的$2是$1");
}

/** "The dentist is on the 16th, not the 14th": of what, and what it is not. */
const NOT_THAT =
  /^(?:the )?(?:user['’]s )?(.+?)\s+(?:is|are)\s+(.+?),\s+(?:and )?not\s+(.+?)[.!]*$|^(?:用户的)?(.+?)(?:是|在)(.+?)[，,](?:而)?(?:不是|不在)(.+?)[。！]*$/iu;
const figures = (text: string): string[] => text.match(/\d+(?=st\b|nd\b|rd\b|th\b|号|日|\b)/giu) ?? terms(text);

function putsRight(next: string, known: string): boolean {
  const match = NOT_THAT.exec(next);
  if (match === null) return false;
  const [, thing = match[4]!, right = match[5]!, wrong = match[6]!] = match;
  const held = new Set([...terms(known), ...figures(known)]);
  return (
    terms(thing).every((term) => held.has(term)) &&
    figures(wrong).every((one) => held.has(one)) &&
    !figures(right).every((one) => held.has(one))
  );
}

/** "My sister is called Hanna, not Anna": whoever else there may be, she is meant. */
const NOT_SO = /(?:,\s*(?:and )?not|[，,](?:而)?不[是叫在])\s*([^，,;；]+?)[.!。！]*$/iu;

function isRuledOut(next: string, value: string): boolean {
  const wrong = NOT_SO.exec(next)?.[1];
  return wrong !== undefined && sameValue(wrong, value);
}

/** True when the two cannot both hold, and the first, said as a part of `said`, is the later word on it. */
function clashes(next: string, known: string, said = next): boolean {
  if (denies(next, known) || putsRight(next, known) || endsBond(next, known) || cancels(next, known)) return true;
  if ((CHANGED_TO.test(owned(next)) || NOW.test(said)) && (owned(next) !== next || owned(known) !== known))
    return clashes(owned(next), owned(known), said);
  if (endsUse(next, known) || resumesUse(next, known)) return conditionOf(next, "") === conditionOf(known, "");
  const past = isOfThePast(known);
  const [a, b] = [attributeOf(ofToday(next)), attributeOf(past ? ofToday(known) : known)];
  if (a !== null && b !== null && replaces(a, b)) {
    // "Used to live in Oslo" stays true when the user lives in Bergen; only "in Oslo again" takes its place.
    if (past) return sameValue(a.value, b.value.replace(DENIAL, ""));
    if (DENIAL.test(a.value) || isRuledOut(next, b.value)) return true;
    if (needsChange(a.key) && !saysOfChange(said)) return false;
    if (isVague(a) && !isVague(b) && !saysOfChange(next)) return false;
    if (ADDS.test(said) && !a.key.startsWith("opinion:")) return false;
    if (conditionOf(next, a.key) !== conditionOf(known, b.key)) return false;
    return (subjectOf(next)?.one ?? true) || saysOfChange(said);
  }
  if (endsLife(next, known, b?.key)) return true;
  return !ADDS.test(said) && measures(next, known);
}

/** As `clashes`, and as the two read beside each other. */
const isReplaced = (one: string, claim: string, said: string): boolean =>
  clashes(one, claim, said) ||
  leavesFigure(one, claim) ||
  [...beside(one, claim), ...(said === one ? [] : beside(said, claim))].some((read) =>
    clashes(plainly(read.next), plainly(read.known), `${said} ${read.next}`),
  );

/** What becomes of a known statement that a new one contradicts. */
export interface Conflict {
  /** What of it still holds: "prefers vegetarian meals" of "prefers window seats and vegetarian meals". Null for nothing. */
  rest: string | null;
}

/**
 * Whether `next`, said later, contradicts `known`. Of a statement about several things only those it is about are
 * contradicted; the rest still holds.
 */
export function conflictOf(next: string, known: string): Conflict | null {
  const parts = conjunctsOf(asReported(known));
  const told = plainly(asReported(next));
  const news = [...(conjunctsOf(told)?.each ?? [told]).flatMap(claimsOf).map(plainly), ...healthDenied(told)];
  const isOver = (held: string) => claimsOf(held).some((claim) => news.some((one) => isReplaced(one, claim, next)));
  if (parts === null) return isOver(asReported(known)) ? { rest: null } : null;
  const kept = parts.each.flatMap((part, i) => (isOver(part) ? [] : [i]));
  if (kept.length === parts.each.length) return null;
  return { rest: kept.length === 0 ? null : parts.of(kept) };
}

/** True for what gives a thing or person a value that may change: worth knowing until it does. */
export const givesValue = (statement: string): boolean =>
  attributesOf(statement).length > 0 || attributeOf(owned(statement)) !== null || changesUse(statement);

/** True when `next`, said later, takes the place of `known` or of a part of it. */
export function contradicts(next: string, known: string): boolean {
  return conflictOf(next, known) !== null;
}

/** True when `known` holds all that `next` says. What changes a value says something else, however alike the words. */
export function isSaid(next: string, known: string): boolean {
  return (sameWords(next, known) || addsNothing(next, known)) && !contradicts(next, known);
}

/** Words under which the statements that this one may contradict are found, beside its own. */
export function probeOf(statement: string): string {
  const told = asReported(statement);
  const parts = [told, ...(conjunctsOf(told)?.each ?? []), ...claimsOf(told), ...healthDenied(told)];
  return [...new Set(parts)]
    .flatMap((part) => [attributeOf(ofToday(part))?.probe ?? "", deniedWords(part), leftWords(part), livingWords(part)])
    .join(" ")
    .trim();
}
