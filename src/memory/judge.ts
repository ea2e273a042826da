import { messageOf } from "../domain/errors.ts";
import { gate, passes, type RefusalReason } from "../domain/gate.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import { scored } from "./score.ts";
import type { Judgement, RecallOptions } from "./types.ts";

/** The whole gate of requirement B2: rules, and for what they cannot decide the score against the preset's threshold. */
export async function judge(
  deps: MemoryDeps,
  scope: Scope,
  text: string,
  { preset = deps.preset, recalled = [] }: { preset?: RecallOptions["preset"]; recalled?: readonly string[] } = {},
): Promise<Judgement> {
  const { decision, reason, score } = gate(text, { preset, recalled });
  if (decision !== "unsure") return { keep: decision === "keep", reason, score, by: "rules" };
  const judged = await scored(deps, scope, text, score);
  const keep = passes(judged, preset);
  return { keep, reason: keep ? null : "low_score", score: judged, by: "score" };
}

/** Adds refusals to the user's counters. That they cannot be counted is logged and stops nothing. */
export async function noteRefusals(deps: MemoryDeps, scope: Scope, reasons: readonly RefusalReason[]): Promise<void> {
  if (reasons.length === 0) return;
  const counts: Partial<Record<RefusalReason, number>> = {};
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1;
  try {
    await deps.ledger.addRefusals(scope.user, counts);
  } catch (error) {
    deps.log.warn({ problem: messageOf(error) }, "refusals could not be counted");
  }
}
