import { clashesAmong } from "../domain/clashing.ts";
import { saidIn } from "../domain/compress.ts";
import { gate, type RefusalReason } from "../domain/gate.ts";
import type { MemoryRecord } from "../domain/record.ts";
import type { MemoryStore } from "../ports/store.ts";
import { readStore } from "./access.ts";
import { allActive } from "./consolidate/proposal.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import type { MemoryHealth } from "./types.ts";

const MONTH = 30 * 86_400_000;
/** What is no one's memory, whoever let it in. A question or a request may well be an episode. */
const NOISE: ReadonlySet<RefusalReason> = new Set([
  "empty",
  "greeting",
  "acknowledgement",
  "small_talk",
  "tool_noise",
  "agent_instructions",
]);

/** Summaries are nobody's turn: the gate, which judges turns, takes a row of codes for a tool's output. */
const isSummary = ({ promptVersion }: MemoryRecord): boolean => promptVersion?.startsWith("compress") === true;

const isNoise = (record: MemoryRecord, deps: MemoryDeps): boolean => {
  if (isSummary(record)) return false;
  const { reason } = gate(saidIn(record.content), { preset: deps.preset, recalled: [] });
  return reason !== null && NOISE.has(reason);
};

/** The figures that need every active memory read (J3): growth, conflicts, noise. */
export async function health(deps: MemoryDeps, scope: Scope): Promise<MemoryHealth> {
  const records = await readStore<MemoryRecord[]>(deps, scope, [], async (store: MemoryStore) => [
    ...(await allActive(store, "semantic")),
    ...(await allActive(store, "episodic")),
  ]);
  const now = deps.clock.now();
  const written = (from: number, until: number) =>
    records.filter(({ createdAt }) => Date.parse(createdAt) > now - from && Date.parse(createdAt) <= now - until)
      .length;
  const at = new Date(now).toISOString();
  const standing = records
    .filter(({ kind, validUntil }) => kind === "semantic" && (validUntil === null || validUntil > at))
    .sort((a, b) => (a.happenedAt > b.happenedAt ? -1 : 1));
  const conflicting = clashesAmong(standing).map(({ attribute, among }) => ({
    attribute,
    statements: among.map(({ id, content, happenedAt }) => ({ id, content, happenedAt })),
  }));
  const noise = records.filter((record) => isNoise(record, deps)).length;
  return {
    lastMonth: written(MONTH, 0),
    monthBefore: written(2 * MONTH, MONTH),
    conflicts: conflicting.length,
    conflicting,
    noise,
    noiseShare: records.length === 0 ? 0 : noise / records.length,
  };
}
