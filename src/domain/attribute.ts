import { ENGLISH_RULES, OPINION_EN } from "./attribute-en.ts";
import { ofNow, type Rule } from "./attribute-rules.ts";
import { CHINESE_RULES, OPINION_ZH } from "./attribute-zh.ts";
import { asReported } from "./health.ts";
import { memo } from "./memo.ts";
import { plainly } from "./plainly.ts";
import { attitude } from "./polarity.ts";
import { allNames, sameThing } from "./same-thing.ts";
import { styleOf } from "./style.ts";
import { ownerOf, subjectOf } from "./subject.ts";
import { claimsOf } from "./transition.ts";

/** What a statement says about whom, where it is of a kind that can have one value at a time. */
export interface Attribute {
  /** Subject and attribute, the same whatever the language's wording: `residence`, `has:budget`, `wife|residence`. */
  key: string;
  /** The value as written; a denied one begins with "not ". */
  value: string;
  /** Words under which an older statement of the same attribute may be found. */
  probe: string;
}

const RULES: readonly Rule[] = [...ENGLISH_RULES, ...CHINESE_RULES];

function byRules(text: string): Attribute | null {
  for (const { pattern, key, value, probe, accepts } of RULES) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const found = (value?.(match) ?? match.at(-1) ?? "").trim();
    const name = typeof key === "string" ? key : key(match);
    if (found !== "" && name !== "" && (accepts?.(found) ?? true))
      return { key: name, value: found, probe: probe ?? name.replace(/^[\w ]+:/u, "") };
  }
  const style = styleOf(text);
  if (style !== null)
    return {
      key: style.order ? style.key : ofNow(style.key),
      value: style.side,
      probe: "emails answers replies summaries messages 邮件 回答 回复 short long brief detailed 简短 详细",
    };
  const opinion = OPINION_EN.exec(text) ?? OPINION_ZH.exec(text);
  if (opinion === null || attitude(text) === 0) return null;
  const thing = opinion[1]!.trim();
  return {
    key: `opinion:${sameThing(thing)}`,
    value: attitude(text) > 0 ? "likes" : "dislikes",
    probe: `${thing} ${allNames(thing)}`,
  };
}

/** Since when it holds, said before who it holds for: "From now on the user …", 从现在起用户…. */
const SINCE =
  /^(?:(?:from now on|from today(?: on)?|as of (?:now|today)|these days|nowadays|currently|at the moment),?\s+(?=the user\b)|(?:从现在起|从今天起|从今以后|今后|以后|现在|目前)，?(?=用户))/iu;

/** When it happened, said before who: 2026年2月用户搬回上海了. */
const WHEN_ZH =
  /^\d{4}年(?:\d{1,2}月(?:\d{1,2}日)?)?(?:（周.）)?(?=用户(?:又|刚刚?|终于|已经)*(?:搬|入职|跳槽|加入|辞职|离职|结婚|离婚))/u;

/** The attribute a statement about the user or someone of theirs gives a value to; null when it is of no such kind. */
export const attributeOf = memo((statement: string): Attribute | null => {
  const text = plainly(
    asReported(statement.trim())
      .replace(SINCE, "")
      .replace(WHEN_ZH, "")
      .replace(/^the user\b/u, "The user"),
  );
  const own = byRules(text);
  if (own !== null) return own;
  const subject = subjectOf(text) ?? ownerOf(text);
  if (subject === null || subject.who === "user") return null;
  const other = byRules(subject.asUser);
  return other === null ? null : { ...other, key: `${subject.who}|${other.key}` };
});

/** The attributes of all that a statement claims: "quit Siemens and joined Bosch" tells of an end and of a value. */
export const attributesOf = memo((statement: string): Attribute[] => {
  const whole = attributeOf(statement);
  const claims = claimsOf(statement);
  const each = claims.length === 1 && claims[0] === statement ? [] : claims.map(attributeOf);
  return [whole, ...each].filter((one) => one !== null);
});
