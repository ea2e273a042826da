import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { messageOf } from "../../domain/errors.ts";
import type { MemoryRecord, Step } from "../../domain/record.ts";
import { within } from "../../memory/budget.ts";
import type { FinishedTask, Reflected, Turn } from "../../memory/types.ts";
import { refusalOf, substance } from "../../memory/worth.ts";
import { tell } from "../events.ts";
import type { Identity, Run } from "../identity.ts";
import { isMemoryTool } from "../memory-tools.ts";
import { callsOf, idOf, keptOutputOf, lastHuman, textOf } from "../messages.ts";
import type { AgentSetup } from "../setup.ts";
import type { AgentState, AgentUpdate, KeptItem } from "../state.ts";
import { noteThread } from "../threads.ts";
import { foldable } from "../window.ts";

/** A reflection looks at no more messages than this: a thread whose memory failed for long is not dragged along whole. */
const LONGEST_STRETCH = 60;
/** Longest tool input or result in a step, in UTF-16 units: what happened, not the whole page that came back. */
const LONGEST_STEP = 2_000;

/**
 * The messages that were not reflected upon yet. When the last reflected one was folded away, everything here came after
 * it. Without a thread nothing is remembered from run to run, and the caller may send the whole talk each time: then
 * only the newest exchange counts.
 */
function stretchOf(state: AgentState, identity: Identity): BaseMessage[] {
  if (identity.thread === null) return state.messages.slice(lastHuman(state.messages));
  const done = state.messages.findIndex((message) => message.id === state.lastReflected);
  return state.messages.slice(done + 1).slice(-LONGEST_STRETCH);
}

function short(text: string): string {
  return text.length <= LONGEST_STEP ? text : `${text.slice(0, LONGEST_STEP)}…`;
}

/** What was called and what came back. Memory tools are left out: what they return is memory already. */
function stepsOf(messages: readonly BaseMessage[]): Step[] {
  const results = new Map<string, ToolMessage>();
  for (const message of messages) if (ToolMessage.isInstance(message)) results.set(message.tool_call_id, message);
  return messages
    .flatMap(callsOf)
    .filter((call) => !isMemoryTool(call.name))
    .map((call) => {
      const result = results.get(call.id ?? "");
      const kept = result === undefined ? null : keptOutputOf(result);
      const text = result === undefined ? null : short(kept?.summary ?? textOf(result));
      const failed = result?.status === "error";
      return {
        tool: call.name,
        input: short(JSON.stringify(call.args)),
        result: failed ? null : text,
        error: failed ? text : null,
        ...(kept?.id == null ? {} : { output: kept.id }),
      };
    });
}

function turnsOf(messages: readonly BaseMessage[], times: AgentState["times"], now: string): Turn[] {
  return messages.flatMap((message): Turn[] => {
    const content = textOf(message);
    if (content.trim() === "") return [];
    const turn = { content, id: idOf(message), at: times[idOf(message)] ?? now };
    if (HumanMessage.isInstance(message)) return [{ role: "user", ...turn }];
    if (AIMessage.isInstance(message)) return [{ role: "assistant", ...turn }];
    if (ToolMessage.isInstance(message) && !isMemoryTool(message.name ?? ""))
      return [{ role: "tool", ...turn, content: short(keptOutputOf(message)?.summary ?? content) }];
    return [];
  });
}

/** The task that the turns since the last reflection make; `null` when the user said nothing in them. */
export function finishedTask(state: AgentState, identity: Identity, now: string): FinishedTask | null {
  const messages = stretchOf(state, identity);
  const turns = turnsOf(messages, state.times, now);
  const first = turns.find(({ role }) => role === "user");
  if (first === undefined) return null;
  const steps = stepsOf(messages);
  return {
    thread: identity.thread ?? `run-${first.id}`,
    turns,
    ...(steps.length === 0 ? {} : { steps }),
    ...(state.known.length === 0 ? {} : { recalled: state.known }),
  };
}

function keptItem(record: MemoryRecord, how: KeptItem["how"]): KeptItem {
  const { id, kind, type, content } = record;
  return { id, kind, type, content, how };
}

function keptBy(reflected: Reflected): KeptItem[] {
  return [
    ...reflected.added.map((record) => keptItem(record, "added")),
    ...reflected.updated.map((record) => keptItem(record, "updated")),
    ...reflected.retracted.map((record) => keptItem(record, "retracted")),
    ...(reflected.episode?.status === "active" ? [keptItem(reflected.episode, "episode")] : []),
  ];
}

/** Counts the newest message when the gate refuses it; the node runs once a message, whatever becomes of the stretch. */
async function countRefusal(setup: AgentSetup, identity: Identity, state: AgentState): Promise<void> {
  const newest = state.messages[lastHuman(state.messages)];
  if (newest === undefined) return;
  const reason = refusalOf(textOf(newest), state.known);
  if (reason !== null) await setup.memoryOf(identity).noteRefusals([reason]);
}

/** What the state holds once a stretch is taken care of. */
function settledState(state: AgentState): AgentUpdate {
  return {
    known: [], // a later "window seats after all" is news again, though it was recalled before
    lastReflected: state.messages.at(-1)?.id ?? state.lastReflected,
  };
}

const joined = (...problems: (string | null)[]): string | null => problems.filter(Boolean).join("; ") || null;

/** Reflects now: the run ends when what it kept is stored. */
async function inline(setup: AgentSetup, state: AgentState, run: Run, task: FinishedTask): Promise<AgentUpdate> {
  const identity = setup.identify(run);
  const reflected = await within("reflection", setup.settings.reflectTimeoutMs, run.signal, () =>
    setup.memoryOf(identity).reflect(task),
  );
  const items = keptBy(reflected);
  if (items.length > 0) tell(run, { hindsight: "kept", items });
  const letter = reflected.deadLetter;
  const memoryProblem = joined(
    state.memoryProblem,
    letter && `reflection failed: ${letter.reason}; it is kept as dead letter ${letter.id}`,
  );
  if (letter !== null && memoryProblem !== null) tell(run, { hindsight: "problem", message: memoryProblem });
  return { ...settledState(state), kept: [...state.kept, ...items], memoryProblem };
}

/** Longest wait at the end of a turn for how much was written today, in milliseconds. */
const COUNT_MS = 300;

/** Hands the stretch to the queue, durably, and is done: a worker reflects. */
async function queued(setup: AgentSetup, state: AgentState, run: Run, task: FinishedTask): Promise<AgentUpdate> {
  const identity = setup.identify(run);
  const memory = setup.memoryOf(identity);
  const job = await within("queueing", setup.settings.recallTimeoutMs, run.signal, () => memory.reflectLater(task));
  tell(run, { hindsight: "queued", job });
  // Once it is queued the stretch is taken care of, whether the memory can be asked now or not.
  const counting = within("counting", COUNT_MS, run.signal, () => memory.writesToday());
  const { count, cap } = await counting.catch((error: unknown) => {
    setup.log.warn({ thread: identity.thread, problem: messageOf(error) }, "the writes of the day cannot be counted");
    return { count: 0, cap: null };
  });
  if (cap === null || count < cap) return settledState(state);
  const problem = `the daily cap of ${cap} memories is reached: what this turn is worth is kept tomorrow`;
  tell(run, { hindsight: "problem", message: problem });
  return { ...settledState(state), memoryProblem: joined(state.memoryProblem, problem) };
}

/**
 * The safety net of requirement B1: many turns without anything worth keeping by itself, or turns about to be folded out
 * of the thread unreflected, become an episode all the same.
 */
function needsSafety(setup: AgentSetup, state: AgentState, task: FinishedTask): boolean {
  const { safetyTurns, workingTokens, workingTurns } = setup.settings;
  if (safetyTurns === 0) return false;
  const said = substance(task);
  if (said === 0 || said >= safetyTurns) return said > 0;
  const open = new Set(task.turns.map(({ id }) => id));
  return foldable(state.messages, workingTokens, workingTurns).some((message) => open.has(idOf(message)));
}

/**
 * After the reply: sees to it that what is worth keeping of the turns since the last reflection is kept, by the queue or
 * inline. A stretch with nothing worth keeping stays open, so that the next one is understood with it. A failure is noted
 * and tried again with the next turn; the same messages give the same keys, so nothing is written twice.
 */
export function reflectNode(setup: AgentSetup) {
  const keep = setup.settings.writes === "queue" ? queued : inline;
  return async (state: AgentState, run: Run): Promise<AgentUpdate> => {
    const identity = setup.identify(run);
    const unnoted = await noteThread(setup, identity);
    if (unnoted !== null) setup.log.warn({ thread: identity.thread, problem: unnoted }, "a thread is not up to date");
    const task = finishedTask(state, identity, new Date(setup.clock.now()).toISOString());
    await countRefusal(setup, identity, state);
    if (task === null) return {};
    const worth = setup.worthReflecting(task);
    if (!worth && !needsSafety(setup, state, task)) return {};
    try {
      return await keep(setup, state, run, worth ? task : { ...task, safety: true });
    } catch (error) {
      run.signal?.throwIfAborted();
      const problem = `reflection failed: ${messageOf(error)}`;
      setup.log.warn({ thread: identity.thread, problem }, "nothing was kept of this turn");
      tell(run, { hindsight: "problem", message: problem });
      return { memoryProblem: joined(state.memoryProblem, problem) };
    }
  };
}
