import { AIMessage, type AIMessageChunk, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { messageOf } from "../domain/errors.ts";
import { remaining, tells } from "../domain/forgotten.ts";
import { type SummaryTurn, summariseByRules } from "../domain/summary.ts";
import { fill } from "../domain/template.ts";
import { languageOf } from "../domain/text.ts";
import { countTokens } from "../domain/tokens.ts";
import { within } from "../memory/budget.ts";
import { answerReserve, workingBudget } from "./fit.ts";
import type { Run } from "./identity.ts";
import { textOf } from "./messages.ts";
import { endingOf } from "./replies.ts";
import type { AgentSetup } from "./setup.ts";

/** Share of the working budget that the summary may take: it must never crowd out the turns themselves. */
const SUMMARY_SHARE = 0.2;
/** Longest part of one message that a summary looks at, in UTF-16 units. */
const LONGEST_PART = 4_000;

/** What the messages say, without what the user took back in them or in the `later` ones. */
function partsOf(messages: readonly BaseMessage[], later: readonly BaseMessage[]): SummaryTurn[] {
  const all = [...messages, ...later].filter((message) => HumanMessage.isInstance(message));
  const { said, forgotten } = remaining(all.map(textOf));
  const left = new Map<BaseMessage, string>(all.map((message, i) => [message, said[i]!]));
  return messages.flatMap((message): SummaryTurn[] => {
    const whole = left.get(message) ?? textOf(message);
    const repeats = !left.has(message) && forgotten.some((what) => tells(whole, what));
    const content = repeats ? "" : whole.slice(0, LONGEST_PART);
    if (content.trim() === "") return [];
    if (HumanMessage.isInstance(message)) return [{ role: "user", content }];
    if (AIMessage.isInstance(message)) return [{ role: "assistant", content }];
    return [{ role: "tool", content }];
  });
}

async function byModel(
  setup: AgentSetup,
  summary: string,
  turns: readonly SummaryTurn[],
  maxTokens: number,
  signal: AbortSignal,
): Promise<string> {
  const text = turns.map(({ role, content }) => `${role}: ${content}`).join("\n");
  const prompt = fill(setup.prompts.get("summarize", languageOf(text)).text, {
    max_tokens: String(maxTokens),
    summary,
    turns: text,
  });
  if (countTokens(prompt) > setup.settings.contextWindow - answerReserve(setup.settings))
    throw new Error("what is to be summarised does not fit the model's context window");
  // Not part of the reply: the tag keeps it out of the stream of the run's messages.
  const stream = await setup.model.stream([new HumanMessage(prompt)], { signal, tags: ["nostream"] });
  let whole: AIMessageChunk | undefined;
  for await (const chunk of stream) whole = whole === undefined ? chunk : whole.concat(chunk);
  signal.throwIfAborted();
  const written = whole === undefined ? "" : textOf(whole).trim();
  if (whole !== undefined && endingOf(whole, setup.model._llmType()) !== "whole")
    throw new Error("the model's summary was cut off");
  if (written === "") throw new Error("the model returned an empty summary");
  return written;
}

/**
 * The running summary with those messages folded in, without what the user took back since: by the model within its time, else by rules. Never longer than a
 * fifth of the working budget, and never fails: a summary by rules is worse than a model's and better than none.
 */
export async function summarise(
  setup: AgentSetup,
  summary: string,
  messages: readonly BaseMessage[],
  later: readonly BaseMessage[],
  run: Run,
): Promise<string> {
  const turns = partsOf(messages, later);
  const maxTokens = Math.max(60, Math.floor(workingBudget(setup.settings).tokens * SUMMARY_SHARE));
  const language = languageOf(turns.map(({ content }) => content).join("\n"));
  if (!setup.rulesOnly) {
    try {
      const written = await within("the summary", setup.settings.summaryTimeoutMs, run.signal, (signal) =>
        byModel(setup, summary, turns, maxTokens, signal),
      );
      if (countTokens(written) <= maxTokens) return written;
      return summariseByRules([{ role: "summary", content: written }], maxTokens, language);
    } catch (error) {
      run.signal?.throwIfAborted();
      setup.log.warn({ error: messageOf(error) }, "the model wrote no summary; rules did");
    }
  }
  const before: SummaryTurn[] = summary === "" ? [] : [{ role: "summary", content: summary }];
  return summariseByRules([...before, ...turns], maxTokens, language);
}
