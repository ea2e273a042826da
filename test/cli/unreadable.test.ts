import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ownerPath } from "../../src/adapters/sqlite/paths.ts";
import { userOwner } from "../../src/domain/scope.ts";
import { newHome } from "./support/process.ts";
import { runReal } from "./support/run.ts";

let home: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ home, remove } = await newHome());
});
afterEach(() => remove());

const cli = (...args: string[]) => runReal(home, args);
const everyFile = async () =>
  (await readdir(home, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

describe("a damaged memory (E5)", () => {
  test("without --yes erase says that it cannot be read; with it, it is gone and the receipt is honest", async () => {
    await cli("write", "Ada prefers window seats.");
    const file = join(home, ownerPath(userOwner("local")));
    await writeFile(file, "damaged");
    const warned = await cli("erase");
    expect(warned).toMatchObject({ code: 2, err: expect.stringContaining("cannot be read") });
    const erased = await cli("erase", "--yes");
    expect(erased).toMatchObject({ code: 0, out: expect.stringMatching(/records +unknown, it could not be read/) });
    expect((await cli("search", "seat", "--json")).out).toBe('{"results":[]}\n');
  });

  test("what else cannot be read is named, keeps nothing else from being erased, and the exit code is 1", async () => {
    await cli("write", "Ada prefers window seats.");
    await writeFile(join(home, "hindsight.db"), "damaged");
    const { code, out, err } = await cli("erase", "--yes", "--json");
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      erased: { records: 1 },
      left: [{ why: expect.stringMatching(/hindsight.db/) }],
    });
    expect(err).toMatch(/^error: not erased, .*\nhint: /);
    expect(await readFile(join(home, "hindsight.db"), "utf8")).toBe("damaged"); // other users stand in it too
  });
});

describe("a user nobody has seen", () => {
  for (const args of [["stats"], ["list"], ["search", "anything"], ["show", "0193aaaa-0000-7000-8000-000000000000"]])
    test(`hindsight ${args[0]} makes no file`, async () => {
      await cli(...args, "--user", "nobody");
      expect((await everyFile()).map(({ name }) => name)).toEqual([]);
    });

  test("every file that is made can be read by this user of the machine only", async () => {
    await cli("write", "Ada prefers window seats.");
    await cli("erase", "--yes");
    for (const { parentPath, name } of await everyFile())
      expect((await stat(join(parentPath, name))).mode & 0o777, name).toBe(0o600);
  });
});

describe("import of what is no file of memories", () => {
  const ID = "0193aaaa-0000-7000-8000-000000000001";
  const line = (content: string) => JSON.stringify({ id: ID, content });

  test("a folder is said to be one", async () => {
    const { code, err } = await cli("import", home);
    expect(code).toBe(1);
    expect(err).toMatch(/^error: .* is a folder\nhint: /);
  });

  test("an id that stands for two memories is refused with both lines, and nothing is stored", async () => {
    const file = join(home, "twice.jsonl");
    await writeFile(file, [line("Ada likes tea."), line("Ada likes tea."), line("Ada likes coffee.")].join("\n"));
    const { code, err } = await cli("import", file);
    expect(code).toBe(1);
    expect(err).toContain("line 3 has the id of line 1");
    expect((await cli("list", "--json")).out).toBe('{"memories":[]}\n');
    await writeFile(file, [line("Ada likes tea."), line("Ada likes tea.")].join("\n"));
    expect((await cli("import", file, "--json")).out).toContain('"lines":2,"stored":1,"duplicates":1');
  });

  test("standard input stops at such a line, and says what is stored", async () => {
    const { code, err } = await runReal(
      home,
      ["import", "-"],
      `${line("Ada likes tea.")}\n${line("Ada likes coffee.")}\n`,
    );
    expect(code).toBe(1);
    expect(err).toMatch(/line 2 has the id of line 1.*1 memory before it is stored/);
  });
});
