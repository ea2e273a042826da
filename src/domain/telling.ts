import { emptyTalk } from "./phrases.ts";
import { isQuestion, sentences } from "./sentences.ts";
import { worth } from "./summary.ts";

/** One event in its most telling sentences, cut at a sentence or a clause: never words without what they say. */

/** Longest sentence that is not taken apart at its commas, in UTF-16 units; a Chinese one says as much in half. */
const WHOLE = 70;
/** Longest telling of one event, in UTF-16 units: one that is all figures must not fill the summary. */
const LONGEST = 200;
const HAN = /\p{Script=Han}/u;
/** Where a long sentence may be cut: a comma, semicolon or dash, also before "and I", "but the": what has its own subject. */
const JOINT =
  /[，；。]|[,;]\s+|\s+[–—-]\s+|\s+(?=(?:and|but|so)\s+(?:I|we|you|he|she|it|they|my|our|your|his|her|their|the|there|this|that)\b)/gu;
/** What says nothing without the clause before it. */
const LEANS =
  /^(?:(?:because|which|who|whose|where|if|unless|until|although|though|than|as)\b|因为|如果|除非|虽然|以及)/iu;
const JOINED_BY = /^(?:(?:and|but|so)\s+|(?:而且|但是|但|所以|并且)(?=\p{Script=Han}))/u;
/** Who spoke, written before what was said: `Ann: …`, 安：…. */
export const LABEL = /^(?:\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*)?: |\p{Script=Han}{1,4}：)/u;

interface Unit {
  text: string;
  /** What stands between it and the one before in the event. */
  joint: string;
  /** Of the same sentence as the one before. */
  within: boolean;
  facts: readonly string[];
  value: number;
}

/** A part too short to say anything belongs to its neighbour: "chocolate, berries". */
const isShort = (part: string): boolean =>
  HAN.test(part) ? part.replace(/[^\p{L}\p{N}]/gu, "").length < 4 : part.trim().split(/\s+/u).length < 4;

/** The clauses of a sentence, with what stood before each; the sentence itself where it is short. */
function clausesOf(sentence: string): { text: string; joint: string }[] {
  if (sentence.length <= (HAN.test(sentence) ? WHOLE / 2 : WHOLE)) return [{ text: sentence, joint: "" }];
  const found: { text: string; joint: string }[] = [];
  let from = 0;
  let joint = "";
  const add = (text: string, next: string) => {
    const last = found.at(-1);
    if (last !== undefined && (isShort(text) || isShort(last.text) || LEANS.test(text))) last.text += joint + text;
    else if (text !== "") found.push({ text, joint });
    joint = next;
  };
  for (const match of sentence.matchAll(JOINT)) {
    add(sentence.slice(from, match.index), match[0]);
    from = match.index + match[0].length;
  }
  add(sentence.slice(from), "");
  return found;
}

const EDGE = /[\p{Script=Latin}\p{N}]/u;

/** The fact stands in the text as a word: 12 not in 120; in Chinese beside anything. */
function holds(text: string, fact: string): boolean {
  const isJoined = (a: string | undefined, b: string | undefined) => EDGE.test(a ?? "") && EDGE.test(b ?? "");
  for (let at = text.indexOf(fact); at >= 0; at = text.indexOf(fact, at + 1))
    if (!isJoined(text[at - 1], fact[0]) && !isJoined(fact.at(-1), text[at + fact.length])) return true;
  return false;
}

function unitsOf(text: string, needed: ReadonlySet<string>): Unit[] {
  return sentences(text)
    .filter((sentence) => emptyTalk(sentence) === null)
    .flatMap((sentence) =>
      clausesOf(sentence).map(({ text: clause, joint }, i) => ({
        text: clause,
        joint,
        within: i > 0,
        facts: Array.from(needed).filter((fact) => holds(clause, fact)),
        value: worth(clause, "user") - (isQuestion(sentence) ? 1 : 0),
      })),
    );
}

/** The chosen, in order: neighbours as they stood, a space between sentences, a comma where a clause is left out. */
function written(units: readonly Unit[], chosen: ReadonlySet<number>): string {
  const zh = units.some(({ text }) => HAN.test(text));
  let told = "";
  let last = -1;
  for (const at of [...chosen].sort((a, b) => a - b)) {
    const { text, joint, within } = units[at]!;
    const alone = text.replace(JOINED_BY, "");
    if (told === "") told = alone;
    else if (within && last === at - 1) told += joint + text;
    else if (/[.!?…。！？]$/u.test(told)) told += (zh ? "" : " ") + alone;
    else told += (zh ? "，" : ", ") + alone;
    last = at;
  }
  return told.replace(/[.。!！;；,，\s]+$/u, "");
}

/**
 * The event in about `most` characters: the sentences and clauses that hold the `facts` (names, figures) it must keep,
 * and of the rest the most telling ones there is room for; at least one. Empty for an event of empty talk.
 */
export function telling(event: string, facts: ReadonlySet<string>, most: number): string {
  const label = LABEL.exec(event)?.[0] ?? "";
  const units = unitsOf(event.slice(label.length), facts);
  const room = most - label.length;
  const chosen = new Set<number>();
  const left = new Set(units.flatMap((unit) => unit.facts));
  const fresh = (unit: Unit) => unit.facts.filter((fact) => left.has(fact)).length;
  const best = (score: (unit: Unit) => number) =>
    units
      .map((unit, at) => ({ at, unit, score: score(unit) }))
      .filter(({ at }) => !chosen.has(at))
      .sort((a, b) => b.score - a.score || b.unit.value - a.unit.value || a.at - b.at);
  while (left.size > 0) {
    const next = best(fresh)[0]!;
    if (chosen.size > 0 && written(units, new Set([...chosen, next.at])).length > LONGEST) break;
    chosen.add(next.at);
    for (const fact of next.unit.facts) left.delete(fact);
  }
  for (const { at, unit } of best(({ value }) => value)) {
    const longer = new Set([...chosen, at]);
    if (chosen.size === 0 || (unit.value > 0 && written(units, longer).length <= room)) chosen.add(at);
  }
  return chosen.size === 0 ? "" : label + written(units, chosen);
}
