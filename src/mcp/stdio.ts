import { PassThrough, type Writable } from "node:stream";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Memory } from "../memory/types.ts";
import { checkedLines } from "./lines.ts";
import { createMemoryServer } from "./server.ts";

/** Longest wait, in milliseconds, for calls under way when the client has closed its end. */
const GRACE_MS = 10_000;
/** Largest message taken, in bytes; a longer one is refused. */
const MAX_MESSAGE = 64 * 1_024 * 1_024;

/** Counts requests that have not been answered yet, by watching both directions of a transport. */
function watchRequests(inner: Transport) {
  const open = new Set<string | number>();
  let whenIdle = () => {};
  const settle = (id: unknown) => {
    if (typeof id !== "string" && typeof id !== "number") return;
    open.delete(id);
    if (open.size === 0) whenIdle();
  };
  const received = (message: JSONRPCMessage) => {
    if ("method" in message && "id" in message && message.id !== undefined) open.add(message.id);
    else if ("method" in message && message.method === "notifications/cancelled") settle(message.params?.requestId);
  };
  const outer: Transport = {
    start: () => inner.start(),
    close: () => inner.close(),
    send: async (message, options) => {
      await inner.send(message, options);
      if (!("method" in message)) settle(message.id);
    },
  };
  inner.onmessage = (message, extra) => {
    received(message);
    outer.onmessage?.(message, extra);
  };
  inner.onclose = () => outer.onclose?.();
  inner.onerror = (error) => outer.onerror?.(error);
  return {
    transport: outer,
    /** Resolves when every request was answered, or after `ms` milliseconds. */
    idle: (ms: number) =>
      new Promise<void>((resolve) => {
        if (open.size === 0) return resolve();
        const timer = setTimeout(resolve, ms);
        whenIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}

/**
 * Serves one user's memory over standard input and output until the client closes its end or the process is told to
 * stop. Calls under way are answered first, so that `… | hindsight mcp` works too.
 * @param protocol the real standard output, see `guardStdout`.
 */
export async function serveOnStdio(memory: Memory, protocol: Writable, stop: AbortSignal): Promise<void> {
  const report = (error: unknown) =>
    process.stderr.write(`hindsight mcp: ${error instanceof Error ? error.message : String(error)}\n`);
  const input = new PassThrough();
  const lines = checkedLines({ most: MAX_MESSAGE, answer: (line) => protocol.write(line), report });
  const watch = watchRequests(new StdioServerTransport(input, protocol, { maxBufferSize: 4 * MAX_MESSAGE }));
  const over = new Promise<void>((resolve) => {
    const end = () => resolve();
    lines.once("end", end);
    process.stdin.once("error", end);
    stop.addEventListener("abort", end, { once: true });
  });
  const handle = serveStdio(() => createMemoryServer(memory, report), { transport: watch.transport, onerror: report });
  lines.pipe(input, { end: false });
  process.stdin.pipe(lines);
  await over;
  do
    await new Promise((resolve) => setImmediate(resolve)); // what was read last is on its way to the server
  while (input.readableLength > 0);
  await watch.idle(GRACE_MS);
  await handle.close();
  process.stdin.unpipe(lines).pause();
}
