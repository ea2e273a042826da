import { randomUUID } from "node:crypto";
import { memoryBlock } from "../domain/block.ts";
import { RESULTS } from "../domain/constants.ts";
import type { MemoryRecord, MemoryType } from "../domain/record.ts";
import { languageOf } from "../domain/text.ts";
import { trustIn } from "../domain/trust.ts";
import { readStore } from "./access.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import type { Recall } from "./types.ts";

/** What a session opens with: constraints before preferences before facts and procedures. */
const ORDER: readonly MemoryType[] = ["constraint", "preference", "fact", "procedure"];

/** The standing facts about the user, most important first (A4); only statements that hold now. */
export async function profile(
  deps: MemoryDeps,
  scope: Scope,
  options: { k?: number; tokenBudget?: number } = {},
): Promise<Recall> {
  const started = performance.now();
  const k = options.k ?? RESULTS.short;
  const now = new Date(deps.clock.now()).toISOString();
  const records = await readStore(deps, scope, [], async (store) => {
    const hits = await store.structured({ filter: { kinds: ["semantic"] }, order: "important", limit: 4 * k, now });
    const ranked = hits
      .map(({ candidate }) => ({ candidate, weight: candidate.importance * trustIn(candidate) }))
      .sort((a, b) => b.weight - a.weight || ORDER.indexOf(a.candidate.type) - ORDER.indexOf(b.candidate.type));
    return store.get(ranked.slice(0, k).map(({ candidate }) => candidate.id));
  });
  const block = memoryBlock(
    records.map((record) => ({ record })),
    {
      tokenBudget: options.tokenBudget ?? deps.recallTokens,
      timeZone: scope.timeZone,
      language: languageOf(records.map((record: MemoryRecord) => record.content).join(" ")) === "zh" ? "zh" : "en",
      now,
    },
  );
  const shown = new Set(block.ids);
  return {
    request: randomUUID(),
    query: "",
    searched: "",
    results: records.filter(({ id }) => shown.has(id)).map((record) => ({ record, score: record.importance })),
    block: block.text,
    blockIds: block.ids,
    leftOut: [],
    timings: { profile: performance.now() - started },
    failures: [],
  };
}
