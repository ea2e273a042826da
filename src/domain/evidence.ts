import { QUESTION_HOLDS, SPEAKER_NAMED, THREAD_SHARE } from "./constants.ts";
import type { Asks } from "./text.ts";

/** What the context of a keyword hit is weighed by. */
export interface KeywordContext {
  /** Score of the whole thread as one document, by thread. */
  threads: ReadonlyMap<string, number>;
  /** Speakers the question names. */
  named: ReadonlySet<string>;
  /** Highest score the query could reach. */
  ceiling: number;
}

export interface KeywordHit<C> {
  candidate: C;
  score: number;
  evidence: number;
}

/**
 * The keyword hits in the light of their context: the thread's score lends a share, a turn that ends in a question
 * counts less, a turn by the person the question names counts more. Evidence is the share of the query's information
 * that the hit (with the turns beside it) holds. Best first.
 */
export function weighKeywordHits<C extends { id: string; thread: string | null; speaker: string | null; asks: Asks }>(
  hits: readonly { candidate: C; score: number }[],
  { threads, named, ceiling }: KeywordContext,
): KeywordHit<C>[] {
  return hits
    .map(({ candidate, score }) => {
      const thread = candidate.thread === null ? 0 : (threads.get(candidate.thread) ?? 0);
      let weighed = score + THREAD_SHARE * thread;
      if (candidate.asks === 2) weighed *= QUESTION_HOLDS;
      if (candidate.speaker !== null && named.has(candidate.speaker)) weighed *= SPEAKER_NAMED;
      return { candidate, score: weighed, evidence: ceiling > 0 ? Math.min(1, score / ceiling) : 0 };
    })
    .sort((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1));
}

/** Share of common terms of two texts, 0 … 1 (Jaccard). */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  let common = 0;
  for (const term of a) if (b.has(term)) common++;
  return common / (a.size + b.size - common);
}
