import type { Judgement, RefusalReason } from "../../memory/types.ts";
import type { Labelled } from "./read.ts";

/** A turn and what the gate made of it. */
export interface Judged extends Labelled {
  got: Judgement;
}

/** What a log comes to; shares from 0 to 1, null where nothing could be counted. */
export interface GateFigures {
  turns: number;
  /** Share decided by the rules alone. */
  settled: number;
  /** Of what was kept, the share that should have been. */
  precision: number | null;
  /** Of what should be kept, the share that was. */
  recall: number | null;
  /** Of the rightly refused turns that name a reason, the share refused for that reason. */
  reasons: number | null;
  /** Counts by what was wanted and what came of it: `keep`, or the reason. */
  confusion: Record<string, Record<string, number>>;
  scenes: Record<string, { turns: number; wrong: number }>;
}

export type Outcome = "keep" | "refuse" | RefusalReason;

export const wanted = ({ keep, reason }: Labelled): Outcome => (keep ? "keep" : (reason ?? "refuse"));
export const came = ({ got }: Judged): Outcome => (got.keep ? "keep" : (got.reason ?? "low_score"));
export const isWrong = ({ keep, got }: Judged): boolean => keep !== got.keep;

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

export function figuresOf(judged: readonly Judged[]): GateFigures {
  const kept = judged.filter(({ got }) => got.keep);
  const due = judged.filter(({ keep }) => keep);
  const right = kept.filter(({ keep }) => keep).length;
  const reasoned = judged.filter(({ keep, reason, got }) => !keep && !got.keep && reason !== null);
  const confusion: GateFigures["confusion"] = {};
  const scenes: GateFigures["scenes"] = {};
  for (const one of judged) {
    const row = confusion[wanted(one)] ?? {};
    row[came(one)] = (row[came(one)] ?? 0) + 1;
    confusion[wanted(one)] = row;
    if (one.scene === undefined) continue;
    const { turns, wrong } = scenes[one.scene] ?? { turns: 0, wrong: 0 };
    scenes[one.scene] = { turns: turns + 1, wrong: wrong + Number(isWrong(one)) };
  }
  return {
    turns: judged.length,
    settled: share(judged.filter(({ got }) => got.by === "rules").length, judged.length) ?? 0,
    precision: share(right, kept.length),
    recall: share(right, due.length),
    reasons: share(reasoned.filter(({ reason, got }) => reason === got.reason).length, reasoned.length),
    confusion,
    scenes,
  };
}

const percent = (value: number | null): string => (value === null ? "–" : `${(value * 100).toFixed(1)}%`);

/** Longest text of a wrong line, in UTF-16 units. */
const WIDTH = 120;
const short = (text: string): string => {
  const line = text.replace(/\s+/gu, " ");
  return line.length <= WIDTH ? line : `${line.slice(0, WIDTH - 1)}…`;
};

/** The figures, what was refused as what, and every line that was decided wrongly. */
export function asText(figures: GateFigures, judged: readonly Judged[]): string {
  const rows: [string, string][] = [
    ["turns", String(figures.turns)],
    ["settled by rules", percent(figures.settled)],
    ["precision", percent(figures.precision)],
    ["recall", percent(figures.recall)],
    ["reason as given", percent(figures.reasons)],
  ];
  const lines = rows.map(([name, value]) => `${name.padEnd(18)} ${value}`);
  lines.push("", "wanted → came of it");
  for (const [want, row] of Object.entries(figures.confusion).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const parts = Object.entries(row).sort(([, a], [, b]) => b - a);
    lines.push(`  ${want.padEnd(18)} ${parts.map(([what, n]) => `${n} ${what}`).join(", ")}`);
  }
  const wrong = judged.filter(isWrong);
  if (wrong.length > 0) lines.push("", `wrong (${wrong.length})`);
  for (const one of wrong)
    lines.push(
      `  line ${one.line}: wanted ${wanted(one)}, came ${came(one)} (${one.got.by}, ${one.got.score.toFixed(2)}): ${short(one.text)}`,
    );
  return lines.join("\n");
}

export function asJson(figures: GateFigures, judged: readonly Judged[]) {
  const wrong = judged.filter(isWrong).map((one) => ({
    line: one.line,
    text: one.text,
    wanted: wanted(one),
    came: came(one),
    score: one.got.score,
    by: one.got.by,
  }));
  return { ...figures, wrong };
}
