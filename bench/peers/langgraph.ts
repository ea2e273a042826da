import { Embeddings } from "@langchain/core/embeddings";
import { InMemoryStore } from "@langchain/langgraph-checkpoint";
import type { Embedder } from "../../src/ports/embedder.ts";
import { asText, type Peer } from "./peer.ts";

const BATCH = 200;

/** Our embedder as LangChain's. */
class Served extends Embeddings {
  readonly #embedder: Embedder;
  constructor(embedder: Embedder) {
    super({});
    this.#embedder = embedder;
  }
  override async embedQuery(text: string): Promise<number[]> {
    return Array.from(await this.#embedder.embedQuery(text));
  }
  override async embedDocuments(texts: string[]): Promise<number[][]> {
    return (await this.#embedder.embedDocuments(texts)).map((vector) => Array.from(vector));
  }
}

export const langgraphStore: Peer = {
  name: "LangGraph InMemoryStore",
  setup: "in memory, index over the text, a namespace a user",
  async open(_folder, embedder) {
    const { dimensions } = await embedder.fingerprint();
    const store = new InMemoryStore({
      index: { dims: dimensions, embeddings: new Served(embedder), fields: ["text"] },
    });
    return {
      async fill(user, memories) {
        for (let start = 0; start < memories.length; start += BATCH)
          await store.batch(
            memories.slice(start, start + BATCH).map((memory) => ({
              namespace: [user],
              key: memory.id,
              value: { text: asText(memory) },
            })),
          );
      },
      async search(user, query, k) {
        const found = await store.search([user], { query, limit: k });
        return found.map(({ key }) => key);
      },
      async close() {},
    };
  },
};
