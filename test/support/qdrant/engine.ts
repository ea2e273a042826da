import { newDatabase } from "./database.ts";
import { QdrantError } from "./errors.ts";
import type { Leaks } from "./leaks.ts";
import { openLog } from "./log.ts";
import type { Checker } from "./openapi.ts";
import { type Route, routeOf } from "./routes.ts";

/** A message that does not fit the OpenAPI document. */
export interface Violation {
  from: "client" | "server";
  method: string;
  path: string;
  problem: string;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
  /** The body as JSON, where that is at hand. */
  sent?: string;
}

export interface Engine {
  readonly violations: Violation[];
  readonly leaks: Leaks;
  /** Answers a request of a known route. `text` is the body as sent, empty for none. */
  handle(route: Route, path: Record<string, string>, url: URL, text: string): Answer;
  close(): void;
}

/** Qdrant without its wire: the data, the checks, the log. With `file` it holds what that file's log holds. */
export function openEngine(checker: Checker | undefined, file?: string): Engine {
  const database = newDatabase();
  const violations: Violation[] = [];
  const leaks: Leaks = {};
  const { log, writes } = file === undefined ? { log: undefined, writes: [] } : openLog(file);

  const run = (route: Route, path: Record<string, string>, query: URLSearchParams, body: unknown): Answer => {
    const started = performance.now();
    const time = () => (performance.now() - started) / 1000;
    try {
      const result = route.run({ database, path, query, body, leaks });
      return { status: 200, body: { result, status: "ok", time: time() } };
    } catch (error) {
      if (!(error instanceof QdrantError)) throw error;
      return { status: error.status, headers: error.headers, body: failure(error.message, time()) };
    }
  };

  for (const write of writes) {
    const found = routeOf(write.method, write.path);
    if (!found) throw new Error(`The log names an unknown route: ${write.method} ${write.path}`);
    run(found.route, found.path, new URLSearchParams(write.query), write.body);
  }

  return {
    violations,
    leaks,
    handle(route, path, url, text) {
      const { method, template, writes: changes } = route;
      const violate = (from: Violation["from"], problem: string) =>
        void violations.push({ from, method, path: url.pathname, problem });
      let body: unknown;
      try {
        body = text === "" ? undefined : JSON.parse(text);
      } catch (error) {
        violate("client", String(error));
        return { status: 400, body: failure(`Format error in JSON body: ${String(error)}`, 0) };
      }
      const wrong = checker?.request(method, template, url.searchParams, body);
      if (wrong !== undefined) {
        violate("client", wrong);
        return { status: 400, body: failure(`Format error in JSON body: ${wrong}`, 0) };
      }
      if (changes) log?.append({ method, path: url.pathname, query: url.search, body });
      const answer = run(route, path, url.searchParams, body);
      const sent = JSON.stringify(answer.body);
      // As it arrives at the client: numbers and undefined as JSON has them.
      const problem = checker?.answer(method, template, answer.status, JSON.parse(sent));
      if (problem === undefined) return { ...answer, sent };
      violate("server", problem);
      return { status: 500, body: failure(`The test server's own answer breaks the OpenAPI document: ${problem}`, 0) };
    },
    close: () => log?.close(),
  };
}

export const failure = (error: string, time: number) => ({ status: { error }, time });
