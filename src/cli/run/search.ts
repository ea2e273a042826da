import type { MemoryRecord } from "../../domain/record.ts";
import type { LeftOut, Place, Recall, RecallOptions } from "../../memory/types.ts";
import type { Filter } from "../../ports/store.ts";
import { type Context, type GlobalOptions, withMemory } from "../context.ts";
import { json } from "../format.ts";
import { note, printable, say } from "../io.ts";
import type { KIND_CHOICES } from "../options.ts";
import { resultLines } from "../render.ts";
import { timeOption } from "../times.ts";

export interface SearchOptions extends GlobalOptions {
  k?: number;
  asOf?: string;
  since?: string;
  until?: string;
  kind?: (typeof KIND_CHOICES)[number];
  tag?: string[];
  thread?: string;
  namespace?: string[];
  explain?: boolean;
}

/** Recalls and shows what was found. */
export async function search(context: Context, options: SearchOptions, query: string): Promise<void> {
  await withMemory(context, options, async (memory) => {
    if (query.trim() === "")
      await note(context.io, "The query is empty: these are the memories that matter most and the newest.");
    const recall = await memory.recall(query, toRecall(options, memory.timeZone));
    for (const failure of recall.failures)
      await note(context.io, `warning: recall went on without ${failure.route}: ${failure.message}`);
    if (options.json === true) return say(context.io, json(asJson(recall, options.explain === true)));
    if (recall.meant !== undefined) await note(context.io, printable(meaning(recall.meant)));
    if (recall.results.length === 0) return note(context.io, "Nothing found.");
    await say(context.io, asText(recall, memory.timeZone));
  });
}

function toRecall(options: SearchOptions, zone: string): RecallOptions {
  const filter: Filter = {
    ...(options.kind !== undefined && { kinds: [options.kind] }),
    ...(options.tag !== undefined && { tags: options.tag }),
    ...(options.thread !== undefined && { threads: [options.thread] }),
    ...(options.since !== undefined && { since: timeOption("--since", options.since, zone, "start") }),
    ...(options.until !== undefined && { until: timeOption("--until", options.until, zone, "end") }),
    ...(options.asOf !== undefined && { asOf: timeOption("--as-of", options.asOf, zone, "last") }),
  };
  return {
    filter,
    ...(options.k !== undefined && { k: options.k }),
    ...(options.explain === true && { explain: true }),
  };
}

/** What comes along with a result, in short. */
const beside = ({ id, content, happenedAt, speaker }: MemoryRecord) => ({
  id,
  content,
  happenedAt,
  ...(speaker !== null && { speaker }),
});

/** What `search --json` prints; `leftOut`, `searched`, `meant` and `timings` only with --explain. */
function asJson(recall: Recall, explain: boolean) {
  const results = recall.results.map(({ record, score, context, evidence, explain: why }) => ({
    id: record.id,
    kind: record.kind,
    content: record.content,
    score,
    happenedAt: record.happenedAt,
    source: record.source,
    ...(record.speaker !== null && { speaker: record.speaker }),
    ...(record.thread !== null && { thread: record.thread }),
    ...(record.tags.length > 0 && { tags: record.tags }),
    ...(record.namespace !== "private" && { namespace: record.namespace }),
    ...(Object.keys(record.metadata).length > 0 && { metadata: record.metadata }),
    ...(context !== undefined && { context: context.map(beside) }),
    ...(evidence !== undefined && { evidence: evidence.map(beside) }),
    ...(why !== undefined && { explain: why }),
  }));
  return explain
    ? {
        ...{ results, leftOut: recall.leftOut, searched: recall.searched, timings: recall.timings },
        ...(recall.meant !== undefined && { meant: recall.meant }),
      }
    : { results };
}

const LEFT_OUT: Record<LeftOut["reason"], string> = {
  beyond_k: "more results than asked for",
  below_floor: "not relevant enough",
  out_of_date: "a state that has run out since",
  near_identical: "says the same as a better result",
  evidence: "stands beside the statement it bears out",
  token_budget: "no room left in the block",
};

const PLACE: Record<Place, string> = {
  evidence: "stands with the event it bears out",
  first: "in order of time, the first of the topic on top",
  last: "in order of time, the last of the topic on top",
  spread: "spread over conversations, as the question asks for several things",
  newer: "before what was said earlier of the same",
  diversity: "before results that repeat what stands above",
};

function figures(explain: LeftOut["explain"]): string {
  const routes = explain.routes.map(({ route, rank, score }) => `${route} #${rank} (${score.toFixed(3)})`);
  const terms = Object.entries(explain.terms).map(([name, value]) => `${name} ${value.toFixed(3)}`);
  const { reranked: judged } = explain;
  const reranked =
    judged === undefined ? "" : `\n   reranked #${judged.before} -> #${judged.rank} (${judged.score.toFixed(3)})`;
  const place = explain.place === undefined ? "" : `\n   place: ${PLACE[explain.place]}`;
  return `   found by ${routes.join(", ") || "no route of its own"}${reranked}\n   score = ${terms.join(" + ").replaceAll("+ -", "- ")}${place}`;
}

function meaning({ pronoun, who, among }: NonNullable<Recall["meant"]>): string {
  if (who !== null) return `"${pronoun}" is taken to be ${who}`;
  return `"${pronoun}" could be ${among.length > 1 ? `any of ${among.join(", ")}` : "anyone"}: name who is meant`;
}

function asText(recall: Recall, zone: string): string {
  const parts = recall.results.map((result, at) => {
    const lines = resultLines(result, at + 1, zone);
    return result.explain === undefined ? lines : `${lines}\n${figures(result.explain)}`;
  });
  if (recall.leftOut.length > 0) {
    parts.push("left out:");
    for (const one of recall.leftOut)
      parts.push(
        `-  ${printable(one.content)}\n   ${one.score.toFixed(3)}  ${one.id}  ${LEFT_OUT[one.reason]}\n${figures(one.explain)}`,
      );
  }
  return parts.join("\n");
}
