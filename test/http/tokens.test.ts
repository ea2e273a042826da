import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readTokens } from "../../src/http/tokens.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindsight-tokens-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function reading(content: unknown, token: string | null = null) {
  const file = join(folder, "tokens.json");
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  return readTokens({ file, token, user: "local" });
}

test("F3: a token opens the memory of its user and namespaces, given as it is or as its hash, and nobody else's", async () => {
  const tokens = await reading(
    [
      { token: "ada's long token", user: "ada", namespaces: ["team"], timeZone: "Asia/Shanghai" },
      { sha256: createHash("sha256").update("bo's long token!").digest("hex").toUpperCase(), user: "bo" },
    ],
    "the setting's token",
  );
  expect(tokens?.("ada's long token")).toEqual({ user: "ada", namespaces: ["team"], timeZone: "Asia/Shanghai" });
  expect(tokens?.("bo's long token!")).toEqual({ user: "bo", namespaces: [] });
  expect(tokens?.("the setting's token")).toEqual({ user: "local", namespaces: [] });
  for (const wrong of ["", "ada's long toke", "ada's long token ", "ADA'S LONG TOKEN", "__proto__"])
    expect(tokens?.(wrong), wrong).toBeNull();
});

test("no tokens at all are told apart from a file that opens nothing", async () => {
  expect(readTokens({ file: null, token: null, user: "local" })).toBeNull();
  expect(await reading([])).toBeNull();
});

test.each([
  ["no JSON", "secret-token-1234 is no JSON", /HINDSIGHT_TOKENS.*is not JSON/u],
  ["no list", { "secret-token-1234": "ada" }, /must be a list/u],
  ["a short token", [{ token: "secret", user: "ada" }], /entry 0\.token: must be at least 16 characters/u],
  ["a blank user", [{ token: "secret-token-1234", user: " " }], /entry 0\.user: must not be empty/u],
  ["no user", [{ token: "secret-token-1234" }], /entry 0\.user: is missing/u],
  ["neither token nor hash", [{ user: "ada" }], /entry 0: give either token or sha256/u],
  ["a wrong hash", [{ sha256: "abc", user: "ada" }], /64 hexadecimal digits/u],
  ["an unknown key", [{ token: "secret-token-1234", usr: "ada", user: "ada" }], /unknown key "usr"/u],
  [
    "one token twice",
    [
      { token: "secret-token-1234", user: "ada" },
      { token: "secret-token-1234", user: "bo" },
    ],
    /stands there twice/u,
  ],
])("a file with %s is refused, naming what is wrong and no token", async (_, content, message) => {
  const refused = await reading(content).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "INVALID_SETTING", message: expect.stringMatching(message) });
  expect(JSON.stringify([(refused as Error).message, String((refused as Error).cause)])).not.toContain("secret-token");
});

test("a file that is not there is refused by name", () => {
  expect(() => readTokens({ file: join(folder, "none.json"), token: null, user: "local" })).toThrow(/none\.json/u);
});
