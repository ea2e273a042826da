import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { openPlace } from "../adapters/qdrant/place.ts";

it("the example of docs/qdrant.md runs as it stands", { timeout: 60_000 }, async () => {
  const place = await openPlace();
  const home = mkdtempSync(join(tmpdir(), "hindsight-example-"));
  const text = readFileSync(new URL("../../docs/qdrant.md", import.meta.url), "utf8");
  const code = /```ts\n(.*?)```/su.exec(text)?.[1] ?? "";
  const entry = new URL("../../src/index.ts", import.meta.url).href;
  const file = join(home, "example.ts");
  writeFileSync(file, code.replace('"hindsight"', JSON.stringify(entry)));
  const env = {
    PATH: process.env.PATH,
    HINDSIGHT_HOME: home,
    QDRANT_URL: place.options.url,
    ...(place.options.key === null ? {} : { QDRANT_API_KEY: place.options.key }),
    HINDSIGHT_QDRANT_PREFIX: place.options.prefix,
  };
  const { stdout } = await promisify(execFile)(process.execPath, ["--no-warnings", file], { env });
  expect(stdout).toBe("Ada prefers window seats. 1\n");
  await place.remove();
  rmSync(home, { recursive: true });
});
