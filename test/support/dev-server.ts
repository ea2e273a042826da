import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const ROOT = join(import.meta.dirname, "../..");
/** Copied, because the command line writes beside them; everything else is linked. */
const COPIED = ["langgraph.json", ".gitignore"];
/** The server takes 6 to 14 s on two quiet cores. */
const START_MS = 90_000;

export interface DevServer {
  readonly url: string;
  /** `HINDSIGHT_HOME` of the server. */
  readonly home: string;
  /** What it has printed so far. */
  output(): string;
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** The project in a folder of its own, so that the server's `.langgraph_api` stays out of the checkout. */
function project(): string {
  const folder = mkdtempSync(join(tmpdir(), "hindsight-dev-"));
  for (const name of readdirSync(ROOT)) {
    if (COPIED.includes(name)) cpSync(join(ROOT, name), join(folder, name));
    else if (!name.startsWith(".")) symlinkSync(join(ROOT, name), join(folder, name));
  }
  return folder;
}

/** The environment without what could steer the server from outside: settings, keys, tracing. */
function cleanEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name, value]) =>
      value !== undefined && !/^(?:HINDSIGHT|OPENAI|LANGSMITH|LANGCHAIN|LANGGRAPH)_|^VITEST|^NODE_OPTIONS$/u.test(name),
  );
  return Object.fromEntries(kept) as Record<string, string>;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => child.once("close", resolve));
}

/** Starts the real `langgraphjs dev` on a free port and waits until it serves. Close it when the test ends. */
export async function startDevServer(env: Record<string, string> = {}): Promise<DevServer> {
  const folder = project();
  const home = mkdtempSync(join(tmpdir(), "hindsight-home-"));
  const bin = join(ROOT, "node_modules/.bin");
  const port = await freePort();
  const child = spawn(
    join(bin, "langgraphjs"),
    ["dev", "--no-browser", "--no-reload", "--host", "127.0.0.1", "--port", String(port)],
    {
      cwd: folder,
      detached: true, // a group of its own, so that its children end with it
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...cleanEnvironment(),
        PATH: [bin, process.env.PATH ?? ""].join(delimiter),
        LANGGRAPH_CLI_NO_ANALYTICS: "1",
        LANGSMITH_TRACING: "false",
        HINDSIGHT_HOME: home,
        HINDSIGHT_TIME_ZONE: "Europe/Oslo",
        ...env,
      },
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString("utf8")).slice(-50_000);
    });
  const kill = (signal: NodeJS.Signals) => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // ended by itself
    }
  };
  const close = async () => {
    kill("SIGTERM");
    const graceful = await Promise.race([ended(child).then(() => true), delay(5_000, false, { ref: false })]);
    if (!graceful) kill("SIGKILL");
    await ended(child);
    kill("SIGKILL"); // whatever of the group outlived it
    for (const path of [folder, home]) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  };
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + START_MS;
  while (true) {
    if (child.exitCode !== null) break;
    const up = await fetch(`${url}/ok`, { signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (up) return { url, home, output: () => output, close };
    if (Date.now() > until) break;
    await delay(200);
  }
  await close();
  throw new Error(`the dev server did not come up:\n${output}`);
}
