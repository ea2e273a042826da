import { createAgent } from "../src/agent/graph.ts";
import { createHindsight } from "../src/hindsight.ts";

/**
 * What `langgraph dev` and Studio open: the agent with settings from the environment. The server brings its own
 * checkpointer; memories are hindsight's, and written before a run ends, so that Studio shows what was kept. Tool servers start with the first turn, not with the import: the server
 * imports this file a second time to read its schemas.
 */
const hindsight = await createHindsight();

export const graph = createAgent({
  memory: hindsight,
  model: await hindsight.chatModel(),
  writes: hindsight.settings.writes ?? "inline",
  tools: [{ tools: async () => (await hindsight.toolServers()).tools() }],
});
