import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { freePort } from "./free-port.ts";

const BINARY = process.env.REDIS_SERVER ?? "redis-server";

/**
 * Why the tests that need a real `redis-server` cannot run here, else `null`. On CI its absence is a failure, not a
 * reason to skip. Use: `describe.skipIf(redisMissing !== null)(…)`.
 */
export const redisMissing: string | null = (() => {
  if (spawnSync(BINARY, ["--version"]).status === 0) return null;
  const advice = `${BINARY} is not installed: apt-get install redis-server (or brew install redis), or set REDIS_SERVER`;
  if (process.env.CI === "true") throw new Error(advice);
  console.warn(`skipped: ${advice}`);
  return advice;
})();

/** On Linux a server ends with the tests' process even when that is killed, and no handler of it runs. */
const WITH_PARENT =
  spawnSync("setpriv", ["--pdeathsig", "KILL", "true"]).status === 0 ? ["setpriv", "--pdeathsig", "KILL"] : [];

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** A real server of the test's own. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** A client without any of hindsight's settings, to look at what is stored. */
  readonly admin: Redis;
  /** Ends it as SIGTERM does (`kill`: as SIGKILL does); what was acknowledged is on its disk, unless it is to `forget`. */
  stop(options?: { kill?: boolean; forget?: boolean }): Promise<void>;
  /** Starts it again on the same port and data, unless it runs. */
  start(): Promise<void>;
  restart(options?: { kill?: boolean }): Promise<void>;
  /** It keeps its connections and answers nothing, until `resume`. */
  pause(): void;
  resume(): void;
  flush(): Promise<void>;
  /** Every key it holds, sorted. */
  keys(): Promise<string[]>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

/**
 * Starts `redis-server` on a free port of this machine with a data folder of its own, every write synced.
 * @param options.cluster a cluster of one node that owns every slot: refuses what no cluster could do
 * @param options.args more of its options, as on its command line
 */
export async function startRedis({
  cluster = false,
  args = [],
}: {
  cluster?: boolean;
  args?: readonly string[];
} = {}): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "hindsight-redis-"));
  let port = await freePort();
  let child: ChildProcess | null = null;
  let admin: Redis | null = null;

  async function launch(): Promise<string> {
    const [program = BINARY, ...leading] = [...WITH_PARENT, BINARY];
    const started = spawn(
      program,
      [
        ...leading,
        ...["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "yes"],
        ...["--appendfsync", "always", "--daemonize", "no", "--cluster-enabled", cluster ? "yes" : "no", ...args],
      ],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    child = started;
    running.add(started);
    started.once("exit", () => running.delete(started));
    let said = "";
    return new Promise<string>((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        said += chunk.toString();
        if (/Ready to accept connections/u.test(said)) resolve(said);
      };
      started.stdout.on("data", hear);
      started.stderr.on("data", hear);
      started.once("error", reject);
      started.once("exit", () => reject(new Error(`redis-server ended: ${said}`)));
    });
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = once(ending, "exit");
    ending.kill("SIGCONT");
    ending.kill(signal);
    await gone;
  }

  const started = async () => {
    if (child !== null) return;
    await launch();
    admin ??= new Redis(port, "127.0.0.1", { retryStrategy: () => 20, maxRetriesPerRequest: null }).on(
      "error",
      () => {},
    );
    if (cluster) await ownEverySlot(admin);
  };
  for (let attempt = 1; ; attempt++) {
    try {
      await started();
      break;
    } catch (error) {
      if (attempt === 5 || !/Address already in use|bind/u.test(String(error))) throw error;
      port = await freePort(); // another process took it in between
    }
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    get admin() {
      return admin as Redis;
    },
    async stop({ kill = false, forget = false } = {}) {
      await end(kill ? "SIGKILL" : "SIGTERM");
      if (forget) rmSync(join(folder, "appendonlydir"), { recursive: true, force: true });
    },
    start: started,
    async restart({ kill = false } = {}) {
      await end(kill ? "SIGKILL" : "SIGTERM");
      await started();
    },
    pause: () => void child?.kill("SIGSTOP"),
    resume: () => void child?.kill("SIGCONT"),
    flush: async () => void (await (admin as Redis).flushall()),
    keys: async () => (await (admin as Redis).keys("*")).sort(),
    async remove() {
      admin?.disconnect();
      await end("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Gives the only node of a cluster every slot, and waits until it serves them. */
async function ownEverySlot(admin: Redis): Promise<void> {
  const info = () => admin.cluster("INFO") as Promise<string>;
  if (!/cluster_slots_assigned:16384/u.test(await info())) await admin.call("CLUSTER", "ADDSLOTSRANGE", 0, 16383);
  while (!/cluster_state:ok/u.test(await info())) await new Promise((resolve) => setImmediate(resolve));
}
