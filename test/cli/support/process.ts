import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const MAIN = join(import.meta.dirname, "../../../src/cli/main.ts");

const running = new Set<ChildProcess>();

/** A home folder of its own; `remove` it afterwards, which also ends what a failed test left running. */
export async function newHome(): Promise<{ home: string; remove: () => Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), "hindsight-cli-"));
  const remove = async () => {
    for (const child of running) child.kill("SIGKILL");
    await rm(home, { recursive: true, force: true });
  };
  return { home, remove };
}

/** The environment of a user with no settings but a home: what the tester's shell has set does not count. */
export function plainEnv(home: string, more: Record<string, string> = {}): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^(HINDSIGHT_|OPENAI_|QDRANT_|REDIS_URL|NO_COLOR|FORCE_COLOR)/.test(entry[0]),
  );
  return { ...Object.fromEntries(kept), HINDSIGHT_HOME: home, HINDSIGHT_TIME_ZONE: "Europe/Oslo", ...more };
}

export interface Ended {
  code: number | null;
  signal: string | null;
  out: string;
  err: string;
}

export interface Running {
  child: ChildProcess;
  ended: Promise<Ended>;
  /** Standard output and error so far. */
  seen(): { out: string; err: string };
  /** Resolves when standard error (or output) holds the text; rejects when the process ends without it. */
  until(text: string | RegExp, where?: "out" | "err"): Promise<void>;
}

/** Starts the command line as a process of its own. */
export function start(args: readonly string[], env: Record<string, string>): Running {
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ["pipe", "pipe", "pipe"] });
  running.add(child);
  child.once("close", () => running.delete(child));
  const seen = { out: "", err: "" };
  const waiting = new Set<() => void>();
  const collect = (where: "out" | "err") => (chunk: string) => {
    seen[where] += chunk;
    for (const check of waiting) check();
  };
  child.stdout.setEncoding("utf8").on("data", collect("out"));
  child.stderr.setEncoding("utf8").on("data", collect("err"));
  child.stdin.on("error", () => {}); // the process may be gone before it has read everything
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal, ...seen }));
  });
  return {
    child,
    ended,
    seen: () => ({ ...seen }),
    until: (text, where = "err") =>
      new Promise<void>((resolve, reject) => {
        const check = () => {
          if (typeof text === "string" ? !seen[where].includes(text) : !text.test(seen[where])) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        ended.then(
          ({ code }) => reject(new Error(`ended with ${code} without ${text}:\n${seen.out}\n${seen.err}`)),
          reject,
        );
        check();
      }),
  };
}

/** Runs the command line to its end, with `stdin` as its input. */
export async function hindsight(args: readonly string[], env: Record<string, string>, stdin = ""): Promise<Ended> {
  const running = start(args, env);
  running.child.stdin?.end(stdin);
  return running.ended;
}
