import type { MemoryDeps } from "./memory/deps.ts";
import { settled } from "./memory/settled.ts";
import type { Memory, Settled } from "./memory/types.ts";
import type { Worker } from "./memory/worker.ts";
import { once } from "./once.ts";
import type { QueueCounts } from "./ports/queue.ts";

export interface WorkOptions {
  /** Users served at once by this process; 0 leaves the jobs to `hindsight worker`, unless told to start. */
  workers: number;
  /** How long a silent worker keeps its job. */
  leaseSeconds: number;
}

/** What hindsight does after the reply: the queue's jobs, in this process. */
export interface Work {
  /** Begins to do the queue's jobs here. Without effect when it has begun. */
  start(): Promise<void>;
  begun(): boolean;
  drain(signal?: AbortSignal): Promise<QueueCounts>;
  settled(memory: Memory, job: string, signal?: AbortSignal): Promise<Settled>;
  /** Finishes or gives back what is under way. */
  stop(): Promise<void>;
}

/** The in-process worker; nothing of it is loaded before it starts. */
export function createWork(deps: MemoryDeps, { workers, leaseSeconds }: WorkOptions): Work {
  const { queue, ledger, clock, log } = deps;
  let stopped = false;
  const worker = once(async (): Promise<Worker> => {
    const [{ createWorker }, { jobHandlers }] = await Promise.all([
      import("./memory/worker.ts"),
      import("./memory/jobs.ts"),
    ]);
    return createWorker({
      ...{ queue, ledger, clock, log, handlers: jobHandlers(deps) },
      concurrency: Math.max(1, workers),
      leaseMs: leaseSeconds * 1_000,
    });
  });
  const start = async () => {
    if (!stopped) (await worker.get()).start();
  };
  return {
    start,
    begun: () => worker.made() !== undefined,
    drain: async (signal) => (await worker.get()).idle(signal),
    settled: (memory, job, signal) => settled(queue, memory, job, signal),
    async stop() {
      stopped = true;
      await (await worker.made())?.stop();
    },
  };
}
