import type { Source } from "./record.ts";

/**
 * How far a source is believed, as a factor of the score: what the user confirmed or said, what a tool returned, what
 * was only inferred. One-sided claims weigh less than confirmed ones (requirement G2).
 */
export const SOURCE_TRUST: Readonly<Record<Source, number>> = {
  confirmed: 1,
  user: 1,
  tool: 0.95,
  imported: 0.95,
  system: 0.9,
  agent: 0.8,
};

/** Trust in a memory, 0 … 1: its source's, and half of the doubt its confidence leaves. */
export function trustIn(memory: { source: Source; confidence: number }): number {
  return SOURCE_TRUST[memory.source] * (0.5 + 0.5 * memory.confidence);
}
