import { type MemoryRecord, STATUSES } from "../../src/domain/record.ts";
import { reflectLater, rememberLater } from "../../src/memory/jobs.ts";
import { type Bench, talk } from "./memory-deps.ts";

const task = (thread: string, ...said: string[]) => talk(said, { thread });

/** What one user says in four sittings: told, changed, taken back, and a write by hand that contradicts. */
export async function queueAll(at: Bench): Promise<void> {
  await reflectLater(at.deps, at.scope, task("t1", "I live in Oslo. I'm allergic to peanuts.", "我喜欢喝茶。"));
  await reflectLater(at.deps, at.scope, task("t2", "I moved to Bergen"));
  await reflectLater(at.deps, at.scope, task("t3", "forget that I'm allergic to peanuts"));
  await rememberLater(at.deps, at.scope, { content: "I prefer window seats. I moved to Lund.", originKey: "by hand" });
}

/** The statements in force once all that is done, in order. */
export const SAID = ["The user moved to Lund.", "The user prefers window seats.", "用户喜欢喝茶。"];

/** Every record of the user, in every status. */
export async function recordsOf(at: Bench): Promise<MemoryRecord[]> {
  const store = await at.store();
  try {
    return await store.list({ statuses: STATUSES }, { limit: 500 });
  } finally {
    await store.close();
  }
}
