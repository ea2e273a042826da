import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "vitest";
import type { Hindsight } from "../../src/hindsight.ts";
import { openHindsight } from "./lived-home.ts";

const CHILD = new URL("./killed-child.ts", import.meta.url).pathname;
const ALL = process.env.HINDSIGHT_TEST_FAULTS === "all";
/** Milliseconds for a test that kills its way through a job. */
export const KILLS_TIMEOUT = ALL ? 3_600_000 : 120_000;
/** What makes a difference when it is not come to: ends of transactions, logs emptied, files removed. */
const DECISIVE = /^COMMIT|wal_checkpoint|^rm /;

const folders: string[] = [];

/** Remembered, to be removed by `removeFolders`. */
export function noted(folder: string): string {
  folders.push(folder);
  return folder;
}

export function copyOf(home?: string): string {
  const copy = noted(mkdtempSync(join(tmpdir(), "hindsight-inside-")));
  if (home !== undefined) cpSync(home, copy, { recursive: true });
  return copy;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A home in which something happened. */
export interface Lived {
  home: string;
  key: string | null;
  /** The time of its last change. */
  now: number;
}

/** A new home, filled; `pass` moves its clock on by so many milliseconds. */
export async function lived(
  key: string | null,
  fill: (hindsight: Hindsight, pass: (ms: number) => void) => Promise<void>,
): Promise<Lived> {
  const home = copyOf();
  let now = Date.UTC(2026, 8, 1);
  const hindsight = await openHindsight(home, key, () => now);
  await fill(hindsight, (ms) => {
    now += ms;
  });
  await hindsight.close();
  return { home, key, now };
}

async function run(command: string, args: readonly string[], stderr: "inherit" | "ignore") {
  const running = spawn(command, args, { stdio: ["ignore", "pipe", stderr] });
  const closed = once(running, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  const said: string[] = [];
  for await (const line of createInterface({ input: running.stdout })) said.push(line);
  return { said, ended: await closed };
}

const argsOf = (job: string, at: Lived, home: string, kill: number, more: readonly string[]) => [
  ...[CHILD, job, home, at.key ?? "-", String(at.now), String(kill)],
  ...more,
];

/** Does the job in a process that dies by kill -9 before its `kill`-th call (0: never); the calls it came to. */
export async function child(job: string, at: Lived, home: string, kill: number, ...more: string[]): Promise<string[]> {
  const { said, ended } = await run(process.execPath, argsOf(job, at, home, kill, more), "inherit");
  expect(ended).toEqual(kill === 0 ? [0, null] : [null, "SIGKILL"]);
  return said;
}

/** The same on a disk on which no file may grow past so many KiB; true when there was room enough. */
export async function onFullDisk(
  job: string,
  at: Lived,
  home: string,
  room: number,
  ...more: string[]
): Promise<boolean> {
  const script = `ulimit -f ${room}; exec "$0" "$@"`;
  const { ended } = await run("bash", ["-c", script, process.execPath, ...argsOf(job, at, home, 0, more)], "ignore");
  return ended[0] === 0;
}

/** The numbers of the calls to die before: every `nth` decisive one; HINDSIGHT_TEST_FAULTS=all tries each call. */
export function tried(calls: readonly string[], nth: number): number[] {
  const all = calls.map((call, i) => ({ call, kill: i + 1 }));
  if (ALL) return all.map(({ kill }) => kill);
  const decisive = all.filter(({ call }) => DECISIVE.test(call));
  expect(decisive.length).toBeGreaterThan(1);
  return decisive.filter((_, i) => i % nth === nth - 1).map(({ kill }) => kill);
}
