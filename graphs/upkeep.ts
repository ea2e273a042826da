import { createUpkeepGraph } from "../src/agent/upkeep.ts";
import { createHindsight } from "../src/hindsight.ts";

/**
 * The nightly graph as `langgraph dev` and Studio open it: one user's memory, or with `all` everyone's. `hindsight
 * consolidate` runs the same.
 */
const hindsight = await createHindsight();

export const graph = createUpkeepGraph({
  upkeep: await hindsight.upkeep(),
  user: hindsight.settings.user,
  log: hindsight.log,
});
