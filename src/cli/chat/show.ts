import type { MemoryEvent } from "../../agent/events.ts";
import { inZone } from "../../time.ts";
import { json } from "../format.ts";
import { dim, type Io, note, printable, write } from "../io.ts";
import type { TurnEvent } from "./talk.ts";
import { type Words, wordsFor } from "./words.ts";

/** What one turn came to. */
export interface TurnResult {
  reply: string;
  recalled: { id: string; kind: string; content: string; score: number; happenedAt: string }[];
  kept: { id: string; kind: string; content: string; how: string }[];
  problems: string[];
  /** Set when the reply is not whole: says so, in the user's language. */
  cut?: string;
}

/** Longest memory shown beside a reply, in characters. */
const SHOWN = 160;

function short(text: string): string {
  const line = printable(text).replace(/\s+/gu, " ").trim();
  const characters = Array.from(line);
  return characters.length <= SHOWN ? line : `${characters.slice(0, SHOWN - 1).join("")}…`;
}

/** An event of the memory in lines for a person. */
export function lines(event: MemoryEvent, words: Words, zone: string): string[] {
  switch (event.hindsight) {
    case "recalled":
      return event.recalled.items.map(
        (item) => `${words.recalled}: ${short(item.content)} (${inZone(item.happenedAt, zone)})`,
      );
    case "kept":
      return event.items.map((item) => {
        const word = item.how === "updated" ? words.changed : item.how === "retracted" ? words.retracted : words.kept;
        return `${word}: ${short(item.content)}`;
      });
    case "queued":
      return []; // told when it is kept
    case "folded":
      return [words.folded];
    case "cut":
      return [event.label];
    case "problem":
      return [`${words.problem}: ${short(event.message)}`];
  }
}

function collect(result: TurnResult, event: MemoryEvent): void {
  if (event.hindsight === "recalled")
    result.recalled.push(
      ...event.recalled.items.map(({ id, kind, content, score, happenedAt }) => ({
        id,
        kind,
        content,
        score,
        happenedAt,
      })),
    );
  if (event.hindsight === "kept")
    result.kept.push(...event.items.map(({ id, kind, content, how }) => ({ id, kind, content, how })));
  if (event.hindsight === "cut") {
    result.cut = event.label;
    result.problems.push(event.label);
  }
  if (event.hindsight === "problem") result.problems.push(event.message);
}

export interface ShowOptions {
  thread: string;
  zone: string;
  /** One JSON object a turn on standard output, when it is over. */
  json: boolean;
}

/**
 * Shows a turn as it happens: the reply on standard output, what was recalled and kept, dimmed, on standard error.
 * A reply that is cut off still ends its line.
 */
export async function show(
  io: Io,
  said: string,
  events: AsyncIterable<TurnEvent>,
  options: ShowOptions,
): Promise<TurnResult> {
  const words = wordsFor(said);
  const result: TurnResult = { reply: "", recalled: [], kept: [], problems: [] };
  let open = false; // a line of the reply that is not ended yet
  const endLine = async () => {
    if (open) await write(io.stdout, "\n");
    open = false;
  };
  try {
    for await (const one of events) {
      if (one.event === "text") {
        result.reply += one.text;
        if (options.json) continue;
        const text = printable(one.text);
        await write(io.stdout, text);
        open = !text.endsWith("\n");
      } else {
        collect(result, one.memory);
        if (options.json) continue;
        await endLine();
        for (const line of lines(one.memory, words, options.zone)) await note(io, dim(io, `  ${line}`));
      }
    }
    return result;
  } finally {
    await endLine();
    if (options.json) await write(io.stdout, `${json({ thread: options.thread, ...result })}\n`);
  }
}
