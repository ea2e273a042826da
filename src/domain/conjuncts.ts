import { memo } from "./memo.ts";

/** One statement that says the same of several things: "likes tea and coffee", 对花生和海鲜过敏. */
export interface Conjuncts {
  /** The things as they are named. */
  items: string[];
  /** One statement for each thing. */
  each: string[];
  /** The statement of some of the things, by index. */
  of(kept: readonly number[]): string;
}

const ENGLISH =
  /^(.*?\b(?:likes?|loves?|enjoys?|prefers?|hates?|dislikes?|speaks?|eats?|drinks?|plays?|owns|collects|avoids?|stand|has|is (?:no longer |not )?(?:\p{L}+ly )?(?:allergic|intolerant) to|is (?:not |no longer )?(?:afraid|fond) of)\s+)(.+?)([.!]*)$/iu;
const ENGLISH_JOINT = /\s*,\s*(?:and|or|nor)\s+|\s*,\s*|\s+(?:and|or|nor)\s+/iu;
/** What is no bare list of things: a clause of its own, a choice between, a condition. */
const NO_LIST = /\b(?:between|both|because|when|if|while|who|that|which|but|over|than|is|are|was|the user)\b|[;:"]/iu;

const CHINESE =
  /^(用户.{0,12}?(?:不再|不)?(?:更?喜欢[吃喝看玩听坐]?|爱[吃喝看玩听]|热爱|讨厌[吃喝]?|偏好|偏爱|养了?|会说|[吃喝]|对))([^，。；！]+?)((?:已经|也|都|再)*(?:不再|不)?(?:严重)?过敏了?|了?)([。！]*)$/u;
const CHINESE_JOINT = /[、和跟与]|以及|还有/u;

function joinedEnglish(items: readonly string[], negative: boolean): string {
  const last = items.at(-1)!;
  return items.length === 1 ? last : `${items.slice(0, -1).join(", ")} ${negative ? "or" : "and"} ${last}`;
}

function english(statement: string): Conjuncts | null {
  const match = ENGLISH.exec(statement);
  if (match === null || NO_LIST.test(match[2]!)) return null;
  const [, head = "", list = "", end = ""] = match;
  const items = list.split(ENGLISH_JOINT).filter((item) => item !== "");
  if (items.length < 2 || items.some((item) => item.split(/\s+/u).length > 5)) return null;
  const or = /\s(?:or|nor)\s/iu.test(list);
  return {
    items,
    each: items.map((item) => `${head}${item}${end}`),
    of: (kept) =>
      `${head}${joinedEnglish(
        kept.map((i) => items[i]!),
        or,
      )}${end}`,
  };
}

function chinese(statement: string): Conjuncts | null {
  const match = CHINESE.exec(statement);
  if (match === null) return null;
  const [, head = "", list = "", tail = "", end = ""] = match;
  if (head.endsWith("对") && !tail.includes("过敏")) return null;
  const items = list.split(CHINESE_JOINT).filter((item) => item !== "");
  if (items.length < 2 || items.some((item) => item.length > 8)) return null;
  return {
    items,
    each: items.map((item) => `${head}${item}${tail}${end}`),
    of: (kept) => `${head}${kept.map((i) => items[i]!).join("和")}${tail}${end}`,
  };
}

/** The parts of a statement about a list of things; null where it is about one. */
export const conjunctsOf = memo((statement: string): Conjuncts | null =>
  /\p{Script=Han}/u.test(statement) ? chinese(statement) : english(statement),
);
