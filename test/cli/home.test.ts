import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createHindsight } from "../../src/hindsight.ts";
import { hindsight as cli, newHome, plainEnv } from "./support/process.ts";

test("I5: damaged working memory is found by doctor, before a talk fails on it", async () => {
  const { home, remove } = await newHome();
  writeFileSync(join(home, "threads.db"), randomBytes(8192));
  const hindsight = await createHindsight({ home, logLevel: "silent" });
  const found = (await hindsight.doctor()).find(({ name }) => name === "threads");
  expect(found).toMatchObject({ ok: false, advice: expect.stringContaining("damaged") });
  await hindsight.close();
  await remove();
});

test.runIf(existsSync("/proc/self"))("I5: a home that cannot be made is an error at once, never a hang", async () => {
  await expect(createHindsight({ home: "/proc/hindsight/home", logLevel: "silent" })).rejects.toMatchObject({
    code: "STORE_FAILED",
    hint: expect.stringContaining("HINDSIGHT_HOME"),
  });
  expect((await cli(["list"], plainEnv("/proc/hindsight"))).code).toBe(1);
});
