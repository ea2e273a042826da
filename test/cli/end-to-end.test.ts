import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { say, startOpenAiServer } from "../support/openai-server.ts";
import { startRerankServer } from "../support/rerank-server.ts";
import { hindsight, MAIN, newHome, plainEnv, start } from "./support/process.ts";
import { runReal } from "./support/run.ts";

// Every start of a process costs a second or two: here is only what needs one of its own. The rest is in real.test.ts.

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
      const stranger = await runReal(home, ["chat", "--user", "somebody-else", "--once", asked]);
      expect(stranger.out).not.toContain(answer);
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
      expect((await runReal(home, ["search", "allergy"])).out).toMatch(/peanuts/i);
      expect((await runReal(home, ["doctor"])).code).toBe(0);
    },
    MINUTE,
  );

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)(
    "%s ends a piped chat cleanly, with code %i: no stack trace, and what was kept stays",
    async (signal, expected) => {
      const chat = start(["chat"], env);
      chat.child.stdin?.write("I'm allergic to peanuts.\n");
      await chat.until(/kept: .*peanuts/i);
      chat.child.kill(signal);
      const { code, err } = await chat.ended;
      expect(code).toBe(expected);
      expect(err).not.toMatch(/^\s+at /m);
      expect((await runReal(home, ["search", "allergy"])).out).toMatch(/peanuts/i);
    },
    MINUTE,
  );
});

describe("what a new process asks of endpoints that answer at once", () => {
  test(
    "the first rerank, rewriting and embedding are in time: loading the clients does not count",
    async () => {
      const models = await startOpenAiServer({
        chat: () => say.json({ standalone: "Where does Bob, the brother, live?", parts: [] }),
      });
      const reranker = await startRerankServer(({ documents = [] }) => ({
        body: {
          results: documents.map((text, index) => ({ index, relevance_score: text.includes("Oslo") ? 0.9 : 0.1 })),
        },
      }));
      const asking = {
        ...plainEnv(home, {
          OPENAI_BASE_URL: models.baseUrl,
          HINDSIGHT_EMBEDDING_MODEL: "scripted",
          HINDSIGHT_LOG: "info",
        }),
        ...{
          HINDSIGHT_RERANK_MODEL: "scripted",
          HINDSIGHT_RERANK_URL: reranker.baseUrl,
          HINDSIGHT_REWRITE_MODEL: "scripted",
        },
      };
      try {
        for (const told of ["My brother Bob lives in Oslo.", "My sister Ann lives in Bergen."])
          expect((await hindsight(["write", told], asking)).code).toBe(0);
        const query = "Where does my brother live and where does my sister live?";
        const found = await hindsight(["search", query, "--explain"], asking);
        expect(found.out).toMatch(/reranked #/);
        expect(found.out).toMatch(/rewritten #/);
        expect(found.err).not.toMatch(/without|instead/);
      } finally {
        await models.close();
        await reranker.close();
      }
    },
    MINUTE,
  );
});

describe("the process as a citizen of the shell (I5)", () => {
  test(
    "a reader that leaves early is no error",
    async () => {
      const lines = Array.from({ length: 3_000 }, (_, i) => JSON.stringify({ content: `memory number ${i}` }));
      expect((await runReal(home, ["import", "-"], lines.join("\n"))).code).toBe(0);
      const shell = spawn("bash", ["-c", `set -o pipefail; "$0" "$1" export | head -n 1`, process.execPath, MAIN], {
        env,
      });
      const [out, err] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, "close")]);
      expect(JSON.parse(out)).toMatchObject({ content: expect.stringMatching(/^memory number/) });
      expect({ code: shell.exitCode, err }).toEqual({ code: 0, err: "" });
    },
    MINUTE,
  );

  test.skipIf(!existsSync("/dev/full"))(
    "a disk that is full under the output is an error in two lines",
    async () => {
      for (const command of ["stats", "--help"]) {
        const shell = spawn("bash", ["-c", '"$0" "$1" "$2" >/dev/full', process.execPath, MAIN, command], { env });
        const [err] = await Promise.all([text(shell.stderr), once(shell, "close")]);
        expect(err).toMatch(/^error: the output could not be written: .*ENOSPC.*\nhint: .+\n$/);
        expect(shell.exitCode).toBe(1);
      }
    },
    MINUTE,
  );

  test(
    "help loads nothing but the command line, and a search neither LangGraph nor MCP",
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
