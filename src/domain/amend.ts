import { attributeOf } from "./attribute.ts";
import { absoluteDates, type Moment } from "./dates.ts";

/** What a correction makes of the statement before it. */

function redated(statement: string, words: string, date: string): string {
  const plain = date.replace(/^on /iu, "");
  return statement.replace(words, () => (/^on /iu.test(words) ? `on ${plain}` : plain));
}

/** True when what was meant is a sentence of its own ("I meant I live in Bergen"), not a value. */
export function isSentence(meant: string): boolean {
  return /^(?:that )?(?:I|I['’]\p{L}+|my|we|our)\s|^我/iu.test(meant.trim());
}

/** Puts the value in place of the only thing of its form in the statement: a number for the number, a name for the name. */
function inPlaceOf(statement: string, value: string, form: RegExp): string | null {
  const only = Array.from(`x ${value}`.matchAll(form)).map((match) => match[0]);
  if (only.length !== 1 || only[0] !== value) return null;
  const found = Array.from(statement.matchAll(form));
  return found.length === 1 ? statement.replace(found[0]![0], () => value) : null;
}
const NUMBER = /(?<![\p{L}\d])[$€£¥]?\d[\d.,:]*(?!\p{Script=Latin})/gu;
const NAME = /(?<=\S\s)\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)*/gu;

/**
 * The statement put right: its value, date, number or name is the new one ("no, I meant blue"). Null where the rules
 * cannot tell what of it was meant.
 */
export function corrected(statement: string, meant: string, moment: Moment): string | null {
  const value = meant.replace(/[\s.!。！]+$/u, "").replace(/^(?:that |was |是)/iu, "");
  if (value === "" || isSentence(value) || value.split(/\s+/u).length > 6) return null;
  const dated = absoluteDates(/^(?:on|in|at)\b/iu.test(value) ? value : `on ${value}`, moment);
  const own = absoluteDates(statement, moment).dates.find((date) => date.precision === "day");
  if (dated.dates.length > 0 && own !== undefined)
    return redated(
      statement,
      own.words,
      /\p{Script=Han}/u.test(value) ? absoluteDates(value, moment).text : dated.text,
    );
  const attribute = attributeOf(statement);
  const old = attribute?.key.includes("opinion:") ? attribute.probe : attribute?.value;
  if (old !== undefined && !old.startsWith("not ") && statement.includes(old)) {
    const lead = /^(?:at|in|on) /iu.exec(old)?.[0] ?? "";
    return statement.replace(old, () => (lead !== "" && !value.startsWith(lead) ? lead + value : value));
  }
  return inPlaceOf(statement, value, NUMBER) ?? inPlaceOf(statement, value, NAME);
}
