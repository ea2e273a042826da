import { HindsightError } from "../../domain/errors.ts";
import type { Fingerprint } from "../../domain/record.ts";
import type { Owner } from "../../domain/scope.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ledger } from "../../ports/ledger.ts";
import type { ToolOutputs } from "../../ports/outputs.ts";
import type { MemoryStore, StoreProvider } from "../../ports/store.ts";
import { type Differences, isAstray, isSame, type Writer, walk } from "./walk.ts";

/** A place to move from or to. */
export interface Side {
  /** What tells it from other places, without credentials: a folder, a URL. */
  name: string;
  stores: StoreProvider;
  ledger: Ledger;
  outputs: ToolOutputs;
}

/** How often an owner is copied anew because the source changed meanwhile. */
const ROUNDS = 3;

/** How far a migration of one owner has come, noted in the lease it holds in the target's ledger. */
interface Noted {
  /** Where from. */
  from: string;
  /** The revisions of both sides when the copy was whole; `null` while it is not: until then what is there is the copy's. */
  whole: { source: string | null; target: string } | null;
}

/** The right to move one owner, and what is noted of it. */
export interface Claim {
  noted: Noted | null;
  /** Notes it and holds the claim further. @throws HindsightError LEASE_LOST */
  note(noted: Noted | null): Promise<void>;
  release(): Promise<void>;
}

/**
 * Claims an owner on the target. One that was claimed by a migration that died is free after `ttlMs`.
 * @throws HindsightError STORE_BUSY while another migration moves that owner
 */
export async function claim(to: Side, owner: Owner, clock: Clock, ttlMs: number): Promise<Claim> {
  const name = `migrate ${owner.kind} ${owner.id}`;
  const lease = await to.ledger.takeLease(name, owner.kind === "user" ? owner.id : null, clock.now(), ttlMs);
  if (lease === null)
    throw new HindsightError(
      "STORE_BUSY",
      "another migration is moving this memory, or one was killed a moment ago",
      `Let it end, or wait ${Math.ceil(ttlMs / 1_000)} seconds, and run the same command again.`,
    );
  let noted = lease.cursor === null ? null : (JSON.parse(lease.cursor) as Noted);
  return {
    get noted() {
      return noted;
    },
    async note(next) {
      noted = next;
      const cursor = next === null ? null : JSON.stringify(next);
      if (await to.ledger.keepLease(name, lease.fence, clock.now(), ttlMs, cursor)) return;
      throw new HindsightError(
        "LEASE_LOST",
        "another migration took over this memory",
        "Let it end, and run the same command again to see that all is there.",
      );
    },
    release: () => to.ledger.dropLease(name, lease.fence),
  };
}

/** What became of the memory of one owner. */
export interface CopiedMemory {
  /** As both sides compare in the end. */
  differences: Differences;
  /** Records written in this run. */
  written: number;
  /** Why they differ, when they do, and what to do. */
  problem: string | null;
}

const sameModel = (a: Fingerprint, b: Fingerprint) =>
  a.model === b.model && a.version === b.version && a.dimensions === b.dimensions;

/** @throws HindsightError EMBEDDING_MISMATCH */
function checkModels(source: Fingerprint | null, target: Fingerprint | null): void {
  if (source === null || target === null || sameModel(source, target)) return;
  const named = ({ model, version, dimensions }: Fingerprint) => `${model} ${version} (${dimensions} dimensions)`;
  throw new HindsightError(
    "EMBEDDING_MISMATCH",
    `the source is embedded with ${named(source)}, what the target holds already with ${named(target)}`,
    "Run `hindsight reembed` for this user at the source first (with the settings of the target's model), or erase the user at the target.",
  );
}

async function opened(stores: StoreProvider, owner: Owner): Promise<MemoryStore | null> {
  return (await stores.exists(owner)) ? stores.open(owner) : null;
}

/** How both sides compare, without a change to either. */
export async function compareMemory(from: Side, to: Side, owner: Owner, signal: AbortSignal): Promise<Differences> {
  const [source, target] = [await opened(from.stores, owner), await opened(to.stores, owner)];
  try {
    return await walk(source, target, { signal });
  } finally {
    await source?.close();
    await target?.close();
  }
}

/**
 * Copies an owner's memory until both sides are the same. What is at the target and is no copy of this source's is never
 * changed or removed: then it is left as it is, with the problem told. A copy that is not whole yet is the migration's
 * own, and begun anew where the source has changed.
 */
export async function copyMemory(
  from: Side,
  to: Side,
  owner: Owner,
  claimed: Claim,
  options: { signal: AbortSignal; onRecord: () => void },
): Promise<CopiedMemory> {
  const { signal } = options;
  const source = await opened(from.stores, owner);
  let target: MemoryStore | null = null;
  let written = 0;
  const result = (differences: Differences, problem: string | null): CopiedMemory => ({
    differences,
    written,
    problem,
  });
  const alive = () => claimed.note(claimed.noted);
  /** Compares both sides; `steady` when the source was the same before and after. */
  const look = async () => {
    const revision = (await source?.revision()) ?? null;
    const found = await walk(source, target, { signal, alive });
    return { found, revision, steady: revision === ((await source?.revision()) ?? null) };
  };
  const whole = async (found: Differences, revision: string | null) => {
    if (target !== null)
      await claimed.note({ from: from.name, whole: { source: revision, target: await target.revision() } });
    return result(found, null);
  };
  try {
    if (source === null || (await to.stores.exists(owner))) {
      target = await opened(to.stores, owner);
      checkModels((await source?.embedding()) ?? null, (await target?.embedding()) ?? null);
      const { found, revision, steady } = await look();
      if (isSame(found) && steady) return await whole(found, revision);
      const problem = await untouchable(from, claimed.noted, source, target);
      if (problem !== null && isAstray(found)) return result(found, problem);
    }
    if (source === null)
      return result(await walk(null, target, { signal }), "the source holds nothing of this owner any more");
    for (let round = 1; ; round++) {
      await claimed.note({ from: from.name, whole: null });
      target ??= await to.stores.open(owner);
      const fingerprint = await source.embedding();
      const before = await walk(source, target, {
        ...options,
        alive,
        writer: writerTo(target, fingerprint, claimed, (n) => {
          written += n;
        }),
      });
      const { found: after, revision, steady } = await look();
      if (isSame(after) && steady) return await whole(after, revision);
      if (round === ROUNDS)
        return result(after, "the source is being written to; stop what writes, and run the same command again");
      if (!isAstray(before) && !isAstray(after)) continue;
      await target.close();
      target = null;
      await to.stores.erase(owner); // a copy that is not whole, and out of date
    }
  } finally {
    await source?.close();
    await target?.close();
  }
}

/** Why what is at the target must be left as it is; `null` when it is an earlier copy of ours and nothing else. */
async function untouchable(
  from: Side,
  noted: Noted | null,
  source: MemoryStore | null,
  target: MemoryStore | null,
): Promise<string | null> {
  if (noted?.from !== from.name)
    return "the target holds memories of its own; erase them there, or choose another target";
  if (noted.whole === null) return null;
  if (noted.whole.target !== ((await target?.revision()) ?? null))
    return "the target was written to since it was copied whole; it is left as it is";
  if (noted.whole.source === ((await source?.revision()) ?? null))
    return "the target was used since it was copied whole, and nothing is left to copy";
  return null;
}

function writerTo(
  target: MemoryStore,
  fingerprint: Fingerprint | null,
  claimed: Claim,
  onWritten: (n: number) => void,
): Writer {
  return {
    async records(items) {
      await claimed.note(claimed.noted); // also the last look at whether the target is still ours to write to
      const inserted = await target.insert(items, fingerprint!);
      onWritten(inserted.filter(({ outcome }) => outcome === "stored").length);
    },
    async audit(entries) {
      await claimed.note(claimed.noted);
      await target.amend({ audit: entries }, null);
    },
  };
}
