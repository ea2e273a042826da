import { setTimeout as delay } from "node:timers/promises";
import type { DynamicStructuredTool } from "@langchain/core/tools";
import { HindsightError, messageOf } from "../../domain/errors.ts";
import type { Log } from "../../ports/log.ts";
import type { ToolServerStatus } from "../../ports/tools.ts";
import type { ServerConfig } from "./config.ts";
import { loadTools } from "./load.ts";
import { complaintOf, connect, type Link } from "./transport.ts";

export interface ServerOptions {
  /** Longest wait for a connection and its list of tools, and for one call: milliseconds. */
  timeoutMs: number;
  /** Longest that `tools()` waits for a server that is coming up; it waits in vain once. */
  patienceMs: number;
  version: string;
  env: Readonly<Record<string, string | undefined>>;
  log: Log;
}

/** One tool server: connected at once, again after it died, with growing pauses while it will not come up. */
export interface ToolServer {
  readonly name: string;
  /** The tools under their own names; empty while there is no connection. Waits only for a server not known to be bad. */
  tools(): Promise<readonly DynamicStructuredTool[]>;
  status(): Omit<ToolServerStatus, "tools">;
  close(): Promise<void>;
}

/** Pauses between attempts on a server that will not come up: a second, doubling to a minute. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

type State =
  | { is: "connecting"; attempt: Promise<void> }
  | { is: "ready"; link: Link; tools: DynamicStructuredTool[] }
  | { is: "failed"; error: string; notBefore: number }
  | { is: "closed" };

/** @throws HindsightError TOOL_SERVER_FAILED when `work` takes longer than `ms`. */
async function bounded<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const hint = "Check that the command or address is right and that it is an MCP server.";
    timer = setTimeout(() => reject(new HindsightError("TOOL_SERVER_FAILED", `no answer within ${ms} ms`, hint)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export function createToolServer(name: string, config: ServerConfig, options: ServerOptions): ToolServer {
  const { timeoutMs, patienceMs, log } = options;
  let failures = 0;
  let lastError: string | null = null;
  let waitedInVain = false;
  /** Every connection not yet closed, also one that is only being made. */
  const open = new Set<Link>();
  let state: State = { is: "connecting", attempt: Promise.resolve() };

  async function drop(link: Link): Promise<void> {
    if (!open.delete(link)) return;
    await link.client.close();
    await link.transport.close(); // a client that never got as far as connecting does not close it
  }

  const closings = new Set<Promise<unknown>>();
  /** Closes in the background: a process that will not end takes seconds. */
  function release(links: readonly Link[]): void {
    if (links.length === 0) return;
    const closing = Promise.allSettled(links.map(drop));
    closings.add(closing);
    void closing.finally(() => closings.delete(closing));
  }

  function fail(error: unknown, complaint: string): void {
    if (state.is === "closed") return;
    failures++;
    lastError = [complaintOf(error), complaint].filter(Boolean).join("; it said: ");
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
    state = { is: "failed", error: lastError, notBefore: performance.now() + pause };
    log.warn({ server: name, error: lastError, retryInMs: pause }, "a tool server is not available");
  }

  /** The server ended by itself: the next turn tries again at once. */
  function ended(link: Link): void {
    open.delete(link);
    if (state.is !== "ready" || state.link !== link) return;
    lastError = ["the server ended", link.complaint()].filter(Boolean).join("; it said: ");
    state = { is: "failed", error: lastError, notBefore: 0 };
    log.warn({ server: name, error: lastError }, "a tool server ended; it will be started again");
  }

  async function attempt(): Promise<void> {
    const made: Link[] = [];
    let over = false;
    const work = async () => {
      const link = await connect(config, options, (started) => {
        if (over || state.is === "closed") throw new Error("nobody waits for this connection any more");
        made.push(started);
        open.add(started);
        started.client.onclose = () => ended(started);
      });
      return { link, tools: await loadTools(name, link.client, timeoutMs) };
    };
    try {
      const { link, tools } = await bounded(work(), timeoutMs);
      if (!open.has(link)) throw new Error("the server ended");
      release(made.filter((other) => other !== link));
      failures = 0;
      lastError = null;
      waitedInVain = false;
      state = { is: "ready", link, tools };
      log.debug({ server: name, tools: tools.length }, "a tool server is ready");
    } catch (error) {
      fail(error, made.at(-1)?.complaint() ?? "");
      release(made);
    } finally {
      over = true;
    }
  }

  /** Lists the tools again after the server said they changed; the old ones stay when that fails. */
  async function refresh(ready: Extract<State, { is: "ready" }>): Promise<void> {
    ready.link.stale = false;
    try {
      ready.tools = await bounded(loadTools(name, ready.link.client, timeoutMs), patienceMs);
    } catch (error) {
      ready.link.stale = true;
      log.warn({ server: name, error: messageOf(error) }, "the changed tools of a server could not be listed");
    }
  }

  function start(): void {
    state = { is: "connecting", attempt: Promise.resolve() };
    state.attempt = attempt();
  }
  start();

  return {
    name,
    async tools() {
      if (state.is === "failed" && performance.now() >= state.notBefore) start();
      if (state.is === "connecting" && failures === 0 && !waitedInVain) {
        await Promise.race([state.attempt, delay(patienceMs, undefined, { ref: false })]);
        waitedInVain = (state as State).is === "connecting";
      }
      const now = state as State;
      if (now.is !== "ready") return [];
      if (now.link.stale) await refresh(now);
      return now.tools;
    },
    status: () => ({ name, state: state.is, error: lastError }),
    async close() {
      state = { is: "closed" };
      await Promise.allSettled([...Array.from(open, drop), ...closings]);
    },
  };
}
