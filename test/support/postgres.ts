import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "./free-port.ts";

/** The folder of PostgreSQL's programs: Debian keeps them outside of PATH, one folder a version. */
function binaries(): string | null {
  const versions = "/usr/lib/postgresql";
  const debian = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, "bin"))
    : [];
  const places = [process.env.POSTGRES_BIN, ...(process.env.PATH ?? "").split(":"), ...debian];
  return (
    places.find((place) => place && existsSync(join(place, "initdb")) && existsSync(join(place, "postgres"))) ?? null
  );
}

const BIN = binaries();

/**
 * Why the tests that need a real PostgreSQL cannot run here, else `null`. On CI its absence is a failure, not a reason to
 * skip. Use: `describe.skipIf(postgresMissing !== null)(…)`.
 */
export const postgresMissing: string | null = (() => {
  if (BIN !== null) return null;
  const advice = "PostgreSQL is not installed: apt-get install postgresql, or set POSTGRES_BIN to the folder of initdb";
  if (process.env.CI === "true") throw new Error(advice);
  console.warn(`skipped: ${advice}`);
  return advice;
})();

/** A real server of the test's own. */
export interface PostgresServer {
  /** postgres://…; the superuser `test` with the password `secret`. */
  readonly url: string;
  readonly port: number;
  /** A client of its own, to look at what is stored; closed by the caller. */
  client(): Promise<pg.Client>;
  /** Ends it as a fast shutdown does, connections and all. */
  stop(): Promise<void>;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

/** PostgreSQL refuses to run as root: then its programs run as this user, which Debian's package and most systems have. */
const asUser =
  process.getuid?.() === 0
    ? ["postgres", "nobody"].find((name) => spawnSync("id", ["-u", name]).status === 0)
    : undefined;

function command(program: string, args: readonly string[]): [string, string[]] {
  const path = join(BIN ?? "", program);
  return asUser === undefined ? [path, [...args]] : ["setpriv", [...privileges(asUser), path, ...args]];
}

/** setpriv replaces itself by the program, so that signals reach it; runuser would stand in between. */
function privileges(user: string): string[] {
  const id = (flag: string) => spawnSync("id", [flag, user], { encoding: "utf8" }).stdout.trim();
  return ["--reuid", id("-u"), "--regid", id("-g"), "--clear-groups"];
}

/** Starts a server on a free port of this machine, with a data folder of its own. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "hindsight-postgres-"));
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  chmodSync(folder, 0o755);
  const password = join(folder, "password");
  writeFileSync(password, "secret\n");
  if (asUser !== undefined) {
    const { status, stderr } = spawnSync("chown", ["-R", asUser, data]);
    if (status !== 0) throw new Error(`chown: ${stderr}`);
  }
  const [init, initArgs] = command("initdb", [
    ...[
      "-D",
      data,
      "-U",
      "test",
      "-E",
      "UTF8",
      "--locale",
      "C",
      "--auth-host",
      "scram-sha-256",
      "--auth-local",
      "trust",
    ],
    ...["--no-sync", "--pwfile", password],
  ]);
  const made = spawnSync(init, initArgs, { encoding: "utf8", cwd: folder });
  if (made.status !== 0) throw new Error(`initdb: ${made.error ?? ""}${made.stderr}${made.stdout}`);
  let port = await freePort();
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    const [program, args] = command("postgres", [
      ...["-D", data, "-p", String(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
      ...["-c", "fsync=off", "-c", "max_connections=50", "-c", "shared_buffers=16MB"],
    ]);
    const started = spawn(program, args, {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, LC_ALL: "C" },
    });
    child = started;
    process.once("exit", () => started.kill("SIGKILL"));
    let said = "";
    await new Promise<void>((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        said += chunk.toString();
        if (/ready to accept connections/u.test(said)) resolve();
      };
      started.stdout.on("data", hear);
      started.stderr.on("data", hear);
      started.once("error", reject);
      started.once("exit", () => reject(new Error(`postgres ended: ${said}`)));
    });
  }
  async function stop(): Promise<void> {
    const running = child;
    child = null;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const gone = once(running, "exit");
    running.kill("SIGINT");
    await gone;
  }
  for (let attempt = 1; ; attempt++) {
    try {
      await start();
      break;
    } catch (error) {
      if (attempt === 5 || !/Address already in use|could not bind/u.test(String(error))) throw error;
      port = await freePort(); // another process took it in between
    }
  }
  const url = `postgres://test:secret@127.0.0.1:${port}/postgres`;
  return {
    url,
    port,
    async client() {
      const client = new pg.Client({ connectionString: url });
      client.on("error", () => {}); // the test stops the server under it
      await client.connect();
      return client;
    },
    stop,
    start,
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
