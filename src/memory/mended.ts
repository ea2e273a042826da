import type { MemoryRecord, Step } from "../domain/record.ts";
import type { MemoryStore } from "../ports/store.ts";
import type { FinishedTask } from "./types.ts";

/** Episodes of the thread that a fix is held against: what failed longer ago was given up. */
const LOOKED_AT = 3;

const succeeds = (steps: readonly Step[], tool: string): boolean =>
  steps.some((step) => step.tool === tool && step.error === null);

/** Tools that failed in the episode and did not succeed afterwards. */
function leftBroken({ episode }: MemoryRecord): string[] {
  const steps = episode?.steps ?? [];
  return steps
    .filter(({ tool, error }, i) => error !== null && !succeeds(steps.slice(i + 1), tool))
    .map(({ tool }) => tool);
}

/**
 * A failure and its fix become one episode (requirement B1): when this task succeeds with a tool that failed in an
 * earlier episode of the thread, the task as a whole (what was asked then, all steps), and the episode it replaces.
 */
export async function withFailure(
  store: MemoryStore,
  task: FinishedTask,
): Promise<{ task: FinishedTask; failed: string | null }> {
  const steps = task.steps ?? [];
  if (!steps.some(({ error }) => error === null)) return { task, failed: null };
  const lately = await store.list(
    { threads: [task.thread], kinds: ["episodic"], types: ["task"] },
    { limit: LOOKED_AT, newestFirst: true },
  );
  const failed = lately.find((record) => leftBroken(record).some((tool) => succeeds(steps, tool)));
  if (failed?.episode == null) return { task, failed: null };
  const asked = { role: "user" as const, content: failed.episode.request, id: failed.id, at: failed.happenedAt };
  const turns = failed.episode.request.trim() === "" ? task.turns : [asked, ...task.turns];
  return { task: { ...task, turns, steps: [...failed.episode.steps, ...steps] }, failed: failed.id };
}
