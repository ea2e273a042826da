import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import { type Context, Hono } from "hono";
import { messageOf } from "../domain/errors.ts";
import type { Health } from "../health.ts";
import { createMemoryServer } from "../mcp/server.ts";
import type { Memory } from "../memory/types.ts";
import type { Log } from "../ports/log.ts";
import type { Grant, Tokens } from "./tokens.ts";

/** What the HTTP door stands on. */
export interface Served {
  user(id: string, options?: { timeZone?: string; namespaces?: readonly string[] }): Memory;
  health(): Promise<Health[]>;
  log: Log;
}

export interface AppOptions {
  /** Whose memory `/mcp` opens: by bearer token, or for one user whoever comes from this machine. `null`: nobody's. */
  access: { tokens: Tokens } | { user: string } | null;
  /** True once the process is about to end: readiness says no, so that no more is sent here. */
  stopping: () => boolean;
}

/** Largest body of a request, in bytes; a longer one is answered 413. */
const MAX_BODY = 16 * 1_024 * 1_024;

/**
 * - `GET /livez`: 200 while the process answers.
 * - `GET /readyz`: what it stands on, by name. 200 `ready`; 200 `degraded` when it goes on with less; 503 `unavailable`
 *   without its memories; 503 `stopping`.
 * - `/mcp`: the memory over MCP, Streamable HTTP, no session kept.
 */
export function createApp(served: Served, { access, stopping }: AppOptions): Hono {
  const app = new Hono();
  app.get("/livez", (context) => context.json({ status: "alive" }));
  app.get("/readyz", async (context) => {
    if (stopping()) return context.json({ status: "stopping" }, 503);
    const dependencies = await served.health();
    const status = statusOf(dependencies);
    return context.json({ status, dependencies }, status === "unavailable" ? 503 : 200);
  });
  if (access !== null) serveMcp(app, served, access, stopping);
  app.notFound((context) => context.json({ error: "not found; there are /livez, /readyz and /mcp" }, 404));
  app.onError((error, context) => {
    served.log.error({ error: messageOf(error) }, "a request failed");
    return context.json({ error: "failed; the log says why" }, 500);
  });
  return app;
}

function statusOf(dependencies: readonly Health[]): "ready" | "degraded" | "unavailable" {
  const down = dependencies.filter(({ ok }) => !ok);
  if (down.some(({ name }) => name === "memories")) return "unavailable";
  return down.length === 0 ? "ready" : "degraded";
}

function serveMcp(
  app: Hono,
  served: Served,
  access: NonNullable<AppOptions["access"]>,
  stopping: AppOptions["stopping"],
): void {
  const report = (error: unknown) => served.log.warn({ error: messageOf(error) }, "an MCP request failed");
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const grant = authInfo?.extra?.grant as Grant;
      const { user, namespaces, timeZone } = grant;
      return createMemoryServer(served.user(user, { namespaces, ...(timeZone !== undefined && { timeZone }) }), report);
    },
    { onerror: report, maxRequestBodySize: MAX_BODY },
  );
  app.all("/mcp", async (context) => {
    if (stopping())
      return context.json({ error: "stopping; ask again, another server may answer" }, 503, { "Retry-After": "1" });
    const grant = "tokens" in access ? granted(context, access.tokens) : local(context.req.raw, access.user);
    if (grant instanceof Response) return grant;
    return handler.fetch(context.req.raw, {
      authInfo: { token: "", clientId: grant.user, scopes: [], extra: { grant } },
    });
  });
}

/** What the request's bearer token opens, or why nothing (RFC 6750). */
function granted(context: Context, tokens: Tokens): Grant | Response {
  const [, token] = /^Bearer +([^\s]+) *$/iu.exec(context.req.header("authorization") ?? "") ?? [];
  const grant = token === undefined ? null : tokens(token);
  if (grant !== null) return grant;
  const why = token === undefined ? "" : ', error="invalid_token"';
  context.header("WWW-Authenticate", `Bearer realm="hindsight"${why}`);
  const error = token === undefined ? "send the header Authorization: Bearer TOKEN" : "this token is not known";
  return context.json({ error }, 401);
}

/** Without tokens: only what is addressed to this machine, and from no web page of another (DNS rebinding). */
function local(request: Request, user: string): Grant | Response {
  const refused =
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins());
  return refused ?? { user, namespaces: [] };
}
