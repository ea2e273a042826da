import { substance, worthReflecting } from "../memory/worth.ts";
import { type Clock, systemClock } from "../ports/clock.ts";
import { finishedTask } from "./nodes/reflect.ts";
import type { MemorySource } from "./source.ts";
import type { AgentState } from "./state.ts";

/** The part of a compiled agent that ending a session uses. */
export interface SessionAgent {
  getState(config: SessionConfig): Promise<{ values: unknown; next: readonly string[] }>;
  updateState(config: SessionConfig, values: Partial<AgentState>, asNode: "consolidate"): Promise<unknown>;
}

interface SessionConfig {
  configurable: { thread_id: string };
  context?: { user_id: string };
}

/** Turns with substance from which a session is kept as an episode even when none is worth keeping by itself. */
const SESSION_TURNS = 4;

/**
 * Ends the session of a thread: what was said since the last reflection, also in a turn that failed or was stopped, is
 * queued when it is worth keeping. The thread can be gone on with. Without effect for a thread that is empty or another
 * user's.
 * @returns the job's key, for `hindsight.settled`; `null` when there was nothing to keep
 * @throws what the checkpointer and the queue throw
 */
export async function endSession(
  agent: SessionAgent,
  source: MemorySource,
  { user, thread }: { user: string; thread: string },
  clock: Clock = systemClock,
): Promise<string | null> {
  const config = { configurable: { thread_id: thread }, context: { user_id: user } };
  const { values, next } = await agent.getState(config);
  const state = values as Partial<AgentState>;
  if (state.messages === undefined || state.owner !== user) return null;
  const now = new Date(clock.now()).toISOString();
  const task = finishedTask(state as AgentState, { user, thread, context: {} }, now);
  if (task === null) return null;
  const worth = worthReflecting(task);
  if (!worth && substance(task) < SESSION_TURNS) return null;
  const job = await source.user(user).reflectLater(worth ? task : { ...task, safety: true });
  // A run that waits for someone, or was cut off, is left where it stands: its turns are reflected upon again with the rest.
  if (next.length === 0)
    await agent.updateState(config, { lastReflected: state.messages.at(-1)!.id!, known: [] }, "consolidate");
  return job;
}
