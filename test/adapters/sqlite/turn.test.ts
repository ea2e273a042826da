import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createTurn, noteChange } from "../../../src/adapters/sqlite/turn.ts";

describe("one look a turn", () => {
  it("ends with the turn of the event loop, with a change in this thread, and after a millisecond", async () => {
    const turn = createTurn();
    expect(turn.holds()).toBe(false);
    await nextTurn();
    turn.look();
    noteChange();
    expect(turn.holds()).toBe(false);
    turn.look();
    const until = performance.now() + 2;
    while (performance.now() < until);
    expect(turn.holds()).toBe(false);
    turn.look();
    await nextTurn();
    expect(turn.holds()).toBe(false);
  });
});
