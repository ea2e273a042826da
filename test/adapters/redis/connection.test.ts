import { once } from "node:events";
import { type AddressInfo, createConnection, createServer } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { connectRedis, type RedisConnection } from "../../../src/adapters/redis/connection.ts";
import { isHindsightError } from "../../../src/domain/errors.ts";
import { type RedisServer, redisMissing, startRedis } from "../../support/redis.ts";
import { returned } from "./places.ts";

describe.skipIf(redisMissing !== null)("a connection to Redis", () => {
  let server: RedisServer;
  const opened: RedisConnection[] = [];
  const TIMEOUT_MS = 300;
  const connect = (url = server.url) => {
    const connection = connectRedis({ url, prefix: "t", timeoutMs: TIMEOUT_MS });
    opened.push(connection);
    return connection;
  };
  const ping = (connection: RedisConnection) => connection.run((client) => client.ping());
  /** What one call threw, and how long it took in milliseconds. */
  const failing = async (connection: RedisConnection) => {
    const from = performance.now();
    const error = await ping(connection).then(
      () => null,
      (reason: unknown) => reason,
    );
    return { error, took: performance.now() - from };
  };
  beforeAll(async () => {
    server = await startRedis({ args: ["--requirepass", "s3cret", "--maxmemory", "3mb"] });
  });
  afterEach(async () => {
    for (const connection of opened.splice(0)) await connection.close();
  });
  afterAll(() => server.remove());
  const url = () => server.url.replace("redis://", "redis://:s3cret@");

  it("connects at its first use, and calls at the same moment share that", async () => {
    const connection = connect(url());
    expect(connection.client.status).toBe("wait");
    expect(await Promise.all([ping(connection), ping(connection)])).toEqual(["PONG", "PONG"]);
  });

  it("the first connection may take longer than a command, and is no outage", async () => {
    // Lets the first word of the client through after the time of a command.
    const slow = createServer((socket) => {
      const through = createConnection(server.port, "127.0.0.1");
      socket.on("error", () => through.destroy());
      through.on("error", () => socket.destroy());
      through.pipe(socket);
      socket.once("readable", () => setTimeout(() => socket.pipe(through), 2 * TIMEOUT_MS));
    }).listen(0, "127.0.0.1");
    await once(slow, "listening");
    const { port } = slow.address() as AddressInfo;
    const connection = connect(url().replace(String(server.port), String(port)));
    expect(await Promise.all([ping(connection), ping(connection)])).toEqual(["PONG", "PONG"]);
    expect(connection.isAway()).toBe(false);
    await connection.close();
    await new Promise((resolve) => slow.close(resolve));
  });

  for (const [fault, begin, end] of [
    ["stopped", () => server.stop(), () => server.start()],
    ["killed", () => server.stop({ kill: true }), () => server.start()],
    ["frozen", async () => server.pause(), async () => server.resume()],
  ] as const)
    it(`${fault}: a call ends within its time, later ones at once, and all is well when it returns`, async () => {
      const connection = connect(url());
      await ping(connection);
      await begin();
      const { error, took } = await failing(connection);
      expect(isHindsightError(error, "UNREACHABLE")).toBe(true);
      expect(took).toBeLessThan(1_000);
      // A frozen server's kernel accepts the next connection, on which no word ever comes.
      if (fault === "frozen") await expect.poll(() => connection.client.status).toBe("connect");
      const again = await Promise.all(Array.from({ length: 20 }, () => failing(connection)));
      for (const one of again) expect(isHindsightError(one.error, "UNREACHABLE")).toBe(true);
      expect(Math.max(...again.map((one) => one.took))).toBeLessThan(TIMEOUT_MS / 2);
      expect(connection.isAway()).toBe(true);
      const back = returned(connection);
      await end();
      await back;
      expect(connection.isAway()).toBe(false);
      expect(await ping(connection)).toBe("PONG");
    });

  it("told of an outage before its first use, a connection finds by itself that Redis is back", async () => {
    const [used, unused] = [connect(url()), connect(url())];
    await ping(used);
    const back = returned(unused);
    server.pause();
    try {
      await failing(used);
      expect(unused.isAway()).toBe(true);
    } finally {
      server.resume();
    }
    await back;
    expect(await ping(unused)).toBe("PONG");
  });

  it("what one connection found silent, the others of this process wait for no more", async () => {
    const [first, second] = [connect(url()), connect(url())];
    await Promise.all([ping(first), ping(second)]);
    server.pause();
    try {
      await failing(first);
      const { error, took } = await failing(second);
      expect(isHindsightError(error, "UNREACHABLE")).toBe(true);
      expect(took).toBeLessThan(TIMEOUT_MS / 2);
    } finally {
      const back = [returned(first), returned(second)];
      server.resume();
      await Promise.all(back);
    }
    expect(await ping(second)).toBe("PONG");
  });

  it("away from the beginning is the same, and found when it comes", async () => {
    await server.stop();
    const connection = connect(url());
    expect((await failing(connection)).error).toMatchObject({
      code: "UNREACHABLE",
      message: expect.stringContaining(String(server.port)),
    });
    const back = returned(connection);
    await server.start();
    await back;
    expect(await ping(connection)).toBe("PONG");
  });

  it("an answer that lies in the socket counts, however long this thread was busy", async () => {
    const connection = connect(url());
    await ping(connection);
    const answer = ping(connection);
    await new Promise((resolve) => setImmediate(resolve));
    const until = performance.now() + 2 * TIMEOUT_MS;
    while (performance.now() < until);
    expect(await answer).toBe("PONG");
    expect(connection.isAway()).toBe(false);
  });

  it("says what to do, and never the password", async () => {
    for (const given of [server.url, server.url.replace("redis://", "redis://:wr0ng@")])
      await expect(ping(connect(given))).rejects.toSatisfy(
        (error) => isHindsightError(error, "NOT_GRANTED") && !/s3cret|wr0ng/u.test(error.message + error.hint),
      );
    const connection = connect(url());
    await expect(
      connection.run((client) => client.set("big", "x".repeat(4_000_000)).then(() => client.set("k", "v"))),
    ).rejects.toMatchObject({
      code: "DISK_FULL",
    });
    await expect(ping(connect(`${url()}/99`))).rejects.toMatchObject({ code: "INVALID_SETTING" });
  });

  it("closed is CLOSED, also twice", async () => {
    const connection = connect(url());
    await ping(connection);
    await connection.close();
    await connection.close();
    await expect(ping(connection)).rejects.toMatchObject({ code: "CLOSED" });
  });
});
