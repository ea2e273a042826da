import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../support/qdrant/index.ts";
import { redisMissing, startRedis } from "../support/redis.ts";
import { type Container, startContainer } from "./containers.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
/** Milliseconds; each takes ten seconds at most where nothing else runs. */
const PATIENCE = 300_000;

/** The environment of someone who installs the package: this Node first, nothing of the npm run we are in. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(npm_(package|lifecycle|config_local_prefix)|INIT_CWD|VITEST|NODE_ENV)/.test(name),
  ),
);
env.PATH = `${dirname(process.execPath)}${delimiter}${env.PATH}`;

interface Packed {
  filename: string;
  size: number;
  bundled: string[];
  files: { path: string }[];
}

let folder: string;
let packed: Packed;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindsight-package-"));
  const { stdout } = await run("npm", ["pack", "--json", "--silent", "--pack-destination", folder], {
    cwd: ROOT,
    env,
    timeout: PATIENCE,
  });
  const parsed: Packed[] = JSON.parse(stdout.slice(stdout.indexOf("[\n")));
  packed = parsed[0] as Packed;
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
  const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"];
  await run("npm", ["install", ...flags, `./${packed.filename}`], { cwd: folder, env, timeout: PATIENCE });
}, 2 * PATIENCE);

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the package, as someone installs it", () => {
  test("it holds the built code, its types and the prompts, and neither sources nor tests", () => {
    const paths = packed.files.map(({ path }) => path).filter((path) => !path.startsWith("node_modules/"));
    expect(paths).toEqual(
      expect.arrayContaining(["dist/src/index.js", "dist/src/index.d.ts", "dist/src/cli/main.js", "LICENSE"]),
    );
    expect(paths.filter((path) => /^prompts\/.+\.(en|zh)\.md$/.test(path)).length).toBeGreaterThan(1);
    expect(paths.filter((path) => /(^|\/)(test|bench|\.ci)\/|\.test\.|(?<!\.d)\.ts$/.test(path))).toEqual([]);
    expect(packed.size).toBeLessThan(2_000_000);
  });

  test(
    "the SQLite saver comes with it and finds our driver: nothing is compiled on install",
    async () => {
      expect(packed.bundled).toEqual(["@langchain/langgraph-checkpoint-sqlite"]);
      const lock: { packages: Record<string, { version: string }> } = JSON.parse(
        await readFile(join(folder, "package-lock.json"), "utf8"),
      );
      const drivers = Object.entries(lock.packages).filter(([path]) => /\/better-sqlite3$/.test(path));
      expect(drivers.map(([, { version }]) => version.split(".")[0])).toEqual(["13"]);
      // and whoever has a lock file can install from it
      await run("npm", ["ci", "--dry-run", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"], {
        cwd: folder,
        env,
      });
    },
    PATIENCE,
  );

  test(
    "imported, it remembers and recalls, and its agent answers with its checkpoints in SQLite",
    async () => {
      await writeFile(
        join(folder, "use.mjs"),
        `import { createAgent, createHindsight } from "hindsight";
       const hindsight = await createHindsight({ home: "./home" });
       const memory = hindsight.user("ada");
       await memory.remember("Ada prefers window seats.");
       const found = await memory.recall("Which seat shall I book?");
       const agent = createAgent({
         memory: hindsight, model: await hindsight.chatModel(), checkpointer: await hindsight.checkpointer(),
       });
       const where = { configurable: { thread_id: "t" }, context: { user_id: "ada" } };
       const state = await agent.invoke({ messages: [{ role: "user", content: "Which seat do I prefer?" }] }, where);
       const kept = await agent.getState(where);
       await hindsight.close();
       console.log(JSON.stringify({
         found: found.results.map(({ record }) => record.content),
         reply: state.messages.at(-1).content,
         messages: kept.values.messages.length,
       }));`,
      );
      const { stdout } = await run(process.execPath, ["use.mjs"], { cwd: folder, env, timeout: PATIENCE });
      const { found, reply, messages } = JSON.parse(stdout);
      expect(found.join()).toContain("window seats");
      expect(reply).toContain("window");
      expect(messages).toBe(2);
    },
    PATIENCE,
  );

  test(
    "npx hindsight runs the command line",
    async () => {
      const { stdout } = await run("npx", ["--offline", "hindsight", "--version"], {
        cwd: folder,
        env,
        timeout: PATIENCE,
      });
      const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
      expect(stdout.trim()).toBe(version);
      const args = ["--offline", "hindsight", "search", "seat", "--user", "ada", "--home", "home", "--json"];
      const search = await run("npx", args, { cwd: folder, env, timeout: PATIENCE });
      expect(JSON.parse(search.stdout).results[0].content).toContain("window seats");
    },
    PATIENCE,
  );

  test(
    "its types serve a strict consumer",
    async () => {
      await writeFile(
        join(folder, "use.ts"),
        `import { createHindsight, HindsightError, type Memory, type Recall } from "hindsight";
       const hindsight = await createHindsight({ home: "./home" });
       const memory: Memory = hindsight.user("ada");
       const found: Recall = await memory.recall("seat", { k: 3, filter: { kinds: ["semantic"] } });
       export const best: string | undefined = found.results[0]?.record.content;
       // @ts-expect-error a memory cannot be had without a user
       hindsight.user();
       export const code = (error: HindsightError): string => error.code;`,
      );
      const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2023"];
      const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
      const checked = run(process.execPath, [tsc, ...options, "use.ts"], { cwd: folder, env, timeout: PATIENCE });
      await expect(
        checked.then(
          () => "ok",
          (error) => error.stdout,
        ),
      ).resolves.toBe("ok");
    },
    PATIENCE,
  );

  test.skipIf(redisMissing !== null)(
    "I2: the commands of the image start a service and a worker on Qdrant and Redis, healthy while those are, and end when told to",
    async () => {
      const secrets = {
        HINDSIGHT_TOKEN: "token-0123456789",
        QDRANT_API_KEY: "qdrant-key",
        REDIS_PASSWORD: "redis-password",
      };
      const qdrant = await startTestServer({ apiKey: secrets.QDRANT_API_KEY });
      const redis = await startRedis();
      await redis.admin.config("SET", "requirepass", secrets.REDIS_PASSWORD);
      const hosts = { "qdrant:6333": new URL(qdrant.url).host, "redis:6379": `127.0.0.1:${redis.port}` };
      const app = join(folder, "node_modules/hindsight");
      const started = await Promise.all(
        ["service", "worker"].map((name) => startContainer(name, app, { secrets, hosts })),
      );
      const [service, worker] = started as [Container, Container];
      await Promise.all([service.said("Listening"), worker.said("Working")]);
      expect(await Promise.all(started.map((one) => one.healthy()))).toEqual([true, true]);
      for (const { url } of started)
        expect(await (await fetch(new URL("/readyz", url))).json()).toMatchObject({ status: "ready" });

      const client = new Client({ name: "test", version: "1" });
      const headers = { authorization: `Bearer ${secrets.HINDSIGHT_TOKEN}` };
      await client.connect(
        new StreamableHTTPClientTransport(new URL("/mcp", service.url), { requestInit: { headers } }),
      );
      await client.callTool({ name: "memory_write", arguments: { content: "I prefer window seats." } });
      const { structuredContent } = await client.callTool({ name: "memory_search", arguments: { query: "seat" } });
      expect(JSON.stringify(structuredContent)).toContain("window seats");
      await client.close();

      await qdrant.stop();
      const ready = await fetch(new URL("/readyz", service.url));
      expect({ status: ready.status, body: await ready.json() }).toMatchObject({
        status: 503,
        body: {
          status: "unavailable",
          dependencies: [
            { name: "memories", place: `Qdrant at ${hosts["qdrant:6333"]}`, ok: false },
            { ok: true },
            { ok: true },
            { ok: true },
          ],
        },
      });
      expect(await service.check()).toBe(1);
      await qdrant.start();
      expect(await Promise.all(started.map((one) => one.stop()))).toEqual([0, 0]);
      expect(qdrant.violations()).toEqual([]);
      await redis.remove();
      await qdrant.close();
    },
    PATIENCE,
  );
});
