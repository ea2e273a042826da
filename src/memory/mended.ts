import { tellsCause, tellsFailure, tellsFix } from "../domain/mending.ts";
import type { MemoryRecord, Step } from "../domain/record.ts";
import { isRecalled } from "../domain/similar.ts";
import type { MemoryStore } from "../ports/store.ts";
import type { FinishedTask } from "./types.ts";

/** Episodes of the thread that a fix is held against: what failed longer ago was given up. */
const LOOKED_AT = 3;
/** How long "it works now" can mean a failure the user told of in the same thread, in milliseconds: a day. */
const STILL_MEANT = 86_400_000;
/** How long "found it: …" can mean one, in whatever thread: a week. */
const STILL_SOUGHT = 7 * STILL_MEANT;

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
const toldBroken = ({ episode, happenedAt }: MemoryRecord, until: number, meant = STILL_MEANT): boolean =>
  episode !== null &&
  episode.lessons.length === 0 &&
  tellsFailure(episode.request) &&
  until - Date.parse(happenedAt) <= meant;

/** Longer ago and in other talks a cause that was found can only mean a failure where a single one is open. */
function onlyBroken(records: readonly MemoryRecord[], until: number): MemoryRecord | undefined {
  const open = records.filter((record) => toldBroken(record, until, STILL_SOUGHT));
  return open.length === 1 ? open[0] : undefined;
}

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
  const found = fixed && task.turns.some(({ role, content }) => role === "user" && tellsCause(content));
  if (!fixed && !steps.some(({ error }) => error === null)) return { task, failed: null };
  const latest = (filter: { threads?: string[] }) =>
    store.list(
      { ...filter, kinds: ["episodic"], types: ["task"], statuses: ["active", "compressed"] },
      { limit: LOOKED_AT, newestFirst: true },
    );
  const until = Date.parse(task.turns[0]!.at);
  const lately = await latest({ threads: [task.thread] });
  const failed =
    lately.find(
      (record) => leftBroken(record).some((tool) => succeeds(steps, tool)) || (fixed && toldBroken(record, until)),
    ) ?? (found ? onlyBroken(await latest({}), until) : undefined);
  if (failed?.episode == null) return { task, failed: null };
  const asked = { role: "user" as const, content: failed.episode.request, id: failed.id, at: failed.happenedAt };
  const turns = failed.episode.request.trim() === "" ? task.turns : [asked, ...task.turns];
  // Shown again for the question it is no echo: it is what the fix is of.
  const recalled = task.recalled?.filter((one) => !isRecalled(asked.content, [one])) ?? [];
  return { task: { ...task, recalled, turns, steps: [...failed.episode.steps, ...steps] }, failed: failed.id };
}
