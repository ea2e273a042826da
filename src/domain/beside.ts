import { attributeOf } from "./attribute.ts";
import { isPerson } from "./subject.ts";
import { terms } from "./text.ts";

/** News that only what is known explains: whose "the new manager" is, who Mei is, what was at three before it is at four. */

/** Two statements as they read beside each other. */
export interface Beside {
  next: string;
  known: string;
}

const han = (text: string): boolean => /\p{Script=Han}/u.test(text);
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");

const KIN_NAMED = /^[Tt]he user['’]s (?<kin>(?:\p{Ll}+ )?\p{Ll}+) (?<name>\p{Lu}[\p{L}-]+)(?=\s\p{Ll})/u;
const NAMED_ZH = /^用户的(?<both>\p{Script=Han}{3,6}?)(?=住|在|搬|有|对|喜欢|工作|是|今年|现在|已经|换|结|离)/u;

/** The kin and the name of one told with both: 姐姐 and 小梅 of 用户的姐姐小梅住在…. */
function kinAndName(known: string): { kin: string; name: string } | null {
  if (!han(known)) {
    const { kin = "", name = "" } = KIN_NAMED.exec(known)?.groups ?? {};
    return isPerson(kin) ? { kin, name } : null;
  }
  const both = NAMED_ZH.exec(known)?.groups?.both ?? "";
  const length = [3, 2, 1].find((one) => both.length - one >= 2 && isPerson(both.slice(0, one)));
  return length === undefined ? null : { kin: both.slice(0, length), name: both.slice(length) };
}

/** "Mei moved to Porto" beside "the user's sister Mei lives in Lisbon": of the sister. */
function named(next: string, known: string): Beside | null {
  const found = kinAndName(known);
  if (found === null || !next.startsWith(found.name)) return null;
  const { kin, name } = found;
  const rest = next.slice(name.length);
  if (!han(known)) return /^\s/u.test(rest) ? { next: `The user's ${kin} ${next}`, known } : null;
  return rest.startsWith("的") ? null : { next: `用户的${kin}${rest}`, known: known.replace(`${kin}${name}`, kin) };
}

/** 外婆搬到苏州了 beside 用户的外婆住在…: the user's own. */
function kin(next: string, known: string): Beside | null {
  const one = /^用户的(\p{Script=Han}{1,3}?)(?=住|在|搬|有|对|喜欢|工作|是|今年|现在|已经|每|吃|换|结|离)/u.exec(
    known,
  )?.[1];
  return one !== undefined && isPerson(one) && next.startsWith(one) && !next.startsWith(`${one}的`)
    ? { next: `用户的${next.split(/[，；]/u)[0]}`, known }
    : null;
}

const VALUE_KNOWN = /^[Tt]he user['’]s (?<role>(?:\p{Ll}+ )?\p{Ll}+) is (?:now |called )?(?<value>\p{Lu}.*?)[.!]*$/u;
const VALUE_KNOWN_ZH = /^用户的(?<role>\p{Script=Han}{1,6}?)(?:现在)?(?:是|叫)(?<value>[^，。；]{2,8}?)[。！]*$/u;
const PERSON = "(?<who>(?-i:\\p{Lu})[\\p{L}.]*(?: (?-i:\\p{Lu})[\\p{L}-]+)?)";

/** "Dr Ek retired, Dr Sand took over", 张伟走了，新经理是李娜: who comes after the one that is known in the same role. */
function successor(next: string, known: string): Beside | null {
  const { role = "", value = "" } = (han(known) ? VALUE_KNOWN_ZH : VALUE_KNOWN).exec(known)?.groups ?? {};
  if (role === "" || han(next) !== han(known)) return null;
  const word = escaped(role);
  const ofRole = han(next)
    ? new RegExp(
        `(?:^|[，；])(?:用户的)?(?:新来?的?|现任|现在的)${word}(?:现在)?(?:是|叫)(?<who>[^，。；]{1,8}?)(?:了)?[。！]*$`,
        "u",
      )
    : new RegExp(
        `(?:^|[,;] ?|\\band |\\bso )(?:the user['’]s |the |a |our )?new ${word} is (?:now |called )?(?<who>.+?)[.!]*$`,
        "iu",
      );
  const after = han(next)
    ? /(?:^|[，；])(?:现在)?由?(?<who>[^，。；]{1,6}?)(?:接手|接任|接替|接班|顶上)了?.{0,8}$/u
    : new RegExp(`(?:^|[,;] ?|\\band )${PERSON} (?:has |is |will )?(?:took|taken|taking|take|takes) over\\b`, "iu");
  const found = ofRole.exec(next)?.groups?.who ?? (next.includes(value) ? after.exec(next)?.groups?.who : undefined);
  if (found === undefined) return null;
  return { next: han(next) ? `用户的${role}现在是${found}` : `The user's ${role} is now ${found}`, known };
}

const ADDRESS_EN =
  /^the user['’]s (?:new |home |current )*address is (?:now )?.*,\s*(?<place>\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)[.!]*$/iu;
const ADDRESS_ZH = /^用户的(?:新|家庭)?(?:地址|住址)(?:现在)?是(?<place>\p{Script=Han}{2,}.*)$/u;

/** Whose new address is in another town lives there. */
function rehomed(next: string, known: string): Beside | null {
  const place = (ADDRESS_EN.exec(next) ?? ADDRESS_ZH.exec(next))?.groups?.place;
  if (place === undefined || !/new|now|新|现在/u.test(next)) return null;
  const lives = attributeOf(known);
  if (lives?.key !== "residence" || next.includes(lives.value)) return null;
  return { next: han(next) ? `用户现在住在${place}` : `The user now lives in ${place}`, known };
}

const READ: readonly ((next: string, known: string) => Beside | null)[] = [named, kin, successor, rehomed];

/** How the two read beside each other, where that is another way than each by itself. */
export const beside = (next: string, known: string): Beside[] =>
  READ.map((read) => read(next, known)).filter((one) => one !== null);

const FROM_TO =
  /\b(?:switched|changed|moved|went|gone|cut(?: \p{L}+)?|raised|dropped|increased|reduced|down|up)\b.{0,20}? from (?<old>.+?) to (?<now>.+?)[.!]*$/iu;
const FROM_TO_ZH =
  /从(?<old>[^，。；]{2,14}?)(?:改|换|变|加|减|涨|降|增加|减少|提高|调|调整)(?:成|到|为|至)了?(?<now>.+?)[。！]*$/u;
const FIGURE =
  /\d|\b(?:once|twice|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\b|[一二两三四五六七八九十半]/iu;

/** "From running three times to four times a week": what held before is named, with its figure, and known so. */
export function leavesFigure(next: string, known: string): boolean {
  const groups = (han(next) ? FROM_TO_ZH : FROM_TO).exec(next)?.groups;
  if (groups === undefined || han(next) !== han(known)) return false;
  const { old = "", now = "" } = groups;
  if (!FIGURE.test(old) || !FIGURE.test(now)) return false;
  if (han(next)) {
    const units = Array.from(old).filter((one) => /[\p{Script=Han}\d]/u.test(one));
    return units.length >= 3 && units.every((one) => known.includes(one));
  }
  const held = new Set(terms(known));
  const wanted = terms(old);
  return wanted.length >= 2 && wanted.every((one) => held.has(one));
}
