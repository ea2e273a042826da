import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { containerOf } from "../deploy/image.ts";
import { freePort } from "../support/free-port.ts";

/** A container's process without the container: the same command and environment, in the folder of the built package. */
export interface Container {
  /** Of its HTTP server. */
  url: string;
  /** Resolves when its standard error holds the text. */
  said(text: string): Promise<void>;
  /** Runs the image's health check; its exit code. */
  check(): Promise<number>;
  /** Runs it until it succeeds, as often as Docker would; whether it did. */
  healthy(): Promise<boolean>;
  /** As `docker stop` does; the exit code. */
  stop(): Promise<number | null>;
}

const PORT = "8477";
/** A machine that runs many tests at once answers late. */
const RETRIES = 10;

/**
 * Starts what a service of the Compose file starts, from the built package in `app`; only the port, the data folder and the
 * addresses of the other services are this machine's.
 */
export async function startContainer(
  name: string,
  app: string,
  { secrets, hosts }: { secrets: Record<string, string>; hosts: Record<string, string> },
): Promise<Container> {
  const { command, healthcheck, environment } = containerOf(name, secrets);
  const [port, data] = [String(await freePort()), await mkdtemp(join(tmpdir(), "hindsight-data-"))];
  const here = (text: string) =>
    Object.entries({ ...hosts, [PORT]: port, "0.0.0.0": "127.0.0.1" }).reduce(
      (all, [from, to]) => all.replaceAll(from, to),
      text,
    );
  const env: Record<string, string> = { PATH: process.env.PATH ?? "" };
  for (const [key, value] of Object.entries(environment)) env[key] = here(value);
  env.HINDSIGHT_HOME = data;
  const launch = (args: readonly string[]): ChildProcess => {
    const [program, ...rest] = args.map(here);
    if (program !== "node") throw new Error(`the image runs ${program}`);
    return spawn(process.execPath, rest, { cwd: app, env, stdio: ["ignore", "ignore", "pipe"] });
  };
  const child = launch(command);
  let errors = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    errors += chunk;
  });
  const ended = once(child, "close") as Promise<[number | null]>;
  const check = async (): Promise<number> => {
    const [kind, ...test] = healthcheck;
    const [code] = await once(launch(kind === "CMD" ? test : healthcheck), "close");
    return code;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    async said(text) {
      while (!errors.includes(text)) {
        const next = await Promise.race([once(child.stderr!, "data"), ended.then(() => null)]);
        if (next === null && !errors.includes(text)) throw new Error(`${name} ended without "${text}": ${errors}`);
      }
    },
    check,
    async healthy() {
      for (let tries = 0; tries < RETRIES; tries++) if ((await check()) === 0) return true;
      return false;
    },
    async stop() {
      child.kill("SIGTERM");
      const [code] = await ended;
      await rm(data, { recursive: true, force: true });
      return code;
    },
  };
}
