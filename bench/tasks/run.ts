import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BaseMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createBuiltinLanguageModel } from "../../src/adapters/builtin/rules.ts";
import { createAgent } from "../../src/agent/graph.ts";
import { textOf, tokensOf } from "../../src/agent/messages.ts";
import { countTokens } from "../../src/domain/tokens.ts";
import { createHindsight } from "../../src/hindsight.ts";
import { startOpenAiServer } from "../../test/support/openai-server.ts";
import type { Customer, Session } from "./customers.ts";
import { createDesk, type Desk } from "./desk.ts";
import { fillForm } from "./form.ts";
import { policy } from "./policy.ts";
import { talk } from "./talk.ts";

export type ModelName = "built-in" | "scripted";

export interface Played {
  customer: string;
  session: number;
  kind: Session["kind"];
  completed: boolean;
  /** Messages of the customer. */
  turns: number;
  /** Forms the desk refused. */
  toolErrors: number;
  /** Sent to the model and answered by it, estimated, all calls of the session; the memory block's share apart. */
  tokens: number;
  blockTokens: number;
}

/** Told of every exchange, with the memory block the model was shown. */
export type Hear = (exchange: {
  customer: string;
  session: number;
  said: string;
  answer: string;
  block: string;
}) => void;

/** Says something to the agent in the thread of the session; its answer. */
export type Say = (text: string) => Promise<string>;

const BLOCK = /<memories.*?<\/memories>/su;

/** Counts what each call of the model takes, whichever model it is. */
function createMeter() {
  const sum = { tokens: 0, blockTokens: 0 };
  return {
    sum,
    handler: {
      handleChatModelStart(_model: unknown, [messages = []]: BaseMessage[][]) {
        sum.tokens += tokensOf(messages);
        for (const message of messages) {
          const block = message.type === "system" ? BLOCK.exec(textOf(message))?.[0] : undefined;
          if (block !== undefined) sum.blockTokens += countTokens(block);
        }
      },
      handleLLMEnd({ generations }: { generations: { text: string; message?: BaseMessage }[][] }) {
        const made = generations[0]?.[0];
        if (made !== undefined)
          sum.tokens += made.message === undefined ? countTokens(made.text) : tokensOf([made.message]);
      },
    },
  };
}

/**
 * Plays every session of every customer on the real graph and, with `memory`, a real home in a temporary folder: each
 * session in a thread of its own, on its own day. Without it nothing is recalled by itself and nothing is reflected upon.
 */
export async function play(
  customers: readonly Customer[],
  model: ModelName,
  memory: boolean,
  hear: Hear = () => undefined,
): Promise<Played[]> {
  const home = mkdtempSync(join(tmpdir(), "hindsight-tasks-"));
  const server = model === "scripted" ? await startOpenAiServer({ chat: policy }) : null;
  let now = 0;
  const clock = { now: () => now };
  const hindsight = await createHindsight({
    ...{ home, clock, timeZone: "UTC", logLevel: "error", encryptionKey: null, mcpConfig: null, embeddingModel: null },
    ...{ apiKey: "none", baseUrl: server?.baseUrl ?? null, model: server === null ? null : "policy" },
    languageModel: createBuiltinLanguageModel({ clock }),
  });
  try {
    const chat = await hindsight.chatModel();
    const played: Played[] = [];
    for (const customer of customers) {
      const desk = createDesk(customer.desk, customer.language, clock.now);
      const agent = createAgent({
        ...{ memory: hindsight, model: chat, clock, checkpointer: new MemorySaver(), writes: "inline" },
        tools: model === "built-in" ? [] : desk.tools,
        ...(memory ? {} : { recall: "tool", worthReflecting: () => false }),
      });
      for (const [index, session] of customer.sessions.entries()) {
        now = session.at;
        desk.open();
        const meter = createMeter();
        const say: Say = async (text) => {
          now += 60_000;
          const state = await agent.invoke(
            { messages: [{ role: "user", content: text }] },
            {
              configurable: { thread_id: `${customer.id}/${index}` },
              context: { user_id: customer.id },
              callbacks: [meter.handler],
            },
          );
          if (state.memoryProblem !== null) throw new Error(`the memory failed: ${state.memoryProblem}`);
          const answer = textOf(state.messages.at(-1)!);
          hear({ customer: customer.id, session: index, said: text, answer, block: state.block });
          return answer;
        };
        const attempt: (desk: Desk, customer: Customer, session: Session, say: Say) => Promise<Outcome> =
          model === "built-in" ? fillForm : talk;
        const { turns, completed } = await attempt(desk, customer, session, say);
        const { refusals: toolErrors } = desk;
        const { id, kind } = { id: customer.id, kind: session.kind };
        played.push({ customer: id, session: index, kind, completed, turns, toolErrors, ...meter.sum });
      }
    }
    return played;
  } finally {
    await hindsight.close();
    await server?.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** How a session went. */
export interface Outcome {
  completed: boolean;
  turns: number;
}

export interface Figures {
  sessions: number;
  /** Share of sessions that ended with the right booking, 0 … 1. */
  completed: number;
  /** Mean a session. */
  turns: number;
  toolErrors: number;
  tokens: number;
  blockTokens: number;
}

export function figuresOf(played: readonly Played[]): Figures {
  const mean = (of: (one: Played) => number) =>
    played.reduce((sum, one) => sum + of(one), 0) / Math.max(1, played.length);
  return {
    sessions: played.length,
    completed: mean(({ completed }) => Number(completed)),
    turns: mean(({ turns }) => turns),
    toolErrors: mean(({ toolErrors }) => toolErrors),
    tokens: mean(({ tokens }) => tokens),
    blockTokens: mean(({ blockTokens }) => blockTokens),
  };
}
