import { z } from "zod";
import type { RefusalReason } from "../../memory/types.ts";
import { Failure } from "../failure.ts";
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

/**
 * The turns of a JSON Lines stream.
 * @throws Failure at the first line that is wrong, naming line and key, and for a stream without turns.
 */
export async function readLog(chunks: AsyncIterable<Uint8Array | string>): Promise<Labelled[]> {
  const turns: Labelled[] = [];
  for await (const { number, text } of linesOf(chunks)) {
    const result = lineSchema.safeParse(jsonOf(text, number));
    if (!result.success) throw wrong(number, result.error);
    const { keep, reason = null, preset, recalled = [], scene } = result.data;
    turns.push({ line: number, text: result.data.text, keep, reason, preset, recalled, scene });
  }
  if (turns.length > 0) return turns;
  throw new Failure("the file holds no turns", 'Write one a line: {"text": "…", "keep": true}.');
}

function jsonOf(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure(
      `line ${line} is not valid JSON: ${error instanceof Error ? error.message : error}`,
      "A gate log holds one JSON object a line.",
      { cause: error },
    );
  }
}

function wrong(line: number, error: z.ZodError): Failure {
  const issue = error.issues[0];
  if (issue?.code === "unrecognized_keys")
    return new Failure(
      `line ${line}: unknown key "${issue.keys[0]}"`,
      "Known keys: text, keep, reason, preset, recalled, scene.",
      { cause: error },
    );
  const key = issue?.path.join(".") ?? "";
  return new Failure(
    key === "" ? `line ${line} is not a JSON object` : `line ${line}, key "${key}": ${issue?.message ?? "invalid"}`,
    "Correct the line and run the log again.",
    { cause: error },
  );
}
