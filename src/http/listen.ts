import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";
import { HindsightError, messageOf } from "../domain/errors.ts";

/** A server that listens. */
export interface Listening {
  /** Where, as a URL without a path. */
  url: string;
  /**
   * Takes no more requests, also on connections that are kept alive, and resolves when those under way are answered, or
   * after `graceMs`.
   */
  close(graceMs: number): Promise<void>;
}

/** @throws HindsightError INVALID_SETTING when the port or the host cannot be had. */
export async function listen(app: Hono, { host, port }: { host: string; port: number }): Promise<Listening> {
  const server = createAdaptorServer({ fetch: app.fetch });
  let closing = false;
  const unanswered = new Set<ServerResponse>();
  // A client that always has a next question would else keep its connection, and be answered, until the grace is over.
  const last = (response: ServerResponse) => {
    response.shouldKeepAlive = false;
  };
  server.prependListener("request", (_: IncomingMessage, response: ServerResponse) => {
    if (closing) last(response);
    unanswered.add(response);
    response.once("close", () => unanswered.delete(response));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  }).catch((error: unknown) => {
    throw new HindsightError(
      "INVALID_SETTING",
      `cannot listen on ${host} port ${port}: ${messageOf(error)}`,
      "Choose another with --port (0 for any free one) or --host, or end what uses it.",
      { cause: error },
    );
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`,
    async close(graceMs) {
      closing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const response of unanswered) last(response);
      if ("closeIdleConnections" in server) server.closeIdleConnections();
      const late = setTimeout(() => {
        if ("closeAllConnections" in server) server.closeAllConnections();
      }, graceMs);
      await closed;
      clearTimeout(late);
    },
  };
}
