import { LONG_TOKENS, NEAR_IDENTICAL, RESULTS } from "../domain/constants.ts";
import { overlap } from "../domain/evidence.ts";
import type { Scored } from "../domain/rank.ts";
import type { MemoryRecord } from "../domain/record.ts";
import { terms } from "../domain/text.ts";
import { countTokens } from "../domain/tokens.ts";
import type { Candidate, MemoryStore } from "../ports/store.ts";
import type { Explanation, LeftOut, RecallOptions } from "./types.ts";

/** How many of the best that were left out an explanation shows. */
export const LEFT_OUT = 5;

/** A store of this recall and the namespace it holds. */
export type Opened = { namespace: string; store: MemoryStore };
/** A scored candidate with the store it came from. */
export type Ranked = Scored<Candidate> & Opened;

export interface Selected {
  kept: { ranked: Ranked; record: MemoryRecord }[];
  leftOut: LeftOut[];
}

/** The first k above the floor that say something new. Reads records in small batches, best first. */
export async function select(ranked: readonly Ranked[], k: number, options: RecallOptions): Promise<Selected> {
  const kept: Selected["kept"] = [];
  const leftOut: LeftOut[] = [];
  const seen: Set<string>[] = [];
  let limit = k;
  const wanted = options.explain === true ? LEFT_OUT : 0;
  for (
    let start = 0;
    start < ranked.length && (kept.length < limit || leftOut.length < wanted);
    start += k + LEFT_OUT
  ) {
    const batch = ranked.slice(start, start + k + LEFT_OUT);
    const records = await recordsOf(batch);
    for (const one of batch) {
      const record = records.get(one.candidate.id);
      if (record === undefined) continue; // erased in the meantime
      const words = new Set(terms(record.content));
      const reason = !one.relevant
        ? "below_floor"
        : kept.length >= limit
          ? "beyond_k"
          : seen.some((other) => overlap(words, other) >= NEAR_IDENTICAL)
            ? "near_identical"
            : null;
      if (reason !== null) {
        leftOut.push(leftOutOf(one, record.content, reason));
        continue;
      }
      seen.push(words);
      kept.push({ ranked: one, record });
      if (options.k === undefined && kept.length === RESULTS.long) limit = areLong(kept) ? RESULTS.long : k;
    }
  }
  return { kept, leftOut: leftOut.slice(0, wanted) };
}

const areLong = (kept: Selected["kept"]): boolean =>
  kept.reduce((sum, { record }) => sum + countTokens(record.content), 0) / kept.length > LONG_TOKENS;

/** The records of candidates by id; those erased in the meantime are missing. */
export async function recordsOf(batch: readonly Ranked[]): Promise<Map<string, MemoryRecord>> {
  const byStore = new Map<MemoryStore, string[]>();
  for (const { store, candidate } of batch) {
    const ids = byStore.get(store);
    if (ids === undefined) byStore.set(store, [candidate.id]);
    else ids.push(candidate.id);
  }
  const records = await Promise.all(Array.from(byStore, ([store, ids]) => store.get(ids)));
  return new Map(records.flat().map((record) => [record.id, record]));
}

export function explanationOf(one: Ranked): Explanation {
  const { routes, evidence, terms, judged } = one;
  return { routes, evidence, terms, ...(judged !== undefined && { reranked: judged }) };
}

export function leftOutOf(one: Ranked, content: string, reason: LeftOut["reason"]): LeftOut {
  return { id: one.candidate.id, content, score: one.score, reason, explain: explanationOf(one) };
}
