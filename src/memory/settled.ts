import { isHindsightError } from "../domain/errors.ts";
import type { MemoryRecord } from "../domain/record.ts";
import type { Queue } from "../ports/queue.ts";
import type { JobResult } from "./jobs.ts";
import type { Memory, Settled } from "./types.ts";

/** Pauses between looks at a job that another process may be doing, in milliseconds. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

async function changeOrPause(queue: Queue, ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      unwatch();
      signal?.removeEventListener("abort", aborted);
    };
    const go = () => {
      end();
      resolve();
    };
    const aborted = () => {
      end();
      reject(signal?.reason);
    };
    const timer = setTimeout(go, ms);
    const unwatch = queue.watch(go);
    signal?.addEventListener("abort", aborted, { once: true });
  });
}

async function recordOf(memory: Memory, id: string): Promise<MemoryRecord[]> {
  try {
    return [await memory.show(id)];
  } catch (error) {
    if (isHindsightError(error, "NOT_FOUND")) return []; // forgotten or erased since
    throw error;
  }
}

async function keptBy(memory: Memory, result: JobResult): Promise<Settled> {
  const kept: Settled["kept"] = [];
  for (const how of ["added", "updated", "retracted"] as const)
    for (const id of result[how]) for (const record of await recordOf(memory, id)) kept.push({ record, how });
  if (result.episode !== null)
    for (const record of await recordOf(memory, result.episode)) kept.push({ record, how: "episode" });
  const problem =
    result.deadLetter === null ? null : `reflection failed; it is kept as dead letter ${result.deadLetter}`;
  return { kept, problem };
}

/** How it stands with a job: what it kept or why it has to wait, or `null` while it may be done any moment. */
async function outcome(queue: Queue, memory: Memory, key: string): Promise<Settled | null> {
  const job = await queue.find(key);
  if (job === null) return { kept: [], problem: null }; // erased, or done so long ago that it is not remembered
  if (job.state === "done") {
    if (job.result !== null) return keptBy(memory, JSON.parse(job.result) as JobResult);
    return { kept: [], problem: "the work failed for good; hindsight stats lists the dead letter" };
  }
  const { delayed, running } = await queue.counts(memory.user);
  if (job.state !== "waiting" || delayed === 0 || running > 0) return null;
  return {
    kept: [],
    problem: "not all kept yet: an earlier try failed or was put off; the rest is queued and tried again",
  };
}

/**
 * Waits until a job is done, by this process or another, and says what it kept. A job that failed and waits to be tried
 * again, was put off, or stands behind such a one is not waited for: `problem` says so. Nor is one whose queue is away.
 */
export async function settled(queue: Queue, memory: Memory, key: string, signal?: AbortSignal): Promise<Settled> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
    signal?.throwIfAborted();
    try {
      const found = await outcome(queue, memory, key);
      if (found !== null) return found;
    } catch (error) {
      if (!isHindsightError(error, "UNREACHABLE")) throw error;
      return { kept: [], problem: `not kept yet: it is queued; ${error.message}` };
    }
    await changeOrPause(queue, pause, signal);
  }
}
