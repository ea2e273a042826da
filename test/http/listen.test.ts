import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { listen } from "../../src/http/listen.ts";

/** So long that a test which waits for it fails. */
const GRACE_MS = 600_000;

test("told to close, it answers what is under way and takes nothing more, also from a client that keeps its connection", async () => {
  const app = new Hono();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let begun = () => {};
  const underWay = new Promise<void>((resolve) => {
    begun = resolve;
  });
  app.get("/slow", async (context) => {
    begun();
    await answered;
    return context.text("done");
  });
  app.get("/", (context) => context.text("here"));
  const server = await listen(app, { host: "127.0.0.1", port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (path: string) => {
    const [response] = (await once(get(new URL(path, server.url), { agent }), "response")) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  };
  expect(await ask("/")).toBe("here");
  const slow = ask("/slow");
  await underWay;
  const next = ask("/").then(
    () => "answered",
    () => "refused",
  ); // waits for the connection
  const closed = server.close(GRACE_MS);
  answer();
  expect(await slow).toBe("done");
  expect(await next).toBe("refused");
  await closed;
  agent.destroy();
});
