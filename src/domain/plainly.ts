import { possession } from "./attribute-rules.ts";
import { memo } from "./memo.ts";

/**
 * A change in the words in which the thing's value is otherwise told: "Zainab is the user's manager now" as "The user's
 * manager is now Zainab", "Patrik has a new number, …" as "Patrik's number is now …", 李娜现在是用户的经理 as 用户的经理现在是李娜.
 * Only for things one has one of; the rest is left as it is.
 */

const THING = "(?:[\\p{Ll}\\d-]+ ){0,3}?[\\p{L}\\d-]+";
const NAME = "(?-i:\\p{Lu})[\\p{L}-]+(?: (?-i:\\p{Lu})[\\p{L}-]+)?";
const WHO = `the user(?:['’]s \\p{Ll}+(?: ${NAME})?)?|${NAME}`;
const NOT_A_NAME = /^(?:it|this|that|these|those|he|she|they|there|here|who|what|where|which|the user|one)\b/iu;

type Rewrite = (groups: Record<string, string | undefined>) => string | null;
interface Wording {
  pattern: RegExp;
  plain: Rewrite;
}

const capital = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
const owner = (who: string): string => (/^the user$/iu.test(who) ? "The user's" : `${capital(who)}'s`);

const ENGLISH: readonly Wording[] = [
  {
    pattern: new RegExp(
      `^(?<value>[^,;:]{1,40}?) (?:is|became|has become|will be) (?:now )?(?<who>(?:${WHO})['’]s|the user['’]s) (?:new |current )?(?<thing>${THING})(?: now| these days)?[.!]*$`,
      "iu",
    ),
    plain: ({ value = "", who = "", thing = "" }) =>
      NOT_A_NAME.test(value) || possession(thing, value) === "" ? null : `${capital(who)} ${thing} is now ${value}`,
  },
  {
    pattern: new RegExp(
      `^(?<who>(?:${WHO})['’]s|the user['’]s) (?:brand )?new (?<thing>${THING}) is (?:now |called )?(?<value>.+?)[.!]*$`,
      "iu",
    ),
    plain: ({ who = "", thing = "", value = "" }) =>
      possession(thing, value) === "" ? null : `${capital(who)} ${thing} is now ${value}`,
  },
  {
    pattern: new RegExp(
      `^(?<who>${WHO}) (?:has|got|has got|now has) (?:an?|the user['’]s|their|his|her) new (?<thing>${THING})(?:[,;:] ?(?:it['’]s |it is |which is |now )?|,? (?:it['’]s|it is|which is) | )(?<value>(?-i:[\\p{Lu}\\d+]).*?)[.!]*$`,
      "iu",
    ),
    plain: ({ who = "", thing = "", value = "" }) =>
      / (?:at|in|with|for|of|on|to|from)$/iu.test(thing) || possession(thing, value) === ""
        ? null
        : `${owner(who)} ${thing} is now ${value}`,
  },
  {
    pattern:
      /^(?:the user )?(?:has |just )*(?:got|received|renewed|picked up) (?:the user['’]s|an?|their) new (?<thing>(?:\p{Ll}+ )?\p{Ll}+)[,;] (?:it|which|this one) (?<told>\p{Ll}+s .+)$/iu,
    plain: ({ thing, told }) => `The user's ${thing} now ${told}`,
  },
  {
    // Whoever moved it: it has another time or place now.
    pattern: new RegExp(
      `^(?!the user\\b)(?:the )?(?:(?-i:\\p{Lu})?\\p{L}+ ){1,3}?(?:has |have )?(?<verb>moved|changed|rescheduled|postponed|raised|cut|increased|reduced|pushed) (?<thing>(?:the user|${NAME})['’]s ${THING}) (?:back )?to (?<value>.+)$`,
      "iu",
    ),
    plain: ({ verb = "", thing = "", value }) =>
      `${capital(thing)} was ${verb === "pushed" ? "moved" : verb} to ${value}`,
  },
  {
    pattern: new RegExp(
      `^(?:the user and (?<one>${NAME})|(?<two>${NAME}) and the user) (?:have |has |are |just |finally |got |now |been )*(?:(?<state>married|engaged)|tied the knot)(?<rest>\\b.*)$`,
      "iu",
    ),
    plain: ({ one, two, state = "married", rest = "" }) =>
      /^ (?:to|with)\b/u.test(rest) ? null : `The user got ${state} to ${one ?? two}${rest}`,
  },
  {
    pattern:
      /^(?<who>.+?) (?:has |just |finally )*(?<verb>quit|left|resigned from|gave up|lost) (?:the user['’]s|the|their|his|her|an?) (?:\p{Ll}+ )?(?:job|position|role|post) (?:at|with|for) (?<firm>.+)$/iu,
    plain: ({ who, firm }) => `${who} left ${firm}`,
  },
  {
    pattern: new RegExp(
      `^(?<who>${WHO}) (?:(?:was|has been|got) discharged(?: from (?:the )?hospital)?|(?:is|came|got) (?:back )?home from (?:the )?hospital)\\b`,
      "iu",
    ),
    plain: ({ who = "" }) => `${capital(who)} is no longer in hospital`,
  },
  {
    pattern: new RegExp(
      `^(?:the |the user['’]s |${NAME}['’]s )?(?:doctor|gp|psychiatrist|nurse|hospital|Dr\\.? \\p{L}+) (?:has |just )*(?:switched|moved|changed|took|put) (?<who>${WHO}) (?:over )?from (?<rest>.+ to .+)$`,
      "iu",
    ),
    plain: ({ who = "", rest }) => `${capital(who)} switched from ${rest}`,
  },
];

const OF_ZH = "用户(?:的\\p{Script=Han}{1,3}?)?|\\p{Script=Han}{2,3}";
const CHANGED_ZH = "(?:改|换|移|挪|调|调整|推迟|提前|延|涨|降)(?:到|成|为|至|在)";
const CHINESE: readonly Wording[] = [
  {
    pattern:
      /^(?!用户|这|那|他|她|它|谁)(?<value>[^，。；是]{1,10}?)(?:现在|如今|已经|将)*(?:是|成了|当了|成为了?|变成了?)(?<who>用户(?:的\p{Script=Han}{1,3}?)?)(?:的新?|(?=最))(?<thing>\p{Script=Han}{1,8}?)了?[。！]*$/u,
    plain: ({ value = "", who, thing = "" }) =>
      possession(thing.replace(/^最(?:喜欢|爱)的?/u, "favourite:"), value) === ""
        ? null
        : `${who}的${thing}现在是${value}`,
  },
  {
    pattern:
      /^(?<who>用户(?:的\p{Script=Han}{1,3}?)?)的?新的?(?<thing>\p{Script=Han}{1,6}?)(?:现在)?(?:是|叫)(?<value>.+?)[。！]*$/u,
    plain: ({ who, thing = "", value = "" }) =>
      possession(thing, value) === "" ? null : `${who}的${thing}现在是${value}`,
  },
  {
    pattern: new RegExp(
      `^(?<who>${OF_ZH})(?:又|刚|已经)*换了?新?(?:的)?(?:手机|电话)?号码?了?[，,：:]?(?:新的?(?:手机|电话)?号码?|现在|号码)*(?:是|为)?(?<value>\\d[\\d -]{4,})[。！]*$`,
      "u",
    ),
    plain: ({ who, value }) => `${who}的号码现在是${value}`,
  },
  {
    // 医生把用户的妈的氨氯地平换成了缬沙坦
    pattern:
      /^(?:医生|大夫|医院)(?:已经|刚|又)?把(?<who>用户的\p{Script=Han}{1,3}?|用户)的(?<thing>\p{Script=Han}{2,8}?)(?<change>(?:换成|改成|改为|换为)了?.+)$/u,
    plain: ({ who, thing, change }) => `${who}把${thing}${change}`,
  },
  {
    pattern: new RegExp(
      `^(?!用户)[^，。；]{0,8}?把(?<thing>用户的[^，。；的]{1,8}?)(?<change>${CHANGED_ZH}了?.+)$`,
      "u",
    ),
    plain: ({ thing, change }) => `${thing}${change}`,
  },
  {
    pattern: /^(?<thing>\p{Script=Han}{2,8}?)用户(?<denied>(?:已经|现在)?不再?\p{Script=Han})了[。！]*$/u,
    plain: ({ thing, denied }) => `用户${denied}${thing}了`,
  },
];

/** The statement in the plain wording; as it is where it is told so already, or of nothing one has one of. */
export const plainly = memo((statement: string): string => {
  const text = statement.trim();
  for (const { pattern, plain } of /\p{Script=Han}/u.test(text) ? CHINESE : ENGLISH) {
    const groups = pattern.exec(text)?.groups;
    const made = groups === undefined ? null : plain(groups);
    if (made !== null) return made;
  }
  return statement;
});
