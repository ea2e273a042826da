import { z } from "zod";
import type { PutRight } from "./put-right.ts";
import type { MemoryRecord } from "./record.ts";

/** What was put right in an episode, as it is kept on it. */

const correctionsSchema = z.array(z.strictObject({ now: z.string(), was: z.array(z.string()).min(1) }));
/** What is meant, and everything that stood in its place before, the last first. */
export type Corrected = z.infer<typeof correctionsSchema>;

/** Where an episode keeps it. */
export const CORRECTIONS = "corrections";

/** What was put right in an episode; empty for none. */
export function correctionsOf({ metadata }: Pick<MemoryRecord, "metadata">): Corrected {
  const read = correctionsSchema.safeParse(metadata[CORRECTIONS] ?? []);
  return read.success ? read.data : [];
}

/** Earlier corrections and new ones: of one that was corrected itself only the last value stands. */
export function correctedBy(earlier: Corrected, made: readonly Pick<PutRight, "was" | "now">[]): Corrected {
  const all = [...earlier];
  for (const { was, now } of made) {
    const at = all.findIndex((one) => one.now === was);
    const before = all[at]?.was ?? [];
    const next = { now, was: [was, ...before].filter((value) => value !== now) };
    if (at >= 0) all[at] = next;
    else all.push(next);
  }
  return all.filter(({ was }) => was.length > 0);
}

/** In words, the right value first; empty text for none. */
export function correctedText(corrections: Corrected, language: "en" | "zh"): string {
  if (corrections.length === 0) return "";
  return language === "zh"
    ? `用户更正：${corrections.map(({ now, was }) => `是${now}，不是${was.join("或")}`).join("；")}。`
    : `Corrected by the user: ${corrections.map(({ now, was }) => `${now}, not ${was.join(" or ")}`).join("; ")}.`;
}
