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
import { telegraph } from "./telegraph.ts";
import { languageOf } from "./text.ts";

/** Several events told in one: what must survive of them, the rules that write it, and the check of what a model wrote. */

/** Requirement E3, in characters. Shorter where the events hold less. */
export const SUMMARY_LENGTH = { least: 200, most: 300 } as const;
/** Most names that a summary can be asked to hold. */
const MOST_NAMES = 8;

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
  const moment = {
    said: Date.parse(record.happenedAt),
    timeZone: record.timeZone,
  };
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
export function keyFacts(texts: readonly string[]): {
  names: string[];
  numbers: string[];
} {
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

/** What one event may take, in characters, the roomiest first. */
const ROOM = [110, 90, 70, 55, 40] as const;

/** The date of each event, the year where it is not that of the one before. */
function datesOf(events: readonly CompressedEvent[], language: "en" | "zh"): string[] {
  let year = 0;
  return events.map(({ happenedAt, timeZone }) => {
    const time = DateTime.fromISO(happenedAt, { zone: timeZone });
    const same = time.year === year;
    year = time.year;
    if (language === "zh") return time.toFormat(same ? "M月d日" : "yyyy年M月d日");
    return time.setLocale("en").toFormat(same ? "d MMMM" : "d MMMM yyyy");
  });
}

/**
 * The events by rules, each with its date and what sets it apart: in at most 300 characters where that holds them, else
 * as long as it must be (see `fits`).
 */
export function compressByRules({ language, events }: CompressInput): Compression {
  const sorted = events.toSorted((a, b) => Date.parse(a.happenedAt) - Date.parse(b.happenedAt));
  const dates = datesOf(sorted, language);
  const told = sorted.map(({ content, failed }, i) => ({
    date: dates[i]!,
    text: sentences(content).join(language === "zh" ? "" : " "),
    mark: failed ? (language === "zh" ? "（未成功）" : " (failed)") : "",
  }));
  let summary = "";
  for (const room of ROOM) {
    const text = telegraph(told, namesIn, room, language);
    summary = /[.!?…。！？]$/u.test(text) ? text : `${text}${language === "zh" ? "。" : "."}`;
    if (summary.length <= SUMMARY_LENGTH.most) break;
  }
  return { summary };
}

/** True when the events can be told in one summary with nothing of them left out. */
export function fits(input: CompressInput): boolean {
  return compressByRules(input).summary.length <= SUMMARY_LENGTH.most;
}

/** What is wrong with a model's summary, in words it can act on; empty when nothing is. */
export function problemsOfCompression({ summary }: Compression, { events, language }: CompressInput): string[] {
  const problems: string[] = [];
  const texts = events.map(({ content }) => content);
  const held = texts.reduce((sum, text) => sum + text.length, 0);
  const most = Math.max(SUMMARY_LENGTH.most, compressByRules({ events, language }).summary.length);
  if (summary.length > most) problems.push(`the summary has ${summary.length} characters; at most ${most} are allowed`);
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
