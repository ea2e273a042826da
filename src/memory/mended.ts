import { tellsFailure, tellsFix } from "../domain/mending.ts";
import type { MemoryRecord, Step } from "../domain/record.ts";
import type { MemoryStore } from "../ports/store.ts";
import type { FinishedTask } from "./types.ts";

/** Episodes of the thread that a fix is held against: what failed longer ago was given up. */
const LOOKED_AT = 3;
/** How long "it works now" can mean a failure the user told of, in milliseconds: a day. */
const STILL_MEANT = 86_400_000;

const succeeds = (steps: readonly Step[], tool: string): boolean =>
  steps.some((step) => step.tool === tool && step.error === null);

/** Tools that failed in the episode and did not succeed afterwards. */
function leftBroken({ episode }: MemoryRecord): string[] {
  const steps = episode?.steps ?? [];
  return steps
    .filter(({ tool, error }, i) => error !== null && !succeeds(steps.slice(i + 1), tool))
    .map(({ tool }) => tool);
}

/** The user told of a failure that nothing has put right yet. */
const toldBroken = ({ episode, happenedAt }: MemoryRecord, until: number): boolean =>
  episode !== null &&
  episode.lessons.length === 0 &&
  tellsFailure(episode.request) &&
  until - Date.parse(happenedAt) <= STILL_MEANT;

/**
 * A failure and its fix become one episode (requirement B1): when this task succeeds with a tool that failed in an
 * earlier episode of the thread, or the user says what they did about the failure they told of, the task as a whole (what was asked then, all steps), and the episode it replaces.
 */
export async function withFailure(
  store: MemoryStore,
  task: FinishedTask,
): Promise<{ task: FinishedTask; failed: string | null }> {
  const steps = task.steps ?? [];
  const fixed = task.turns.some(({ role, content }) => role === "user" && tellsFix(content));
  if (!fixed && !steps.some(({ error }) => error === null)) return { task, failed: null };
  const lately = await store.list(
    { threads: [task.thread], kinds: ["episodic"], types: ["task"] },
    { limit: LOOKED_AT, newestFirst: true },
  );
  const until = Date.parse(task.turns[0]!.at);
  const failed = lately.find(
    (record) => leftBroken(record).some((tool) => succeeds(steps, tool)) || (fixed && toldBroken(record, until)),
  );
  if (failed?.episode == null) return { task, failed: null };
  const asked = { role: "user" as const, content: failed.episode.request, id: failed.id, at: failed.happenedAt };
  const turns = failed.episode.request.trim() === "" ? task.turns : [asked, ...task.turns];
  return { task: { ...task, turns, steps: [...failed.episode.steps, ...steps] }, failed: failed.id };
}
