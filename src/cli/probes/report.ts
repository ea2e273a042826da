import { count } from "../format.ts";
import { printable } from "../io.ts";
import type { Asked, Miss } from "./ask.ts";
import type { Figures, Summary } from "./figures.ts";

/** Characters of a memory shown under a miss. */
const SHOWN = 100;

/** What `probe --json` prints: the summary and every probe that missed something or found what it must not. */
export function asJson(summary: Summary, asked: readonly Asked[]) {
  return {
    ...summary,
    misses: asked.filter(isWrong).map(({ probe, user, misses, appeared, results }) => ({
      line: probe.line,
      query: probe.query,
      user,
      ...(probe.group !== undefined && { group: probe.group }),
      missed: misses,
      appeared,
      found: results,
    })),
  };
}

const isWrong = (one: Asked): boolean => one.misses.length > 0 || one.appeared.length > 0 || isNoise(one);
const isNoise = ({ probe, results }: Asked): boolean => probe.nothing && results.length > 0;

/** The misses, then the table, so that the figures stand last on a screen. */
export function asText(summary: Summary, asked: readonly Asked[]): string {
  const { p50, p95 } = summary.latency;
  return [
    ...asked.filter(isWrong).map(missLines),
    table(summary),
    `a recall took ${p50.toFixed(1)} ms at the median, ${p95.toFixed(1)} ms at p95`,
  ].join("\n");
}

function missLines(one: Asked): string {
  const { probe, user, misses, appeared, results } = one;
  const group = probe.group === undefined ? "" : `, ${printable(probe.group)}`;
  return [
    `line ${probe.line} (user ${printable(user)}${group}): ${short(probe.query)}`,
    ...misses.map((miss) => `  missed   "${short(miss.entry)}": ${REASONS[miss.reason](miss)}`),
    ...appeared.map(({ entry, rank }) => `  appeared "${short(entry)}" at rank ${rank}, which must not`),
    ...(isNoise(one) ? ["  noise    nothing that is remembered has to do with it"] : []),
    ...(results.length === 0 ? ["  found    nothing"] : []),
    ...results.map(
      ({ content, score }, at) =>
        `  ${at === 0 ? "found   " : "        "} ${at + 1}. ${score.toFixed(3)}  ${short(content)}`,
    ),
    "",
  ].join("\n");
}

const REASONS: Record<Miss["reason"], (miss: Miss) => string> = {
  not_stored: () => "no memory of this user is named by it",
  not_active: (miss) => `the memory is ${"status" in miss ? miss.status : "not active"}`,
  beyond_k: (miss) => `stands at rank ${"rank" in miss ? miss.rank : "?"} when 100 are asked for`,
  below_floor: () => "found, but not relevant enough",
  out_of_date: () => "left out, it has run out since",
  near_identical: () => "left out, a better result says the same",
  evidence: () => "stands beside the statement it bears out",
  token_budget: () => "left out, no room in the block",
  not_found: () => "not found by any route",
};

function short(text: string): string {
  const line = printable(text).replace(/\s+/gu, " ").trim();
  const characters = Array.from(line);
  return characters.length <= SHOWN ? line : `${characters.slice(0, SHOWN - 1).join("")}…`;
}

/** Columns a terminal gives a text: Han and emoji take two. */
function width(text: string): number {
  let columns = 0;
  for (const character of text)
    columns += /\p{Script=Han}|\p{Extended_Pictographic}|[\u3000-\u303f\uff00-\uff60]/u.test(character) ? 2 : 1;
  return columns;
}

function table(summary: Summary): string {
  const rows: [string, Figures][] = [
    ...Object.entries(summary.groups).map(([group, figures]): [string, Figures] => [short(group), figures]),
    ["all", summary],
  ];
  const percent = (share: number | null) => (share === null ? "-" : (100 * share).toFixed(1));
  const head = ["", "probes", `hit@${summary.k} %`, `recall@${summary.k} %`, "MRR", "must not", "noise %"];
  const cells = rows.map(([name, { probes, hit, recall, mrr, appeared, noise }]) => [
    name,
    String(probes),
    percent(hit),
    percent(recall),
    mrr === null ? "-" : mrr.toFixed(3),
    String(appeared),
    percent(noise),
  ]);
  const widths = head.map((title, column) => Math.max(...[head, ...cells].map((row) => width(row[column] ?? title))));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const space = " ".repeat((widths[column] ?? 0) - width(cell));
        return column === 0 ? cell + space : space + cell;
      })
      .join("  ")
      .trimEnd();
  return [line(head), ...cells.map(line)].join("\n");
}

/**
 * Why a run is not good enough; null when it is. `least` recall@k and `most` noise in percent, each only where asked
 * for; with `least` nothing may have appeared that must not.
 */
export function shortfall(summary: Summary, { least, most }: { least?: number; most?: number }): string | null {
  const reasons: string[] = [];
  const recall = 100 * (summary.recall ?? 1);
  const noise = 100 * (summary.noise ?? 0);
  if (least !== undefined && recall < least)
    reasons.push(`recall@${summary.k} is ${recall.toFixed(1)} %, less than ${least} %`);
  if (most !== undefined && noise > most)
    reasons.push(`${noise.toFixed(1)} % of the off-topic questions found something, more than ${most} %`);
  if (least !== undefined && summary.appeared > 0)
    reasons.push(`${count(summary.appeared, "memory", "memories")} appeared that must not`);
  return reasons.length === 0 ? null : reasons.join("; ");
}
