import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import type { StreamingAgent } from "../../src/cli/chat/talk.ts";
import { HindsightError } from "../../src/domain/errors.ts";
import { makeRecord } from "../../src/domain/record.ts";
import type { Settled } from "../../src/memory/types.ts";
import { runCli } from "./support/run.ts";

type Script = (said: string, signal: AbortSignal) => AsyncGenerator<unknown>;

function agentOf(script: Script): { agent: StreamingAgent; calls: { said: string; thread: string; user: string }[] } {
  const calls: { said: string; thread: string; user: string }[] = [];
  const agent: StreamingAgent = {
    async stream(input, options) {
      const said = input.messages[0]?.content ?? "";
      calls.push({ said, thread: options.configurable.thread_id, user: options.context.user_id });
      return script(said, options.signal);
    },
  };
  return { agent, calls };
}

const says = (text: string, node = "reason") => ["messages", [{ type: "ai", content: text }, { langgraph_node: node }]];
const recalled = (content: string) => [
  "custom",
  {
    hindsight: "recalled",
    recalled: {
      reason: "session_start",
      query: "q",
      searched: "q",
      block: "",
      items: [
        {
          id: "r",
          kind: "semantic",
          type: "fact",
          content,
          score: 1,
          happenedAt: "2026-11-29T12:00:00.000Z",
          source: "user",
        },
      ],
    },
  },
];
const kept = (content: string) => [
  "custom",
  { hindsight: "kept", items: [{ id: "k", kind: "semantic", type: "fact", content, how: "added" }] },
];

const queued = (job: string) => ["custom", { hindsight: "queued", job }];
const settledWith = (content: string): Settled => ({
  kept: [
    { how: "added", record: makeRecord({ user: "ada", kind: "semantic", type: "fact", content, source: "user" }, 0) },
  ],
  problem: null,
});

const echo: Script = async function* (said) {
  yield recalled("Ada is allergic to peanuts.");
  yield says("You said ");
  yield says("(a summary)", "consolidate");
  yield ["messages", [{ type: "human", content: said }, { langgraph_node: "reason" }]];
  yield says(said);
  yield kept(`Ada said ${said}`);
};

describe("chat (I5)", () => {
  test("piped lines are answered in turn: the replies on standard output, the memory beside them", async () => {
    const { agent, calls } = agentOf(echo);
    const { code, out, err } = await runCli(["chat", "--user", "ada"], {
      agent,
      stdin: "hello\n\n  你好吗  \n/quit\nnot read\n",
    });
    expect(code).toBe(0);
    expect(out).toBe("You said hello\nYou said 你好吗\n");
    expect(err).toContain("recalled: Ada is allergic to peanuts. (2026-11-29 13:00)");
    expect(err).toContain("kept: Ada said hello");
    expect(err).toContain("记住: Ada said 你好吗");
    expect(calls.map(({ said, user }) => [said, user])).toEqual([
      ["hello", "ada"],
      ["你好吗", "ada"],
    ]);
  });

  test("a new thread is begun and named; --thread goes on with one", async () => {
    const first = agentOf(echo);
    const { err } = await runCli(["chat"], { agent: first.agent, stdin: "a\nb\n" });
    const threads = new Set(first.calls.map(({ thread }) => thread));
    expect(threads.size).toBe(1);
    expect(err).toContain(`--thread ${[...threads][0]}`);
    const second = agentOf(echo);
    await runCli(["chat", "--thread", "t1", "--once", "hi"], { agent: second.agent });
    expect(second.calls).toEqual([{ said: "hi", thread: "t1", user: "local" }]);
  });

  test("the built-in model is labelled as what it is, with the setting that connects a real one", async () => {
    const { agent } = agentOf(echo);
    const builtin = await runCli(["chat", "--once", "hi"], { agent });
    expect(builtin.err).toMatch(/built-in.*no language model/);
    expect(builtin.err).toContain("HINDSIGHT_MODEL");
    const env = { HINDSIGHT_MODEL: "some-model", OPENAI_BASE_URL: "http://me:secret@localhost:1234/v1" };
    const real = await runCli(["chat", "--once", "hi"], { agent, env });
    expect(real.err).toContain("some-model at localhost:1234");
    expect(real.err).not.toContain("secret");
  });

  test("--json gives one object a turn", async () => {
    const { agent } = agentOf(echo);
    const { out } = await runCli(["chat", "--json", "--thread", "t"], { agent, stdin: "one\ntwo\n" });
    const turns = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(turns).toMatchObject([
      {
        thread: "t",
        reply: "You said one",
        recalled: [{ content: "Ada is allergic to peanuts." }],
        kept: [{ content: "Ada said one", how: "added" }],
        problems: [],
      },
      { reply: "You said two" },
    ]);
  });

  test("a problem of the memory is said in words, and the reply stands", async () => {
    const { agent } = agentOf(async function* () {
      yield ["custom", { hindsight: "problem", message: "the file is locked" }];
      yield says("Hello.");
    });
    const { code, out, err } = await runCli(["chat", "--once", "hi"], { agent });
    expect({ code, out }).toEqual({ code: 0, out: "Hello.\n" });
    expect(err).toContain("memory: the file is locked");
  });

  test("a turn that fails is said so; the next lines are still answered, and the exit code tells", async () => {
    const { agent } = agentOf(async function* (said) {
      yield says("Well, ");
      if (said === "bad") throw new HindsightError("MODEL_FAILED", "the endpoint hangs up", "Check OPENAI_BASE_URL.");
      yield says("fine.");
    });
    const { code, out, err } = await runCli(["chat"], { agent, stdin: "bad\ngood\n" });
    expect({ code, out }).toEqual({ code: 1, out: "Well, \nWell, fine.\n" });
    expect(err).toContain("error: the endpoint hangs up\nhint: Check OPENAI_BASE_URL.");
    expect((await runCli(["chat", "--once", "bad"], { agent })).code).toBe(1);
  });

  test("/help helps, an unknown command is not sent to the model, a path is", async () => {
    const { agent, calls } = agentOf(echo);
    const { err } = await runCli(["chat"], { agent, stdin: "/help\n/frob\n/etc/hosts is odd\n" });
    expect(err).toContain("/quit (or Ctrl-D) leaves");
    expect(err).toContain("There is no command /frob.");
    expect(calls.map(({ said }) => said)).toEqual(["/etc/hosts is odd"]);
  });

  test("content in blocks is text too", async () => {
    const { agent } = agentOf(async function* () {
      yield [
        "messages",
        [
          { type: "ai", content: [{ type: "text", text: "In " }, { type: "image" }, { type: "text", text: "blocks" }] },
          { langgraph_node: "reason" },
        ],
      ];
    });
    expect((await runCli(["chat", "--once", "hi"], { agent })).out).toBe("In blocks\n");
  });
});

describe("chat on a terminal (I5)", () => {
  const CTRL_C = "\u0003";
  const CTRL_D = "\u0004";

  /** Starts to answer and goes on until it is stopped. */
  const endless = (onStart: () => void): Script =>
    async function* (said, signal) {
      yield says(`To ${said}: `);
      if (said !== "long") return;
      const stopped = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      setImmediate(onStart);
      await stopped;
    };

  test("Ctrl-C stops a reply, and the chat goes on; Ctrl-D leaves", async () => {
    const keyboard = new PassThrough();
    const { agent, calls } = agentOf(
      endless(() => {
        keyboard.write(CTRL_C);
        keyboard.write("short\r");
        keyboard.write(CTRL_D);
      }),
    );
    keyboard.write("long\r");
    const { code, out, err } = await runCli(["chat"], { agent, keyboard });
    expect({ code, out }).toEqual({ code: 0, out: "To long: \nTo short: \n" });
    expect(err).toContain("stopped");
    expect(err).not.toContain("error:");
    expect(calls.map(({ said }) => said)).toEqual(["long", "short"]);
  });

  test("Ctrl-C at the prompt leaves, and that is no failure", async () => {
    const keyboard = new PassThrough();
    keyboard.write(CTRL_C);
    const { agent, calls } = agentOf(echo);
    expect(await runCli(["chat"], { agent, keyboard })).toMatchObject({ code: 0, out: "" });
    expect(calls).toEqual([]);
  });

  test("what the memory did is dimmed there, but not with NO_COLOR", async () => {
    const err = async (env: Record<string, string>) => {
      const keyboard = new PassThrough();
      keyboard.write("hi\r/quit\r");
      return (await runCli(["chat"], { agent: agentOf(echo).agent, keyboard, env })).err;
    };
    expect(await err({})).toContain("\u001b[2m  kept: Ada said hi\u001b[22m");
    expect(await err({ NO_COLOR: "1" })).not.toContain("\u001b[2m");
  });

  test("B7: what is kept while the user types on is shown above the prompt, and leaving waits for it", async () => {
    const keyboard = new PassThrough();
    const { agent } = agentOf(async function* (said) {
      yield says(`To ${said}`);
      yield queued(said);
    });
    let release = () => {};
    const written = new Promise<void>((resolve) => {
      release = resolve;
    });
    const settled = async (_user: string, job: string) => {
      if (job === "one") keyboard.write("two\r");
      else if (job === "two") keyboard.write("/quit\r");
      if (job === "two") setImmediate(release);
      await written;
      return settledWith(`kept of ${job}`);
    };
    keyboard.write("one\r");
    const { code, out, err } = await runCli(["chat"], { agent, keyboard, settled });
    expect({ code, out }).toEqual({ code: 0, out: "To one\nTo two\n" });
    expect(err).toContain("kept: kept of one");
    expect(err).toContain("kept: kept of two");
  });
});

describe("B7: chat with the queue", () => {
  const script: Script = async function* (said) {
    yield says(`To ${said}`);
    yield queued(said);
  };
  const settled = async (user: string, job: string) => settledWith(`${user} kept ${job}`);

  test("from a pipe each line ends with what it kept, before the next is answered", async () => {
    const asked: string[] = [];
    const { agent } = agentOf(async function* (said, signal) {
      asked.push(`answer ${said}`);
      yield* script(said, signal);
    });
    const { err } = await runCli(["chat", "--user", "ada"], {
      agent,
      stdin: "one\ntwo\n",
      settled: async (user, job) => {
        asked.push(`kept ${job}`);
        return settled(user, job);
      },
    });
    expect(asked).toEqual(["answer one", "kept one", "answer two", "kept two"]);
    expect(err).toContain("kept: ada kept one");
  });

  test("leaving ends the session, and what it still held is kept and shown; one message with --once ends none", async () => {
    const { agent } = agentOf(async function* (said) {
      yield says(`To ${said}`);
    });
    const run = { agent, settled, endSession: "the rest" };
    const { err, ended } = await runCli(["chat", "--user", "ada", "--thread", "t1"], { ...run, stdin: "one\n/quit\n" });
    expect(ended).toEqual(["ada t1"]);
    expect(err).toContain("kept: ada kept the rest");
    expect((await runCli(["chat", "--once", "one"], run)).ended).toEqual([]);
  });

  test("--json holds what was kept; what is not kept yet is a problem in words", async () => {
    const { agent } = agentOf(script);
    const { out } = await runCli(["chat", "--json", "--once", "one"], { agent, settled });
    expect(JSON.parse(out).kept).toMatchObject([{ content: "local kept one", how: "added" }]);
    const later = await runCli(["chat", "--once", "one"], {
      agent,
      settled: async () => ({ kept: [], problem: "not kept yet" }),
    });
    expect(later).toMatchObject({ code: 0, err: expect.stringContaining("memory: not kept yet") });
  });
});
