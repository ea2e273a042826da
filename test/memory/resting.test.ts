import { expect, test } from "vitest";
import { REST } from "../../src/memory/breaker.ts";
import { within } from "../../src/memory/budget.ts";
import { resting } from "../../src/memory/resting.ts";
import type { Reranked, Reranker } from "../../src/ports/reranker.ts";

const DOWN: Reranked = { ok: false, reason: "unreachable", detail: "down" };
const UP: Reranked = { ok: true, scores: [1] };

function scripted(answers: (() => Promise<Reranked>)[]) {
  const time = { now: 1_000_000 };
  let asked = 0;
  const reranker: Reranker = {
    name: "scripted",
    close: async () => undefined,
    rank: async () => (answers[asked++] ?? (async () => UP))(),
  };
  return { time, rank: resting(reranker, { now: () => time.now }).rank, asked: () => asked };
}
const down = async () => DOWN;
const up = async () => UP;

test("C6: a reranker that fails three times in a row is left alone for half a minute, then asked again", async () => {
  const { rank, asked, time } = scripted([down, down, down]);
  for (let i = 0; i < 3; i++) expect(await rank("q", ["d"])).toEqual(DOWN);
  expect(await rank("q", ["d"])).toMatchObject({ ok: false, reason: "resting" });
  expect(asked()).toBe(3);
  time.now += REST.ms;
  expect(await rank("q", ["d"])).toEqual(UP);
  expect(await rank("q", ["d"])).toEqual(UP);
});

test("one success in between, and nothing is left alone", async () => {
  const { rank } = scripted([down, down, up, down, down]);
  for (let i = 0; i < 5; i++) await rank("q", ["d"]);
  expect(await rank("q", ["d"])).toEqual(UP);
});

test("what runs out of time and what throws count; what the caller aborts does not", async () => {
  const hang = () => new Promise<Reranked>(() => undefined);
  const broken = () => Promise.reject(new Error("broken"));
  const { rank, asked } = scripted([hang, hang, hang, broken, hang]);
  const stop = new AbortController();
  const aborted = within("rerank", 60_000, stop.signal, (signal) => rank("q", ["d"], signal));
  stop.abort(new Error("the user left"));
  await expect(aborted).rejects.toThrow("the user left");
  for (let i = 0; i < 2; i++)
    await expect(within("rerank", 1, undefined, (signal) => rank("q", ["d"], signal))).rejects.toThrow("1 ms");
  await expect(rank("q", ["d"])).rejects.toThrow("broken");
  expect(await rank("q", ["d"])).toMatchObject({ reason: "resting" });
  expect(asked()).toBe(4);
});

test("a clock set back does not make the rest longer", async () => {
  const { rank, time } = scripted([down, down, down]);
  for (let i = 0; i < 3; i++) await rank("q", ["d"]);
  time.now -= 3_600_000;
  expect(await rank("q", ["d"])).toEqual(UP);
});
