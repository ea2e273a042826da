import type { Settings } from "../settings.ts";
import type { Hindsight, UpkeepStream } from "./context.ts";

/** Opens hindsight for a command; the agent, and with it LangGraph, is loaded only by the command that talks. */
export async function openHindsight(overrides: Partial<Settings>): Promise<Hindsight> {
  const { createHindsight } = await import("../hindsight.ts");
  const hindsight = await createHindsight(overrides);
  return {
    settings: hindsight.settings,
    user: hindsight.user,
    log: hindsight.log,
    doctor: hindsight.doctor,
    health: hindsight.health,
    retry: hindsight.retry,
    discard: hindsight.discard,
    undoUpkeep: hindsight.undoUpkeep,
    owners: () => hindsight.ledger.owners(),
    reembed: hindsight.reembed,
    migrate: async (route, options) =>
      (await import("../migrate.ts")).migrateBetween(route, hindsight.settings, hindsight, options),
    async upkeepGraph() {
      const { createUpkeepGraph } = await import("../agent/upkeep.ts");
      const graph = createUpkeepGraph({
        upkeep: await hindsight.upkeep(),
        user: hindsight.settings.user,
        log: hindsight.log,
      });
      return { stream: (input, options) => graph.stream(input, options) as ReturnType<UpkeepStream["stream"]> };
    },
    startWorker: hindsight.startWorker,
    drain: hindsight.drain,
    settled: hindsight.settled,
    endSession: hindsight.endSession,
    endIdleSessions: hindsight.endIdleSessions,
    close: hindsight.close,
    async agent() {
      const [{ createAgent }, model, checkpointer, tools] = await Promise.all([
        import("../agent/graph.ts"),
        hindsight.chatModel(),
        hindsight.checkpointer(),
        hindsight.toolServers(),
      ]);
      const compiled = createAgent({ memory: hindsight, model, checkpointer, tools: [tools] });
      return { stream: (input, options) => compiled.stream(input, options) };
    },
  };
}
