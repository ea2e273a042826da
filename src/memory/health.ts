import { attributeOf } from "../domain/attribute.ts";
import { saidIn } from "../domain/compress.ts";
import { contradicts } from "../domain/conflict.ts";
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

/** Pairs of statements about one attribute of which the later takes the place of the earlier. */
function conflictsAmong(statements: readonly MemoryRecord[]): number {
  let conflicts = 0;
  for (const [key, some] of Map.groupBy(statements, ({ content }) => attributeOf(content)?.key ?? null)) {
    if (key === null) continue;
    const inOrder = some.toSorted((a, b) => (a.happenedAt < b.happenedAt ? -1 : 1));
    for (const [i, { content }] of inOrder.entries())
      conflicts += inOrder.slice(i + 1).filter((later) => contradicts(later.content, content)).length;
  }
  return conflicts;
}

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
  const noise = records.filter((record) => isNoise(record, deps)).length;
  return {
    lastMonth: written(MONTH, 0),
    monthBefore: written(2 * MONTH, MONTH),
    conflicts: conflictsAmong(records.filter(({ kind }) => kind === "semantic")),
    noise,
    noiseShare: records.length === 0 ? 0 : noise / records.length,
  };
}
