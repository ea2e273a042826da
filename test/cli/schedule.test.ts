import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import type { Io } from "../../src/cli/io.ts";
import { schedule } from "../../src/cli/schedule.ts";

it("E6: work by the clock runs one at a time, goes on after a failure, and is awaited when stopped", async () => {
  const stderr = new PassThrough();
  const io: Io = {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr,
    env: {},
    gone: new AbortController().signal,
  };
  let [runs, under, most] = [0, 0, 0];
  const twice = Promise.withResolvers<void>();
  const scheduled = schedule(io, "* * * * * *", "Europe/Oslo", async () => {
    most = Math.max(most, ++under);
    runs++;
    await new Promise((resolve) => setImmediate(resolve));
    under--;
    if (runs === 2) twice.resolve();
    if (runs === 1) throw new Error("the disk is full");
  });
  expect(Date.parse(scheduled.next() ?? "")).toBeGreaterThan(0);
  await twice.promise;
  await scheduled.stop();
  expect({ most, under }).toEqual({ most: 1, under: 0 });
  expect(String(stderr.read())).toBe("error: the disk is full\n");
  expect(scheduled.next()).toBeNull();
});

it("a pattern that is none is bad usage", () => {
  const io = {} as Io;
  expect(() => schedule(io, "at dawn", "UTC", async () => undefined)).toThrow("no cron pattern");
});
