import { createHash, randomUUID } from "node:crypto";
import { HindsightError } from "../../domain/errors.ts";
import type { Fingerprint } from "../../domain/record.ts";
import { type Owner, ownerKey } from "../../domain/scope.ts";
import type { Connection } from "./connection.ts";
import { ids, is, within } from "./filters.ts";
import type { Scope } from "./points.ts";

/** What a committed write still has to do to the points, written so that doing it twice or late does no harm. */
export interface Op {
  tx: string;
  /** Where memories were staged or are to be changed; `null` when only the audit is. */
  memories: string | null;
  /** Where vectors of the model that is to follow are gathered. */
  next: string | null;
  audit: boolean;
  patches: { point: string; payload: Record<string, unknown> }[];
  /** Everything this user wrote goes, and the audit entries of these records. */
  erase: { user: string; records: string[] } | null;
}

/** Points of this owner in a collection that is no longer theirs, as of a version. */
export interface Leftover {
  collection: string;
  version: number;
}

/** The commit record of an owner. */
export interface State {
  kind: Owner["kind"];
  /** The owner's id in clear. */
  name: string;
  inc: string;
  /** Writes committed so far; −1 once the owner is being erased. */
  version: number;
  /** The last version whose `op` was carried out. */
  applied: number;
  op: Op | null;
  /** The latest writes, newest last: who lost an acknowledgement finds here that its write counted. */
  log: readonly string[];
  /** Highest number a memory has. */
  last: number;
  /** One more for every write that removed records or moved them. */
  epoch: number;
  /** Highest lease token seen. */
  fence: number;
  embedding: Fingerprint | null;
  /** The model that is to follow. */
  next: Fingerprint | null;
  leftovers: readonly Leftover[];
}

/** Version of an owner that is being erased. */
export const ERASING = -1;

/** Writes by others that may come between a commit and the look at what became of it. */
const LOGGED = 64;

/** What a commit may change beside version, op and log. */
export type StateChange = Partial<Pick<State, "last" | "epoch" | "fence" | "embedding" | "next" | "leftovers">>;

/** A UUID (version 8) of this owner's state point. */
export function statePoint(owner: Owner): string {
  const hex = createHash("sha256")
    .update(`state\0${ownerKey(owner)}`)
    .digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

type Wire = Record<string, unknown>;

const NESTED = ["op", "log", "embedding", "next", "leftovers"] as const;

/** Lists and objects as JSON, so that the server neither reads nor changes them. */
function wireOf(change: Partial<State>): Wire {
  const wire: Wire = { ...change };
  for (const key of NESTED) if (key in change) wire[key] = JSON.stringify(change[key]);
  return wire;
}

function stateOf(wire: Wire): State {
  const state: Wire = { ...wire };
  for (const key of NESTED) state[key] = JSON.parse(wire[key] as string);
  return state as unknown as State;
}

/** The state points of all owners, in the collection `meta`. */
export function createStates(connection: Connection, meta: string) {
  /** `null` when the owner has none. @throws HindsightError WRONG_OWNER */
  async function read(owner: Owner): Promise<State | null> {
    const id = statePoint(owner);
    const found = await connection.read("read an owner's state", (client) =>
      client.retrieve(meta, { ids: [id], with_payload: true, consistency: "majority" }),
    );
    const point = found.find((one) => one.id === id);
    if (point === undefined) return null;
    const { payload } = point;
    if (payload?.owner === ownerKey(owner) && payload.kind === owner.kind && payload.name === owner.id)
      return stateOf(payload);
    throw new HindsightError(
      "WRONG_OWNER",
      `the state of ${owner.kind} ${ownerKey(owner).slice(0, 8)} in ${meta} is someone else's`,
      "Points must not be copied over each other; restore the collection from a snapshot.",
    );
  }
  const set = (what: string, owner: Owner, inc: string, when: { version?: number; applied?: number }, to: Wire) => {
    const conditions = Object.entries(when).map(([key, value]) => is(key, value));
    return connection.write(what, (client) =>
      client.setPayload(meta, {
        payload: to,
        filter: within({ owner: ownerKey(owner), inc }, [ids([statePoint(owner)]), ...conditions]),
        ordering: "strong",
      }),
    );
  };
  return {
    read,
    /** The owner's state, made when there is none; whoever else makes it at the same time, there is one. */
    async begin(owner: Owner): Promise<State> {
      const known = await read(owner);
      if (known !== null) return known;
      const { kind, id: name } = owner;
      const counts = { version: 0, applied: 0, last: 0, epoch: 0, fence: 0 };
      const nothing = { op: null, log: [], embedding: null, next: null, leftovers: [] };
      const made: State = { kind, name, inc: randomUUID(), ...counts, ...nothing };
      const payload = { ...wireOf(made), t: "state", owner: ownerKey(owner) };
      await connection.write("begin an owner's memory", (client) =>
        client.upsert(meta, {
          points: [{ id: statePoint(owner), payload, vector: {} }],
          update_mode: "insert_only",
          ordering: "strong",
        }),
      );
      const now = await read(owner);
      if (now !== null) return now;
      throw new HindsightError("STORE_BUSY", "an owner was erased while it was made", "Try again.");
    },
    /** Takes the version after `from`, if nobody else did; the outcome is told by `read`. */
    commit(owner: Owner, from: State, op: Op, change: StateChange): Promise<unknown> {
      const log = [...from.log.slice(1 - LOGGED), op.tx];
      const to = wireOf({ ...change, op, log, version: from.version + 1 });
      const when = { version: from.version, applied: from.version };
      return set("commit a write", owner, from.inc, when, to);
    },
    /** From now on nobody writes to this beginning of the owner's memory. */
    beginErasing: (owner: Owner, inc: string) =>
      set("erase an owner", owner, inc, {}, { version: ERASING, applied: ERASING }),
    remove(owner: Owner, scope: Scope): Promise<unknown> {
      return connection.write("erase an owner", (client) =>
        client.delete(meta, { filter: within(scope, [ids([statePoint(owner)]), is("version", ERASING)]), wait: true }),
      );
    },
  };
}

export type States = ReturnType<typeof createStates>;

/** The operation that ends a write: its version counts as carried out. */
export function finishing(owner: Owner, scope: Scope, version: number): { set_payload: Wire } {
  return {
    set_payload: {
      payload: wireOf({ applied: version, op: null }),
      filter: within(scope, [ids([statePoint(owner)]), is("version", version), is("applied", version - 1)]),
    },
  };
}

/** What a caller hears whose owner was erased. */
export function gone(): HindsightError {
  return new HindsightError(
    "CLOSED",
    "this memory was erased, by this process or another",
    "Open the memory of this user again; it starts empty.",
  );
}
