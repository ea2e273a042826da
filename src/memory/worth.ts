import { correction, retraction } from "../domain/corrections.ts";
import { gate } from "../domain/gate.ts";
import { withoutOpening } from "../domain/phrases.ts";
import { sentences } from "../domain/sentences.ts";
import { MEMORY_TOOLS } from "../ports/tools.ts";
import type { FinishedTask } from "./types.ts";

const MEMORY_TOOL = new Set<string>(MEMORY_TOOLS);
const isMemoryTool = (name: string): boolean => MEMORY_TOOL.has(name) || /^memory_/u.test(name);

/**
 * True when there may be something to keep: work was done with tools, the run failed, or the user told, corrected or
 * took back something. By rules alone, fast enough for every turn; thanks, questions and recalled text are not worth it.
 */
export function worthReflecting(task: FinishedTask): boolean {
  if (task.error !== undefined || (task.steps ?? []).some((step) => !isMemoryTool(step.tool))) return true;
  const context = { preset: "assistant", recalled: task.recalled ?? [] } as const;
  return task.turns.some(({ role, content }) => {
    if (role !== "user") return false;
    const { decision, reason } = gate(content, context);
    if (decision !== "refuse" || reason === "request") return true; // what was asked and done is an episode
    return sentences(content).some((sentence) => {
      const text = withoutOpening(sentence);
      return retraction(text) !== null || correction(text) !== null;
    });
  });
}
