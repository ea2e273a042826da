import { DateTime } from "luxon";
import { absoluteDates } from "./dates.ts";
import { ENGLISH_STOP_WORDS } from "./stopwords.ts";

/** Names, places, products, codes and dates by rules; enough to link memories, no more. */

export const ENTITY_TYPES = ["person", "place", "organisation", "product", "code", "date", "other"] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

export interface Entity {
  name: string;
  type: EntityType;
}

/** Letters and digits together, as order numbers and part numbers are: ORD-2024-118, KL1204, A4-77. */
const CODE =
  /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}_/-]*\d)(?=[\p{L}\p{N}_/-]*\p{Lu})[\p{Lu}\p{N}][\p{L}\p{N}]*(?:[-_/][\p{L}\p{N}]+)*(?![\p{L}\p{N}])/gu;
const LONG_NUMBER = /(?<![\p{L}\p{N}.-])\d{5,}(?![\p{L}\p{N}.-])/gu;
const CONTACT = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}|https?:\/\/[^\s，。]+/gu;
const NAME =
  /\p{Lu}[\p{L}\p{N}]*(?:[.'’&-][\p{L}\p{N}]+)*(?:\s+(?:of|de|van|von|the|da|del|bin|al)(?=\s+\p{Lu}))?(?:\s+\p{Lu}[\p{L}\p{N}]*(?:[.'’&-][\p{L}\p{N}]+)*)*/gu;
/** Capitalised in English without being anyone. */
const NO_NAME =
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$|^(?:January|February|March|April|May|June|July|August|September|October|November|December)$|^(?:I|The|User|Please|Yes|No|Ok|Okay|Hi|Hello|Thanks|Remember|English|I'm|I've)$/u;
const PLACE_BEFORE =
  /\b(?:in|to|from|at|near|visit|visits|visited|via|around|outside|leave|leaves|left for|of)\s+(?:the\s+)?$/u;
const PERSON_BEFORE =
  /\b(?:called|named|name is|(?:wife|husband|son|daughter|sister|brother|friend|boss|colleague|partner|mother|father|doctor|dentist|with|by|met|meet|meets|and))\s+$/iu;
const COMPANY = /\b(?:Inc|Ltd|AS|ASA|GmbH|LLC|Corp|University|Hospital|Bank|Airlines|College|School|Institute)\b/u;
const WORKS_BEFORE = /\b(?:works? (?:at|for)|employed (?:at|by)|job at|fly with|flies with)\s+$/iu;

const CHINESE_TITLE = /《([^》]{1,40})》/gu;
const CHINESE_CALLED = /(?:叫做?|名叫|名字是|姓名是)([\p{Script=Han}A-Za-z·]{1,8}?)(?=[，,。；;！!？?\s）)”」]|$|的)/gu;
const CHINESE_PLACE =
  /(?<=(?:飞往?|去往?|到|在|住在|搬到|搬去|来自|前往|抵达|离开|回)了?)(?!了)([\p{Script=Han}]{2,6}?)(?=出差|旅游|旅行|工作|上班|上学|读书|生活|居住|开会|参加|看望|见|玩|[，,。；;！!？?\s）)”」]|$|的)/gu;
const CHINESE_SUFFIX = /[\p{Script=Han}]{2,8}?(?:大学|公司|医院|银行|机场|酒店|集团|火车站|研究院|中学|小学)/gu;
const HAN_COMMON = /^(?:这里|那里|家里|公司|学校|一起|外面|里面|现在|时候|什么|哪里|自己|用户|以前|一家|上班|工作)/u;
const HAN_LEAD = /^(?:用户|在|去|到|是|的|了|和|我|从|一家|一所|这家|那家|叫|读|上|住)+/u;

function add(found: Map<string, Entity>, name: string, type: EntityType): void {
  const clean = name
    .trim()
    .replace(/['’]s$/u, "")
    .replace(/[.,'’-]+$/u, "");
  if (clean.length > 1 && !found.has(clean)) found.set(clean, { name: clean, type });
}

function englishNames(text: string, found: Map<string, Entity>): void {
  for (const match of text.matchAll(NAME)) {
    const words = match[0].split(/\s+/u).filter((word) => word !== "");
    const starts = /^\P{L}*$/u.test(text.slice(0, match.index)) || /[.!?:"“]\s*$/u.test(text.slice(0, match.index));
    while (
      words[0] !== undefined &&
      (NO_NAME.test(words[0]) ||
        ENGLISH_STOP_WORDS.has(words[0].toLowerCase()) ||
        (starts &&
          words.length === 1 &&
          !/^\p{Lu}{2,}/u.test(words[0]) &&
          !/^\s+(?:is|has|was|lives|prefers|likes|works|said|and)\b/u.test(text.slice(match.index + match[0].length))))
    )
      words.shift();
    while (words.length > 0 && NO_NAME.test(words.at(-1)!)) words.pop();
    const name = words.join(" ");
    if (name === "" || /\d/u.test(name)) continue;
    const before = text.slice(0, match.index);
    const type: EntityType =
      COMPANY.test(name) || WORKS_BEFORE.test(before)
        ? "organisation"
        : PERSON_BEFORE.test(before)
          ? "person"
          : PLACE_BEFORE.test(before)
            ? "place"
            : "other";
    add(found, name, type);
  }
}

function chineseNames(text: string, found: Map<string, Entity>): void {
  for (const match of text.matchAll(CHINESE_TITLE)) add(found, match[1]!, "product");
  for (const match of text.matchAll(CHINESE_CALLED)) if (!HAN_COMMON.test(match[1]!)) add(found, match[1]!, "person");
  for (const match of text.matchAll(CHINESE_SUFFIX)) {
    const name = match[0].replace(HAN_LEAD, "");
    if (name.length > 2 && !/[我你他她]/u.test(name)) add(found, name, "organisation");
  }
  for (const match of text.matchAll(CHINESE_PLACE))
    if (!HAN_COMMON.test(match[1]!) && !/[年月日号周点我你他她它们]/u.test(match[1]!)) add(found, match[1]!, "place");
}

/** What the text names, in the order of the rules, each once; at most `limit`. Dates as `2026-12-04`. */
export function entitiesOf(text: string, timeZone: string, said: number, limit = 16): Entity[] {
  const found = new Map<string, Entity>();
  const undated = text.replace(/(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{1,2} \p{Lu}\p{Ll}+ \d{4}/gu, " ; ");
  for (const pattern of [CONTACT, CODE, LONG_NUMBER])
    for (const match of undated.matchAll(pattern)) add(found, match[0], "code");
  englishNames(undated.replace(CONTACT, " ; "), found);
  if (/\p{Script=Han}/u.test(text)) chineseNames(text, found);
  for (const date of absoluteDates(text, { said, timeZone }).dates)
    if (date.precision === "day") add(found, DateTime.fromISO(date.from, { zone: timeZone }).toISODate() ?? "", "date");
  return Array.from(found.values()).slice(0, limit);
}
