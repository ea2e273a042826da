import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type OpenAiServer, startOpenAiServer } from "../support/openai-server.ts";
import { runReal } from "./support/run.ts";

let home: string;
let server: OpenAiServer;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "hindsight-reembed-"));
  server = await startOpenAiServer();
});
afterEach(async () => {
  await server.close();
  rmSync(home, { recursive: true, force: true });
});

it("E7: a memory of another model names the command, and the command changes everyone over", async () => {
  const settings = { embeddingModel: "embed-1", baseUrl: server.baseUrl, apiKey: "k" };
  for (const user of ["ada", "bo"]) await runReal(home, ["--user", user, "write", "I am allergic to peanuts"]);
  const refused = await runReal(home, ["--user", "ada", "write", "I live in Oslo"], "", settings);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("hindsight reembed") });
  expect((await runReal(home, ["--user", "ada", "doctor"], "", settings)).out).toContain("hindsight reembed");

  const { code, out } = await runReal(home, ["reembed", "--all"], "", settings);
  expect({ code, out }).toEqual({
    code: 0,
    out: 'user "ada": changed over, 1 memory embedded\nuser "bo": changed over, 1 memory embedded\n',
  });
  expect((await runReal(home, ["--user", "ada", "write", "I live in Oslo"], "", settings)).code).toBe(0);
  expect((await runReal(home, ["--user", "ada", "reembed"], "", settings)).out).toBe(
    'user "ada": is on this model already\n',
  );
  expect((await runReal(home, ["--user", "ada", "write", "I live in Bergen"])).err).toContain("hindsight reembed");
});
