import { AIMessage, type BaseMessage, HumanMessage, RemoveMessage } from "@langchain/core/messages";
import { memoryBlock } from "../../domain/block.ts";
import { asksAnything, cueOf } from "../../domain/cue.ts";
import { HindsightError, isHindsightError, messageOf } from "../../domain/errors.ts";
import { within } from "../../memory/budget.ts";
import type { Memory, Recalled } from "../../memory/types.ts";
import { strays } from "../batches.ts";
import { tell } from "../events.ts";
import type { Identity, Run } from "../identity.ts";
import { carried, type InView, viewAfter } from "../in-view.ts";
import { idOf, languageOfTurn, lastHuman, textOf } from "../messages.ts";
import type { AgentSetup } from "../setup.ts";
import type { AgentState, AgentUpdate, RecalledItem, RecalledState } from "../state.ts";
import { noteThread } from "../threads.ts";
import { refused } from "./refuse.ts";

/** Messages before the question that help to understand it; more only dilute the search. */
const CONVERSATION = 6;
/** Standing facts that open a thread (requirements A4), beside what the message itself recalls. */
const PROFILE = 4;
/** Contents remembered as "came from memory": several turns' worth, and never a growing checkpoint. */
export const KNOWN = 60;

type Reason = RecalledState["reason"];

/**
 * Why to recall before this reply, or `null`. No rule can tell whether "where does Anna live?" asks about the user's Anna,
 * but the memory can: any question is looked up, and the relevance floor keeps out what does not answer it.
 */
function reasonFor(setup: AgentSetup, identity: Identity, state: AgentState, message: string): Reason | null {
  const mode = identity.context.recall ?? setup.settings.recall;
  if (mode === "tool") return null;
  if (state.owner === null) return "session_start";
  if (mode === "always") return "always";
  const before = state.messages.slice(0, lastHuman(state.messages)).slice(-CONVERSATION).map(textOf);
  return cueOf(message, before) ?? (asksAnything(message) ? "question" : null);
}

function conversation(messages: readonly BaseMessage[]) {
  return messages
    .filter((message) => HumanMessage.isInstance(message) || AIMessage.isInstance(message))
    .map((message) => ({
      role: HumanMessage.isInstance(message) ? ("user" as const) : ("assistant" as const),
      content: textOf(message),
    }))
    .filter(({ content }) => content.trim() !== "")
    .slice(-CONVERSATION);
}

/** One memory as the state keeps it. */
export function itemOf({ record, score }: Recalled): RecalledItem {
  const { id, kind, type, content, happenedAt, source } = record;
  return { id, kind, type, content, score, happenedAt, source };
}

/** `known` with more contents, without repeats, the newest last, bounded. */
export function knowing(known: readonly string[], contents: readonly string[]): string[] {
  const added = new Set(contents);
  return [...known.filter((content) => !added.has(content)), ...added].slice(-KNOWN);
}

/** What was looked for in this turn, what the model is shown, and for how long. */
interface Opened {
  recalled: RecalledState | null;
  block: string;
  inView: InView;
}

/** Looks for what the message calls for, if it does, and puts what earlier messages called for behind it. */
async function open(
  setup: AgentSetup,
  memory: Memory,
  identity: Identity,
  state: AgentState,
  query: string,
  reason: Reason | null,
  signal: AbortSignal,
): Promise<Opened> {
  const found = reason === null ? null : await recall(setup, memory, identity, state, query, reason, signal);
  const results = found?.results ?? [];
  const own = new Set(results.map(({ record }) => record.id));
  const now = new Date(setup.clock.now()).toISOString();
  const others = (await carried(memory, state.inView, own, now)).map((record) => ({ record }));
  const block = memoryBlock([...results, ...others], {
    tokenBudget: setup.settings.recallTokens,
    timeZone: memory.timeZone,
    language: languageOfTurn(state.messages),
    now,
  });
  const inView = viewAfter(state.inView, block.ids, own);
  const inVain = reason === "question" && results.length === 0;
  if (found === null || reason === null || inVain) return { recalled: null, block: block.text, inView };
  const shown = new Set(block.ids);
  const items = results.filter(({ record }) => shown.has(record.id)).map(itemOf);
  return { recalled: { reason, query, searched: found.searched, items, block: block.text }, block: block.text, inView };
}

async function recall(
  setup: AgentSetup,
  memory: Memory,
  identity: Identity,
  state: AgentState,
  query: string,
  reason: Reason,
  signal: AbortSignal,
): Promise<{ searched: string; results: Recalled[] }> {
  const before = conversation(state.messages.slice(0, lastHuman(state.messages)));
  const [found, profile] = await Promise.all([
    memory.recall(query, {
      conversation: before,
      tokenBudget: setup.settings.recallTokens,
      signal,
      ...(identity.thread === null ? {} : { thread: identity.thread }),
    }),
    reason === "session_start" ? memory.profile({ k: PROFILE }) : null,
  ]);
  for (const { route, message } of found.failures) {
    setup.log.warn({ request: found.request, route }, "part of recall failed; the rest went on");
    setup.log.debug({ request: found.request, route, message }, "part of recall failed; the rest went on");
  }
  const shown = new Set(found.results.map(({ record }) => record.id));
  const standing = profile?.results.filter(({ record }) => !shown.has(record.id)) ?? [];
  return { searched: found.searched, results: [...found.results, ...standing] };
}

/**
 * Refuses a thread that another user started. Two locks: the state's own, and the ledger where the source has one. The
 * ledger is asked before the first turn only, because that costs a durable write; `reflect` keeps it up to date.
 */
async function checkOwner(setup: AgentSetup, identity: Identity, state: AgentState): Promise<string | null> {
  if (state.owner === identity.user) return null;
  if (state.owner !== null)
    throw new HindsightError(
      "NOT_GRANTED",
      "this thread was started by another user",
      "Use a thread id of your own; a thread belongs to whoever started it.",
    );
  return noteThread(setup, identity);
}

/**
 * Opens the turn: makes sure whose it is, and recalls when it pays. A memory that fails or is slow is noted in
 * `memoryProblem` and never fails the reply.
 * A run that names no user, or someone else's thread, is refused: see `refused`.
 * @throws HindsightError INVALID_INPUT when there is no message to answer.
 */
export function retrieveNode(setup: AgentSetup) {
  return async (found: AgentState, run: Run): Promise<AgentUpdate> => {
    const stray = strays(found);
    const state = { ...found, messages: found.messages.filter((message) => !stray.includes(message)) };
    let identity: Identity;
    let unnoted: string | null;
    try {
      identity = setup.identify(run);
      unnoted = await checkOwner(setup, identity, state);
    } catch (error) {
      if (isHindsightError(error)) return refused(found, error);
      throw error;
    }
    const newest = lastHuman(state.messages);
    const question = state.messages[newest];
    if (question === undefined)
      throw new HindsightError("INVALID_INPUT", "there is no message to answer", "Send a message of role user.");
    const problems: string[] = [];
    if (unnoted !== null) problems.push(unnoted);

    const now = new Date(setup.clock.now()).toISOString();
    const times = Object.fromEntries(
      state.messages.map((message) => [idOf(message), state.times[idOf(message)] ?? now]),
    );
    const query = textOf(question);
    const reason = query.trim() === "" ? null : reasonFor(setup, identity, state, query);
    let opened: Opened = { recalled: null, block: "", inView: [] };
    const byTool = (identity.context.recall ?? setup.settings.recall) === "tool";
    if (reason !== null || (state.inView.length > 0 && !byTool)) {
      try {
        opened = await within("recall", setup.settings.recallTimeoutMs, run.signal, (signal) =>
          open(setup, setup.memoryOf(identity), identity, state, query, reason, signal),
        );
        if (opened.recalled !== null) tell(run, { hindsight: "recalled", recalled: opened.recalled });
      } catch (error) {
        run.signal?.throwIfAborted(); // the run was cancelled: that is no fault of the memory
        problems.push(`recall failed: ${messageOf(error)}`);
      }
    }
    const memoryProblem = problems.length === 0 ? null : problems.join("; ");
    if (memoryProblem !== null) {
      setup.log.warn({ thread: identity.thread, problem: memoryProblem }, "replying without memory");
      tell(run, { hindsight: "problem", message: memoryProblem });
    }
    if (stray.length > 0)
      setup.log.warn(
        { thread: identity.thread, messages: stray.length },
        "messages of a run that never began were dropped",
      );
    return {
      ...(stray.length === 0 ? {} : { messages: stray.map((one) => new RemoveMessage({ id: idOf(one) })) }),
      owner: identity.user,
      refusal: null,
      times,
      ...opened,
      kept: [],
      memoryProblem,
      known: knowing(state.known, opened.recalled?.items.map(({ content }) => content) ?? []),
    };
  };
}
