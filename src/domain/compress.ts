import { DateTime } from "luxon";
import { z } from "zod";
import { isLasting } from "./classify.ts";
import { isRequest, isStandingInstruction } from "./cues.ts";
import type { Moment } from "./dates.ts";
import { USER } from "./entities/keys.ts";
import { namedIn } from "./entities/mentions.ts";
import { emptyTalk } from "./phrases.ts";
import type { MemoryRecord } from "./record.ts";
import { isQuestion, sentences } from "./sentences.ts";
import { statements } from "./statement.ts";
import { languageOf, terms } from "./text.ts";

/** Several events told in one: what must survive of them, the rules that write it, and the check of what a model wrote. */

/** Requirement E3, in characters. Shorter where the events hold less. */
export const SUMMARY_LENGTH = { least: 200, most: 300 } as const;
/** Most names that a summary can be asked to hold. */
const MOST_NAMES = 8;
/** Longest part taken over from one event. */
const LONGEST_PART = 90;

export const eventSchema = z.strictObject({
  content: z.string(),
  happenedAt: z.string(),
  timeZone: z.string(),
  failed: z.boolean(),
});
export type CompressedEvent = z.infer<typeof eventSchema>;
export const compressInputSchema = z.strictObject({
  language: z.enum(["en", "zh"]),
  events: z.array(eventSchema).min(1),
});
export type CompressInput = z.infer<typeof compressInputSchema>;
export const compressionSchema = z.strictObject({ summary: z.string().min(1) });
export type Compression = z.infer<typeof compressionSchema>;

/** What was said, without the frame around it that says so: `The user asked: "…" Tools: … Outcome: …`. */
export function saidIn(content: string): string {
  const quoted = /^(?:The user (?:asked|said): "|用户(?:问|说)：“)(.+?)["”](?:\s|$|用户|使用|运行|结果)/su.exec(
    `${content} `,
  );
  return (quoted?.[1] ?? content).replace(/\s+/gu, " ").trim();
}

/** A sentence that became a statement when the talk was reflected upon, with a history of its own: it may be false by now. */
function isStatement(sentence: string, moment: Moment): boolean {
  if (isRequest(sentence)) return isStandingInstruction(sentence);
  return isLasting(sentence) && statements(sentence, moment).some(({ quoted }) => !quoted);
}

/** What is an event: without what statements say, questions that nothing was done about, and small talk. */
function doneIn(said: string, record: MemoryRecord): string {
  const moment = { said: Date.parse(record.happenedAt), timeZone: record.timeZone };
  const idle = record.episode?.steps.length === 0;
  return said
    .split(/\s+\/\s+|；/u)
    .flatMap(sentences)
    .filter(
      (sentence) => emptyTalk(sentence) === null && !isStatement(sentence, moment) && !(idle && isQuestion(sentence)),
    )
    .join("\n");
}

/** The event of an episode, a sentence a line; empty when it holds none. What a task was beside its statements; other episodes as they are. */
export function eventOf(record: MemoryRecord): CompressedEvent {
  const said = saidIn(record.content);
  return {
    content: record.type === "task" && record.source === "system" ? doneIn(said, record) : said,
    happenedAt: record.happenedAt,
    timeZone: record.timeZone,
    failed: record.episode !== null && record.episode.outcome !== "success",
  };
}

const NUMBER = /\d+(?:[.,:/-]\d+)*/gu;
const numbersIn = (text: string): string[] => Array.from(text.normalize("NFKC").matchAll(NUMBER), ([number]) => number);
const namesIn = (text: string): string[] =>
  namedIn(text, USER).mentions.flatMap(({ key, name }) => (key.startsWith("n:") || key.startsWith("c:") ? [name] : []));

/** Names (people, places, codes) and numbers, dates among them, each once, the most frequent first. */
export function keyFacts(texts: readonly string[]): { names: string[]; numbers: string[] } {
  const ranked = (of: (text: string) => string[]) => {
    const counts = new Map<string, number>();
    for (const text of texts) for (const one of new Set(of(text))) counts.set(one, (counts.get(one) ?? 0) + 1);
    return Array.from(counts)
      .sort((a, b) => b[1] - a[1])
      .map(([one]) => one);
  };
  return { names: ranked(namesIn), numbers: ranked(numbersIn) };
}

/** `3 March – 21 April 2026`, 2026年3月3日至4月21日. */
export function spanOf(events: readonly CompressedEvent[], language: "en" | "zh"): string {
  const times = events.map(({ happenedAt, timeZone }) => DateTime.fromISO(happenedAt, { zone: timeZone }));
  times.sort((a, b) => a.toMillis() - b.toMillis());
  const [first, last] = [times[0]!, times.at(-1)!];
  const sameYear = first.year === last.year;
  if (language === "zh") {
    const begin = first.toFormat("yyyy年M月d日");
    return first.hasSame(last, "day") ? begin : `${begin}至${last.toFormat(sameYear ? "M月d日" : "yyyy年M月d日")}`;
  }
  const end = last.setLocale("en").toFormat("d MMMM yyyy");
  return first.hasSame(last, "day")
    ? end
    : `${first.setLocale("en").toFormat(sameYear ? "d MMMM" : "d MMMM yyyy")} – ${end}`;
}

const hanIn = (text: string) => languageOf(text) === "zh";
const BREAK = /(?<=[,;:，；：、])|(?<=\S)(?=\s)/u;

/** The beginning of a text that fits, cut where a word ends. */
function fitted(text: string, most: number): string {
  const plain = text.replace(/[.。!！;；,，\s]+$/u, "");
  if (plain.length <= most) return plain;
  if (hanIn(plain)) return `${plain.slice(0, most - 1).replace(/[，；：、\s]+$/u, "")}…`;
  let kept = "";
  for (const part of plain.split(BREAK)) {
    if (kept.length + part.length > most - 1) break;
    kept += part;
  }
  return `${kept.replace(/[,;:\s]+$/u, "")}…`;
}

interface Part {
  text: string;
  /** Place of its event. */
  event: number;
  facts: ReadonlySet<string>;
  place: number;
}

/** Each sentence of the events, with what it alone can contribute. */
function partsOf({ events }: CompressInput, language: "en" | "zh"): Part[] {
  const seen = new Set<string>();
  let place = 0;
  return events.flatMap(({ content, failed }, event) => {
    const parts = sentences(content);
    return parts.flatMap((sentence, i): Part[] => {
      const cut = fitted(sentence, LONGEST_PART);
      const key = terms(cut).join(" ");
      if (cut === "" || seen.has(key)) return [];
      seen.add(key);
      const text = failed && i === parts.length - 1 ? `${cut}${language === "zh" ? "（未成功）" : " (failed)"}` : cut;
      return [{ text, event, facts: new Set([...namesIn(cut), ...numbersIn(cut)]), place: place++ }];
    });
  });
}

/**
 * The events in at most 300 characters by rules: the span of time, then the sentences that hold the most names and numbers
 * not told yet, in order; at the end the names and numbers that found no place in one.
 */
export function compressByRules(input: CompressInput): Compression {
  const { language, events } = input;
  const glue = language === "zh" ? "；" : "; ";
  const head = `${spanOf(events, language)}${language === "zh" ? "：" : ": "}`;
  const parts = partsOf(input, language);
  const told = new Set<string>();
  const tellers = new Set<number>();
  const kept: Part[] = [];
  let left = SUMMARY_LENGTH.most - head.length;
  const gain = (part: Part) =>
    (Array.from(part.facts).filter((fact) => !told.has(fact)).length * 2 + (tellers.has(part.event) ? 0.5 : 1.5)) /
    (part.text.length + 10);
  while (parts.length > 0) {
    let best = -1;
    for (const [i, part] of parts.entries())
      if (part.text.length + glue.length <= left && (best < 0 || gain(part) > gain(parts[best]!))) best = i;
    if (best < 0) break;
    const [part] = parts.splice(best, 1);
    kept.push(part!);
    tellers.add(part!.event);
    for (const fact of part!.facts) told.add(fact);
    left -= part!.text.length + glue.length;
  }
  kept.sort((a, b) => a.place - b.place);
  let summary = head + kept.map(({ text }) => text).join(glue);
  const { names, numbers } = keyFacts(events.map(({ content }) => content));
  const untold = [...names, ...numbers].filter((fact) => !summary.includes(fact));
  for (const [i, fact] of untold.entries()) {
    const more = `${i === 0 ? (language === "zh" ? "；另有" : "; also ") : language === "zh" ? "、" : ", "}${fact}`;
    if (summary.length + more.length >= SUMMARY_LENGTH.most) break;
    summary += more;
  }
  return { summary: summary + (language === "zh" ? "。" : summary.endsWith("…") ? "" : ".") };
}

/** What is wrong with a model's summary, in words it can act on; empty when nothing is. */
export function problemsOfCompression({ summary }: Compression, { events, language }: CompressInput): string[] {
  const problems: string[] = [];
  const texts = events.map(({ content }) => content);
  const held = texts.reduce((sum, text) => sum + text.length, 0);
  if (summary.length > SUMMARY_LENGTH.most)
    problems.push(`the summary has ${summary.length} characters; at most ${SUMMARY_LENGTH.most} are allowed`);
  if (summary.length < SUMMARY_LENGTH.least && held > 2 * SUMMARY_LENGTH.most)
    problems.push(`the summary has ${summary.length} characters; use at least ${SUMMARY_LENGTH.least}`);
  if (languageOf(summary) !== language && languageOf(summary) !== "und")
    problems.push(`the summary must be in ${language === "zh" ? "Chinese" : "English"}`);
  const known = new Set(
    numbersIn(
      [...texts, ...events.map(({ happenedAt }) => happenedAt), spanOf(events, "en"), spanOf(events, "zh")].join("\n"),
    )
      .flatMap((one) => [one, ...one.split(/[.,:/-]/u)])
      .map((one) => one.replace(/^0+(?=\d)/u, "")),
  );
  const invented = numbersIn(summary).filter(
    (one) => !one.split(/[.,:/-]/u).every((part) => known.has(part.replace(/^0+(?=\d)/u, ""))),
  );
  if (invented.length > 0) problems.push(`these numbers are in no event: ${invented.join(", ")}`);
  const { names } = keyFacts(texts);
  const told = summary.toLowerCase();
  // a verb that opens its sentence may be taken for a part of the name: any word of it will do
  const missing = names.slice(0, MOST_NAMES).filter(
    (name) =>
      !name
        .toLowerCase()
        .split(/\s+/u)
        .some((word) => told.includes(word)),
  );
  if (missing.length > 0) problems.push(`these names are missing: ${missing.join(", ")}`);
  return problems;
}
