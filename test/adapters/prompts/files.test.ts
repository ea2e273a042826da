import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPrompts } from "../../../src/adapters/prompts/files.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindsight-prompts-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(file: string, head: string, text = "Hello {{name}}."): Promise<void> {
  await writeFile(join(folder, file), `---\n${head}\n---\n${text}\n`);
}

describe("D5: prompts are files with a version", () => {
  it("reads the prompts of the package, in English and Chinese alike", () => {
    const prompts = createPrompts();
    for (const name of ["agent", "summarize"]) {
      const marks = (language: string) => new Set(prompts.get(name, language).text.match(/\{\{.*?\}\}/gu));
      expect(prompts.get(name, "zh").version).toMatch(new RegExp(`^${name}\\.zh@\\d+$`, "u"));
      expect(prompts.get(name, "zh").text).toMatch(/\p{Script=Han}{10}/u);
      expect(marks("zh")).toEqual(marks("en"));
    }
  });

  it.each(["reflect", "patterns"])("%s holds no example that a small model could give for an answer", (name) => {
    for (const language of ["en", "zh"]) {
      const { text } = createPrompts().get(name, language);
      expect(text).not.toMatch(/Oslo|flight booking|prepaid|奥斯陆|预订机票|预付|\d{4}年|\b20\d\d\b/u);
    }
  });

  it("finds a language by its primary subtag and falls back to English", async () => {
    await write("greet.en.md", "name: greet\nlanguage: en\nversion: 3");
    await write("greet.zh.md", "name: greet\nlanguage: zh\nversion: 2", "你好，{{name}}。");
    const prompts = createPrompts(folder);
    expect(prompts.get("greet", "zh-Hant-TW")).toMatchObject({ version: "greet.zh@2", text: "你好，{{name}}。" });
    expect(prompts.get("greet", "fr")).toMatchObject({ language: "en", version: "greet.en@3" });
    expect(() => prompts.get("nothing", "en")).toThrow(expect.objectContaining({ code: "NOT_FOUND" }));
  });

  it.each([
    ["greet.en.md", "name: greet\nlanguage: en", "version"],
    ["greet.en.md", "name: other\nlanguage: en\nversion: 1", "other.en"],
    ["greet.en.md", "name: greet\nlanguage: en\nversion: 1\ncolour: red", "colour"],
    ["greet.en.md", "just text", "key: value"],
  ])("refuses %s with head %j", async (file, head, named) => {
    await write(file, head);
    expect(() => createPrompts(folder)).toThrow(
      expect.objectContaining({ code: "INVALID_SETTING", message: expect.stringContaining(named) }),
    );
  });

  it("refuses an empty prompt and a missing folder", async () => {
    await write("greet.en.md", "name: greet\nlanguage: en\nversion: 1", "");
    expect(() => createPrompts(folder)).toThrow(/no text/u);
    expect(() => createPrompts(join(folder, "gone"))).toThrow(expect.objectContaining({ code: "INVALID_SETTING" }));
  });
});
