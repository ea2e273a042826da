import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Fault } from "./qdrant/faults.ts";

const MAIN = new URL("./qdrant/main.ts", import.meta.url).pathname;

/** The Qdrant test server in a process of its own. */
export interface QdrantProcess {
  readonly url: string;
  readonly child: ChildProcess;
  fault(fault: Fault): Promise<void>;
  clearFaults(): Promise<void>;
  /** Where it was asked or answered against the OpenAPI document. */
  violations(): Promise<unknown[]>;
  /** Requests by operation. */
  counts(): Promise<Record<string, number>>;
  stop(): Promise<void>;
}

/** Starts it on a free port. */
export async function startQdrantProcess(): Promise<QdrantProcess> {
  const child = spawn(process.execPath, [MAIN], { stdio: ["ignore", "pipe", "inherit"] });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error("the Qdrant test server ended before it was ready");
    return value;
  };
  const [url, control] = [await line(), await line()];
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${control}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json();
  };
  return {
    url,
    child,
    fault: async (fault) => void (await call("POST", "/faults", fault)),
    clearFaults: async () => void (await call("DELETE", "/faults")),
    violations: async () => (await call("GET", "/violations")) as unknown[],
    counts: async () => (await call("GET", "/counts")) as Record<string, number>,
    async stop() {
      process.off("exit", kill);
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      await gone;
    },
  };
}
