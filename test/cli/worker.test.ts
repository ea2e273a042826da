import { afterEach, beforeEach, expect, test } from "vitest";
import { createHindsight } from "../../src/hindsight.ts";
import { newHome, plainEnv, start } from "./support/process.ts";
import { runReal } from "./support/run.ts";

let home: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ home, remove } = await newHome());
});
afterEach(() => remove());

async function queueOne(content: string): Promise<void> {
  const hindsight = await createHindsight({ home, workers: 0, logLevel: "silent" });
  await hindsight.user("ada").rememberLater(content);
  await hindsight.close();
}

test("B7: worker --once does what is queued, of every user, and says what is left", async () => {
  await queueOne("I prefer window seats.");
  const { code, out } = await runReal(home, ["worker", "--once"]);
  expect({ code, out }).toEqual({ code: 0, out: "Nothing is left in the queue.\n" });
  expect((await runReal(home, ["list", "--user", "ada"])).out).toContain("window seats");
});

test("B7: a worker does what other processes queue, until SIGTERM ends it cleanly", async () => {
  const worker = start(["worker"], plainEnv(home));
  await worker.until("Working.");
  const hindsight = await createHindsight({ home, workers: 0, logLevel: "silent" });
  try {
    const { kept } = await hindsight.settled(
      "ada",
      await hindsight.user("ada").rememberLater("I prefer window seats."),
    );
    expect(kept).toMatchObject([{ record: { content: "The user prefers window seats." } }]);
  } finally {
    await hindsight.close();
  }
  worker.child.kill("SIGTERM");
  expect(await worker.ended).toMatchObject({ code: 0, signal: null, out: "" });
});
