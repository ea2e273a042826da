import { correction, mendingSentences } from "../domain/corrections.ts";
import { cueOf } from "../domain/cue.ts";
import { gate, type RefusalReason } from "../domain/gate.ts";
import { withoutOpening } from "../domain/phrases.ts";
import { orderSentences, retraction } from "../domain/retraction.ts";
import { wishesIn } from "../domain/wishes.ts";
import { MEMORY_TOOLS } from "../ports/tools.ts";
import type { FinishedTask } from "./types.ts";

const MEMORY_TOOL = new Set<string>(MEMORY_TOOLS);
const isMemoryTool = (name: string): boolean => MEMORY_TOOL.has(name) || /^memory_/u.test(name);

/** Refusals that "shorter, please" or "no hostels" may get: too little by itself, or said before, and a pattern when it comes again. */
const OF_CONTENT: ReadonlySet<RefusalReason> = new Set(["too_short", "low_score", "recalled_text"]);

/** Why nothing of a user's turn is kept; null when it may be: what was asked and done is an episode. */
export function refusalOf(content: string, recalled: readonly string[] = []): RefusalReason | null {
  const { decision, reason } = gate(content, { preset: "assistant", recalled });
  if (decision !== "refuse" || reason === "request") return null;
  return OF_CONTENT.has(reason!) && wishesIn(content).length > 0 ? null : reason;
}

/** The turns of the user that are refused, for a task that is not worth reflecting. */
export function refusalsOf(task: FinishedTask): { content: string; reason: RefusalReason }[] {
  return task.turns.flatMap(({ role, content }) => {
    const reason = role === "user" ? refusalOf(content, task.recalled) : null;
    return reason === null ? [] : [{ content, reason }];
  });
}

const EMPTY = new Set<RefusalReason>([
  "empty",
  "greeting",
  "acknowledgement",
  "too_short",
  "recalled_text",
  "agent_instructions",
  "tool_noise",
  "small_talk",
]);

/** How many turns of the user say or ask something, beyond greetings, thanks, chatter, what came from memory and what is asked of it. */
export function substance(task: FinishedTask): number {
  return task.turns.filter(({ role, content }) => {
    if (role !== "user") return false;
    const reason = refusalOf(content, task.recalled);
    if (reason === "question") return cueOf(content) === null;
    return reason === null || !EMPTY.has(reason);
  }).length;
}

/**
 * True when there may be something to keep: work was done with tools, the run failed, or the user told, corrected or
 * took back something. By rules alone, fast enough for every turn; thanks, questions and recalled text are not worth it.
 */
export function worthReflecting(task: FinishedTask): boolean {
  if (task.error !== undefined || (task.steps ?? []).some((step) => !isMemoryTool(step.tool))) return true;
  return task.turns.some(({ role, content }) => {
    if (role !== "user") return false;
    if (refusalOf(content, task.recalled) === null) return true;
    return orderSentences(mendingSentences(content)).some(
      (sentence) => retraction(withoutOpening(sentence)) !== null || correction(sentence) !== null,
    );
  });
}
