import { type BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { type Command, isCommand, isGraphBubbleUp } from "@langchain/langgraph";
import { HindsightError, messageOf } from "../../domain/errors.ts";
import { BULKY } from "../../domain/output.ts";
import { wholeResult } from "../../domain/output-page.ts";
import { within } from "../../memory/budget.ts";
import { tell } from "../events.ts";
import type { Run } from "../identity.ts";
import { isMemoryTool, type MemoryArtifact, memoryFailed, memoryTools } from "../memory-tools.ts";
import { BROKEN_ARGUMENTS, callsOf, idOf, KEPT_OUTPUT, keptOutputOf, languageOfTurn, textOf } from "../messages.ts";
import { OWN_GRAPH } from "../remember-tool.ts";
import { type AgentSetup, furtherTools } from "../setup.ts";
import type { AgentState, AgentUpdate } from "../state.ts";
import { knowing } from "./retrieve.ts";

/** Longest tool result shown to the model, in UTF-16 units: about 5,000 tokens; a longer one would crowd out the talk. */
const LONGEST_RESULT = 20_000;

type Call = ReturnType<typeof callsOf>[number];

function failed(call: Call, why: string, artifact?: unknown): ToolMessage {
  return new ToolMessage({ tool_call_id: call.id ?? "", name: call.name, status: "error", content: why, artifact });
}

/** Wrong arguments are the model's mistake, not the tool's. */
function isWrongInput(error: unknown): boolean {
  return error instanceof Error && error.name === "ToolInputParsingException";
}

function cut(message: ToolMessage): ToolMessage {
  const text = textOf(message);
  if (text.length <= LONGEST_RESULT) return message;
  const left = text.length - LONGEST_RESULT;
  const id = keptOutputOf(message)?.id ?? null;
  const whole = id === null ? "" : `; ${wholeResult(message.name ?? "tool", id, "en")}`;
  message.content = `${text.slice(0, LONGEST_RESULT)}\n[cut here: ${left} more characters${whole}]`;
  return message;
}

/**
 * Keeps a bulky result apart (requirement B8) and notes on the message what stands for it in the task's episode. That it
 * cannot be kept is logged: the episode then holds its beginning.
 */
async function keepApart(setup: AgentSetup, run: Run, message: ToolMessage, key: string): Promise<void> {
  const text = textOf(message);
  if (isMemoryTool(message.name ?? "") || text.length <= BULKY) return;
  try {
    const identity = setup.identify(run);
    const tool = message.name ?? "tool";
    const kept = await within("keeping a result", setup.settings.recallTimeoutMs, run.signal, () =>
      setup.memoryOf(identity).keepOutput({ tool, text, thread: identity.thread, key }),
    );
    message.additional_kwargs = { ...message.additional_kwargs, [KEPT_OUTPUT]: kept };
    message.lc_kwargs.additional_kwargs = message.additional_kwargs; // what checkpoints are made of
  } catch (error) {
    run.signal?.throwIfAborted();
    setup.log.warn(
      { tool: message.name, kind: error instanceof Error ? error.name : typeof error },
      "a tool's result was not kept apart",
    );
  }
}

/** Runs one call. What the tool did wrong becomes its result; only an interrupt or a cancelled run is thrown. */
async function runCall(
  setup: AgentSetup,
  tools: ReadonlyMap<string, StructuredToolInterface>,
  call: Call,
  run: Run,
  language: "en" | "zh",
  resultId: string,
): Promise<ToolMessage | Command> {
  const tool = tools.get(call.name);
  if (tool === undefined)
    return failed(call, `There is no tool "${call.name}". Tools: ${Array.from(tools.keys()).join(", ")}.`);
  if (BROKEN_ARGUMENTS in call.args)
    return failed(call, "The arguments were not valid JSON. Call again with valid JSON.");
  try {
    const result: unknown = await within(call.name, setup.settings.toolTimeoutMs, run.signal, (signal) =>
      tool.invoke(
        { ...call, type: "tool_call" },
        { ...run, configurable: { ...run.configurable, [OWN_GRAPH]: true }, signal },
      ),
    );
    if (isCommand(result)) return result;
    const message = ToolMessage.isInstance(result)
      ? result
      : new ToolMessage({
          tool_call_id: call.id ?? "",
          name: call.name,
          content: typeof result === "string" ? result : (JSON.stringify(result) ?? ""),
        });
    await keepApart(setup, run, message, resultId);
    return cut(message);
  } catch (error) {
    if (isGraphBubbleUp(error)) throw error;
    run.signal?.throwIfAborted();
    // What went wrong may quote the arguments, and with them the user.
    setup.log.warn({ tool: call.name, kind: error instanceof Error ? error.name : typeof error }, "a tool failed");
    setup.log.debug({ tool: call.name, error: messageOf(error) }, "a tool failed");
    if (!isMemoryTool(call.name) || isWrongInput(error)) return failed(call, `Error: ${messageOf(error)}`);
    // What the model reads it may repeat to the user, to whom file names and codes say nothing.
    return failed(call, memoryFailed(call.name, language), { problem: messageOf(error) });
  }
}

/** What a memory tool failed at, or `null`. */
function problemOf(result: ToolMessage): string | null {
  const { artifact } = result;
  if (!isMemoryTool(result.name ?? "") || typeof artifact !== "object" || artifact === null) return null;
  return "problem" in artifact && typeof artifact.problem === "string" ? `${result.name}: ${artifact.problem}` : null;
}

function artifactOf(result: ToolMessage): MemoryArtifact | null {
  const { artifact } = result;
  const ours = isMemoryTool(result.name ?? "") && typeof artifact === "object" && artifact !== null;
  return ours && "kept" in artifact ? (artifact as MemoryArtifact) : null;
}

/** Runs the calls of the newest reply, side by side, each within its time. */
export function toolsNode(setup: AgentSetup) {
  return async (state: AgentState, run: Run): Promise<AgentUpdate | (AgentUpdate | Command)[]> => {
    const identity = setup.identify(run);
    const reply = state.messages.at(-1);
    const calls = reply === undefined ? [] : callsOf(reply);
    if (reply === undefined || calls.length === 0)
      throw new HindsightError(
        "INVALID_INPUT",
        "there is no tool call to run",
        "Go to the tools after a reply that calls one.",
      );
    const all = [...memoryTools(setup, identity, state), ...(await furtherTools(setup))];
    const tools = new Map(all.map((tool) => [tool.name, tool]));
    const language = languageOfTurn(state.messages);
    // An id that a re-run repeats: the result takes the place of the first one.
    const idAt = (index: number) => `${idOf(reply)}-result-${index}`;
    const results = await Promise.all(
      calls.map((call, index) => runCall(setup, tools, call, run, language, idAt(index))),
    );

    const messages: BaseMessage[] = [];
    const commands: Command[] = [];
    const kept = [...state.kept];
    let known = state.known;
    let memoryProblem = state.memoryProblem;
    for (const [index, result] of results.entries()) {
      if (isCommand(result)) {
        commands.push(result);
        continue;
      }
      result.id = idAt(index);
      result.lc_kwargs.id = result.id;
      const artifact = artifactOf(result);
      if (artifact !== null) {
        kept.push(...artifact.kept);
        known = knowing(known, artifact.known);
        if (artifact.kept.length > 0) tell(run, { hindsight: "kept", items: artifact.kept });
      }
      const problem = problemOf(result);
      if (problem !== null) {
        memoryProblem = [memoryProblem, problem].filter(Boolean).join("; ");
        tell(run, { hindsight: "problem", message: problem });
      }
      messages.push(result);
    }
    const now = new Date(setup.clock.now()).toISOString();
    const times = { ...state.times, ...Object.fromEntries(messages.map((message) => [idOf(message), now])) };
    const update: AgentUpdate = { messages, kept, known, memoryProblem, times };
    return commands.length === 0 ? update : [update, ...commands];
  };
}
