import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createPostgresCheckpoints,
  type PostgresCheckpointsOptions,
} from "../../../src/adapters/postgres/checkpoints.ts";
import type { Checkpoints } from "../../../src/ports/checkpoints.ts";
import { silentLog } from "../../../src/ports/log.ts";
import { type PostgresServer, postgresMissing, startPostgres } from "../../support/postgres.ts";

describe.skipIf(postgresMissing !== null)("checkpoints in Postgres", () => {
  let server: PostgresServer;
  let schema = 0;
  let now: number;
  let version = 0;
  const opened: Checkpoints[] = [];
  const url = () => `${server.url}?schema=s${schema}`;
  const open = async (options: Partial<PostgresCheckpointsOptions> = {}) => {
    const checkpoints = await createPostgresCheckpoints({
      url: url(),
      clock: { now: () => now },
      idleMinutes: 0,
      log: silentLog,
      ...options,
    });
    opened.push(checkpoints);
    return checkpoints;
  };
  const put = async ({ saver }: Checkpoints, thread: string, text: string) => {
    const config = await saver.put(
      { configurable: { thread_id: thread, checkpoint_ns: "" } },
      { ...emptyCheckpoint(), channel_values: { text }, channel_versions: { text: ++version } },
      { source: "input", step: -1, parents: {} },
      { text: version },
    );
    await saver.putWrites(config, [["text", text]], "task");
  };
  const textOf = async ({ saver }: Checkpoints, thread: string) =>
    (await saver.getTuple({ configurable: { thread_id: thread } }))?.checkpoint.channel_values.text;

  beforeAll(async () => {
    server = await startPostgres();
  });
  beforeEach(() => {
    schema++;
    now = Date.UTC(2026, 10, 30, 12);
  });
  afterEach(async () => {
    for (const checkpoints of opened.splice(0)) await checkpoints.close();
  });
  afterAll(() => server?.remove());

  it("A1: a thread is there for another process and after a restart, whatever was said", async () => {
    const said = "我对花生过敏 🥜 \u0000 \ud800";
    await put(await open(), "t1", said);
    expect(await textOf(await open(), "t1")).toBe(said);
  });

  it("E5: erasing a thread counts what there was, leaves the others, and leaves no row behind", async () => {
    const [here, there] = [await open({ idleMinutes: 30 }), await open()];
    await put(here, "t1", "xylophone");
    await put(there, "t1%", "stays");
    expect(await here.eraseThread("t1")).toBe(2);
    expect(await there.eraseThread("t_%")).toBe(0);
    await put(here, "t2", "xylophone");
    await here.saver.deleteThread("t2");
    expect(await textOf(there, "t1%")).toBe("stays");
    const client = await server.client();
    const tables = ["checkpoints", "checkpoint_blobs", "checkpoint_writes", "thread_activity"];
    for (const table of tables) {
      const { rows } = await client.query(`SELECT thread_id FROM s${schema}.${table} WHERE thread_id IN ('t1', 't2')`);
      expect(rows).toEqual([]);
    }
    await client.end();
  });

  it("processes that start together make the tables once", async () => {
    await Promise.all(Array.from({ length: 6 }, () => open({ idleMinutes: 30 })));
    await put(opened[0]!, "t", "said");
    expect(await textOf(opened[5]!, "t")).toBe("said");
  });

  it("A1: a thread that is idle for the time set is dropped; one that was read or written meanwhile is not", async () => {
    await put(await open(), "before expiry was set", "old");
    const here = await open({ idleMinutes: 30 });
    const there = await open({ idleMinutes: 30 });
    for (const thread of ["idle", "read", "written"]) await put(here, thread, thread);
    now += 29 * 60_000;
    expect(await here.sweep()).toBe(0);
    expect(await textOf(there, "read")).toBe("read");
    await put(there, "written", "again");
    now += 5 * 60_000;
    expect(await here.sweep()).toBe(2);
    expect(await textOf(here, "read")).toBe("read");
    expect(await textOf(here, "written")).toBe("again");
    const client = await server.client();
    const { rows } = await client.query(`SELECT DISTINCT thread_id FROM s${schema}.checkpoint_blobs ORDER BY 1`);
    await client.end();
    expect(rows).toEqual([{ thread_id: "read" }, { thread_id: "written" }]);
    now += 24 * 3_600_000;
    expect(await here.sweep()).toBe(2);
    expect(await textOf(there, "read")).toBeUndefined();
  });

  it("without a time set nothing is dropped, and nothing is noted", async () => {
    const here = await open();
    await put(here, "t", "kept");
    now += 365 * 24 * 3_600_000;
    expect(await here.sweep()).toBe(0);
    expect(await textOf(here, "t")).toBe("kept");
  });

  it.each([
    ["NOT_GRANTED", (from: string) => from.replace("secret", "wrong")],
    ["NOT_FOUND", (from: string) => from.replace("/postgres?", "/elsewhere?")],
    ["UNREACHABLE", (from: string) => from.replace(/:\d+\//u, ":1/")],
    ["INVALID_SETTING", (from: string) => from.replace(/schema=.*/u, "schema=Bad-Name")],
  ])("a server that cannot be used is %s, with what to do and without the password", async (code, change) => {
    const error = await open({ url: change(url()) }).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code, hint: expect.stringMatching(/\w/u) });
    expect(String(error)).not.toMatch(/secret|wrong/u);
  });

  it("a user who may not make the schema is told so", async () => {
    const client = await server.client();
    await client.query("CREATE ROLE guest LOGIN PASSWORD 'guest'");
    await client.end();
    const guest = url().replace("test:secret", "guest:guest");
    await expect(open({ url: guest })).rejects.toMatchObject({ code: "NOT_GRANTED", hint: /GRANT/u });
  });

  it("a server that goes away is UNREACHABLE until it is back; then everything is there", async () => {
    const here = await open({ idleMinutes: 30 });
    await put(here, "t", "kept");
    await server.stop();
    await expect(textOf(here, "t")).rejects.toMatchObject({ code: "UNREACHABLE" });
    await expect(put(here, "t", "lost")).rejects.toMatchObject({ code: "UNREACHABLE" });
    await expect(here.eraseThread("t")).rejects.toMatchObject({ code: "UNREACHABLE" });
    await server.start();
    expect(await textOf(here, "t")).toBe("kept");
  });

  it("after close it is CLOSED; closing twice is no harm", async () => {
    const here = await open();
    await here.close();
    await here.close();
    await expect(textOf(here, "t")).rejects.toMatchObject({ code: "CLOSED" });
  });

  describe("a server that falls silent", () => {
    /** Between the client and the server; passes bytes on until it is told not to. */
    let between: Server;
    const sockets: Socket[] = [];
    let silent: boolean;
    beforeEach(async () => {
      silent = false;
      between = createServer((client) => {
        const back = connect(server.port, "127.0.0.1");
        sockets.push(client, back);
        for (const [from, to] of [
          [client, back],
          [back, client],
        ] as const) {
          from.on("error", () => to.destroy());
          from.on("close", () => to.destroy());
          from.on("data", (bytes) => silent || to.write(bytes));
        }
      }).listen(0, "127.0.0.1");
      await once(between, "listening");
    });
    afterEach(async () => {
      for (const socket of sockets.splice(0)) socket.destroy();
      between.close();
      await once(between, "close");
    });
    const through = () => url().replace(/:\d+\//u, `:${(between.address() as AddressInfo).port}/`);
    const impatient = { connectMs: 500, statementMs: 500 };

    it("before it ever answered, or in the middle: UNREACHABLE, and no connection of it is used again", async () => {
      const here = await open({ url: through(), ...impatient });
      await put(here, "t", "kept");
      silent = true;
      await expect(put(here, "t", "lost")).rejects.toMatchObject({ code: "UNREACHABLE" });
      await expect(textOf(here, "t")).rejects.toMatchObject({ code: "UNREACHABLE" });
      await expect(open({ url: through(), ...impatient })).rejects.toMatchObject({ code: "UNREACHABLE" });
      silent = false;
      expect(await textOf(here, "t")).toBe("kept");
    });
  });
});
