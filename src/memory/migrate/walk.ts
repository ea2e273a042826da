import type { AuditEntry, Indexed, MemoryStore } from "../../ports/store.ts";
import { canonical, canonicalAudit, checksum } from "./canonical.ts";

/** Records of one page, and of one write: large enough that a flush of the disk does not count, small enough for one request. */
const PAGE = 128;
/** Records between two signs of life. */
const ALIVE_EVERY = 1_000;
/** Audit entries of one write. */
const AUDIT_PAGE = 500;
/** Ids that are told of one kind of difference. */
const MOST_TOLD = 5;

/** How one owner's records on two sides differ. */
export interface Differences {
  /** Records at the source, and the checksum of all that is kept of them and the audit. */
  records: number;
  checksum: string;
  audit: number;
  /** Records the target has not, has otherwise, or has alone. */
  missing: number;
  changed: number;
  extra: number;
  /** Audit entries the target has not, or has alone. */
  auditMissing: number;
  auditExtra: number;
  /** Some of them, in words. */
  told: string[];
}

/** What cannot be mended by adding what is missing. */
export const isAstray = ({ changed, extra, auditExtra }: Differences): boolean => changed + extra + auditExtra > 0;

export const isSame = (found: Differences): boolean => found.missing + found.auditMissing === 0 && !isAstray(found);

async function* allOf(store: MemoryStore | null): AsyncGenerator<Indexed, undefined> {
  let after: string | undefined;
  while (store !== null) {
    const page = await store.dump({ limit: PAGE, ...(after !== undefined && { after }) });
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.record.id;
  }
}

/** Entries of `from` that are not in `to`, oldest first, each as often as it is missing; and how many `to` has alone. */
function auditMissing(
  from: readonly AuditEntry[],
  to: readonly AuditEntry[],
): { missing: AuditEntry[]; extra: number } {
  const there = new Map<string, number>();
  for (const entry of to) {
    const line = canonicalAudit(entry);
    there.set(line, (there.get(line) ?? 0) + 1);
  }
  const missing = from.filter((entry) => {
    const line = canonicalAudit(entry);
    const left = there.get(line) ?? 0;
    if (left > 0) there.set(line, left - 1);
    return left === 0;
  });
  return { missing: missing.reverse(), extra: [...there.values()].reduce((sum, n) => sum + n, 0) };
}

/** What a walk does with what is missing; both are durable when they resolve. */
export interface Writer {
  records(items: readonly Indexed[]): Promise<void>;
  audit(entries: readonly AuditEntry[]): Promise<void>;
}

/**
 * Goes through both sides side by side, by id, and tells how they differ. With a `writer`, what is missing is handed to it
 * on the way; the answer is then how they differed before. `null` is a side on which there is nothing.
 * `onRecord` hears of every record of the source, `alive` is awaited every thousand records.
 */
export async function walk(
  from: MemoryStore | null,
  to: MemoryStore | null,
  options: { writer?: Writer; signal: AbortSignal; onRecord?: () => void; alive?: () => Promise<void> },
): Promise<Differences> {
  const { writer, signal } = options;
  const sum = checksum();
  const counts = { records: 0, missing: 0, changed: 0, extra: 0 };
  const told: string[] = [];
  const tell = (kind: "missing" | "changed" | "extra", id: string) => {
    if (++counts[kind] <= MOST_TOLD) told.push(`memory ${id} ${kind === "changed" ? "differs" : `is ${kind}`}`);
  };
  let batch: Indexed[] = [];
  const flush = async () => {
    if (batch.length > 0) await writer?.records(batch);
    batch = [];
  };
  const there = allOf(to);
  let other = (await there.next()).value;
  for await (const item of allOf(from)) {
    signal.throwIfAborted();
    if (++counts.records % ALIVE_EVERY === 0) await options.alive?.();
    options.onRecord?.();
    const { id } = item.record;
    for (; other !== undefined && other.record.id < id; other = (await there.next()).value)
      tell("extra", other.record.id);
    const line = canonical(item);
    sum.add(line);
    if (other?.record.id === id) {
      if (canonical(other) !== line) tell("changed", id);
      other = (await there.next()).value;
      continue;
    }
    tell("missing", id);
    if (batch.push(item) >= PAGE) await flush();
  }
  await flush();
  for (; other !== undefined; other = (await there.next()).value) tell("extra", other.record.id);
  const trail = async (store: MemoryStore | null) => (await store?.auditTrail(Number.MAX_SAFE_INTEGER)) ?? [];
  const audited = await trail(from);
  for (const line of audited.map(canonicalAudit).sort()) sum.add(line);
  const audit = auditMissing(audited, await trail(to));
  for (let i = 0; writer !== undefined && i < audit.missing.length; i += AUDIT_PAGE) {
    signal.throwIfAborted();
    await writer.audit(audit.missing.slice(i, i + AUDIT_PAGE));
  }
  if (audit.missing.length > 0) told.push(`${audit.missing.length} audit entries are missing`);
  if (audit.extra > 0) told.push(`${audit.extra} audit entries are extra`);
  return {
    ...counts,
    auditMissing: audit.missing.length,
    auditExtra: audit.extra,
    checksum: sum.digest(),
    audit: audited.length,
    told,
  };
}
