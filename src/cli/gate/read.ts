import { z } from "zod";
import type { RefusalReason } from "../../memory/types.ts";
import { Failure } from "../failure.ts";
import { checkedLine } from "../jsonl/checked.ts";
import { linesOf } from "../jsonl/lines.ts";
import { REFUSALS } from "../refusals.ts";

/** One turn whose right decision is known. */
export interface Labelled {
  /** Line in the file, from 1. */
  line: number;
  text: string;
  keep: boolean;
  /** Why it is to be refused; null when it is to be kept or no reason is given. */
  reason: RefusalReason | null;
  preset: "support" | "assistant" | "companion" | undefined;
  recalled: readonly string[];
  /** What the figures are broken down by. */
  scene: string | undefined;
}

const REASONS = Object.keys(REFUSALS) as [RefusalReason, ...RefusalReason[]];
const lineSchema = z
  .strictObject({
    text: z.string("must be a text"),
    keep: z.boolean("must be true or false"),
    reason: z.enum(REASONS, `must be one of ${REASONS.join(", ")}`).optional(),
    preset: z.enum(["support", "assistant", "companion"]).optional(),
    recalled: z.array(z.string()).optional(),
    scene: z.string().optional(),
  })
  .refine(({ keep, reason }) => !keep || reason === undefined, {
    path: ["reason"],
    message: "goes with keep: false only",
  });

const HELP = {
  file: "A gate log",
  keys: ["text", "keep", "reason", "preset", "recalled", "scene"],
  again: "run the log again",
};

/**
 * The turns of a JSON Lines stream.
 * @throws Failure at the first line that is wrong, naming line and key, and for a stream without turns.
 */
export async function readLog(chunks: AsyncIterable<Uint8Array | string>): Promise<Labelled[]> {
  const turns: Labelled[] = [];
  for await (const line of linesOf(chunks)) {
    const { text, keep, reason = null, preset, recalled = [], scene } = checkedLine(lineSchema, line, HELP);
    turns.push({ line: line.number, text, keep, reason, preset, recalled, scene });
  }
  if (turns.length > 0) return turns;
  throw new Failure("the file holds no turns", 'Write one a line: {"text": "…", "keep": true}.');
}
