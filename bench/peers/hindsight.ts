import { createHindsight } from "../../src/hindsight.ts";
import type { RecallOptions } from "../../src/memory/types.ts";
import type { Peer } from "./peer.ts";

function by(name: string, setup: string, options: Pick<RecallOptions, "routes">): Peer {
  return {
    name,
    setup,
    async open(folder, embedder) {
      const opened = await createHindsight({
        home: folder,
        embedder,
        model: null,
        mcpConfig: null,
        encryptionKey: null,
        logLevel: "silent",
        recallCache: 0,
      });
      const memoryOf = (user: string) => opened.user(user, { timeZone: "UTC" });
      return {
        async fill(user, memories) {
          await memoryOf(user).rememberAll(
            memories.map(({ id, thread, time, speaker, text }) => ({
              id,
              content: text,
              thread,
              speaker,
              happenedAt: time,
              kind: "episodic",
              type: "turn",
            })),
          );
        },
        async search(user, query, k) {
          const { results } = await memoryOf(user).recall(query, { k, touch: false, ...options });
          return results.map(({ record }) => String(record.metadata.externalId));
        },
        close: () => opened.close(),
      };
    },
  };
}

const STORED = "embedded SQLite on disk, one file a user";
export const hindsight = by("hindsight", `${STORED}; all routes`, {});
export const hindsightKeyword = by("hindsight, keyword route alone", `${STORED}; BM25 with its context`, {
  routes: ["keyword"],
});
