import type { Preset } from "../domain/constants.ts";
import { RERANK } from "../domain/constants.ts";
import { messageOf } from "../domain/errors.ts";
import { redacted } from "../domain/privacy.ts";
import { score } from "../domain/rank.ts";
import { judge } from "../domain/rerank.ts";
import { STRANGERS } from "../domain/strangers.ts";
import { languageOf } from "../domain/text.ts";
import type { Reranked, Reranker } from "../ports/reranker.ts";
import { OutOfTime, within } from "./budget.ts";
import type { MemoryDeps } from "./deps.ts";
import { type Ranked, recordsOf } from "./select.ts";

interface Asking {
  query: string;
  k: number;
  preset: Preset;
  now: number;
  signal: AbortSignal | undefined;
}

/** The text a reranker reads of each memory, without its secrets; `null` for one erased in the meantime. */
async function documentsOf(ranked: readonly Ranked[]): Promise<(string | null)[]> {
  const records = await recordsOf(ranked);
  return ranked.map(({ candidate }) => {
    const record = records.get(candidate.id);
    if (record === undefined) return null;
    const text = record.speaker === null ? record.content : `${record.speaker}: ${record.content}`;
    return redacted(text).slice(0, RERANK.characters);
  });
}

/** Loads a reranker's client while the routes search; whether that worked `rerank` asks again. */
export async function prepared(reranker: Reranker | null): Promise<void> {
  await Promise.allSettled([reranker?.prepare?.()]);
}

/**
 * Puts the best candidates before the reranker of the settings (C6): the first `RERANK.depth` × k, by their content
 * alone, and a few sentences that have nothing to do with the question; what it says counts as `judge` has it. Past the
 * time budget, or when it fails, the order stays as it was, and the reason is counted and returned as a failure. Secrets
 * are not sent (G3).
 */
export async function rerank(
  deps: MemoryDeps,
  ranked: readonly Ranked[],
  { query, k, preset, now, signal }: Asking,
): Promise<{ ranked: readonly Ranked[]; failures: { route: string; message: string }[] }> {
  const { reranker, counts } = deps;
  if (reranker === null || ranked.length < 2 || query.trim() === "") return { ranked, failures: [] };
  const without = (reason: string, message: string) => {
    counts.add(`rerank.${reason}`);
    deps.log.info({ reason, model: reranker.name }, "recall went on without the reranker");
    return { ranked, failures: [{ route: "rerank", message: `${reason}: ${message}` }] };
  };
  const top = ranked.slice(0, RERANK.depth * k);
  const documents = await documentsOf(top);
  const sent = documents.filter((text) => text !== null);
  if (sent.length === 0) return { ranked, failures: [] };
  const strangers = STRANGERS[languageOf(query) === "zh" ? "zh" : "en"];
  let answer: Reranked;
  try {
    await reranker.prepare?.();
    answer = await within("reranking", deps.rerankTimeoutMs, signal, (both) =>
      reranker.rank(redacted(query).slice(0, RERANK.characters), [...sent, ...strangers], both),
    );
  } catch (error) {
    signal?.throwIfAborted();
    return without(error instanceof OutOfTime ? "timeout" : "broken", messageOf(error));
  }
  if (!answer.ok) return without(answer.reason, answer.detail);
  counts.add("rerank.used");
  let at = 0;
  const verdicts = documents.map((text) => (text === null ? "unasked" : (answer.scores[at++] ?? "left_out")));
  const unrelated = answer.scores.slice(sent.length).filter((one) => one !== null);
  const home = new Map(ranked.map((one) => [one.candidate.id, one]));
  const again = score(judge(ranked, verdicts, unrelated), preset, now);
  return { ranked: again.map((one) => ({ ...home.get(one.candidate.id)!, ...one })), failures: [] };
}
