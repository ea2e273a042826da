import { HindsightError, isHindsightError } from "../../domain/errors.ts";
import { type Owner, userOwner } from "../../domain/scope.ts";
import type { Clock } from "../../ports/clock.ts";
import { checksum } from "./canonical.ts";
import { claim, compareMemory, copyMemory, type Side } from "./owner.ts";
import { compareRest, copyLedger, copyOutputs, openThreads } from "./rest.ts";
import { isSame } from "./walk.ts";

export type { Side } from "./owner.ts";

/** What became of one owner. */
export interface Migrated {
  owner: Owner;
  /** `same`: both sides hold the same. `differs`: not, see `problems`. `failed`: it could not be looked at. */
  outcome: "same" | "differs" | "failed";
  /** Of the source: records and audit entries, and what the ledger and the tool outputs keep beside them. */
  records: number;
  audit: number;
  beside: number;
  /** SHA-256 over the source's canonical form; the target's is the same when the outcome is. */
  checksum: string;
  /** Records written in this run, and those of the source the target has not after it. */
  written: number;
  missing: number;
  /** What differs and what to do, one a line. */
  problems: string[];
}

export interface MigrateOptions {
  /** Only this user, else everyone and the shared namespaces. */
  user: string | undefined;
  /** Only compares. */
  dryRun: boolean;
  /** Both sides have the same ledger: it stays as it is. */
  sameLedger: boolean;
  signal: AbortSignal;
  /** Hears of every owner before it is moved, and of every record that was looked at. */
  onOwner?: (owner: Owner, place: number, of: number) => void;
  onRecord?: () => void;
  /** How long a claim on an owner holds without a sign of life, in milliseconds; default 15,000. */
  claimMs?: number;
}

/** What stands in the way of one owner and not of the others. */
const OF_ONE_OWNER: ReadonlySet<HindsightError["code"]> = new Set([
  "EMBEDDING_MISMATCH",
  "CONFLICT",
  "NOT_GRANTED",
  "WRONG_OWNER",
  "STORE_BUSY",
  "LEASE_LOST",
]);

/** False when nothing at all is stored there: the name of the place is wrong, be the ledger right or not. */
async function hasAny(stores: Side["stores"], owners: readonly Owner[]): Promise<boolean> {
  for (const owner of owners) if (await stores.exists(owner)) return true;
  return false;
}

/** Everyone, users first; or that user alone. @throws HindsightError NOT_FOUND when the source knows nobody */
async function ownersOf({ name, ledger, stores }: Side, user: string | undefined): Promise<Owner[]> {
  const users = await ledger.users();
  const shared = (await ledger.owners()).filter(({ kind }) => kind === "shared");
  const owners = user === undefined ? [...users.map(userOwner), ...shared] : [userOwner(user)];
  const known = user === undefined || users.includes(user) || (await stores.exists(userOwner(user)));
  const someone = known && owners.length > 0;
  if (someone && (user !== undefined || (await hasAny(stores, owners)))) return owners;
  throw new HindsightError(
    "NOT_FOUND",
    user === undefined ? `nothing is kept at ${name}` : `nothing is kept of that user at ${name}`,
    "Correct --from or --user; an id is taken byte for byte.",
  );
}

/**
 * Moves everything of the owners from one place to the other, and compares both in the end. Nothing is changed or removed
 * at the source, nor at the target what is not a copy of this source's. Stopped or killed anywhere, the next run goes on
 * with what is missing. A target must not be used before its copy is whole.
 * @throws HindsightError NOT_FOUND, and what the stores throw that concerns everyone: UNREACHABLE, DISK_FULL, WRONG_KEY …
 */
export async function migrate(from: Side, to: Side, clock: Clock, options: MigrateOptions): Promise<Migrated[]> {
  const owners = await ownersOf(from, options.user);
  const open = options.sameLedger ? new Set<string>() : await openThreads(from);
  const results: Migrated[] = [];
  for (const [i, owner] of owners.entries()) {
    options.signal.throwIfAborted();
    options.onOwner?.(owner, i + 1, owners.length);
    try {
      results.push(
        await (options.dryRun ? compared(from, to, owner, options) : moved(from, to, owner, clock, open, options)),
      );
    } catch (error) {
      if (!isHindsightError(error) || !OF_ONE_OWNER.has(error.code)) throw error;
      const nothing = { records: 0, audit: 0, beside: 0, checksum: "", written: 0, missing: 0 };
      results.push({ owner, outcome: "failed", ...nothing, problems: [`${error.message}. ${error.hint}`] });
    }
  }
  return results;
}

async function moved(
  from: Side,
  to: Side,
  owner: Owner,
  clock: Clock,
  open: ReadonlySet<string>,
  options: MigrateOptions,
): Promise<Migrated> {
  const { signal, sameLedger, onRecord = () => undefined, claimMs = 15_000 } = options;
  if (!sameLedger && (await from.stores.exists(owner)))
    await to.ledger.noteOwner(owner, new Date(clock.now()).toISOString()); // first, so that erasing finds a half copy too
  const claimed = await claim(to, owner, clock, claimMs);
  try {
    const memory = await copyMemory(from, to, owner, claimed, { signal, onRecord });
    if (owner.kind === "user") {
      if (!sameLedger) await copyLedger(from, to, owner.id, open);
      await copyOutputs(from, to, owner.id, signal);
    }
    return await told(from, to, owner, sameLedger, memory);
  } finally {
    await claimed.release();
  }
}

async function compared(from: Side, to: Side, owner: Owner, { signal, sameLedger }: MigrateOptions): Promise<Migrated> {
  const differences = await compareMemory(from, to, owner, signal);
  return told(from, to, owner, sameLedger, { differences, written: 0, problem: null });
}

async function told(
  from: Side,
  to: Side,
  owner: Owner,
  sameLedger: boolean,
  { differences, written, problem }: Awaited<ReturnType<typeof copyMemory>>,
): Promise<Migrated> {
  const rest = owner.kind === "user" ? await compareRest(from, to, owner.id, !sameLedger) : { lines: [], lacking: [] };
  const sum = checksum();
  sum.add(differences.checksum);
  for (const line of rest.lines) sum.add(line);
  const same = problem === null && isSame(differences) && rest.lacking.length === 0;
  const lacking =
    rest.lacking.length === 0 ? [] : [`${rest.lacking.length} of what is kept beside the memories are missing`];
  return {
    owner,
    outcome: same ? "same" : "differs",
    records: differences.records,
    audit: differences.audit,
    beside: rest.lines.length,
    checksum: sum.digest(),
    written,
    missing: differences.missing,
    problems: same ? [] : [...(problem === null ? [] : [problem]), ...differences.told, ...lacking],
  };
}
