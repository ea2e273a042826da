import type { Owner } from "../../domain/scope.ts";
import type { Collections } from "./collections.ts";
import type { Connection } from "./connection.ts";
import { between, type QdrantFilter, VISIBLE, within } from "./filters.ts";
import { createOwnerImage, type HotPoint, type OwnerImage } from "./image.ts";
import { HOT, type Hot, type Scope, scopeOf } from "./points.ts";
import { rollForward } from "./roll-forward.ts";
import { scrolled } from "./scroll.ts";
import { gone, type State, type States } from "./state.ts";

/** What every part of the store works with. */
export interface Server {
  connection: Connection;
  collections: Collections;
  states: States;
  /** Milliseconds since 1970. */
  now(): number;
  /** A number that is higher than all before, and about 1024 times `now`: what puts audit entries in order. */
  order(): number;
}

/** An owner's state and image, of the same version. */
export interface Snapshot {
  state: State;
  image: OwnerImage;
}

/** How far a reader may be behind what another process wrote, in milliseconds; never behind this process. */
const FRESH_MS = 20;

/** Changes made by this process, through whichever provider. */
let changes = 0;

/** To be told before and after anything is changed. */
export function noteChange(): void {
  changes++;
}

/** How often uses counted by other processes are looked for, and how far their clocks may differ. */
const USES_EVERY_MS = 30_000;
const CLOCKS_DIFFER_MS = 600_000;

/** One beginning of one owner's memory, as this process knows it. */
export interface OwnerMemory {
  readonly owner: Owner;
  readonly scope: Scope;
  /** In step with the server, `FRESH_MS` apart. @throws HindsightError CLOSED once the owner was erased */
  read(): Promise<Snapshot>;
  /** In step with the server. */
  readAnew(): Promise<Snapshot>;
  /** Runs one write after the other; `body` may assume nobody else of this process writes. */
  alone<T>(body: () => Promise<T>): Promise<T>;
  /** To be told of a write of this process that is carried out, whose image is `image`. */
  wrote(state: State): void;
  /** What it takes in memory, in bytes. */
  readonly bytes: number;
}

/** The memories that pass the filter, as the image takes them. */
export async function scrollHot(
  { connection }: Server,
  collection: string,
  filter: QdrantFilter,
  scope: Scope,
): Promise<HotPoint[]> {
  const rows: HotPoint[] = [];
  const found = scrolled<Hot>(connection, "read memories", collection, { scope, filter, fields: HOT });
  for await (const { point, payload } of found) if (payload.rev > 0) rows.push({ point, hot: payload });
  return rows;
}

const isOf = (image: OwnerImage, { version, embedding }: State) => embedding === null || image.version === version;

export function createOwnerMemory(server: Server, owner: Owner, inc: string): OwnerMemory {
  const scope = scopeOf(owner, inc);
  let image = createOwnerImage();
  let epoch = 0;
  let known: State | null = null;
  let seenAt = Number.NEGATIVE_INFINITY;
  let seenChanges = -1;
  let usesAt = server.now();
  let running: Promise<Snapshot> | null = null;
  let waiting: Promise<Snapshot> | null = null;
  let last: Promise<unknown> = Promise.resolve();

  /** The owner's state with nothing left to carry out. */
  async function settled(): Promise<State> {
    const state = await server.states.read(owner);
    if (state === null || state.inc !== inc || state.version < 0) throw gone();
    if (state.applied === state.version) return state;
    await rollForward(server, owner, scope, state);
    return { ...state, applied: state.version, op: null };
  }

  /** Reads until nothing that was read is newer than the state: a write is seen whole or not at all. */
  async function caughtUp(): Promise<Snapshot> {
    let state = await settled();
    for (;;) {
      if (state.epoch !== epoch) {
        image = createOwnerImage();
        epoch = state.epoch;
      }
      const target = image;
      const from = target.version;
      const usesDue = server.now() - usesAt > USES_EVERY_MS;
      if (state.embedding === null || (state.version === from && !usesDue)) return { state, image: target };
      const lookedAt = server.now();
      const rows = new Map<string, HotPoint>();
      for (let above = from; ; ) {
        const newer = between("rev", { gt: above });
        const used = between("used", { gte: usesAt - CLOCKS_DIFFER_MS });
        const filter = from === 0 ? within(scope, [newer]) : within(scope, [VISIBLE, { should: [newer, used] }]);
        const found = await scrollHot(server, server.collections.memories(state.embedding), filter, scope);
        for (const row of found) rows.set(row.point, row);
        const before = state;
        if (found.every(({ hot }) => hot.rev <= before.version)) break;
        state = await settled();
        if (state.epoch !== before.epoch || state.embedding === null) break;
        above = before.version;
      }
      if (state.epoch !== epoch || image !== target || image.version !== from) continue; // changed meanwhile
      usesAt = lookedAt;
      target.advance(Array.from(rows.values()), state.version);
      return { state, image: target };
    }
  }

  async function look(): Promise<Snapshot> {
    const [at, before] = [performance.now(), changes];
    const snapshot = await caughtUp();
    known = snapshot.state;
    seenAt = at;
    seenChanges = before;
    return snapshot;
  }
  /** Shared by whoever asks before it begins: one that has begun may have missed what its caller knows of. */
  function readAnew(): Promise<Snapshot> {
    if (waiting !== null) return waiting;
    const before = running;
    const begin = async () => {
      await before?.catch(() => undefined);
      running = waiting;
      waiting = null;
      return look();
    };
    waiting = begin();
    return waiting;
  }

  return {
    owner,
    scope,
    async read() {
      const isFresh = seenChanges === changes && performance.now() - seenAt < FRESH_MS;
      return known !== null && isFresh && isOf(image, known) ? { state: known, image } : readAnew();
    },
    readAnew,
    alone(body) {
      const mine = last.then(body, body);
      last = mine.catch(() => undefined);
      return mine;
    },
    wrote(state) {
      known = state;
      seenAt = performance.now();
      seenChanges = changes;
    },
    get bytes() {
      return image.bytes;
    },
  };
}
