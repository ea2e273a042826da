import type { StructuredToolInterface } from "@langchain/core/tools";
import { type Log, silentLog } from "../../ports/log.ts";
import { MEMORY_TOOLS, type ToolServers } from "../../ports/tools.ts";
import { parseConfig, readConfig, type ToolServersConfig } from "./config.ts";
import { createToolServer } from "./server.ts";

export interface ToolServersOptions {
  /** Path of an `mcp.json`; `null` is none. */
  configPath?: string | null;
  /** The same as an object, instead of a file. */
  config?: ToolServersConfig;
  /** Longest wait for a server to come up, and for one call of a tool. Default 30,000. */
  timeoutMs?: number;
  /** Longest that a turn waits for a server that is still coming up. Default 5,000; it waits once for each. */
  patienceMs?: number;
  /** What the servers are told about us. */
  version?: string;
  /** Where `${NAME}` in the configuration is looked up. Default `process.env`. */
  env?: Readonly<Record<string, string | undefined>>;
  log?: Log;
}

/** What endpoints take as a tool's name. */
const UNFIT = /[^A-Za-z0-9_-]+/gu;
const LONGEST_NAME = 64;

function usable(name: string): string {
  return name.replace(UNFIT, "_").slice(0, LONGEST_NAME) || "tool";
}

/**
 * Gives every tool a name of its own: its own name, or `server__name` where two servers (or the agent) use it. A name
 * that once clashed stays prefixed when the other server goes away, so that tools do not change names mid-talk.
 */
function createNaming() {
  const clashing = new Set<string>(MEMORY_TOOLS);
  return (tools: readonly { server: string; name: string }[]): string[] => {
    const owners = new Map<string, string>();
    for (const { server, name } of tools) {
      const owner = owners.get(usable(name));
      if (owner !== undefined && owner !== server) clashing.add(usable(name));
      owners.set(usable(name), server);
    }
    const taken = new Set<string>();
    return tools.map(({ server, name }) => {
      const wanted = clashing.has(usable(name)) ? usable(`${usable(server)}__${name}`) : usable(name);
      let given = wanted;
      for (let n = 2; taken.has(given); n++) given = `${wanted.slice(0, LONGEST_NAME - 4)}_${n}`;
      taken.add(given);
      return given;
    });
  };
}

/**
 * Other people's MCP servers as tools of the agent (requirements F5). Connecting starts at once and in the background;
 * a server that is dead, slow or ends is left out, tried again, and told by `status()`; the others go on.
 * @throws HindsightError INVALID_SETTING when the configuration cannot be read or is wrong.
 */
export function createToolServers(options: ToolServersOptions = {}): ToolServers {
  const {
    configPath = null,
    config,
    timeoutMs = 30_000,
    patienceMs = 5_000,
    version = "0",
    env = process.env,
    log = silentLog,
  } = options;
  const configs =
    config !== undefined ? parseConfig(config, "config") : configPath !== null ? readConfig(configPath) : [];
  const servers = Array.from(configs, ([name, server]) =>
    createToolServer(name, server, { timeoutMs, patienceMs, version, env, log }),
  );
  const nameAll = createNaming();
  const shown = new Map<string, string[]>();
  let closing: Promise<void> | undefined;

  return {
    async tools() {
      const found = await Promise.all(
        servers.map(async (server) => (await server.tools()).map((tool) => ({ server: server.name, tool }))),
      );
      const all = found.flat();
      const own = all.map(({ server, tool }) => ({ server, name: originalName(tool) }));
      const names = nameAll(own);
      shown.clear();
      return all.map(({ server, tool }, index): StructuredToolInterface => {
        const name = names[index]!;
        tool.name = name;
        shown.set(server, [...(shown.get(server) ?? []), name]);
        return tool;
      });
    },
    status: () =>
      servers.map((server) => {
        const status = server.status();
        return { ...status, tools: status.state === "ready" ? (shown.get(server.name) ?? []) : [] };
      }),
    close: () => (closing ??= Promise.all(servers.map((server) => server.close())).then(() => undefined)),
  };
}

const originals = new WeakMap<object, string>();

/** The name the server gave the tool, before we renamed it. */
function originalName(tool: { name: string }): string {
  const known = originals.get(tool);
  if (known !== undefined) return known;
  originals.set(tool, tool.name);
  return tool.name;
}
