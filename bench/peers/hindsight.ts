import { createHindsight } from "../../src/hindsight.ts";
import type { Peer } from "./peer.ts";

export const hindsight: Peer = {
  name: "hindsight",
  setup: "embedded SQLite on disk, one file a user; all routes",
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
        const { results } = await memoryOf(user).recall(query, { k, touch: false });
        return results.map(({ record }) => String(record.metadata.externalId));
      },
      close: () => opened.close(),
    };
  },
};
