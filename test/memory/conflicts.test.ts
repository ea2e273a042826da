import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { userOwner } from "../../src/domain/scope.ts";
import { reflect } from "../../src/memory/reflect.ts";
import { remember } from "../../src/memory/remember.ts";
import { type Bench, bench, talk } from "../support/memory-deps.ts";
import { type Effect, PAIRS } from "./conflict-pairs.ts";

let at: Bench;
beforeAll(() => {
  at = bench();
});
afterAll(async () => {
  await at.close();
});

const MINUTE = 60_000;
type Say = (user: string, text: string) => Promise<void>;

const byRemember: Say = async (user, text) => {
  await remember(at.deps, { ...at.scope, user }, { content: text });
};
const byReflect: Say = async (user, text) => {
  const now = new Date(at.deps.clock.now()).toISOString();
  const task = talk([text]);
  await reflect(at.deps, { ...at.scope, user }, { ...task, turns: task.turns.map((turn) => ({ ...turn, at: now })) });
};

/** Says both to a memory in which nothing else is in force, and looks at what became of the first. */
async function effectOf(say: Say, user: string, first: string, second: string): Promise<Effect | "lost"> {
  const store = await at.deps.stores.open(userOwner(user));
  const active = () => store.list({}, { limit: 50 });
  for (const { id } of await store.list({ statuses: ["active", "compressed"] }, { limit: 50 }))
    await store.patch(id, { status: "forgotten" });
  await say(user, first);
  at.pass(MINUTE);
  const [before, ...more] = await active();
  if (before === undefined || more.length > 0) return "lost"; // one record: the statement, or the episode that tells it
  await say(user, second);
  at.pass(MINUTE);
  const left = await active();
  const [now] = await store.get([before.id]);
  if (now!.status === "forgotten") return left.every(({ kind }) => kind === "episodic") ? "retracts" : "lost";
  if (now!.status === "active") return left.length > 1 ? "coexists" : "duplicate";
  const successor = left.find((record) => record.supersedes === before.id);
  return successor !== undefined && now!.supersededBy === successor.id ? "supersedes" : "lost";
}

describe.each([
  ["remember", byRemember],
  ["reflect", byReflect],
])("B5, %s: what the second statement does to the first", (path, say) => {
  const seen: { expected: Effect; found: Effect | "lost" }[] = [];
  /** A user for every so many pairs: what was forgotten of hundreds would be looked through for each further one. */
  const user = () => `${path} ${Math.floor(seen.length / 50)}`;
  it.each(PAIRS)("%s | %s: %s", async (first, second, expected) => {
    const found = await effectOf(say, user(), first, second);
    seen.push({ expected, found });
    expect(found).toBe(expected);
  });

  it("supersedes with precision and recall of at least 0.95 each", () => {
    const right = seen.filter(({ expected, found }) => expected === "supersedes" && found === "supersedes").length;
    const said = seen.filter(({ found }) => found === "supersedes").length;
    const due = seen.filter(({ expected }) => expected === "supersedes").length;
    console.info(`superseding: precision ${right}/${said}, recall ${right}/${due}`);
    expect(right / said).toBeGreaterThanOrEqual(0.95);
    expect(right / due).toBeGreaterThanOrEqual(0.95);
  });
});
