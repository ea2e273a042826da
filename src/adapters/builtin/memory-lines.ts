import { DateTime } from "luxon";
import { contradicts } from "../../domain/conflict.ts";
import type { Moment } from "../../domain/dates.ts";
import { emptyTalk, withoutOpening } from "../../domain/phrases.ts";
import { normalised } from "../../domain/record.ts";
import { sentences } from "../../domain/sentences.ts";
import { sameWords } from "../../domain/similar.ts";
import { statements } from "../../domain/statement.ts";
import { terms } from "../../domain/text.ts";
import { wants } from "./intent.ts";

/** How much a line bears on how the user wants to be treated: constraints first. */
export type Rank = "constraint" | "preference" | "fact" | "procedure" | "event";

/** Something that may be quoted: a line of the recalled block, or what was said in this conversation. */
export interface Line {
  content: string;
  rank: Rank;
  /** Local day, `2026-11-30`; `null` for this conversation. */
  day: string | null;
  /** Further notes of the block's line: how sure, until when. */
  notes: string[];
  /** The words are the user's own, not a statement about them. */
  verbatim: boolean;
}

const BLOCK = /<memories\b[^>]*>(.*?)<\/memories>/gisu;
const LINE = /^\[(\d+)\] \(([^)]*)\) (.*)$/gmu;
const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const RANKS: readonly [Rank, RegExp][] = [
  ["constraint", /^(?:constraint|约束)/iu],
  ["preference", /^(?:preference|偏好)/iu],
  ["fact", /^(?:fact|事实)/iu],
  ["procedure", /^(?:procedure|做法)/iu],
];

/** True when the text holds a memory block, also an empty one. */
export function hasBlock(text: string): boolean {
  return text.search(BLOCK) >= 0;
}

/** The lines of every memory block of a text, in order. */
export function linesOfBlock(text: string): Line[] {
  const found: Line[] = [];
  for (const [, inside] of text.matchAll(BLOCK)) {
    for (const [, , labels, content] of inside!.matchAll(LINE)) {
      const [type = "", , ...rest] = labels!.split(" · ").map((label) => label.trim());
      found.push({
        content: content!.trim(),
        rank: RANKS.find(([, label]) => label.test(type))?.[0] ?? "event",
        day: rest.find((note) => DAY.test(note)) ?? null,
        notes: rest.filter((note) => !DAY.test(note)),
        verbatim: false,
      });
    }
  }
  return found;
}

/** What the user told in a message: its sentences that neither ask nor are empty talk. */
export function told(message: string): string[] {
  return sentences(message)
    .map(withoutOpening)
    .filter((sentence) => sentence !== "" && !wants(sentence) && emptyTalk(sentence) === null)
    .filter((sentence) => terms(sentence).length >= 2);
}

/** What the user said earlier in this conversation, newest first, as statements about them. */
export function linesOfConversation(messages: readonly string[], moment: Moment): Line[] {
  return messages
    .toReversed()
    .flatMap(told)
    .flatMap((said) => statements(said, moment))
    .map(({ content, type, quoted, context }) => ({
      content: quoted ? (context ?? content) : content,
      rank: RANKS.find(([rank]) => rank === type)?.[0] ?? "event",
      day: null,
      notes: [],
      verbatim: quoted,
    }));
}

/** The user's lines of a running summary in the system message, outside the block. */
export function linesOfSummary(text: string): string[] {
  return Array.from(text.replace(BLOCK, "").matchAll(/^(?:User: |用户：)(.+)$/gmu), ([, said]) => said!.trim());
}

/** The lines without those that say the same again; the first stays. */
export function distinct(lines: readonly Line[]): Line[] {
  const seen = new Set<string>();
  return lines.filter(({ content }) => {
    const key = normalised(content);
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

/**
 * The lines that still hold, `newest` first and the recalled ones after them: without those that something said later
 * contradicts ("I live in Oslo" … "I moved to Bergen"), and without what another line says already.
 */
export function current(recalled: readonly Line[], newest: readonly Line[]): Line[] {
  const beats = (later: Line, line: Line) => contradicts(later.content, line.content);
  const holds = newest.filter((line, i) => !newest.slice(0, i).some((later) => beats(later, line)));
  const kept = recalled.filter((line) => !holds.some((later) => beats(later, line)));
  const fresh = holds.filter((line) => !kept.some(({ content }) => sameWords(content, line.content)));
  return distinct([...kept, ...fresh]);
}

/** The day in words. */
export function dayInWords(day: string, language: "en" | "zh"): string {
  const date = DateTime.fromISO(day, { zone: "utc" });
  return language === "zh" ? date.toFormat("yyyy年M月d日") : date.setLocale("en").toFormat("d MMMM yyyy");
}
