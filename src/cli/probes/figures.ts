import { meanOf, quantile } from "../../domain/metrics.ts";
import type { Asked } from "./ask.ts";

/** Figures over some probes, shares from 0 to 1; `null` where none of them expects anything. */
export interface Figures {
  probes: number;
  /** Share of probes with at least one expected memory among the first k. */
  hit: number | null;
  /** Share of the expected memories among the first k, averaged over the probes. */
  recall: number | null;
  /** Mean of 1 / rank of the first expected memory, 0 beyond k. */
  mrr: number | null;
  /** Memories that must not appear and did. */
  appeared: number;
  /** Share of the `nothing` probes that found something all the same; `null` where there are none. */
  noise: number | null;
}

/** What a run of probes comes to. */
export interface Summary extends Figures {
  k: number;
  /** By group, in the order of the file; empty when no probe has one. */
  groups: Record<string, Figures>;
  /** Milliseconds of one recall. */
  latency: { p50: number; p95: number };
}

function figuresOf(asked: readonly Asked[]): Figures {
  const recalls = asked.map(({ recall }) => recall).filter((value) => value !== null);
  const ranks = asked.map(({ reciprocalRank }) => reciprocalRank).filter((value) => value !== null);
  const offTopic = asked.filter(({ probe }) => probe.nothing);
  const mean = (values: readonly number[]) => (values.length === 0 ? null : meanOf(values));
  return {
    probes: asked.length,
    hit: mean(recalls.map((recall) => Number(recall > 0))),
    recall: mean(recalls),
    mrr: mean(ranks),
    appeared: asked.reduce((sum, one) => sum + one.appeared.length, 0),
    noise: mean(offTopic.map(({ results }) => Number(results.length > 0))),
  };
}

/** The figures of all probes and of each group. */
export function summarise(asked: readonly Asked[], k: number): Summary {
  const grouped = asked.filter(({ probe }) => probe.group !== undefined);
  const groups = Map.groupBy(grouped, ({ probe }) => String(probe.group));
  const times = asked.map(({ ms }) => ms);
  return {
    k,
    ...figuresOf(asked),
    groups: Object.fromEntries(Array.from(groups, ([group, some]) => [group, figuresOf(some)])),
    latency: { p50: quantile(times, 0.5), p95: quantile(times, 0.95) },
  };
}
