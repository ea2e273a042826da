import { v7 as uuidv7 } from "uuid";
import { isHindsightError } from "../domain/errors.ts";
import type { MemoryRecord } from "../domain/record.ts";
import { nextDay } from "./cap.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import { jobInput, type RememberJob } from "./job-input.ts";
import { type ReflectJob, reflectJob } from "./reflect.ts";
import { checkTask } from "./reflection.ts";
import { remember } from "./remember.ts";
import type { FinishedTask, NewMemory } from "./types.ts";
import { checkNewMemory } from "./validate.ts";
import { type JobHandler, PutOff } from "./worker.ts";

/** What a finished job leaves for whoever asks: ids and counts, never content. */
export interface JobResult {
  added: string[];
  updated: string[];
  retracted: string[];
  /** The episode, when it is one to be recalled. */
  episode: string | null;
  refused: number;
  deadLetter: string | null;
}

const NOTHING: JobResult = { added: [], updated: [], retracted: [], episode: null, refused: 0, deadLetter: null };
const ids = (records: readonly MemoryRecord[]) => records.map(({ id }) => id);
const resultOf = (result: Partial<JobResult>) => JSON.stringify({ ...NOTHING, ...result });

const threadOf = (read: () => string | null | undefined): string | null => {
  try {
    return read() ?? null;
  } catch (error) {
    if (error instanceof Error) return null; // an input that cannot be read names no thread; its run says so
    throw error;
  }
};

/** How to do the jobs that memories make; `MemoryDeps` in, one handler a kind out. */
export function jobHandlers(deps: MemoryDeps): Record<"reflect" | "remember", JobHandler> {
  const scopeOf = (user: string, timeZone: string, namespaces: readonly string[] = []): Scope => ({
    user,
    timeZone,
    namespaces,
  });
  /** Past the day's cap a job waits for the user's next day; it is not lost. */
  async function withinCap<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isHindsightError(error, "WRITE_CAP")) throw new PutOff(nextDay(deps, scope), error.message);
      throw error;
    }
  }
  return {
    reflect: {
      model: deps.reflector.name,
      thread: (input) => threadOf(() => jobInput.reflect(input, "a job").task.thread),
      async run({ user, input }, running) {
        const job = jobInput.reflect(input, "a job");
        const scope = scopeOf(user, job.timeZone);
        const made = await withinCap(scope, () => reflectJob(deps, scope, job, running));
        return resultOf({
          added: ids(made.added),
          updated: ids(made.updated),
          retracted: ids(made.retracted),
          episode: made.episode?.status === "active" ? made.episode.id : null,
          refused: made.refused.length,
          deadLetter: made.deadLetter?.id ?? null,
        });
      },
    },
    remember: {
      model: deps.scorer.name,
      thread: (input) => threadOf(() => jobInput.remember(input, "a job").memory.thread),
      async run({ user, input }, { stillOurs }) {
        const { memory, at, timeZone, namespaces } = jobInput.remember(input, "a job");
        await stillOurs();
        const scope = scopeOf(user, timeZone, namespaces);
        const made = await withinCap(scope, () => remember(deps, scope, memory, at));
        return resultOf({
          added: made.flatMap((one) => (one.outcome === "stored" ? [one.record.id] : [])),
          refused: made.filter(({ outcome }) => outcome === "refused").length,
        });
      },
    },
  };
}

/**
 * Queues a reflection; durable when it resolves. The same stretch of turns is one job, and leaves the same records,
 * however often it is queued.
 * @returns the job's key
 * @throws HindsightError INVALID_INPUT for a task without thread or turns, and what the queue throws
 */
export async function reflectLater(deps: MemoryDeps, scope: Scope, task: FinishedTask): Promise<string> {
  checkTask(task);
  const key = JSON.stringify(["reflect", scope.user, task.thread, task.turns.at(-1)!.id]);
  const job: ReflectJob = { task, timeZone: scope.timeZone, salt: null };
  await deps.queue.enqueue({ key, user: scope.user, kind: "reflect", input: JSON.stringify(job) });
  return key;
}

/**
 * Queues a write; durable when it resolves. Under the same `originKey` it is one job; without one each call is.
 * @returns the job's key
 * @throws HindsightError INVALID_INPUT naming the field, and what the queue throws
 */
export async function rememberLater(deps: MemoryDeps, scope: Scope, given: NewMemory): Promise<string> {
  const memory = checkNewMemory(given, scope);
  const now = deps.clock.now();
  const originKey = memory.originKey ?? uuidv7({ msecs: now });
  const key = JSON.stringify(["remember", scope.user, memory.namespace ?? "private", originKey]);
  const job: RememberJob = {
    memory: { ...memory, originKey },
    at: now,
    timeZone: scope.timeZone,
    namespaces: scope.namespaces,
  };
  await deps.queue.enqueue({ key, user: scope.user, kind: "remember", input: JSON.stringify(job) });
  return key;
}
