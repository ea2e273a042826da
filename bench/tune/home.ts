import { createHindsight, type Hindsight } from "../../src/hindsight.ts";
import { asMemories, type RecallSet } from "../sets.ts";

export const openBench = (home: string): Promise<Hindsight> =>
  createHindsight({ home, model: null, mcpConfig: null, encryptionKey: null, logLevel: "silent", recallCache: 0 });

/** Writes the sets into a home, each conversation a user. */
export async function fillBench(home: string, sets: readonly RecallSet[]): Promise<void> {
  const hindsight = await openBench(home);
  try {
    for (const set of sets)
      for (const [name, { memories }] of set.pools)
        await hindsight.user(`${set.name}/${name}`, { timeZone: "UTC" }).rememberAll(asMemories(memories));
  } finally {
    await hindsight.close();
  }
}
