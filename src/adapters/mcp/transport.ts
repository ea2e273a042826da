import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { messageOf } from "../../domain/errors.ts";
import { expand, expandAll, type HttpConfig, type ServerConfig, type StdioConfig } from "./config.ts";

/** A connection as it is being made or used: what to call, and what to close. */
export interface Link {
  client: Client;
  transport: Transport;
  /** The last lines the server wrote to standard error; why it ended is usually in there. */
  complaint(): string;
  /** The server says that its tools changed since they were last listed. */
  stale: boolean;
}

const LAST_WORDS = 2_000;

type Environment = Readonly<Record<string, string | undefined>>;

async function stdioTransport(config: StdioConfig, env: Environment) {
  const { StdioClientTransport, getDefaultEnvironment } = await import("@modelcontextprotocol/sdk/client/stdio.js");
  const transport = new StdioClientTransport({
    command: expand(config.command, env),
    args: config.args.map((argument) => expand(argument, env)),
    env: { ...getDefaultEnvironment(), ...expandAll(config.env, env) },
    stderr: "pipe", // the terminal is the user's
    ...(config.cwd === undefined ? {} : { cwd: expand(config.cwd, env) }),
  });
  let words = "";
  transport.stderr?.on("data", (chunk: Buffer) => {
    words = (words + chunk.toString("utf8")).slice(-LAST_WORDS);
  });
  return { transport, complaint: () => words.trim() };
}

async function httpTransport(config: HttpConfig, env: Environment, kind: "http" | "sse") {
  const url = new URL(expand(config.url, env));
  const requestInit = { headers: expandAll(config.headers, env) };
  if (kind === "sse") {
    const { SSEClientTransport } = await import("@modelcontextprotocol/sdk/client/sse.js");
    return new SSEClientTransport(url, { requestInit });
  }
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  return new StreamableHTTPClientTransport(url, { requestInit });
}

/** The HTTP status an SDK error carries, `null` when the server gave none. */
function statusOf(error: unknown): number | null {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "number" && code >= 400 && code < 600 ? code : null;
}

/** What went wrong with a server; the SDK's own words leave out the HTTP status. */
export function complaintOf(error: unknown): string {
  const status = statusOf(error);
  if (status === null) return messageOf(error);
  const advice = status === 401 || status === 403 ? ", which asks for the right headers in its entry" : "";
  return `HTTP ${status}${advice}: ${messageOf(error)}`;
}

/** True when the server answered, but not in Streamable HTTP: it may still speak the older transport. */
function speaksAnotherTransport(error: unknown): boolean {
  return [400, 404, 405, 406, 415].includes(statusOf(error) ?? 0);
}

async function newClient(version: string, onToolsChanged: () => void): Promise<Client> {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const tools = { autoRefresh: false, debounceMs: 0, onChanged: onToolsChanged };
  return new Client({ name: "hindsight", version }, { listChanged: { tools } });
}

/**
 * Connects to the server. Each attempt is handed to `onLink` before anything is sent, so that whoever gives up waiting
 * can close it: a hanging server must not keep its process.
 * @throws whatever the transport throws; HindsightError INVALID_SETTING for a variable that is not set.
 */
export async function connect(
  config: ServerConfig,
  { env, timeoutMs, version }: { env: Environment; timeoutMs: number; version: string },
  onLink: (link: Link) => void,
): Promise<Link> {
  const attempt = async (transport: Transport, complaint: () => string = () => "") => {
    const client = await newClient(version, () => {
      link.stale = true;
    });
    const link: Link = { client, transport, complaint, stale: false };
    onLink(link);
    await link.client.connect(transport, { timeout: timeoutMs });
    return link;
  };
  if ("command" in config) {
    const { transport, complaint } = await stdioTransport(config as StdioConfig, env);
    return attempt(transport, complaint);
  }
  const http = config as HttpConfig;
  if (http.type === "sse") return attempt(await httpTransport(http, env, "sse"));
  try {
    return await attempt(await httpTransport(http, env, "http"));
  } catch (error) {
    if (http.type === "http" || !speaksAnotherTransport(error)) throw error;
    return await attempt(await httpTransport(http, env, "sse"));
  }
}
