import { meanOf } from "../../src/domain/metrics.ts";

/** What one question got with one setting: the mean of recall@5 and recall@10, 0 … 1. */
export interface Answer {
  /** The conversation it is about. */
  pool: string;
  score: number;
}

export interface Verdict {
  /** The value that is best over all questions. */
  best: number;
  /** What it gains over the current value, in points. */
  gain: number;
  /** What is gained in each conversation by the value that was best in the others; the mean over questions, in points. */
  validated: number;
  /** Conversations whose others chose `best`, of how many. */
  agree: number;
  folds: number;
}

const scoreOf = (answers: readonly Answer[]) => meanOf(answers.map(({ score }) => score));

function bestOf(
  tried: ReadonlyMap<number, readonly Answer[]>,
  counts: (answer: Answer) => boolean,
  current: number,
): number {
  let best = current;
  let most = scoreOf(tried.get(current)!.filter(counts));
  for (const [value, answers] of tried) {
    const score = scoreOf(answers.filter(counts));
    if (score > most) [best, most] = [value, score];
  }
  return best;
}

/**
 * Whether another value of a constant would be better, and whether that would hold for a conversation it was not chosen
 * by (leave one out). `tried` has the answers to the same questions, in the same order, by value; `current` among them.
 */
export function judge(tried: ReadonlyMap<number, readonly Answer[]>, current: number): Verdict {
  const base = tried.get(current)!;
  const best = bestOf(tried, () => true, current);
  const pools = Array.from(new Set(base.map(({ pool }) => pool)));
  let won = 0;
  let agree = 0;
  for (const pool of pools) {
    const chosen = bestOf(tried, (answer) => answer.pool !== pool, current);
    if (chosen === best) agree++;
    tried.get(chosen)!.forEach(({ score }, at) => {
      if (base[at]!.pool === pool) won += score - base[at]!.score;
    });
  }
  return {
    best,
    gain: 100 * (scoreOf(tried.get(best)!) - scoreOf(base)),
    validated: (100 * won) / base.length,
    agree,
    folds: pools.length,
  };
}
