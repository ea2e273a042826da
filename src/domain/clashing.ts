import { attributeOf } from "./attribute.ts";
import { needsChange } from "./attribute-rules.ts";
import { conditionOf, isAddition, owned } from "./conflict.ts";
import { isOfThePast } from "./denial.ts";
import { normalised } from "./record.ts";
import { sameThing } from "./same-thing.ts";
import { subjectOf } from "./subject.ts";

/** Statements that give one attribute of one subject more than one value, or a value and its denial. */
export interface Clash<T> {
  /** Subject and attribute, as `attributeOf` names them. */
  attribute: string;
  /** In the order they were given. */
  among: T[];
}

const NOT = /^not /u;

interface Given {
  slot: string;
  attribute: string;
  value: string;
  denied: boolean;
}

/** What a statement gives a value that only one can be; null for what there may be several of. */
function givenBy(statement: string): Given | null {
  const own = attributeOf(statement);
  const attribute = own ?? (/^(?:The user|用户)/u.test(statement) ? null : attributeOf(owned(statement)));
  if (attribute === null || needsChange(attribute.key) || isAddition(statement)) return null;
  if (isOfThePast(statement) || subjectOf(statement)?.one === false) return null;
  const plain = attribute.value.replace(NOT, "").replace(/^(?:in|at|on|now)\s+/iu, "");
  return {
    slot: `${attribute.key}|${conditionOf(statement, attribute.key)}`,
    attribute: attribute.key,
    value: sameThing(normalised(plain)),
    denied: NOT.test(attribute.value),
  };
}

/** Finds them in one pass over the statements, whoever let both in: time grows with their number alone. */
export function clashesAmong<T extends { content: string }>(statements: Iterable<T>): Clash<T>[] {
  const slots = new Map<string, { attribute: string; held: Set<string>; denied: Set<string>; among: T[] }>();
  for (const statement of statements) {
    const given = givenBy(statement.content);
    if (given === null) continue;
    const slot = slots.get(given.slot) ?? { attribute: given.attribute, held: new Set(), denied: new Set(), among: [] };
    slots.set(given.slot, slot);
    (given.denied ? slot.denied : slot.held).add(given.value);
    slot.among.push(statement);
  }
  return Array.from(slots.values())
    .filter(({ held, denied }) => held.size > 1 || Array.from(held).some((value) => denied.has(value)))
    .map(({ attribute, among }) => ({ attribute, among }));
}
