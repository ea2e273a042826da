import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

const SCRIPT = new URL("./child.ts", import.meta.url).pathname;

/** A child of test/adapters/sqlite/child.ts. */
export interface Child {
  process: ChildProcess;
  /** What it said, as parsed JSON lines, one at a time. */
  events: AsyncIterator<unknown>;
  /** Lets it begin. */
  go(): void;
  /** Resolves when it has ended. */
  ended: Promise<unknown>;
}

/** Starts a child that is ready and waits for `go`. */
export async function startChild(job: string, home: string, user: string, setting = ""): Promise<Child> {
  const process_ = spawn(process.execPath, [SCRIPT, job, home, user, setting], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(process_, "close");
  async function* parsed(): AsyncGenerator<unknown> {
    // a line is shorter than a pipe's atomic write, so even a killed child leaves whole lines
    for await (const line of createInterface({ input: process_.stdout! })) yield JSON.parse(line);
  }
  const events = parsed();
  await events.next(); // "ready"
  return { process: process_, events, go: () => process_.stdin!.write("go\n"), ended };
}

/** Everything it says from now on. */
export async function rest(child: Child): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let next = await child.events.next(); next.done !== true; next = await child.events.next()) all.push(next.value);
  await child.ended;
  return all;
}
