import { rankOf, recallAt, reciprocalRank } from "../../domain/metrics.ts";
import type { LeftOut, Memory, Recalled, RecallOptions } from "../../memory/types.ts";
import { type Known, named } from "./names.ts";
import type { Probe } from "./read.ts";

/** How far down a memory that was missed is looked for. */
const DEPTH = 100;

/** Why an entry was missed. */
export type Why =
  /** No memory of the user is named by it. */
  | { reason: "not_stored" }
  /** The memory is there, but superseded, forgotten … */
  | { reason: "not_active"; status: string }
  /** Found, but not among the first k; its rank, from 1, when 100 are asked for. */
  | { reason: "beyond_k"; rank: number }
  /** Left out on purpose. */
  | { reason: Exclude<LeftOut["reason"], "beyond_k"> }
  | { reason: "not_found" };

export type Miss = { entry: string } & Why;

/** What became of one probe. */
export interface Asked {
  probe: Probe;
  user: string;
  /** Best first, at most k. */
  results: { id: string; content: string; score: number }[];
  /** Share of `expect` among the results, 0 … 1, and 1 / rank of the first; `null` when nothing is expected. */
  recall: number | null;
  reciprocalRank: number | null;
  misses: Miss[];
  /** What must not appear and did. */
  appeared: { entry: string; rank: number; content: string }[];
  /** Milliseconds of the recall. */
  ms: number;
  failures: { route: string; message: string }[];
}

/**
 * Asks one probe. A miss is asked again for more results, to tell where the memory stands; nothing is counted as used.
 * @param known every memory of that user.
 */
export async function ask(memory: Memory, known: readonly Known[], probe: Probe, k: number): Promise<Asked> {
  const options = optionsOf(probe);
  const started = performance.now();
  const recall = await memory.recall(probe.query, { ...options, k, explain: true });
  const ms = performance.now() - started;
  const found = recall.results.map(({ record }) => record.id);
  const carriers = (ids: ReadonlySet<string>) =>
    recall.results
      .filter(({ context = [], evidence = [] }) => [...context, ...evidence].some(({ id }) => ids.has(id)))
      .map(({ record }) => record.id);
  const expected = probe.expect.map((entry) => ({ entry, memories: named(entry, known) }));
  const wanted = expected.map(({ memories }) => {
    const ids = new Set(memories.map(({ id }) => id));
    return new Set([...ids, ...carriers(ids)]); // what comes along with a result is found with it
  });
  const missed = expected.filter((_, at) => rankOf(found, wanted[at]!) === null);
  const deeper = missed.some(({ memories }) => memories.length > 0)
    ? (await memory.recall(probe.query, { ...options, k: Math.max(DEPTH, k) })).results
    : [];
  const isExpected = probe.expect.length > 0;
  return {
    probe,
    user: memory.user,
    results: recall.results.map(({ record, score }) => ({ id: record.id, content: record.content, score })),
    recall: isExpected ? recallAt(found, wanted, k) : null,
    reciprocalRank: isExpected ? reciprocalRank(found, wanted) : null,
    misses: missed.map(({ entry, memories }) => ({ entry, ...why(memories, recall.leftOut, deeper) })),
    appeared: probe.absent.flatMap((entry) => {
      const rank = rankOf(found, new Set(named(entry, known).map(({ id }) => id)));
      return rank === null ? [] : [{ entry, rank, content: recall.results[rank - 1]!.record.content }];
    }),
    ms,
    failures: recall.failures,
  };
}

function optionsOf(probe: Probe): RecallOptions {
  return {
    touch: false,
    ...(probe.askedAt !== undefined && { askedAt: probe.askedAt }),
    ...(probe.asOf !== undefined && { filter: { asOf: probe.asOf } }),
    ...(probe.conversation.length > 0 && { conversation: probe.conversation }),
  };
}

function why(memories: readonly Known[], leftOut: readonly LeftOut[], deeper: readonly Recalled[]): Why {
  const [first] = memories;
  if (first === undefined) return { reason: "not_stored" };
  const ids = new Set(memories.map(({ id }) => id));
  const rank = rankOf(
    deeper.map(({ record }) => record.id),
    ids,
  );
  if (rank !== null) return { reason: "beyond_k", rank };
  const left = leftOut.find(({ id, reason }) => ids.has(id) && reason !== "beyond_k");
  if (left !== undefined && left.reason !== "beyond_k") return { reason: left.reason };
  if (memories.every(({ status }) => status !== "active")) return { reason: "not_active", status: first.status };
  return { reason: "not_found" };
}
