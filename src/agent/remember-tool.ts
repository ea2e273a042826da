import { ToolMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { isCommand, isGraphBubbleUp } from "@langchain/langgraph";
import { v7 as uuidv7 } from "uuid";
import { messageOf } from "../domain/errors.ts";
import { languageOf } from "../domain/text.ts";
import type { Log } from "../ports/log.ts";
import { type Identity, identify, type Run } from "./identity.ts";
import { textOf } from "./messages.ts";
import type { MemorySource } from "./source.ts";

/** Set in `configurable` by our own graph, which keeps what its tools return with the task they belong to. */
export const OWN_GRAPH = "hindsight_agent";

export interface RememberToolOptions {
  /** Where it is kept: what `createHindsight()` returns. */
  memory: MemorySource;
  /** Whose memory, when the run names nobody: default the memory's setting. */
  user?: string;
  log?: Log;
}

/** Longest arguments shown in an episode, in UTF-16 units. */
const LONGEST_INPUT = 300;

const WORDS = {
  en: (tool: string, input: string, result: string) => `${tool} was called with ${input} and returned: ${result}`,
  zh: (tool: string, input: string, result: string) => `调用了 ${tool}，参数 ${input}，返回：${result}`,
  enFailed: (tool: string, input: string, error: string) => `${tool} was called with ${input} and failed: ${error}`,
  zhFailed: (tool: string, input: string, error: string) => `调用了 ${tool}，参数 ${input}，失败：${error}`,
};

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && key in value
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

/** Arguments and id of a call, whether the tool was given a whole tool call or its arguments alone. */
function callOf(given: unknown): { args: unknown; id: string | null } {
  if (property(given, "type") !== "tool_call") return { args: given, id: null };
  const id = property(given, "id");
  return { args: property(given, "args"), id: typeof id === "string" ? id : null };
}

function textOfResult(result: unknown): string {
  if (ToolMessage.isInstance(result)) return textOf(result);
  return typeof result === "string" ? result : (JSON.stringify(result) ?? "");
}

/**
 * The same tool, what it returns being remembered (requirement B8): each call becomes an episode of the user of the run,
 * queued, so that the tool is not slower; tagged with the tool's name; a bulky result stands in it as a summary, the
 * whole kept apart (`memory.output(id)`). A failure is an episode too, and one with the call that follows it and what that taught. That it cannot be remembered is logged and
 * changes nothing for the tool's caller.
 *
 * For agents of other making: hindsight's own graph does the same for every tool, as steps of the task's episode, and a
 * tool that is wrapped already is not kept twice there.
 */
export function rememberTool<T extends StructuredToolInterface>(inner: T, options: RememberToolOptions): T {
  const { memory: source, log = source.log } = options;

  async function note(given: unknown, config: unknown, outcome: { result: unknown } | { error: unknown }) {
    try {
      const run = (config ?? {}) as Run;
      if (property(run.configurable, OWN_GRAPH) === true) return;
      const who: Identity = identify(run, options.user ?? source.settings?.user);
      const { args, id } = callOf(given);
      const memory = source.user(who.user, who.context.time_zone ? { timeZone: who.context.time_zone } : {});
      const key = JSON.stringify(["tool", inner.name, who.thread, id ?? uuidv7()]);
      const failed = "error" in outcome;
      const text = failed ? messageOf(outcome.error) : textOfResult(outcome.result);
      const kept = await memory.keepOutput({ tool: inner.name, text, thread: who.thread, key });
      const said = typeof args === "string" ? args : (JSON.stringify(args) ?? "");
      const input = said.length <= LONGEST_INPUT ? said : `${said.slice(0, LONGEST_INPUT)}…`;
      const chinese = languageOf(`${input}\n${kept.summary}`) === "zh";
      const sentence = failed ? (chinese ? WORDS.zhFailed : WORDS.enFailed) : chinese ? WORDS.zh : WORDS.en;
      await memory.rememberLater({
        content: sentence(inner.name, input, kept.summary).toWellFormed(),
        kind: "episodic",
        type: "event",
        source: "tool",
        thread: who.thread,
        tags: [inner.name],
        metadata: {
          tool: inner.name,
          call: {
            input: input.toWellFormed(),
            result: failed ? null : kept.summary.toWellFormed(),
            error: failed ? kept.summary.toWellFormed() : null,
          },
          ...(kept.id === null ? {} : { output: kept.id }),
        },
        originKey: key,
        verbatim: true,
      });
    } catch (error) {
      log?.warn(
        { tool: inner.name, kind: error instanceof Error ? error.name : typeof error },
        "a tool's result was not kept",
      );
      log?.debug({ tool: inner.name, error: messageOf(error) }, "a tool's result was not kept");
    }
  }

  return new Proxy(inner, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      if (key !== "invoke") return value.bind(target) as unknown;
      return async (...given: Parameters<T["invoke"]>): Promise<unknown> => {
        try {
          const result: unknown = await target.invoke(...(given as Parameters<StructuredToolInterface["invoke"]>));
          if (!isCommand(result)) await note(given[0], given[1], { result });
          return result;
        } catch (error) {
          if (!isGraphBubbleUp(error)) await note(given[0], given[1], { error });
          throw error;
        }
      };
    },
  });
}
