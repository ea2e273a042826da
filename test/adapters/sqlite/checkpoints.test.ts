import { readFileSync } from "node:fs";
import { join } from "node:path";
import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSqliteCheckpoints } from "../../../src/adapters/sqlite/checkpoints.ts";
import type { Checkpoints } from "../../../src/ports/checkpoints.ts";
import { KEY, temporaryHome } from "./places.ts";

describe("checkpoints in SQLite", () => {
  let place: ReturnType<typeof temporaryHome>;
  let opened: Checkpoints[];
  const open = (encryptionKey: string | null = null) => {
    const checkpoints = createSqliteCheckpoints({ home: place.home, encryptionKey });
    opened.push(checkpoints);
    return checkpoints;
  };
  const put = async ({ saver }: Checkpoints, thread: string, text: string) => {
    const config = await saver.put(
      { configurable: { thread_id: thread, checkpoint_ns: "" } },
      { ...emptyCheckpoint(), channel_values: { text } },
      { source: "input", step: -1, parents: {} },
      {},
    );
    await saver.putWrites(config, [["text", text]], "task");
  };
  const textOf = async ({ saver }: Checkpoints, thread: string) =>
    (await saver.getTuple({ configurable: { thread_id: thread } }))?.checkpoint.channel_values.text;

  beforeEach(() => {
    place = temporaryHome();
    opened = [];
  });
  afterEach(async () => {
    for (const checkpoints of opened) await checkpoints.close();
    place.remove();
  });

  for (const key of [null, KEY])
    it(`A1: a thread is there after a restart${key === null ? "" : ", encrypted"}`, async () => {
      const first = open(key);
      await put(first, "t1", "我对花生过敏");
      await first.close();
      expect(await textOf(open(key), "t1")).toBe("我对花生过敏");
    });

  it("E5: erasing a thread counts its rows, leaves the others, and leaves no text behind", async () => {
    const [here, there] = [open(), open()];
    await put(here, "t1", "xylophone");
    await put(there, "t1%", "stays");
    expect(await here.eraseThread("t1")).toBe(2);
    expect(await here.eraseThread("t1")).toBe(0);
    expect(await here.eraseThread("t_%")).toBe(0);
    expect(await textOf(there, "t1")).toBeUndefined();
    expect(await textOf(here, "t1%")).toBe("stays");
    const bytes = ["threads.db", "threads.db-wal"].map((file) => readFileSync(join(place.home, file)));
    expect(Buffer.concat(bytes).includes("xylophone")).toBe(false);
    expect(Buffer.concat(bytes).includes("stays")).toBe(true);
  });

  it("another key is WRONG_KEY", async () => {
    await open(KEY).close();
    expect(() => open(null)).toThrow(expect.objectContaining({ code: "WRONG_KEY" }));
    expect(() => open(`${KEY}!`)).toThrow(expect.objectContaining({ code: "WRONG_KEY" }));
  });
});
