import { LRUCache } from "lru-cache";
import { HindsightError, isHindsightError } from "../../domain/errors.ts";
import { type Owner, ownerKey } from "../../domain/scope.ts";
import type { ToolOutputs } from "../../ports/outputs.ts";
import type { StoreProvider } from "../../ports/store.ts";
import { createCollections } from "./collections.ts";
import { type ConnectionOptions, connect } from "./connection.ts";
import { erase } from "./erase.ts";
import { is, VISIBLE, within } from "./filters.ts";
import { createQdrantOutputs } from "./outputs.ts";
import { createOwnerMemory, type OwnerMemory, type Server } from "./owner.ts";
import { scopeOf } from "./points.ts";
import { createStates, type State } from "./state.ts";
import { createStore } from "./store.ts";

export interface QdrantOptions extends ConnectionOptions {
  /** What the names of the collections begin with. */
  prefix: string;
  /** Milliseconds since 1970; default the system's clock. */
  now?: () => number;
}

export interface QdrantStoresOptions extends QdrantOptions {
  /** Bytes that owners' images may take in memory together; default 1 GB. */
  maxBytes?: number;
}

const MAX_BYTES = 1_000_000_000;

/** What all parts of this adapter work with. */
export function createServer({ prefix, now = Date.now, ...options }: QdrantOptions): Server {
  const connection = connect(options);
  const collections = createCollections(connection, prefix);
  let last = 0;
  return {
    connection,
    collections,
    states: createStates(connection, collections.meta),
    now,
    order() {
      last = Math.max(last + 1, now() * 1_024);
      return last;
    },
  };
}

/**
 * Memories in Qdrant 1.17 or newer: many owners in one collection for each embedding model, told apart by a filter that
 * no request goes without. Processes on one server see each other's writes, whole or not at all.
 *
 * @example
 * const stores = createQdrantStores({ url: "http://qdrant:6333", key: null, prefix: "hindsight", timeoutMs: 5_000 });
 * const store = await stores.open(userOwner("ada"));
 */
export function createQdrantStores({ maxBytes = MAX_BYTES, ...options }: QdrantStoresOptions): StoreProvider {
  return storesOn(createServer(options), maxBytes);
}

/** Memories and tool outputs over one connection, which closes with the stores. */
export function openQdrant(options: QdrantOptions): { stores: StoreProvider; outputs: ToolOutputs } {
  const server = createServer(options);
  return { stores: storesOn(server, MAX_BYTES), outputs: createQdrantOutputs(server) };
}

function storesOn(server: Server, maxBytes: number): StoreProvider {
  const { collections, states, connection } = server;
  const memories = new LRUCache<string, OwnerMemory>({ maxSize: maxBytes, maxEntrySize: Number.MAX_SAFE_INTEGER });
  /** The beginning of an owner's memory that was last met: mostly still the one. */
  const met = new LRUCache<string, string>({ maxSize: 100_000, sizeCalculation: () => 1 }); // `max` would claim all at once
  let closed = false;

  const checkOpen = () => {
    if (closed) throw new HindsightError("CLOSED", "the memory stores were closed", "Create hindsight again to go on.");
  };
  /** What this process knows of a beginning of an owner's memory; weighed at every use. */
  const reach = (owner: Owner, inc: string): OwnerMemory => {
    checkOpen();
    const key = `${ownerKey(owner)} ${inc}`;
    const memory = memories.get(key) ?? createOwnerMemory(server, owner, inc);
    memories.set(key, memory, { size: Math.min(maxBytes, 1_000 + memory.bytes) });
    return memory;
  };
  /** What this process knows of an owner is looked at first: in step with the server it saves a request or two. */
  const lately = async (owner: Owner): Promise<{ inc: string; records: number } | null> => {
    const inc = met.get(ownerKey(owner));
    if (inc === undefined) return null;
    try {
      return { inc, records: (await reach(owner, inc).read()).image.image().records };
    } catch (error) {
      if (!isHindsightError(error, "CLOSED")) throw error;
      met.delete(ownerKey(owner));
      checkOpen();
      return null;
    }
  };
  const eraseNow = (owner: Owner, state: State | null) => {
    const memory = state === null || state.version < 0 ? null : reach(owner, state.inc);
    return erase(server, owner, memory);
  };

  return {
    async open(owner) {
      checkOpen();
      const known = await lately(owner);
      if (known !== null) return createStore(server, owner, () => reach(owner, known.inc));
      await collections.ensureMeta();
      let state = await states.begin(owner);
      if (state.version < 0) {
        await eraseNow(owner, state); // whoever was at it did not come to the end
        state = await states.begin(owner);
      }
      const { inc } = state;
      met.set(ownerKey(owner), inc);
      return createStore(server, owner, () => reach(owner, inc));
    },
    async exists(owner) {
      checkOpen();
      if (((await lately(owner))?.records ?? 0) > 0) return true;
      if (!(await collections.exist())) return false;
      const state = await states.read(owner);
      if (state === null || state.version < 0) return false;
      const scope = scopeOf(owner, state.inc);
      const { records } = (await reach(owner, state.inc).readAnew()).image.image();
      met.set(ownerKey(owner), state.inc);
      if (records > 0) return true;
      const filter = within(scope, [is("t", "audit"), VISIBLE]);
      const { count } = await connection.read("count", (client) => client.count(collections.meta, { filter }));
      return count > 0;
    },
    async erase(owner) {
      checkOpen();
      if (!(await collections.exist())) return erase(server, owner, null);
      return eraseNow(owner, await states.read(owner));
    },
    async close() {
      closed = true;
      connection.close();
      memories.clear();
    },
  };
}
