import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { userOwner } from "../src/domain/scope.ts";
import type { Hindsight } from "../src/hindsight.ts";
import { essence } from "./support/faults.ts";
import { child, copyOf, KILLS_TIMEOUT, type Lived, lived, onFullDisk, removeFolders, tried } from "./support/killed.ts";
import { keepUp, openHindsight, renamedEmbedder } from "./support/lived-home.ts";

const DAY = 86_400_000;
/** Past the lease of a run that was killed. */
const LATER = 5 * 60_000;
const OTHERS = ["Tuned the piano", "Fixed a bike", "Watered plants", "Sold a lamp", "Painted a door", "Read a poem"];

/** Six ferries to be told in one, six things of which nothing is to be told, a wish said twice. */
async function fill(hindsight: Hindsight, pass: (ms: number) => void): Promise<void> {
  const ada = hindsight.user("ada");
  const told = [...Array.from({ length: 6 }, (_, i) => `Booked the ferry to Svolvær for ${i + 2} people`), ...OTHERS];
  for (const [i, content] of told.entries()) {
    await ada.remember({ content, kind: "episodic", type: "task", importance: 0.4, verbatim: true, thread: `t${i}` });
    pass(3 * DAY);
  }
  await ada.remember({ content: "The user wants short answers", type: "preference", verbatim: true });
  pass(DAY);
  await ada.remember({ content: "The user really wants short answers", type: "preference", verbatim: true });
  pass(40 * DAY);
}

/** Everything in the home; each compressed memory is told by an active one, and every index holds every memory. */
async function recordsIn(hindsight: Hindsight): Promise<string[]> {
  const store = await hindsight.stores.open(userOwner("ada"));
  expect(await store.check()).toEqual([]);
  const records = await store.list({ statuses: ["active", "archived", "compressed", "superseded"] }, { limit: 100 });
  await store.close();
  const byId = new Map(records.map((record) => [record.id, record]));
  for (const { status, metadata } of records)
    if (status === "compressed") expect(byId.get((metadata.upkeep as { into: string }).into)?.status).toBe("active");
  return essence(records);
}

let at: Lived;
let done: string[];
beforeAll(async () => {
  at = await lived(null, fill);
  const home = copyOf(at.home);
  await child("upkeep", at, home, 0);
  const hindsight = await openHindsight(home, null, () => at.now);
  done = await recordsIn(hindsight);
  await hindsight.close();
}, KILLS_TIMEOUT);
afterAll(removeFolders);

/** What is in the home after another run, when the lease of the first has run out. */
async function afterUpkeep(home: string): Promise<string[]> {
  const hindsight = await openHindsight(home, null, () => at.now + LATER);
  await recordsIn(hindsight);
  await keepUp(hindsight, "ada");
  const records = await recordsIn(hindsight);
  await hindsight.close();
  return records;
}

/** The model and the records of a home that was being changed over, before and after it is changed over once more. */
async function afterReembed(home: string): Promise<string[]> {
  const old = await openHindsight(home, null, () => at.now);
  const store = await old.stores.open(userOwner("ada"));
  const before = (await store.embedding())?.model;
  await store.close();
  if (before !== "renamed") {
    const { results, failures } = await old.user("ada").recall("How many people was the ferry for?", { touch: false });
    expect(results[0]?.record.content).toContain("ferry"); // the old vectors serve
    expect(failures).toEqual([]);
  }
  await old.close();
  const hindsight = await openHindsight(home, null, () => at.now, renamedEmbedder());
  await hindsight.reembed(userOwner("ada"));
  const changed = await hindsight.stores.open(userOwner("ada"));
  expect((await changed.embedding())?.model).toBe("renamed");
  await changed.close();
  const records = await recordsIn(hindsight);
  await hindsight.close();
  return records;
}

const JOBS = [
  { job: "upkeep", nth: 8, rerun: afterUpkeep },
  { job: "reembed", nth: 4, rerun: afterReembed },
];

describe.each(JOBS)("E3, E6, E7: $job", ({ job, nth, rerun }) => {
  const expected = async () => (job === "upkeep" ? done : rerun(copyOf(at.home)));

  it(
    "killed anywhere inside, and run again: what one clean run leaves",
    async () => {
      const wanted = await expected();
      const calls = await child(job, at, copyOf(at.home), 0);
      expect(calls.length).toBeGreaterThan(10);
      for (const kill of tried(calls, nth)) {
        const home = copyOf(at.home);
        await child(job, at, home, kill);
        expect(await rerun(home), `killed before call ${kill}, ${calls[kill - 1]}`).toEqual(wanted);
      }
    },
    KILLS_TIMEOUT,
  );

  it(
    "on a disk that is full loses nothing: with room again it ends as a clean run",
    async () => {
      const home = copyOf(at.home);
      expect(await onFullDisk(job, at, home, 40)).toBe(false); // it did meet the end of the disk
      expect(await rerun(home)).toEqual(await expected());
    },
    KILLS_TIMEOUT,
  );
});

it("E6: the clock jumping an hour back or forward between any two steps of upkeep changes nothing in the end", async () => {
  for (const jump of [-3_600_000, 3_600_000]) {
    const home = copyOf(at.home);
    let now = at.now;
    const hindsight = await openHindsight(home, null, () => now);
    await keepUp(hindsight, "ada", () => {
      now += jump;
    });
    const records = await recordsIn(hindsight);
    await hindsight.close();
    expect(records).toEqual(done);
  }
});
