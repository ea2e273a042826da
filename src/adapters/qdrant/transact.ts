import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { HindsightError, messageOf } from "../../domain/errors.ts";
import type { Fingerprint } from "../../domain/record.ts";
import type { AuditEntry, Indexed, Patch } from "../../ports/store.ts";
import { auditPoint } from "./audit.ts";
import { isLasting } from "./errors.ts";
import { is, within } from "./filters.ts";
import { noteChange, type OwnerMemory, type Server, type Snapshot } from "./owner.ts";
import { type Hot, patchOf } from "./points.ts";
import { purge } from "./purge.ts";
import { rollForward } from "./roll-forward.ts";
import { stage } from "./stage.ts";
import { gone, type Op, type State, type StateChange } from "./state.ts";

/** What a write is to change, decided on one version of the owner's memory. */
export interface Plan {
  /** Records to add, as they are to be stored, with the model of their vectors. */
  insert?: readonly Indexed[];
  fingerprint?: Fingerprint | null;
  /** Changes by the record's number. */
  patch?: ReadonlyMap<number, Patch>;
  audit?: readonly AuditEntry[];
  erase?: { user: string; records: string[] };
  change?: StateChange;
}

/** A plan and what the caller hears once it is carried out; without a plan nothing is to be changed. */
export interface Decision<T> {
  result: T;
  plan: Plan | null;
}

/** Times a write is begun anew because others were quicker. */
const MOST_ATTEMPTS = 40;
const LONGEST_PAUSE_MS = 200;
/** Times a commit is sent again whose outcome nobody could tell. */
const MOST_COMMITS = 3;

/**
 * Whether the write took the version after `from`: the state as read back when it did, `null` when another one was
 * quicker. @throws HindsightError as the connection does; STORE_FAILED as long as nobody can tell
 */
async function commit(server: Server, memory: OwnerMemory, from: State, op: Op, change: StateChange) {
  for (let attempt = 1; ; attempt++) {
    let failure: unknown = null;
    try {
      await server.states.commit(memory.owner, from, op, change);
    } catch (error) {
      if (isLasting(error)) throw error;
      failure = error; // the answer may be all that was lost
    }
    let now: State | null;
    try {
      now = await server.states.read(memory.owner);
    } catch (error) {
      throw new HindsightError(
        "UNREACHABLE",
        `it is not known whether the write was stored: ${messageOf(error)}`,
        "Write it again once Qdrant answers: what is there already is recognised.",
        { cause: error },
      );
    }
    if (now === null || now.inc !== from.inc || now.version < 0) throw gone();
    if (now.log.includes(op.tx)) return now;
    if (now.version !== from.version) return null;
    if (attempt === MOST_COMMITS)
      throw failure ?? new HindsightError("STORE_BUSY", "a write was not taken", "Try again.");
  }
}

/** Removes what was staged for a write that others forestalled; what is left the next write removes. */
async function unstage(server: Server, { scope }: OwnerMemory, op: Op): Promise<void> {
  const filter = within(scope, [is("tx", op.tx), is("rev", 0)]);
  const places = [op.memories, op.audit ? server.collections.meta : null];
  for (const place of places)
    if (place !== null)
      await server.connection.write("remove what was staged", (client) => client.delete(place, { filter, wait: true }));
}

/** Brings the image of this process to the version just written, if it is at the one before. */
function reflect(
  { image }: Snapshot,
  from: State,
  staged: readonly { point: string; hot: Hot }[],
  patch: ReadonlyMap<number, Patch>,
  epoch: number | undefined,
): void {
  const version = from.version + 1;
  if (image.version !== from.version || (epoch !== undefined && epoch !== from.epoch)) return;
  for (const [seq, change] of patch) image.patch(seq, change, version);
  image.advance(
    staged.map(({ point, hot }) => ({ point, hot: { ...hot, rev: version } })),
    version,
  );
}

/**
 * One write, whole or not at all: what it adds is staged where nobody sees it, one conditional update of the state
 * commits it, and then it is carried out, by whoever comes first (see roll-forward.ts). Begun anew as long as others
 * are quicker.
 */
export function transact<T>(
  server: Server,
  memory: OwnerMemory,
  decide: (now: Snapshot) => Decision<T> | Promise<Decision<T>>,
): Promise<T> {
  const attempt = async (): Promise<{ result: T } | null> => {
    const now = await memory.readAnew();
    const { state } = now;
    const { result, plan } = await decide(now);
    if (plan === null) return { result };
    const { insert = [], patch = new Map<number, Patch>(), audit = [], erase = null, change = {} } = plan;
    const tx = randomUUID();
    const staged = await stage(server, memory, now, tx, insert, plan.fingerprint ?? null);
    if (audit.length > 0)
      await server.connection.write("write the audit", (client) =>
        client.upsert(server.collections.meta, {
          points: audit.map((entry) => auditPoint(server, memory.scope, entry, { tx, rev: 0, base: state.version })),
          update_mode: "insert_only",
          wait: true,
        }),
      );
    const embedding = state.embedding ?? plan.fingerprint ?? null;
    const op: Op = {
      tx,
      memories:
        embedding === null || (insert.length === 0 && patch.size === 0 && erase === null)
          ? null
          : server.collections.memories(embedding),
      next: state.next === null ? null : server.collections.memories(state.next),
      audit: audit.length > 0,
      patches: Array.from(patch, ([seq, one]) => ({ point: now.image.facts(seq).point, payload: patchOf(one) })),
      erase,
    };
    await purge(server, memory.scope, state.leftovers);
    const whole: StateChange = {
      ...(state.leftovers.length > 0 ? { leftovers: [] } : {}),
      ...(insert.length > 0 ? { last: state.last + insert.length, embedding } : {}),
      ...change,
    };
    const committed = await commit(server, memory, state, op, whole);
    if (committed === null) {
      await unstage(server, memory, op);
      return null;
    }
    noteChange();
    if (committed.applied < committed.version) {
      try {
        await rollForward(server, memory.owner, memory.scope, committed);
      } catch (error) {
        // committed all the same: whoever comes next carries it out
        if (isLasting(error)) throw error;
        return { result };
      }
    }
    reflect(now, state, staged, patch, whole.epoch);
    if (now.image.version === committed.version) memory.wrote({ ...committed, applied: committed.version, op: null });
    return { result };
  };
  return memory.alone(async () => {
    noteChange();
    for (let tries = 0; tries < MOST_ATTEMPTS; tries++) {
      const done = await attempt();
      if (done !== null) return done.result;
      await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, 2 ** tries)); // so that those who collided do not again
    }
    throw new HindsightError(
      "STORE_BUSY",
      `other processes wrote to this memory ${MOST_ATTEMPTS} times meanwhile`,
      "Try again; nothing was changed.",
    );
  });
}
