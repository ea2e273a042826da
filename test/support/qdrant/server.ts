import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { type Engine, failure, openEngine, type Violation } from "./engine.ts";
import { type Fault, newFaults } from "./faults.ts";
import type { Leaks } from "./leaks.ts";
import { openApiChecker, openApiPath } from "./openapi.ts";
import { type Route, routeOf } from "./routes.ts";

export const VERSION = "1.19.0";
/** Qdrant's `max_request_size_mb`, by default 32. */
const LARGEST = 32 * 1024 * 1024;

export interface ServerOptions {
  /** Default 0: any free one. */
  port?: number;
  /** Requests without it get 401. */
  apiKey?: string;
  /** Reads are answered with this one too, writes get 403. */
  readOnlyKey?: string;
  /** Keeps what it holds in this file, across processes. */
  data?: string;
  /** Ends the process at a fault "die"; default: the listener goes away as if it had. */
  die?: () => void;
}

/** A request as it came in. */
export interface Seen {
  operation: string;
  method: string;
  path: string;
  query: string;
  /** As sent, empty for none. */
  text: string;
}

export interface QdrantServer {
  readonly url: string;
  readonly apiKey: string | undefined;
  /** Whether traffic is checked against the OpenAPI document; false where that is not at hand. */
  readonly checked: boolean;
  /** The last requests, oldest first: a thousand, and no more than eight million characters of them. */
  readonly seen: Seen[];
  /** Requests so far by operation id. */
  readonly counts: Map<string, number>;
  /** Messages that broke the OpenAPI document; empty at the end of every good test. */
  violations(): Violation[];
  fault(fault: Fault): Promise<void>;
  clearFaults(): Promise<void>;
  /** Makes it leak, replacing what it leaked before. */
  leak(leaks: Leaks): void;
  /** Ends every connection and refuses new ones; what it holds stays. */
  stop(): Promise<void>;
  /** Listens again on the same port. */
  start(): Promise<void>;
  close(): Promise<void>;
}

const KEPT = { requests: 1000, characters: 8_000_000 };

/** Starts a Qdrant test server on 127.0.0.1. Close it when the test ends. */
export async function startTestServer(options: ServerOptions = {}): Promise<QdrantServer> {
  const openApi = openApiPath();
  const engine = openEngine(openApi === undefined ? undefined : openApiChecker(openApi), options.data);
  const faults = newFaults();
  const seen: Seen[] = [];
  const counts = new Map<string, number>();
  let port = options.port ?? 0;
  let listening: Server | undefined;

  let characters = 0;
  const note = (request: Seen) => {
    seen.push(request);
    characters += request.text.length;
    while (seen.length > KEPT.requests || characters > KEPT.characters) characters -= seen.shift()!.text.length;
    counts.set(request.operation, (counts.get(request.operation) ?? 0) + 1);
  };
  const start = async () => {
    if (listening) return;
    const server = createServer((request, response) => {
      answer(request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : new Error(String(error)));
        throw error;
      });
    });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
    port = (server.address() as AddressInfo).port;
    listening = server;
  };
  const stop = async () => {
    const server = listening;
    listening = undefined;
    if (!server) return;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const method = request.method ?? "GET";
    const found = routeOf(method, url.pathname);
    const operation = found?.route.operation ?? (url.pathname.slice(1) || "root");
    const text = await textOf(request).catch(() => undefined);
    if (text === undefined) return;
    const struck = faults.strike(operation, found?.route.writes ?? false);
    const cut = () => void request.socket.destroy();
    const dies = struck.find((fault) => fault.kind === "die");
    const end = () => (options.die ? options.die() : void stop());

    for (const fault of struck) if (fault.kind === "slow") await delay(fault.milliseconds);
    if (struck.some((fault) => fault.kind === "hang")) return;
    if (struck.some((fault) => fault.kind === "cut")) return cut();
    if (dies && !dies.applied) return end();
    const status = struck.find((fault) => fault.kind === "status");
    if (status) return send(response, status.status, failure(worded(status.status), 0), retryAfter(status));

    if (!found) return answerService(response, url.pathname, faults.version() ?? VERSION, engine, method);
    const refused = refusal(request, found.route, options, struck);
    if (refused) return send(response, refused.status, refused.body);
    const size = Buffer.byteLength(text);
    if (size > LARGEST)
      return send(
        response,
        400,
        failure(`JSON payload (${size} bytes) is larger than allowed (limit: ${LARGEST} bytes).`, 0),
      );
    note({ operation, method, path: url.pathname, query: url.search, text });
    const result = engine.handle(found.route, found.path, url, text);
    if (dies) return end();
    if (struck.some((fault) => fault.kind === "lost answer")) return cut();
    sendText(response, result.status, result.sent ?? JSON.stringify(result.body), result.headers);
  }

  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    apiKey: options.apiKey,
    checked: openApi !== undefined,
    seen,
    counts,
    violations: () => [...engine.violations],
    async fault(fault) {
      faults.add(fault);
      if (fault.kind === "refuse") await stop();
    },
    async clearFaults() {
      faults.clear();
      await start();
    },
    leak(leaks) {
      for (const key of ["root", "leaves", "reads", "unfiltered"] as const) engine.leaks[key] = leaks[key] ?? false;
    },
    stop,
    start,
    async close() {
      await stop();
      engine.close();
    },
  };
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  if (typeof body === "string") sendText(response, status, body, { ...headers, "content-type": "text/plain" });
  else sendText(response, status, JSON.stringify(body), headers);
}

function sendText(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(text);
}

const retryAfter = (fault: Fault & { kind: "status" }): Record<string, string> =>
  fault.retryAfter === undefined ? {} : { "retry-after": String(fault.retryAfter) };

const worded = (status: number): string =>
  status === 429
    ? "Rate limiting exceeded: Read rate limit exceeded, retry later"
    : status === 503
      ? "Shard temporarily unavailable: the shard is not ready"
      : "Service internal error: a fault of the test";

/** 401 as src/common/auth words it, 403 for a write with a read-only key. */
function refusal(request: IncomingMessage, route: Route, options: ServerOptions, struck: readonly Fault[]) {
  const { "api-key": header, authorization } = request.headers;
  const key = header ?? authorization?.replace(/^Bearer /, "");
  const { apiKey, readOnlyKey } = options;
  const readOnly = struck.some((fault) => fault.kind === "read only");
  if (apiKey !== undefined && key === undefined)
    return { status: 401, body: "Must provide an API key or an Authorization bearer token" };
  if (apiKey !== undefined && key !== apiKey && (readOnlyKey === undefined || key !== readOnlyKey))
    return { status: 401, body: "Invalid API key or JWT" };
  if (route.writes && (readOnly || (apiKey !== undefined && key !== apiKey)))
    return { status: 403, body: failure("Forbidden: Global manage access is required", 0) };
  return undefined;
}

/** What is answered without a key and outside of any collection. */
function answerService(response: ServerResponse, path: string, version: string, engine: Engine, method: string): void {
  const known: Record<string, unknown> = {
    "/": { title: "qdrant - vector search engine", version, commit: "test" },
    "/readyz": "all shards are ready",
    "/healthz": "healthz check passed",
    "/livez": "healthz check passed",
  };
  if (method === "GET" && Object.hasOwn(known, path)) send(response, 200, known[path]);
  else {
    engine.violations.push({ from: "client", method, path, problem: "unknown to the test server" });
    send(response, 404, "");
  }
}
