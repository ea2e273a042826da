import { conflictOf } from "../domain/conflict.ts";
import { type Fingerprint, type MemoryRecord, makeRecord } from "../domain/record.ts";
import { SOURCE_TRUST } from "../domain/trust.ts";
import { CLOCK_SLACK_MS } from "../ports/clock.ts";
import type { MemoryStore } from "../ports/store.ts";
import { auditEntry } from "./access.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import { indexed } from "./index-record.ts";
import { neighbours } from "./neighbours.ts";

/** How much less founded news may be than what it replaces; of the steps of `SOURCE_TRUST` the smallest passes. */
const TRUST_SLACK = 0.1;

/** Hearsay replaces nothing better founded: those stand side by side, for both to be seen. */
export const isFounded = (next: MemoryRecord, known: MemoryRecord): boolean =>
  SOURCE_TRUST[next.source] >= SOURCE_TRUST[known.source] - TRUST_SLACK;

/** What was said within so long of being written counts as said then, in milliseconds: a day, for jobs that were put off. */
const SAID_LATELY = 86_400_000;

/** Written by a clock that has gone back since. `now` is milliseconds since 1970. */
const isAhead = ({ createdAt }: MemoryRecord, now: number): boolean => Date.parse(createdAt) > now + CLOCK_SLACK_MS;
const isSaidLately = ({ createdAt, happenedAt }: MemoryRecord): boolean =>
  Date.parse(createdAt) - Date.parse(happenedAt) <= SAID_LATELY;

/**
 * True when `a` is the later word of the two: by when it was said, of the same moment the later id, so that every writer
 * says the same. Where the clock has gone back between them, what was said after that is later than all that was written
 * before; what is told of an earlier time stays history.
 */
export function isLater(a: MemoryRecord, b: MemoryRecord, now: number): boolean {
  if (isAhead(a, now) !== isAhead(b, now)) {
    const [ahead, since] = isAhead(a, now) ? [a, b] : [b, a];
    if (isSaidLately(since)) return ahead === b;
  }
  return a.happenedAt === b.happenedAt ? a.id > b.id : a.happenedAt > b.happenedAt;
}

/**
 * What `next` replaces: the statements it contradicts, no later than itself, best founded ones apart; latest first. `now`
 * is milliseconds since 1970.
 */
export function contradicted(
  next: MemoryRecord,
  around: readonly { record: MemoryRecord }[],
  now: number,
): MemoryRecord[] {
  return around
    .map(({ record }) => record)
    .filter(
      (known) =>
        (known.happenedAt === next.happenedAt || isLater(next, known, now)) &&
        isFounded(next, known) &&
        conflictOf(next.content, known.content) !== null,
    )
    .sort((a, b) => (isLater(a, b, now) ? -1 : 1));
}

/**
 * Stores what of a statement about several things still holds when another replaces it, before it is replaced: a crash
 * in between loses nothing, and doing it again stores nothing twice.
 */
export async function keepRest(
  deps: Pick<MemoryDeps, "embedder" | "clock">,
  scope: Scope,
  store: MemoryStore,
  old: MemoryRecord,
  next: MemoryRecord,
  fingerprint: Fingerprint,
): Promise<void> {
  const rest = conflictOf(next.content, old.content)?.rest ?? null;
  if (rest === null) return;
  const { id: _id, contentHash: _hash, ...same } = old;
  const record = makeRecord(
    {
      ...same,
      content: rest,
      context: old.context ?? old.content,
      entities: old.entities.filter((name) => rest.includes(name)),
      createdAt: new Date(deps.clock.now()).toISOString(),
      validFrom: next.validFrom,
      status: "active",
      version: 1,
      supersedes: null,
      supersededBy: null,
      originKey: null,
    },
    deps.clock.now(),
  );
  const [item] = await indexed(deps.embedder, [record]);
  await store.insert([item!], fingerprint, [auditEntry(deps, scope, "write", record.id, record.kind)]);
}

/**
 * Leaves one version in force of what contradicts each other around a statement just stored, whoever else wrote at the
 * same moment: the later one. Every writer looks after writing, so the last of them sees all; what one has done another
 * does not do again. The statement as it stands afterwards.
 */
export async function settle(
  deps: Pick<MemoryDeps, "embedder" | "clock">,
  scope: Scope,
  store: MemoryStore,
  stored: MemoryRecord,
  vector: Float32Array | null,
  fingerprint: Fingerprint,
): Promise<MemoryRecord> {
  if (stored.kind !== "semantic" || stored.status !== "active") return stored;
  const now = deps.clock.now();
  const around = await neighbours(store, { content: stored.content, vector }, new Date(now).toISOString());
  for (const { record: other } of around) {
    if (other.id === stored.id) continue;
    const [winner, loser] = isLater(stored, other, now) ? [stored, other] : [other, stored];
    if (!isFounded(winner, loser) || conflictOf(winner.content, loser.content) === null) continue;
    await keepRest(deps, scope, store, loser, winner, fingerprint);
    const until =
      loser.validUntil !== null && loser.validUntil < winner.validFrom ? loser.validUntil : winner.validFrom;
    const change = { status: "superseded", supersededBy: winner.id, validUntil: until } as const;
    if (!(await store.patch(loser.id, change, ["active"]))) continue;
    await store.audit(auditEntry(deps, scope, "supersede", winner.id, `replaces ${loser.id}`));
    if (winner.supersedes === null)
      await store.patch(winner.id, { supersedes: loser.id, version: Math.max(winner.version, loser.version + 1) });
    if (loser.id === stored.id) break;
  }
  const [after] = await store.get([stored.id]);
  return after ?? stored;
}
