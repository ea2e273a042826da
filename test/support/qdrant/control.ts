import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { Fault } from "./faults.ts";
import type { Leaks } from "./leaks.ts";
import type { QdrantServer } from "./server.ts";

/**
 * A second listener on 127.0.0.1 that steers a test server from other processes, also while it refuses connections:
 * `POST /faults` with a fault, `DELETE /faults`, `PUT /leaks`, `GET /violations`, `GET /counts`. Answers its URL.
 */
export async function startControl(target: QdrantServer): Promise<{ url: string; close: () => Promise<void> }> {
  const actions: Record<string, (body: unknown) => unknown> = {
    "POST /faults": (body) => target.fault(body as Fault),
    "DELETE /faults": () => target.clearFaults(),
    "PUT /leaks": (body) => target.leak(body as Leaks),
    "GET /violations": () => target.violations(),
    "GET /counts": () => Object.fromEntries(target.counts),
  };
  const server = createServer((request, response) => {
    const action = actions[`${request.method} ${request.url}`];
    const run = async () => {
      if (!action) return { status: 404, body: { error: `no ${request.method} ${request.url}` } };
      const body = request.method === "GET" || request.method === "DELETE" ? undefined : await json(request);
      return { status: 200, body: (await action(body)) ?? {} };
    };
    run()
      .catch((error: unknown) => ({ status: 400, body: { error: String(error) } }))
      .then(({ status, body }) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify(body));
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
