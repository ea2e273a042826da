import { memo } from "./memo.ts";
import { normalised } from "./record.ts";

/** The end of a marriage, an engagement or a friendship of two: whoever was told to be the other one no longer is. */

const WHEN = "(?=$|[.,;!]|\\s(?:in|on|last|this|after|because|and|years?|months?)\\b)";
const ENDED: readonly RegExp[] = [
  new RegExp(
    `^(?:the user['’]s (?:\\p{L}+ )??)?(\\p{Lu}[\\p{L}-]*) and the user (?:have |has |are |got |just )*(?:broken? up|broke up|split up|separated|divorced)${WHEN}`,
    "u",
  ),
  new RegExp(
    `^The user (?:has |just |got |is |and )*(?:broke up with|split up with|separated from|divorced(?: from)?)\\s+(?:the user['’]s \\p{L}+ )?(\\p{Lu}[\\p{L}-]*)${WHEN}`,
    "u",
  ),
  /^(?:\d{4}年\S{0,10})?用户(?:已经|最近|刚刚?|终于)*(?:和|跟|与)(\p{Script=Han}{2,4}?)(?:已经|最近|刚刚?|终于)*(?:离婚|分手|分开)了?[。！]*$/u,
];
const HELD: readonly RegExp[] = [
  /^The user (?:is |got |has been )(?:now |happily )*(?:engaged|married) to (\p{Lu}[\p{L}-]*)(?=$|[.,;!]|\s\p{Ll})/u,
  /^The user['’]s (?:wife|husband|spouse|fianc[ée]e?)(?:['’]s name)? is (?:called |named )?(\p{Lu}[\p{L}-]*)[.!]*$/u,
  /^用户的(?:丈夫|老公|先生|妻子|老婆|太太|爱人|未婚妻|未婚夫)(?:现在)?(?:叫|名叫|是)(\p{Script=Han}{2,4})[。！]*$/u,
  /^用户(?:和|跟|与)(\p{Script=Han}{2,4}?)(?:结婚|订婚|结了婚|订了婚)了?[。！]*$/u,
];

const read = (patterns: readonly RegExp[]) =>
  memo((statement: string): string =>
    normalised(patterns.map((pattern) => pattern.exec(statement)?.[1]).find((name) => name !== undefined) ?? ""),
  );
const endedWith = read(ENDED);
const boundTo = read(HELD);

/** Two others, by name: "Mei and Tiago got divorced", 小梅和大伟离婚了. */
const TWO = "(?:[Tt]he user['’]s (?:\\p{Ll}+ )+)?(\\p{Lu}[\\p{L}-]*)";
const PARTED: readonly RegExp[] = [
  new RegExp(
    `^${TWO} and ${TWO} (?:have |has |are |got |just )*(?:broken? up|broke up|split up|separated|divorced)${WHEN}`,
    "u",
  ),
  new RegExp(
    `^${TWO} (?:has |just |got |is )*(?:broke up with|left|divorced(?: from)?|separated from) ${TWO}${WHEN}`,
    "u",
  ),
  /^(\p{Script=Han}{2,3}?)(?:已经|最近|刚刚?|终于)*(?:和|跟|与)(\p{Script=Han}{2,4}?)(?:已经|最近|刚刚?|终于)*(?:离婚|分手|分开)了?[。！]*$/u,
];
const TOGETHER: readonly RegExp[] = [
  new RegExp(
    `^${TWO} (?:is |got |has been )(?:now |happily )*(?:engaged|married) to ${TWO}(?=$|[.,;!]|\\s\\p{Ll})`,
    "u",
  ),
  new RegExp(
    `^${TWO} and ${TWO} (?:are |got )(?:now |happily )*(?:engaged|married|together|dating)(?=$|[.,;!]|\\s\\p{Ll})`,
    "u",
  ),
  /^(\p{Script=Han}{2,3}?)(?:和|跟|与)(\p{Script=Han}{2,4}?)(?:结婚|订婚|结了婚|订了婚|是夫妻|在一起)了?[。！]*$/u,
];

function pairOf(patterns: readonly RegExp[], statement: string): string {
  if (/^(?:The user |用户)/u.test(statement)) return "";
  const found = patterns.map((pattern) => pattern.exec(statement)).find((match) => match !== null);
  return found === undefined ? "" : [found[1]!, found[2]!].map(normalised).sort().join("|");
}

/** True when `next` tells that what `known` tells of the user and one other is over. */
export function endsBond(next: string, known: string): boolean {
  const name = endedWith(next);
  if (name !== "") return name === boundTo(known);
  const over = pairOf(PARTED, next);
  return over !== "" && over === pairOf(TOGETHER, known);
}
