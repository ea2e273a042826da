import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createSqliteQueue } from "../../src/adapters/sqlite/queue.ts";
import { hindsight, plainEnv } from "./support/process.ts";
import { runReal } from "./support/run.ts";

let folder: string;
let from: string;
let to: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "hindsight-migrate-"));
  [from, to] = [join(folder, "from"), join(folder, "to")];
  await runReal(from, ["--user", "ada", "write", "I am allergic to peanuts"]);
  await runReal(from, ["--user", "ada", "write", "I moved to Bergen last week"]);
  await runReal(from, ["--user", "博", "write", "我养了一只猫叫咪咪"]);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const migrate = (...more: string[]) => runReal(from, ["migrate", "--from", from, "--to", `sqlite://${to}`, ...more]);

it("migrate: a dry run, the move, and the same command again; then the target answers as the source did", async () => {
  const dry = await migrate("--dry-run");
  expect(dry).toMatchObject({ code: 0, err: "Nothing was changed.\n" });
  expect(dry.out).toContain('user "ada": 2 of 2 memories would be copied\nuser "博": 1 of 1 memory would be copied\n');
  const first = await migrate();
  expect(first.code).toBe(0);
  expect(first.out).toMatch(/^2 of 2 owners the same on both sides: 3 memories, 3 audit entries/u);
  expect(first.err).toContain(`3 memories written from ${from} to ${to}`);
  const second = await migrate("--json");
  expect(JSON.parse(second.out)).toMatchObject({
    from,
    to,
    owners: [
      { owner: { kind: "user", id: "ada" }, outcome: "same", records: 2, written: 0, checksum: /^[0-9a-f]{64}$/u },
      { owner: { kind: "user", id: "博" }, outcome: "same" },
    ].map(({ checksum, ...one }) =>
      checksum === undefined ? one : { ...one, checksum: expect.stringMatching(checksum) },
    ),
  });
  const ask = async (home: string): Promise<string[]> => {
    const { out } = await runReal(home, ["--user", "ada", "search", "Where do I live?", "--json"]);
    return (JSON.parse(out) as { results: { content: string }[] }).results.map(({ content }) => content);
  };
  const there = await ask(to);
  expect(there[0]).toContain("Bergen");
  expect(await ask(from)).toEqual(there);
});

it("only --user is moved, and a user with something of their own at the target is exit code 1, told by name", async () => {
  expect((await migrate("--user", "博")).out).toMatch(/^1 of 1 owner the same/u);
  await runReal(to, ["--user", "ada", "write", "I drive a green car"]);
  const { code, out } = await migrate();
  expect(code).toBe(1);
  expect(out).toContain('user "ada" differs:\n  the target holds memories of its own');
  expect(out).toContain("1 of 2 owners the same on both sides");
});

it("jobs that are queued at the source are told before anything is moved", async () => {
  const queue = createSqliteQueue({ home: from, encryptionKey: null, clock: { now: Date.now } });
  await queue.enqueue({ key: "k", user: "ada", kind: "reflect", input: "{}", runAt: Date.now() + 3_600_000 });
  await queue.close();
  expect(await migrate()).toMatchObject({ code: 1, err: expect.stringContaining("hindsight worker --once") });
  expect((await migrate("--user", "博")).code).toBe(0);
  expect((await migrate("--leave-queue")).code).toBe(0);
});

it.each([
  [["--from", "nowhere-at-all"], 1, "no home folder"],
  [["--user", "eve"], 1, "nothing is kept of that user"],
  [["--from", "mysql://db"], 2, "neither a folder nor"],
  [["--to", "from"], 2, "the same place"],
  [["--to-key", "NO_SUCH_KEY"], 2, "NO_SUCH_KEY is not set"],
])("%s is refused: exit code %i", async (args, code, said) => {
  const places = { "--from": from, "--to": to } as Record<string, string>;
  const [option, value] = args as [string, string];
  places[option] = value === "from" ? from : value;
  const ran = await runReal(from, ["migrate", ...Object.entries(places).flat()]);
  expect(ran).toMatchObject({ code, err: expect.stringContaining(said) });
});

it("G4: clear files become encrypted ones, each side under its own key", async () => {
  const env = plainEnv(from, { THEIR_KEY: "a key of more than sixteen characters" });
  const keys = ["--from-key", "none", "--to-key", "THEIR_KEY"];
  const moved = await hindsight(["migrate", "--from", from, "--to", to, ...keys], env);
  expect(moved).toMatchObject({ code: 0, out: expect.stringMatching(/^2 of 2 owners the same/u) });
  const list = ["--home", to, "--user", "博", "list"];
  expect((await hindsight(list, env)).err).toContain("encrypted with another key");
  const opened = await hindsight(list, { ...env, HINDSIGHT_ENCRYPTION_KEY: env.THEIR_KEY! });
  expect(opened.out).toContain("咪咪");
});
