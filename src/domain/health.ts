import { memo } from "./memo.ts";

/**
 * A state of health that is told to be over in other words than "no longer": "grew out of her egg allergy", "can eat eggs
 * again", 牛奶过敏好了. Each is also read as the plain denials it comes to, which the rules about denials know.
 */

const REPORTS_EN =
  /^(?:(?:the|my|our|his|her|their|the user['’]s|an?) )?(?:(?:family |eye )?(?:doctors?|allergist|p(?:a)?ediatrician|specialist|gp|dermatologist|vet|nurse|hospital|clinic)|(?:blood |allergy |skin |new |latest )*(?:tests?|results?))(?: result)?(?: has| have)?(?: now| just| finally)? (?:says?|said|thinks|confirms?|confirmed|found(?: out)?|shows?|showed|told (?:me|us|him|her|them|the user|\p{Lu}\p{Ll}+))(?: that)?,? /iu;
const REPORTS_ZH =
  /^(?:用户的?)?(?:(?:儿科|家庭|过敏科|皮肤科)?(?:医生|大夫|专家|医院)|(?:过敏|血液|最新的?)?(?:检查|化验|检测|测试)(?:结果|报告)?)(?:今天|昨天|刚刚?|已经|检查后|检查)*(?:说|确认|表示|认为|显示|表明|告诉用户)了?[，：:]?/u;

/** What a doctor or a test says of it, as the statement it is: "the doctor says the user is not allergic to shrimp". */
export function asReported(statement: string): string {
  const said = REPORTS_EN.exec(statement) ?? REPORTS_ZH.exec(statement);
  if (said === null) return statement;
  const rest = statement.slice(said[0].length);
  return rest.length < 3 ? statement : `${rest[0]!.toUpperCase()}${rest.slice(1)}`;
}

/** "Her doctor says Mila …": whose doctor it is goes without saying where the rest names whom it is about. */
export function reporterOf(sentence: string): string {
  const said = REPORTS_EN.exec(sentence);
  if (said === null || !/^(?:her|his|their)\s/iu.test(sentence)) return sentence;
  if (!/^(?:that )?(?:I\b|my\b|\p{Lu}\p{Ll}+)/u.test(sentence.slice(said[0].length))) return sentence;
  return sentence.replace(/^(?:her|his|their)(?=\s)/iu, "The");
}

const WHO = "(?<who>The user(?:['’]s (?:\\p{Ll}+ )?\\p{Ll}+)?(?: (?-i:\\p{Lu})\\p{Ll}+)?|(?-i:\\p{Lu})\\p{Ll}+)";
const SOON = "(?: has| have| is| was)?(?: now| finally| also| completely| totally| fully| pretty much)*";
const WHOSE = "(?:(?:the user['’]s|my|his|her|their|the|an?) )?";
const NO_VERB = "(?!(?:is|has|have|was|are|seems?|does|do|no)\\b)";
const THING = `(?<thing>(?:${NO_VERB}[\\p{L}-]+ )?${NO_VERB}[\\p{L}-]+?)`;
const STOP = "(?=$|[.,;!]| (?:and|now|again|at all|completely|any ?more|these days|this|since|for|so|according)\\b)";
const OVER =
  "(?: (?:has|have|is|was|are|seems?(?: to be)?))?(?: now| finally| completely| all| fully)*\\s(?:gone(?: away)?|over|cured|disappeared|vanished|cleared up|healed|resolved|past|history|better now|fine(?: again| now)?|ok(?:ay)? (?:again|now)|a thing of the past|no longer (?:bothers?|troubles?|affects?|hurts?)(?: \\S+ ?\\S*)?|no longer an? (?:issue|problem)|does(?: not|n['’]t) bother (?:\\S+ ){1,2}any ?more)";
/** With the tablets, cooked, a little of it: not over. */
const ONLY_SO =
  /\b(?:if|when|with (?:the |my |his |her |their )?(?:tablets?|pills?|medicine|medication|antihistamines?|inhaler|spray)|in small|a little|a bit|some|baked|cooked|boiled|lactose-free|only|maybe|might|soon|hopefully|not)\b|少量|一点|煮熟|烤熟|如果|只要|只能|偶尔|吃了?药|可能|也许|希望/iu;

interface Form {
  pattern: RegExp;
  /** The plain denials, of whom and what the pattern names. */
  plain: (who: string, thing: string) => string[];
}

const isIntolerance = (thing: string): boolean => /(?:intolerance|不耐受)$/u.test(thing);

const notAllergic = (who: string, thing: string): string[] => [
  `${who} is no longer allergic to ${thing}`,
  ...(/^(?:milk|dairy|cheese|ice cream)$/iu.test(thing) ? [`${who} is no longer lactose intolerant`] : []),
];

function noLonger(who: string, thing: string): string[] {
  if (isIntolerance(thing)) return [`${who} is no longer ${thing.replace(/ce$/u, "t")}`];
  return [`${who} no longer has ${thing}`, `${who}'s ${thing} no longer hurts`, `${who} no longer has a bad ${thing}`];
}

const ENGLISH: readonly Form[] = [
  { pattern: new RegExp(`^${WHO}['’]s? ${THING} allergy${OVER}`, "iu"), plain: notAllergic },
  { pattern: new RegExp(`^${WHO}['’]s? allergy to ${THING}${OVER}`, "iu"), plain: notAllergic },
  {
    pattern: new RegExp(
      `^${WHO}${SOON} (?:grew out of|grown out of|outgrew|outgrown|got over|gotten over|lost|got rid of|gotten rid of|cured of|over|past|recovered from|no longer suffers from) ${WHOSE}(?:${THING} allergy|allergy to (?<other>[\\p{L}-]+))${STOP}`,
      "iu",
    ),
    plain: notAllergic,
  },
  {
    pattern: new RegExp(
      `^${WHO} (?:can|may|is allowed to|is able to)(?: finally| now)? (?:eat|drink|have|take|tolerate|touch|be around|handle) ${THING} (?:again|now|without (?:any )?(?:problems?|trouble|a reaction|reactions?))(?=$|[.,;!]| )`,
      "iu",
    ),
    plain: notAllergic,
  },
  {
    pattern: new RegExp(
      `^${THING} (?:no longer (?:bothers?|affects?|troubles?)|(?:do|does)(?: not|n['’]t) (?:bother|affect|trouble)) (?<who>the user(?:['’]s \\p{Ll}+)?|(?-i:\\p{Lu})\\p{Ll}+)(?: any ?more| any longer)?${STOP}`,
      "iu",
    ),
    plain: (who, thing) => notAllergic(`${who[0]!.toUpperCase()}${who.slice(1)}`, thing.toLowerCase()),
  },
  { pattern: new RegExp(`^${WHO}['’]s? (?!.*\\ballergy)${THING}${OVER}${STOP}`, "iu"), plain: noLonger },
  {
    pattern: new RegExp(
      `^${WHO}${SOON} (?:cured of|over|recovered from|got over|gotten over|grown out of|grew out of|outgrew|outgrown) ${WHOSE}(?!.*\\ballergy)${THING}${STOP}`,
      "iu",
    ),
    plain: noLonger,
  },
];

const WHO_ZH =
  "(?<who>用户(?:的\\p{Script=Han}{1,3}?)?(?:[A-Za-z]+)?|(?![他她它我你这那])(?:\\p{Script=Han}{1,4}?|[A-Za-z]+))";
const OVER_ZH =
  "(?:现在|已经|终于|也|都|完全|彻底|全)*(?:好了|没了|没有了|消失了?|痊愈了?|康复了?|治好了?|治愈了?|过去了|不再(?:犯|发作|困扰.{0,4})了?|不(?:犯|发作|疼|痛)了)";
const plainZh = (who: string, thing: string): string[] => [`${who}对${thing}不过敏了`];

const CHINESE: readonly Form[] = [
  { pattern: new RegExp(`^${WHO_ZH}(?:对|的)(?<thing>[^的，。；]{1,8}?)的?过敏${OVER_ZH}`, "u"), plain: plainZh },
  {
    pattern: new RegExp(
      `^${WHO_ZH}(?:现在|已经|终于|又|也)*(?:可以|能)(?:重新|再|放心|正常|随便)*(?:吃|喝|碰|用|养|摸|接触)(?<thing>[^，。；了的]{1,6}?)了`,
      "u",
    ),
    plain: (who, thing) => [
      ...plainZh(who, thing),
      ...(/^(?:牛奶|奶制品|乳制品)$/u.test(thing) ? [`${who}不再乳糖不耐受了`] : []),
    ],
  },
  {
    pattern: new RegExp(`^${WHO_ZH}的(?!.*过敏)(?<thing>[^的，。；]{1,8}?)${OVER_ZH}`, "u"),
    plain: (who, thing) =>
      isIntolerance(thing)
        ? [`${who}不再${thing}了`]
        : [`${who}没有${thing}了`, `${who}${thing}不疼了`, `${who}不${thing}了`],
  },
];

/** What a statement that a state of health is over comes to, in plain denials; empty for any other. */
export const healthDenied = memo((statement: string): string[] => {
  const text = asReported(statement.trim()).replace(/^(?:the user)\b/u, "The user");
  const han = /\p{Script=Han}/u.test(text);
  return text
    .split(/[，,；;]\s*/u)
    .filter((part) => part !== "" && !ONLY_SO.test(part.replace(/\bdoes not\b/giu, "")))
    .flatMap((part) => {
      const clause = part.replace(/[.!。！\s]+$/u, "");
      for (const { pattern, plain } of han ? CHINESE : ENGLISH) {
        const { who, thing, other } = pattern.exec(clause)?.groups ?? {};
        if (who !== undefined && (thing ?? other) !== undefined) return plain(who, (thing ?? other)!);
      }
      return [];
    });
});
