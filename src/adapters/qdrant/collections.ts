import { createHash } from "node:crypto";
import type { QdrantClient, Schemas } from "@qdrant/js-client-rest";
import { HindsightError } from "../../domain/errors.ts";
import type { Fingerprint } from "../../domain/record.ts";
import type { Connection } from "./connection.ts";
import { failureOf, isTaken } from "./errors.ts";

/** Name of the dense vector of a memory, and of its sparse one. */
export const DENSE = "dense";
export const SPARSE = "terms";

/** Most points a request asks for or sends; strict mode holds everyone to ten times as much. */
export const PAGE = 1_000;
export const MOST_ASKED = 10_000;

type Index = Schemas["PayloadFieldSchema"];
const TENANT: Index = { type: "keyword", is_tenant: true };

/** Every key that a filter or an order names: strict mode refuses others. */
const MEMORY_INDEXES: Readonly<Record<string, Index>> = {
  owner: TENANT,
  inc: "keyword",
  tx: "keyword",
  rev: "integer",
  base: "integer",
  src: "integer",
  used: "integer",
  id: "keyword",
  user: "keyword",
  status: "keyword",
  kind: "keyword",
  type: "keyword",
  source: "keyword",
  thread: "keyword",
  speaker: "keyword",
  tags: "keyword",
  entities: "keyword",
  happenedAt: "datetime",
  validFrom: "datetime",
  validUntil: "datetime",
  importance: "float",
  accessCount: "integer",
};

const META_INDEXES: Readonly<Record<string, Index>> = {
  owner: TENANT,
  inc: "keyword",
  t: "keyword",
  tx: "keyword",
  rev: "integer",
  base: "integer",
  version: "integer",
  applied: "integer",
  n: "integer",
  at: "integer",
  actor: "keyword",
  action: "keyword",
  id: "keyword",
};

const STRICT: Schemas["StrictModeConfig"] = {
  enabled: true,
  max_query_limit: MOST_ASKED,
  unindexed_filtering_retrieve: false,
  unindexed_filtering_update: false,
};

/**
 * The collections of one prefix: `<prefix>_meta` (one state point an owner, audit, tool outputs; no vectors) and one of
 * memories for each embedding model, `<prefix>_memories_<model>_<dimensions>_<hash>`. These names are aliases of
 * collections called the same with `.1` behind, so that one can be rebuilt and swapped while it is used.
 */
export interface Collections {
  readonly meta: string;
  /** The name for that model; the collection need not exist. */
  memories(fingerprint: Fingerprint): string;
  ensureMeta(): Promise<void>;
  /** @throws HindsightError EMBEDDING_MISMATCH when a collection of that name has vectors of another length */
  ensureMemories(fingerprint: Fingerprint): Promise<string>;
  /** Aliases of all collections of memories under this prefix. */
  all(): Promise<string[]>;
  /** False when nothing was ever written under this prefix. @throws HindsightError STORE_FAILED for a part that is missing */
  exist(): Promise<boolean>;
}

const slug = (model: string) =>
  model
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, "-")
    .replace(/^-|-$/gu, "")
    .slice(0, 40) || "model";

/** What follows the prefix; another prefix that begins with this one leaves something else. */
const OURS = /^[a-z0-9-]+_\d+_[0-9a-f]{10}$/u;

export function createCollections(connection: Connection, prefix: string): Collections {
  const ready = new Map<string, Promise<void>>();
  let isThere = false;
  /** Runs `make` once for each name; one that failed is tried again by the next caller. */
  const once = (name: string, make: () => Promise<void>) => {
    const known = ready.get(name);
    if (known !== undefined) return known;
    const made = make().catch((error: unknown) => {
      ready.delete(name);
      throw error;
    });
    ready.set(name, made);
    return made;
  };
  const there = async (name: string): Promise<boolean> => {
    try {
      await connection.read("look for a collection", (client) => client.getCollection(name));
      return true;
    } catch (error) {
      if (error instanceof HindsightError && failureOf(error.cause)?.status === 404) return false;
      throw error;
    }
  };

  /** Makes the collection, its indexes and its alias; whoever does it at the same time does the same. */
  async function make(
    alias: string,
    shape: Parameters<QdrantClient["createCollection"]>[1],
    indexes: Readonly<Record<string, Index>>,
  ): Promise<void> {
    const name = `${alias}.1`;
    const unlessTaken = async (attempt: Promise<unknown>) => {
      try {
        await attempt;
      } catch (error) {
        const failure = error instanceof HindsightError ? failureOf(error.cause) : null;
        if (failure === null || !isTaken(failure)) throw error;
      }
    };
    await unlessTaken(connection.write("make a collection", (client) => client.createCollection(name, shape)));
    for (const [field_name, field_schema] of Object.entries(indexes))
      await connection.write("make an index", (client) =>
        client.createPayloadIndex(name, { field_name, field_schema, wait: true }),
      );
    // last: who finds the alias finds all of it
    await unlessTaken(
      connection.write("name a collection", (client) =>
        client.updateCollectionAliases({
          actions: [{ create_alias: { collection_name: name, alias_name: alias } }],
        }),
      ),
    );
  }

  /** @throws HindsightError EMBEDDING_MISMATCH, see `ensureMemories` */
  async function checkSize(alias: string, { dimensions, model }: Fingerprint): Promise<void> {
    const { config } = await connection.read("look at a collection", (client) => client.getCollection(alias));
    const { vectors } = config.params;
    const dense = vectors !== undefined && DENSE in vectors ? (vectors as Record<string, unknown>)[DENSE] : undefined;
    const size = typeof dense === "object" && dense !== null && "size" in dense ? dense.size : null;
    if (size === dimensions) return;
    throw new HindsightError(
      "EMBEDDING_MISMATCH",
      `collection ${alias} has ${size === null ? `no vector called ${DENSE}` : `vectors of ${String(size)} values`}, ${model} makes ${dimensions}`,
      "It was not made by hindsight: set HINDSIGHT_QDRANT_PREFIX to a prefix of your own.",
    );
  }

  async function all(): Promise<string[]> {
    const { aliases } = await connection.read("list the collections", (client) => client.getAliases());
    return aliases
      .map(({ alias_name }) => alias_name)
      .filter((name) => name.startsWith(beginning) && OURS.test(name.slice(beginning.length)));
  }
  /** Whether anything was ever written. @throws HindsightError STORE_FAILED when memories are there and not what names them */
  async function begun(): Promise<boolean> {
    if (await there(meta)) return true;
    const [memories] = await all();
    if (memories === undefined || (await there(meta))) return memories !== undefined; // else made meanwhile
    throw new HindsightError(
      "STORE_FAILED",
      `collection ${meta} is missing, though ${memories} is there`,
      "Restore it from a snapshot; without it nobody knows whose memories those are. To begin anew, delete the other collections of this prefix or set another HINDSIGHT_QDRANT_PREFIX.",
    );
  }

  const meta = `${prefix}_meta`;
  const beginning = `${prefix}_memories_`;
  const nameOf = (fingerprint: Fingerprint) => {
    const { model, version, dimensions } = fingerprint;
    const hash = createHash("sha256")
      .update(JSON.stringify([model, version, dimensions]))
      .digest("hex")
      .slice(0, 10);
    return `${beginning}${slug(model)}_${dimensions}_${hash}`;
  };
  return {
    meta,
    memories: nameOf,
    ensureMeta: () =>
      once(meta, async () => {
        if (await begun()) return;
        await make(meta, { vectors: {}, on_disk_payload: true, strict_mode_config: STRICT }, META_INDEXES);
      }),
    async ensureMemories(fingerprint) {
      const name = nameOf(fingerprint);
      await once(name, async () => {
        if (!(await there(name)))
          await make(
            name,
            {
              vectors: { [DENSE]: { size: fingerprint.dimensions, distance: "Dot", on_disk: true } },
              sparse_vectors: { [SPARSE]: {} },
              // a graph for each owner and none over all, as Qdrant advises for many tenants
              hnsw_config: { m: 0, payload_m: 16 },
              on_disk_payload: true,
              strict_mode_config: STRICT,
            },
            MEMORY_INDEXES,
          );
        await checkSize(name, fingerprint);
      });
      return name;
    },
    all,
    async exist() {
      isThere ||= await begun();
      return isThere;
    },
  };
}
