import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { HindsightError, messageOf } from "../../domain/errors.ts";
import type { Owner } from "../../domain/scope.ts";
import type { MemoryDeps } from "../deps.ts";
import { STEPS, type Step } from "./proposal.ts";

/** How long a run that says nothing is taken for alive, in milliseconds, and how often it says that it is. */
export const LEASE_MS = 60_000;
const HEARTBEAT_MS = 15_000;

/** The right to keep up one owner's memory, alone, until it is given back. */
export interface Turn {
  owner: Owner;
  /** The same after a kill: the run goes on. */
  run: string;
  fence: number;
  /** Steps of the run that were done before it was interrupted. */
  done: Step[];
  /** Aborted when the lease was lost. */
  signal: AbortSignal;
  /** Keeps the lease while `work` runs, however long. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Notes that a step is done. @throws HindsightError LEASE_LOST */
  finish(step: Step): Promise<void>;
  /** Gives the lease back; `complete` when all steps are done, so that the next one is a new run. */
  end(complete: boolean): Promise<void>;
}

const cursorSchema = z.object({ run: z.string(), done: z.array(z.enum(STEPS)) });

function cursorOf(text: string | null): { run: string; done: Step[] } | null {
  return text === null ? null : cursorSchema.parse(JSON.parse(text));
}

const lost = () =>
  new HindsightError(
    "LEASE_LOST",
    "another run took over this memory in the meantime",
    "Nothing more was changed; the other run completes the work.",
  );

/** Takes the turn of an owner; null while another run, here or in another process, has it. */
export async function takeTurn(deps: MemoryDeps, owner: Owner): Promise<Turn | null> {
  const { ledger, clock, log } = deps;
  const name = `upkeep ${owner.kind} ${owner.id}`;
  const lease = await ledger.takeLease(name, owner.kind === "user" ? owner.id : null, clock.now(), LEASE_MS);
  if (lease === null) return null;
  const { run, done } = cursorOf(lease.cursor) ?? { run: uuidv7({ msecs: clock.now() }), done: [] };
  const gone = new AbortController();
  const cursor = () => JSON.stringify({ run, done });
  const keep = async () => {
    if (await ledger.keepLease(name, lease.fence, clock.now(), LEASE_MS, cursor())) return;
    gone.abort(lost());
    throw lost();
  };
  await keep(); // the run is noted before it changes anything
  return {
    owner,
    run,
    fence: lease.fence,
    done,
    signal: gone.signal,
    async during(work) {
      await keep();
      const beat = setInterval(() => {
        keep().catch((error: unknown) => log.warn({ error: messageOf(error) }, "could not keep the lease of upkeep"));
      }, HEARTBEAT_MS);
      try {
        return await work();
      } finally {
        clearInterval(beat);
      }
    },
    async finish(step) {
      done.push(step);
      await keep();
    },
    async end(complete) {
      if (complete) await ledger.keepLease(name, lease.fence, clock.now(), LEASE_MS, null);
      await ledger.dropLease(name, lease.fence);
    },
  };
}
