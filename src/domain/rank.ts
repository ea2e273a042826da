import { EVIDENCE_FLOOR, FUSION_K, PRESETS, type Preset, USES_FULL } from "./constants.ts";
import { millisecondsOf } from "./instant.ts";
import type { Instant, Source } from "./record.ts";
import { trustIn } from "./trust.ts";

/** What ranking reads of a memory. */
export interface Rankable {
  id: string;
  source: Source;
  happenedAt: Instant;
  importance: number;
  confidence: number;
  accessCount: number;
}

/** A route's result list, best first, and how far its ranks count (1 fully). */
export interface Route<C extends Rankable> {
  name: string;
  weight: number;
  /** Evidence below which a hit of this route met the query by accident; default EVIDENCE_FLOOR. */
  floor?: number;
  /** Its scores count beside its ranks: they fall from the best hit's towards 0 for what is no better than the rest. */
  graded?: boolean;
  hits: readonly { candidate: C; score: number; evidence: number }[];
}

export interface Fused<C extends Rankable> {
  candidate: C;
  /** 1 for a memory that every route puts first, falling towards 0. */
  relevance: number;
  /** Best evidence of any route, 0 … 1: see `Route.hits`. */
  evidence: number;
  /** Whether the evidence of any route reached that route's floor. */
  relevant: boolean;
  routes: { route: string; rank: number; score: number }[];
  /** What a reranker said: its own score, its rank, and the rank before it was asked; absent when it said nothing. */
  judged?: { score: number; rank: number; before: number };
}

/**
 * Weighted reciprocal rank fusion: Σ w · (k + 1) / (k + rank) over the routes that found it, divided by the largest
 * weight, so a first place on the heaviest route alone gives 1; capped at 1. Hits of equal score share a rank, the
 * better one. A hit of a graded route counts its score relative to the best one's besides: ranks alone make much of
 * hits that hardly differ. Measured with e5-small at trust 0.3, 0.5 and 0.7: 75.3 / 83.7, 74.2 / 83.3 and 73.3 / 82.5
 * by ranks alone, 76.0 / 84.1, 76.0 / 84.2 and 75.5 / 83.8 graded, keywords alone 75.2 / 82.6.
 */
export function fuse<C extends Rankable>(routes: readonly Route<C>[]): Fused<C>[] {
  const heaviest = Math.max(0, ...routes.filter((route) => route.hits.length > 0).map((route) => route.weight));
  const found = new Map<string, Fused<C>>();
  for (const { name, weight, floor = EVIDENCE_FLOOR, graded = false, hits } of routes) {
    if (weight <= 0) continue;
    let rank = 1;
    const best = hits[0]?.score ?? 0;
    hits.forEach(({ candidate, score, evidence }, index) => {
      if (index > 0 && score !== hits[index - 1]!.score) rank = index + 1;
      const grade = graded && best > 0 ? Math.max(0, score / best) : 1;
      const share = (grade * (weight / heaviest) * (FUSION_K + 1)) / (FUSION_K + rank);
      const known = found.get(candidate.id) ?? { candidate, relevance: 0, evidence: 0, relevant: false, routes: [] };
      known.relevance += share;
      known.evidence = Math.max(known.evidence, evidence);
      known.relevant ||= evidence >= floor;
      known.routes.push({ route: name, rank, score });
      found.set(candidate.id, known);
    });
  }
  const all = Array.from(found.values());
  const top = Math.max(1, ...all.map((one) => one.relevance));
  for (const one of all) one.relevance /= top;
  return all;
}

/** A memory with its score and the terms that add up to it. */
export interface Scored<C extends Rankable> extends Fused<C> {
  score: number;
  terms: Record<"relevance" | "recency" | "importance" | "usage" | "trust", number> & { over?: number };
}

const DAY = 86_400_000;

/**
 * Requirement C5: `w1·relevance + w2·exp(-λ·days) + w3·importance + w4·log(1+uses)`, the whole times trust (source and
 * confidence), which the explanation shows as a negative term. Best first; equal scores by id, so that order is stable.
 */
export function score<C extends Rankable>(fused: readonly Fused<C>[], preset: Preset, now: number): Scored<C>[] {
  const weights = PRESETS[preset];
  const scored = fused.map((one): Scored<C> => {
    const { candidate, evidence, relevant, routes, judged } = one;
    const days = Math.max(0, now - millisecondsOf(candidate.happenedAt)) / DAY;
    const relevance = weights.relevance * one.relevance;
    const recency = weights.recency * Math.exp(-weights.decayPerDay * days);
    const importance = weights.importance * candidate.importance;
    const usage = weights.usage * Math.min(1, Math.log1p(candidate.accessCount) / Math.log1p(USES_FULL));
    const sum = relevance + recency + importance + usage;
    const trust = sum * (trustIn(candidate) - 1);
    const total = sum + trust;
    const terms = { relevance, recency, importance, usage, trust };
    const made: Scored<C> = { candidate, relevance: one.relevance, evidence, relevant, routes, score: total, terms };
    if (judged !== undefined) made.judged = judged;
    return made;
  });
  return scored.sort((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1));
}

/**
 * The same memories in an order that spreads over threads: greedily the best, where each further one of a thread counts
 * `share` of the one before. Looks at the first `depth`; what stands behind keeps its order.
 */
export function spread<S extends Scored<Rankable & { thread: string | null }>>(
  scored: readonly S[],
  share: number,
  depth: number,
): S[] {
  const left = scored.slice(0, depth);
  const taken = new Map<string, number>();
  const ordered: S[] = [];
  const worth = (one: S) =>
    one.candidate.thread === null ? one.score : one.score * share ** (taken.get(one.candidate.thread) ?? 0);
  while (left.length > 0) {
    let best = 0;
    for (let i = 1; i < left.length; i++) if (worth(left[i]!) > worth(left[best]!)) best = i;
    const [one] = left.splice(best, 1);
    ordered.push(one!);
    const { thread } = one!.candidate;
    if (thread !== null) taken.set(thread, (taken.get(thread) ?? 0) + 1);
  }
  return [...ordered, ...scored.slice(depth)];
}

/**
 * The same memories, of the first `depth` those of `ids` in order of time among the places they hold: "the first time" asks for the earliest
 * of what is about the topic, however well the later ones match.
 */
export function inTimeOrder<S extends Scored<Rankable>>(
  scored: readonly S[],
  ids: ReadonlySet<string>,
  order: "first" | "last",
  depth: number,
): S[] {
  const sign = order === "first" ? 1 : -1;
  const head = scored.slice(0, depth);
  const some = head
    .filter(({ candidate }) => ids.has(candidate.id))
    .sort((a, b) => sign * a.candidate.happenedAt.localeCompare(b.candidate.happenedAt));
  let next = 0;
  return [...head.map((one) => (ids.has(one.candidate.id) ? some[next++]! : one)), ...scored.slice(depth)];
}
