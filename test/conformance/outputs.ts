import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LONGEST_OUTPUT, type ToolOutput, type ToolOutputs } from "../../src/ports/outputs.ts";
import { NOW_INSTANT } from "./fixtures.ts";

/** What an adapter gives the suite: outputs on one place that is empty at first. */
export interface OutputsFixture {
  /** A second one stands for another process or a restart. */
  outputs(kept?: number): ToolOutputs;
  remove(): Promise<void>;
}

const output = (id: string, text = `她说 ${id}`): ToolOutput => ({
  id,
  tool: "browse",
  thread: "t1",
  at: NOW_INSTANT,
  text,
});

/** The contract of ToolOutputs as tests; every adapter runs it. */
export function outputsConformance(name: string, fixture: () => Promise<OutputsFixture>): void {
  describe(`tool outputs conformance: ${name}`, () => {
    let place: OutputsFixture;
    beforeEach(async () => {
      place = await fixture();
    });
    afterEach(() => place.remove());

    it("B8: what was put is found again as it was, by another process, and the first of an id stays", async () => {
      await place.outputs().put("ada", output("a"));
      await place.outputs().put("ada", output("a", "another"));
      expect(await place.outputs().get("ada", "a")).toEqual(output("a"));
      expect(await place.outputs().get("ada", "b")).toBeNull();
    });

    it("G1: nobody gets another's", async () => {
      const outputs = place.outputs();
      await outputs.put("ada", output("a"));
      for (const other of ["bo", "ada ", "Ada", "%"]) expect(await outputs.get(other, "a")).toBeNull();
    });

    it("past the bound the oldest go; one that is too long is cut", async () => {
      const outputs = place.outputs(25);
      for (const id of ["a", "b", "c"]) await outputs.put("ada", output(id, id.repeat(10)));
      expect(
        await Promise.all(["a", "b", "c"].map(async (id) => (await outputs.get("ada", id))?.text ?? null)),
      ).toEqual([null, "b".repeat(10), "c".repeat(10)]);
      await place.outputs().put("bo", output("long", "x".repeat(LONGEST_OUTPUT + 5)));
      expect((await outputs.get("bo", "long"))?.text.length).toBe(LONGEST_OUTPUT);
    });

    it("all of a user's come out in the order they were put, page by page", async () => {
      const outputs = place.outputs();
      const ids = ["c", "a", "b"];
      for (const id of ids) await outputs.put("ada", output(id));
      await outputs.put("bo", output("d"));
      expect(await outputs.dump("ada", { limit: 2 })).toEqual([output("c"), output("a")]);
      expect(await outputs.dump("ada", { limit: 2, after: "a" })).toEqual([output("b")]);
      expect(await outputs.dump("ada", { limit: 2, after: "b" })).toEqual([]);
      expect(await outputs.dump("nobody", { limit: 2 })).toEqual([]);
    });

    it("E5: erasing a user takes theirs and nobody else's", async () => {
      const outputs = place.outputs();
      for (const user of ["ada", "bo"]) for (const id of ["a", "b"]) await outputs.put(user, output(id));
      expect(await outputs.eraseUser("ada")).toBe(2);
      expect(await outputs.eraseUser("ada")).toBe(0);
      expect(await outputs.get("ada", "a")).toBeNull();
      expect(await outputs.get("bo", "a")).toEqual(output("a"));
    });
  });
}
