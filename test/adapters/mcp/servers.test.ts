import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { afterEach, describe, expect, it } from "vitest";
import { createToolServers, type ToolServersOptions } from "../../../src/adapters/mcp/servers.ts";
import type { Log } from "../../../src/ports/log.ts";
import type { ToolServers } from "../../../src/ports/tools.ts";

const SCRIPT = join(import.meta.dirname, "../../support/mcp-server.ts");
const server = (behaviour = "ok", env: Record<string, string> = {}) => ({
  command: process.execPath,
  args: [SCRIPT, behaviour],
  env,
});

/** How an mcp.json names an environment variable. */
const variable = (name: string) => `\${${name}}`;

const opened: ToolServers[] = [];
const folders: string[] = [];

function open(options: ToolServersOptions): ToolServers {
  const servers = createToolServers(options);
  opened.push(servers);
  return servers;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((servers) => servers.close()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function file(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), "hindsight-mcp-"));
  folders.push(folder);
  const path = join(folder, "mcp.json");
  writeFileSync(path, content);
  return path;
}

async function call(tools: readonly StructuredToolInterface[], name: string, args: object = {}): Promise<string> {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`no tool ${name} in ${tools.map((found) => found.name).join(", ")}`);
  const result: unknown = await tool.invoke(args);
  return typeof result === "string" ? result : JSON.stringify(result);
}

const statusOf = (servers: ToolServers, name: string) => servers.status().find((status) => status.name === name);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("F5: other people's MCP servers as tools", () => {
  it("takes servers from an mcp.json as other clients write it, with secrets from the environment", async () => {
    const path = file(
      JSON.stringify({
        mcpServers: {
          sky: { ...server("ok", { SKY: variable("WEATHER_KEY") }), alwaysAllow: ["weather"] },
          off: { command: "never-run", disabled: true },
        },
        someOtherClientsKey: 1,
      }),
    );
    const servers = open({ configPath: path, env: { ...process.env, WEATHER_KEY: "Rain" } });
    const tools = await servers.tools();
    expect(await call(tools, "weather", { city: "Oslo" })).toBe("Rain in Oslo");
    expect(servers.status()).toMatchObject([{ name: "sky", state: "ready", error: null }]);
    expect(statusOf(servers, "sky")?.tools).toEqual(expect.arrayContaining(["weather", "sky__search_memory"]));
  });

  it("gives results as text that any endpoint takes, and names what is no text", async () => {
    const servers = open({ config: { mcpServers: { a: server() } } });
    const found = await call(await servers.tools(), "seats", { flight: "SK4" });
    expect(found).toBe("3 seats on SK4\n[1 part of the result that is no text]");
  });

  it("prefixes names that clash between servers or with the agent's own, and keeps the prefix when one goes away", async () => {
    const servers = open({ config: { mcpServers: { "left.side": server(), right: server() } } });
    const tools = await servers.tools();
    const names = tools.map(({ name }) => name);
    expect(names).toContain("left_side__weather");
    expect(names).toContain("right__weather");
    expect(names).not.toContain("search_memory");
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    await expect(call(tools, "right__die")).rejects.toThrow();
    expect((await servers.tools()).map(({ name }) => name)).toContain("left_side__weather");
  });

  it("a dead and a mute server do not take the others down; the status tells, and a warning is logged", async () => {
    const warnings: unknown[] = [];
    const log: Log = { debug() {}, info() {}, warn: (fields) => void warnings.push(fields), error() {} };
    const servers = open({
      config: {
        mcpServers: {
          good: server(),
          broken: server("broken"),
          mute: server("mute"),
          missing: { command: "no-such-program" },
        },
      },
      timeoutMs: 3_000,
      log,
    });
    const tools = await servers.tools();
    expect(await call(tools, "weather", { city: "Bergen" })).toBe("Sunny in Bergen");
    expect(statusOf(servers, "good")?.state).toBe("ready");
    expect(statusOf(servers, "broken")).toMatchObject({ state: "failed", tools: [] });
    expect(statusOf(servers, "broken")?.error).toContain("cannot find my database");
    expect(statusOf(servers, "missing")?.error).toContain("ENOENT");
    expect(statusOf(servers, "mute")?.error).toMatch(/no answer within|timed out/i);
    expect(warnings).toHaveLength(3);
  });

  it("a server known to be mute is not waited for again", async () => {
    const servers = open({ config: { mcpServers: { mute: server("mute") } }, patienceMs: 500 });
    await servers.tools();
    expect(statusOf(servers, "mute")?.state).toBe("connecting");
    const waited = new Promise((resolve) => setImmediate(resolve, "waited"));
    expect(await Promise.race([servers.tools(), waited])).toEqual([]);
  });

  it("a server that died is started again for the next turn", async () => {
    const servers = open({ config: { mcpServers: { a: server() } } });
    const first = await servers.tools();
    const pid = await call(first, "pid");
    await expect(call(first, "die")).rejects.toThrow();
    const again = await servers.tools();
    const next = await call(again, "pid");
    expect(next).toMatch(/^\d+$/);
    expect(next).not.toBe(pid);
  });

  it("a tool that a server adds is there in the next round", async () => {
    const servers = open({ config: { mcpServers: { a: server() } } });
    expect(await call(await servers.tools(), "grow")).toBe("grew");
    expect(await call(await servers.tools(), "grown")).toBe("grown up");
  });

  it("a call that hangs ends at its timeout, an error of the tool is an error, and both leave the server usable", async () => {
    const servers = open({ config: { mcpServers: { a: server() } }, timeoutMs: 3_000 });
    const tools = await servers.tools();
    await expect(call(tools, "hang")).rejects.toThrow(/timed out|timeout|aborted/i);
    await expect(call(tools, "fail")).rejects.toThrow("no such flight");
    expect(await call(tools, "weather", { city: "Oslo" })).toBe("Sunny in Oslo");
  });

  it("closing ends every process, and a closed set of servers has no tools", async () => {
    const servers = open({ config: { mcpServers: { a: server() } } });
    const pid = Number(await call(await servers.tools(), "pid"));
    expect(isRunning(pid)).toBe(true);
    await servers.close();
    expect(isRunning(pid)).toBe(false);
    expect(await servers.tools()).toEqual([]);
    expect(servers.status()).toMatchObject([{ state: "closed" }]);
  });

  it("a server that never answered is ended too, by closing while it is still being waited for", async () => {
    const pidFile = file("");
    const servers = open({
      config: { mcpServers: { mute: server("mute", { PID_FILE: pidFile }) } },
      patienceMs: 50,
    });
    await servers.tools();
    await expect.poll(() => readFileSync(pidFile, "utf8"), { timeout: 20_000 }).toMatch(/^\d+$/);
    const pid = Number(readFileSync(pidFile, "utf8"));
    expect(isRunning(pid)).toBe(true);
    await servers.close();
    await expect.poll(() => isRunning(pid), { timeout: 5_000 }).toBe(false);
  });

  it.each([
    ["no JSON", "{", /mcp\.json/],
    ["no servers", "{}", /mcpServers/],
    ["neither command nor url", '{"mcpServers":{"x":{"args":[]}}}', /"x".*neither/],
    ["a wrong field", '{"mcpServers":{"x":{"command":"y","args":"z"}}}', /"x".*args/],
    ["a url that is none", '{"mcpServers":{"x":{"url":"ftp://a"}}}', /"x".*url/],
  ])("a malformed mcp.json is a clear error: %s", (_, content, message) => {
    expect(() => createToolServers({ configPath: file(content) })).toThrow(
      expect.objectContaining({ code: "INVALID_SETTING", message: expect.stringMatching(message) }),
    );
  });

  it("a variable that is not set fails that server only, and says which", async () => {
    const servers = open({
      config: { mcpServers: { a: server("ok", { KEY: variable("NOT_SET_ANYWHERE") }), b: server() } },
    });
    expect((await servers.tools()).map(({ name }) => name)).toContain("weather");
    expect(statusOf(servers, "a")?.error).toContain("NOT_SET_ANYWHERE");
  });

  it("without a configuration there are no servers and no tools", async () => {
    const servers = open({ configPath: null });
    expect(await servers.tools()).toEqual([]);
    expect(servers.status()).toEqual([]);
  });
});
