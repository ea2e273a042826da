import { randomUUID } from "node:crypto";
import { QdrantClient } from "@qdrant/js-client-rest";
import { expect } from "vitest";
import { createQdrantStores, createServer, type QdrantStoresOptions } from "../../../src/adapters/qdrant/stores.ts";
import type { StoreProvider } from "../../../src/ports/store.ts";
import { type Qdrant, startQdrant } from "../../support/qdrant/index.ts";

/** A prefix of its own on a Qdrant, real or not, whose collections go with it. */
export interface Place {
  qdrant: Qdrant;
  options: QdrantStoresOptions;
  provider(more?: Partial<QdrantStoresOptions>): StoreProvider;
  server(): ReturnType<typeof createServer>;
  client: QdrantClient;
  remove(): Promise<void>;
}

export async function openPlace(
  more: Partial<QdrantStoresOptions> = {},
  given?: Qdrant,
  options_: Parameters<typeof startQdrant>[0] = {},
): Promise<Place> {
  const qdrant = given ?? (await startQdrant(options_));
  const prefix = `test_${randomUUID().slice(0, 8)}`;
  const options = { url: qdrant.url, key: qdrant.apiKey ?? null, prefix, timeoutMs: 5_000, restMs: 0, ...more };
  const { hostname, port } = new URL(qdrant.url);
  const headers = qdrant.apiKey === undefined ? {} : { "api-key": qdrant.apiKey };
  const client = new QdrantClient({
    host: hostname,
    port: Number(port || 6333),
    https: qdrant.url.startsWith("https"),
    headers,
    checkCompatibility: false,
  });
  const opened: StoreProvider[] = [];
  return {
    qdrant,
    options,
    client,
    provider(other = {}) {
      const made = createQdrantStores({ ...options, ...other });
      opened.push(made);
      return made;
    },
    server: () => createServer(options),
    async remove() {
      for (const one of opened) await one.close();
      const violations = qdrant.violations();
      if (qdrant.real) {
        const { collections } = await client.getCollections();
        for (const { name } of collections) if (name.startsWith(`${prefix}_`)) await client.deleteCollection(name);
      }
      if (given === undefined) await qdrant.close();
      expect(violations).toEqual([]); // each request and answer is what Qdrant's OpenAPI document says
    },
  };
}
