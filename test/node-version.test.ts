import { afterEach, describe, expect, it, vi } from "vitest";
import { createHindsight } from "../src/hindsight.ts";
import { nodeProblem } from "../src/node-version.ts";

describe("the version of Node", () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ["18.20.0", false],
    ["20.20.2", false],
    ["22.12.0", false],
    ["22.13.0", true],
    ["24.0.0", true],
    ["100.1.0", true],
  ])("%s is enough: %s", (running, enough) => {
    expect(nodeProblem(running) === null).toBe(enough);
  });

  it("an application on an old Node gets an error with the way out, before the native module is touched", async () => {
    vi.spyOn(process, "versions", "get").mockReturnValue({ ...process.versions, node: "20.20.2" });
    await expect(createHindsight({ home: "/nonexistent/hindsight" })).rejects.toMatchObject({
      code: "NODE_TOO_OLD",
      message: "hindsight needs Node 22.13 or newer, this is Node 20.20.2",
      hint: expect.stringContaining("Install a current Node"),
    });
  });
});
