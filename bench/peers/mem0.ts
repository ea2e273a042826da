import { join } from "node:path";
import { serveEmbeddings } from "./embedding-server.ts";
import { asText, type Peer } from "./peer.ts";

/** Each user gets a store of its own: mem0's local store compares a query with everyone's memories, which would only slow it down. */
export const mem0: Peer = {
  name: "mem0ai",
  setup: "open-source memory, local store, raw turns (infer: false), no score threshold, a store a user",
  async open(folder, embedder) {
    process.env.MEM0_TELEMETRY = "false";
    process.env.MEM0_DIR = folder;
    const { Memory } = await import("mem0ai/oss");
    const { dimensions } = await embedder.fingerprint();
    const server = await serveEmbeddings(embedder);
    const endpoint = { apiKey: "local", baseURL: server.url };
    const open = (file: string) =>
      new Memory({
        embedder: { provider: "openai", config: { ...endpoint, model: "bench" } },
        vectorStore: {
          provider: "memory",
          config: { collectionName: "bench", dimension: dimensions, dbPath: join(folder, file) },
        },
        llm: { provider: "openai", config: { ...endpoint, model: "never-called" } },
        disableHistory: true,
      });
    type Opened = ReturnType<typeof open>;
    const stores = new Map<string, Opened>();
    return {
      async fill(user, memories) {
        const store = open(`${stores.size}.db`);
        stores.set(user, store);
        for (const memory of memories)
          await store.add([{ role: "user", content: asText(memory) }], {
            userId: user,
            metadata: { externalId: memory.id },
            infer: false,
          });
      },
      async search(user, query, k) {
        const store = stores.get(user);
        if (store === undefined) return [];
        const { results } = await store.search(query, { topK: k, threshold: 0, filters: { user_id: user } });
        return results.map(({ metadata }) => String(metadata?.externalId));
      },
      close: () => server.close(),
    };
  },
};
