import { isNamedIn } from "./borne-out.ts";
import { isVital } from "./classify.ts";
import { conjunctsOf } from "./conjuncts.ts";
import type { ReflectInput, SemanticUpdate } from "./reflection.ts";

/** What a model lists of the user's limits and likes, held against what they said: "shellfish and nuts" of one who named shellfish. */

const JOINT = /\s*[,、，;；]\s*(?:(?:and|or|nor)\s+)?|\s+(?:and|or|nor)\s+|以及|还有|[和与跟]/iu;
/** Said of every item alike. */
const OF_ALL = /\b(?:allerg\w+|intoleran\w+|products?|foods?|any|all|other)\b|过敏|不耐受|食物|食品|[了。.]/giu;
/** Longer is no item of a list but a clause of its own. */
const ITEM_WORDS = 3;
const ITEM_CHARACTERS = 6;

/** The bare items that follow the first joint, where the statement is no plain list of things. */
function looseItems(statement: string): string[] {
  return statement
    .split(JOINT)
    .slice(1)
    .map((item) => item.replace(OF_ALL, " ").trim())
    .filter((item) =>
      /\p{Script=Han}/u.test(item)
        ? item.length <= ITEM_CHARACTERS && !/[我用户他她不没会要能是有]/u.test(item)
        : item !== "" &&
          item.split(/\s+/u).length <= ITEM_WORDS &&
          !/\b(?:is|are|was|has|not|never|must|can|will|user)\b/iu.test(item),
    );
}

/** What is left of a statement, `null` for nothing, and the items that nobody named. */
export interface Enumerated {
  statement: string | null;
  unnamed: string[];
}

/**
 * A limit, an allergy or a liking with only those of its listed items that the user, a cited tool or the memory it replaces
 * named. Where what is left would be no sentence, nothing is.
 */
export function namedItems(update: SemanticUpdate, input: ReflectInput): Enumerated {
  const { statement } = update;
  if (update.op === "retract" || !(update.type === "constraint" || update.type === "preference" || isVital(statement)))
    return { statement, unnamed: [] };
  const told = [
    ...input.turns.filter(({ n, role }) => role === "user" || (role === "tool" && update.evidence.includes(n))),
    ...input.existing.filter(({ n }) => n === update.target),
  ]
    .map(({ content }) => content)
    .join("\n");
  const isNamed = (item: string) => isNamedIn(item.replace(OF_ALL, " "), told);
  const list = conjunctsOf(statement);
  if (list === null || /allerg(?:y|ies)$/iu.test(list.items.at(-1)!)) {
    const unnamed = looseItems(statement).filter((item) => !isNamed(item));
    return { statement: unnamed.length === 0 ? statement : null, unnamed };
  }
  const kept = list.items.flatMap((item, i) => (isNamed(item) ? [i] : []));
  const unnamed = list.items.filter((item) => !isNamed(item));
  if (unnamed.length === 0) return { statement, unnamed };
  return { statement: kept.length === 0 ? null : list.of(kept), unnamed };
}
