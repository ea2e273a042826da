import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hindsight, MAIN, newHome, plainEnv, start } from "./support/process.ts";

let home: string;
let env: Record<string, string>;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ home, remove } = await newHome());
  env = plainEnv(home);
});
afterEach(() => remove());

const MINUTE = 60_000;

describe("an agent that remembers tomorrow, through real processes (I1, I5)", () => {
  test.each([
    ["I'm allergic to peanuts and I fly to Oslo on Friday", "what should the airline know about me?", "peanut"],
    ["我对花生过敏，周五飞奥斯陆", "航空公司应该知道我什么？", "花生"],
  ])(
    "told %j and started again, it answers in a new thread",
    async (told, asked, answer) => {
      const first = await hindsight(["chat"], env, `${told}\n/quit\n`);
      expect(first).toMatchObject({ code: 0, signal: null });
      expect(first.err).toMatch(/built-in.*no language model/);
      expect(first.err).toMatch(new RegExp(`(kept|记住): .*${answer}`));
      const second = await hindsight(["chat"], env, `${asked}\n`);
      expect(second.code).toBe(0);
      expect(second.out).toContain(answer);
      expect(second.err).toMatch(new RegExp(`(recalled|想起): .*${answer}`));
      const stranger = await hindsight(["chat", "--user", "somebody-else"], env, `${asked}\n`);
      expect(stranger.out).not.toContain(answer);
    },
    MINUTE,
  );

  test(
    "a thread goes on where it was left",
    async () => {
      await hindsight(["chat", "--thread", "t1", "--once", "My dog is called Bello."], env);
      const again = await hindsight(["chat", "--thread", "t1", "--once", "What is my dog called?", "--json"], env);
      expect(JSON.parse(again.out)).toMatchObject({ thread: "t1", reply: expect.stringContaining("Bello") });
    },
    MINUTE,
  );

  test(
    "a thread of someone else is refused",
    async () => {
      await hindsight(["chat", "--thread", "t1", "--once", "My dog is called Bello.", "--user", "ada"], env);
      const { code, out, err } = await hindsight(["chat", "--thread", "t1", "--once", "My dog?", "--user", "bob"], env);
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(err).toMatch(/^error: .+\nhint: .+$/m);
    },
    MINUTE,
  );

  test(
    "kill -9 right after something is shown as kept loses nothing of it",
    async () => {
      const chat = start(["chat"], env);
      chat.child.stdin?.write("I'm allergic to peanuts.\n");
      await chat.until(/kept: .*peanuts/i);
      chat.child.kill("SIGKILL");
      await chat.ended;
      const { code, out } = await hindsight(["list", "--json"], env);
      expect(code).toBe(0);
      expect(
        JSON.parse(out)
          .memories.map(({ content }: { content: string }) => content)
          .join(),
      ).toMatch(/peanuts/i);
      expect((await hindsight(["doctor"], env)).code).toBe(0);
    },
    MINUTE,
  );

  test.each(["SIGINT", "SIGTERM"] as const)(
    "%s ends a piped chat cleanly: no stack trace, what was kept stays",
    async (signal) => {
      const chat = start(["chat"], env);
      chat.child.stdin?.write("I'm allergic to peanuts.\n");
      await chat.until(/kept: .*peanuts/i);
      chat.child.kill(signal);
      const { code, err } = await chat.ended;
      expect(code).toBe(130);
      expect(err).not.toMatch(/^\s+at /m);
      expect((await hindsight(["search", "allergy"], env)).out).toMatch(/peanuts/i);
    },
    MINUTE,
  );
});

describe("one memory through its life, each step its own process (I5, B5, E5)", () => {
  test(
    "write, search, show, forget, restore, stats, erase",
    async () => {
      const written = await hindsight(["write", "Ada prefers window seats.", "--tags", "travel", "--json"], env);
      const { id } = JSON.parse(written.out).stored[0];
      const found = await hindsight(["search", "Which seat shall I book?", "--json"], env);
      expect(JSON.parse(found.out).results[0]).toMatchObject({ id, content: "Ada prefers window seats." });
      const why = await hindsight(["search", "window seat", "--explain", "--json"], env);
      expect(JSON.parse(why.out).results[0].explain.routes.length).toBeGreaterThan(0);
      expect(JSON.parse((await hindsight(["show", id, "--json"], env)).out)).toMatchObject({
        id,
        tags: ["travel"],
        version: 1,
      });
      expect((await hindsight(["forget", id], env)).code).toBe(0);
      expect(JSON.parse((await hindsight(["search", "window seat", "--json"], env)).out)).toEqual({ results: [] });
      expect((await hindsight(["restore", id], env)).code).toBe(0);
      expect(JSON.parse((await hindsight(["history", id, "--json"], env)).out).memories).toHaveLength(1);
      expect(JSON.parse((await hindsight(["stats", "--json"], env)).out)).toMatchObject({ total: 1, deadLetters: 0 });
      const erased = await hindsight(["erase", "--yes", "--json"], env);
      expect(JSON.parse(erased.out)).toMatchObject({ user: "local", erased: { records: 1 } });
      expect(JSON.parse((await hindsight(["list", "--status", "all", "--json"], env)).out)).toEqual({ memories: [] });
    },
    MINUTE,
  );

  test("an id that does not exist is an error with a hint", async () => {
    const { code, out, err } = await hindsight(["show", "0193aaaa-0000-7000-8000-000000000000"], env);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^error: .+\nhint: .+\n$/);
  });
});

describe("the process as a citizen of the shell (I5)", () => {
  test(
    "a reader that leaves early is no error",
    async () => {
      const lines = Array.from({ length: 3_000 }, (_, i) => JSON.stringify({ content: `memory number ${i}` })).join(
        "\n",
      );
      expect((await hindsight(["import", "-"], env, lines)).code).toBe(0);
      const shell = spawn("bash", ["-c", `set -o pipefail; "$0" "$1" export | head -n 1`, process.execPath, MAIN], {
        env,
      });
      const [out, err] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, "close")]);
      expect(JSON.parse(out)).toMatchObject({ content: "memory number 0" });
      expect({ code: shell.exitCode, err }).toEqual({ code: 0, err: "" });
    },
    MINUTE,
  );

  test("a home that cannot be used is an error with a hint", async () => {
    const file = join(home, "a-file");
    await writeFile(file, "");
    const { code, out, err } = await hindsight(["stats", "--home", join(file, "home")], env);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^error: the home folder .+\nhint: .*HINDSIGHT_HOME.*\n$/);
  });

  test(
    "doctor finds a model without an endpoint, and a file that is no memory",
    async () => {
      const unset = await hindsight(["doctor"], { ...env, HINDSIGHT_MODEL: "some-model" });
      expect(unset.code).toBe(2);
      expect(unset.err).toMatch(/^error: .*some-model.*\nhint: .*OPENAI_API_KEY/);
      const dead = { ...env, HINDSIGHT_MODEL: "some-model", OPENAI_BASE_URL: "http://127.0.0.1:9/v1" };
      const { code, out } = await hindsight(["doctor"], dead);
      expect(code).toBe(1);
      expect(out).toMatch(/problem +chat model .*\n +-> .*OPENAI_BASE_URL/);
    },
    MINUTE,
  );

  test(
    "help and usage errors load neither the agent nor the memory",
    async () => {
      const trace = join(home, "trace.mjs");
      await writeFile(
        trace,
        `import { registerHooks } from "node:module";
       registerHooks({ load: (url, context, next) => { process.stderr.write(url + "\\n"); return next(url, context); } });`,
      );
      const loaded = async (...args: string[]) =>
        (await hindsight(args, { ...env, NODE_OPTIONS: `--import=${trace}` })).err.split("\n");
      const help = await loaded("--help");
      expect(help.filter((url) => /node_modules\/(?!commander)/.test(url))).toEqual([]);
      const search = await loaded("search", "anything");
      expect(search.filter((url) => /langgraph|@langchain|modelcontextprotocol|gpt-tokenizer/.test(url))).toEqual([]);
    },
    MINUTE,
  );
});
