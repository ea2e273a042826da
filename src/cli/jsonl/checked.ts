import type { z } from "zod";
import { Failure } from "../failure.ts";
import type { linesOf } from "./lines.ts";

type Line = Awaited<ReturnType<ReturnType<typeof linesOf>["next"]>>["value"];

/** What to tell someone whose line is wrong. */
export interface LineHelp {
  /** What holds one JSON object a line: "A gate log". */
  file: string;
  keys: readonly string[];
  /** What to do when the line is corrected: "run the log again". */
  again: string;
}

/**
 * A line of a JSON Lines file as its schema has it.
 * @throws Failure naming line and key when it is wrong.
 */
export function checkedLine<T>(schema: z.ZodType<T>, { number, text }: Line, help: LineHelp): T {
  const result = schema.safeParse(jsonOf(text, number, help));
  if (result.success) return result.data;
  const cause = result.error;
  const issue = cause.issues[0];
  if (issue?.code === "unrecognized_keys")
    throw new Failure(`line ${number}: unknown key "${issue.keys[0]}"`, `Known keys: ${help.keys.join(", ")}.`, {
      cause,
    });
  const key = issue?.path.join(".") ?? "";
  throw new Failure(
    key === "" ? `line ${number} is not a JSON object` : `line ${number}, key "${key}": ${issue?.message ?? "invalid"}`,
    `Correct the line and ${help.again}.`,
    { cause },
  );
}

function jsonOf(text: string, line: number, { file }: LineHelp): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure(
      `line ${line} is not valid JSON: ${error instanceof Error ? error.message : error}`,
      `${file} holds one JSON object a line.`,
      { cause: error },
    );
  }
}
