import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { createHindsight } from "../../src/hindsight.ts";
import { hindsight as cli, plainEnv } from "./support/process.ts";

test.runIf(existsSync("/proc/self"))("I5: a home that cannot be made is an error at once, never a hang", async () => {
  await expect(createHindsight({ home: "/proc/hindsight/home", logLevel: "silent" })).rejects.toMatchObject({
    code: "STORE_FAILED",
    hint: expect.stringContaining("HINDSIGHT_HOME"),
  });
  expect((await cli(["list"], plainEnv("/proc/hindsight"))).code).toBe(1);
});
