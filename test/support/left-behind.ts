import { afterAll, vi } from "vitest";

// Test files share a process (vitest.config.ts). What one leaves changed would decide how the next one runs, so it fails.

/** What a file could change for the next one, each by a name to show. */
const state = (): Map<string, unknown> =>
  new Map<string, unknown>([
    ...Object.entries(process.env).map(([name, value]): [string, unknown] => [`process.env.${name}`, value]),
    ["the working directory", process.cwd()],
    ["process.exitCode", process.exitCode],
    ["fake timers", vi.isFakeTimers()],
    ["globalThis.fetch", globalThis.fetch],
    ["process.stdout.write", process.stdout.write],
    ["process.stderr.write", process.stderr.write],
    ["listeners of SIGINT", process.listenerCount("SIGINT")],
    ["listeners of SIGTERM", process.listenerCount("SIGTERM")],
  ]);

const before = state();
const environment = { ...process.env };

afterAll(() => {
  const after = state();
  const left = [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
  if (left.length === 0) return;
  // Only this file shall fail.
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  throw new Error(`this file leaves changed for the next one: ${left.join(", ")}`);
});
