import { Document, type DocumentInterface } from "@langchain/core/documents";
import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import { type MaxMarginalRelevanceSearchOptions, VectorStore } from "@langchain/core/vectorstores";
import { PRESETS } from "../domain/constants.ts";
import { diversify } from "../domain/diversify.ts";
import { HindsightError } from "../domain/errors.ts";
import { fuse, score } from "../domain/rank.ts";
import type { MemoryRecord } from "../domain/record.ts";
import { type Owner, PRIVATE, sharedOwner, userOwner } from "../domain/scope.ts";
import { queryTerms } from "../domain/text.ts";
import type { Memory, NewMemory } from "../memory/types.ts";
import type { Clock } from "../ports/clock.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Filter, FusedQuery, Hit, MemoryStore, StoreProvider } from "../ports/store.ts";

/** What the view is made on: what `createHindsight()` returns is one. */
export interface MemoryHome {
  user(id: string, options?: { namespaces?: readonly string[] }): Memory;
  readonly stores: StoreProvider;
  readonly embedder: Embedder;
  readonly clock: Clock;
}

export interface MemoryVectorStoreOptions {
  /** Default: the user's private memories. */
  namespace?: string;
  /**
   * `hybrid` (default): words and meaning fused, weighed with time and importance, on Qdrant in one round trip;
   * `similarity`: the cosine alone, as other vector stores do.
   */
  search?: "hybrid" | "similarity";
}

const embeddingsOf = (embedder: Embedder): EmbeddingsInterface => ({
  embedDocuments: async (texts) => (await embedder.embedDocuments(texts)).map((vector) => Array.from(vector)),
  embedQuery: async (text) => Array.from(await embedder.embedQuery(text)),
});

/** What of a memory a document's metadata shows, under `memory`, beside the metadata it was added with. */
type Shown = Pick<
  MemoryRecord,
  "id" | "kind" | "type" | "thread" | "speaker" | "happenedAt" | "tags" | "entities" | "importance" | "source"
>;

function documentOf(record: MemoryRecord): Document {
  const { id, kind, type, thread, speaker, happenedAt, tags, entities, importance, source } = record;
  const memory: Shown = { id, kind, type, thread, speaker, happenedAt, tags, entities, importance, source };
  return new Document({ id, pageContent: record.content, metadata: { ...record.metadata, memory } });
}

/** The memories of one user as a LangChain vector store; made by `vectorStoreOf`. */
export class MemoryVectorStore extends VectorStore {
  declare FilterType: Filter;
  readonly #memory: Memory;
  readonly #home: MemoryHome;
  readonly #owner: Owner;
  readonly #namespace: string;
  readonly #search: "hybrid" | "similarity";

  constructor(home: MemoryHome, user: string, { namespace = PRIVATE, search = "hybrid" }: MemoryVectorStoreOptions) {
    super(embeddingsOf(home.embedder), {});
    this.#memory = home.user(user, namespace === PRIVATE ? {} : { namespaces: [namespace] });
    this.#home = home;
    this.#owner = namespace === PRIVATE ? userOwner(user) : sharedOwner(namespace);
    this.#namespace = namespace;
    this.#search = search;
  }

  _vectorstoreType(): string {
    return "hindsight";
  }

  /** @throws HindsightError INVALID_INPUT always: vectors of who knows which model must not stand beside others */
  addVectors(): Promise<string[]> {
    throw new HindsightError(
      "INVALID_INPUT",
      "memories are embedded by hindsight's own embedder, not by the caller",
      "Use addDocuments, and set HINDSIGHT_EMBEDDING_MODEL to choose the model.",
    );
  }

  /**
   * Stores documents as memories, as they are: neither judged nor rewritten, secrets redacted. A document with an id is
   * stored once, however often it is added. Ids of the memories, in order.
   * @param options what all of them are besides, such as `kind`, `tags` or `thread`
   * @throws HindsightError INVALID_INPUT for a document that is refused, WRITE_CAP
   */
  async addDocuments(documents: DocumentInterface[], options: Partial<Omit<NewMemory, "content">> = {}) {
    const ids: string[] = [];
    for (const { id, pageContent: content, metadata } of documents) {
      const { memory: _, ...own } = metadata;
      const [kept] = await this.#memory.remember({
        ...options,
        content,
        verbatim: true,
        namespace: this.#namespace,
        metadata: { ...options.metadata, ...(JSON.parse(JSON.stringify(own)) as MemoryRecord["metadata"]) },
        ...(id === undefined ? {} : { originKey: `langchain:${id}` }),
      });
      if (kept === undefined || kept.outcome === "refused")
        throw new HindsightError(
          "INVALID_INPUT",
          `a document was refused (${kept?.reason ?? "empty"})`,
          "Leave it out; the documents before it are stored.",
        );
      ids.push(kept.record.id);
    }
    return ids;
  }

  /** Forgets memories; they can be restored. @throws HindsightError NOT_FOUND */
  override async delete({ ids }: { ids: readonly string[] }): Promise<void> {
    for (const id of ids) await this.#memory.forget(id);
  }

  async similaritySearchVectorWithScore(
    query: number[],
    k: number,
    filter: Filter = {},
  ): Promise<[Document, number][]> {
    const now = this.#now();
    return this.#shown(k, (store) => store.nearest({ vector: Float32Array.from(query), filter, limit: k, now }));
  }

  override async similaritySearchWithScore(query: string, k = 4, filter: Filter = {}): Promise<[Document, number][]> {
    return this.#shown(k, (store) => this.#found(store, query, k, filter));
  }

  override async similaritySearch(query: string, k = 4, filter: Filter = {}): Promise<Document[]> {
    return (await this.similaritySearchWithScore(query, k, filter)).map(([document]) => document);
  }

  /** `lambda` 1 keeps the order of relevance, 0 is all for difference; of `fetchK` candidates, default 20. */
  override async maxMarginalRelevanceSearch(
    query: string,
    { k, fetchK = 20, lambda = 0.5, filter }: MaxMarginalRelevanceSearchOptions<Filter>,
  ): Promise<Document[]> {
    const shown = await this.#shown(k, async (store) => {
      const hits = await this.#found(store, query, Math.max(k, fetchK), filter ?? {});
      const vectors = await store.vectors(hits.map(({ candidate }) => candidate.id));
      const items = hits.map((hit, i) => ({ hit, score: hit.score, vector: vectors[i] ?? new Float32Array(0) }));
      const similarity = (a: { vector: Float32Array }, b: { vector: Float32Array }) =>
        Math.max(
          0,
          a.vector.reduce((sum, value, i) => sum + value * (b.vector[i] ?? 0), 0),
        );
      return diversify(items, similarity, { lambda, limit: k }).map(({ hit }) => hit);
    });
    return shown.map(([document]) => document);
  }

  #now(): string {
    return new Date(this.#home.clock.now()).toISOString();
  }

  async #shown(k: number, find: (store: MemoryStore) => Promise<Hit[]>): Promise<[Document, number][]> {
    const { stores } = this.#home;
    if (!(await stores.exists(this.#owner))) return [];
    const store = await stores.open(this.#owner);
    try {
      const hits = (await find(store)).slice(0, k);
      const scores = new Map(hits.map(({ candidate, score }) => [candidate.id, score]));
      const records = await store.get(hits.map(({ candidate }) => candidate.id));
      return records.map((record) => [documentOf(record), scores.get(record.id) ?? 0]);
    } finally {
      await store.close();
    }
  }

  async #found(store: MemoryStore, text: string, limit: number, filter: Filter): Promise<Hit[]> {
    const { embedder } = this.#home;
    const [vector, now] = [await embedder.embedQuery(text), this.#now()];
    if (this.#search === "similarity") return store.nearest({ vector, filter, limit, now });
    const terms = queryTerms(text).map((term) => ({ term, weight: 1 }));
    const trust = { terms: 1, vector: embedder.trust };
    const query: FusedQuery = { terms, vector, trust, weights: PRESETS.assistant, filter, limit, now };
    return store.fused === undefined ? fusedHere(store, query) : store.fused(query);
  }
}

/** The same fusion and formula by our own hand, for stores in this process. */
async function fusedHere(store: MemoryStore, query: FusedQuery): Promise<Hit[]> {
  const { terms, vector, trust, filter, limit, now } = query;
  const depth = { filter, limit: limit * 3, now };
  const words = await store.keyword({ terms, ...depth });
  const near = await store.nearest({ vector, ...depth });
  const told = (hits: readonly Hit[]) => hits.map((hit) => ({ ...hit, evidence: 1 }));
  const all = fuse([
    { name: "keyword", weight: trust.terms, hits: told(words.hits) },
    { name: "vector", weight: trust.vector, hits: told(near) },
  ]);
  const hits = score(all, "assistant", Date.parse(now)).map(({ candidate, score: total }) => {
    return { candidate: candidate as Hit["candidate"], score: total };
  });
  return hits.slice(0, limit);
}

/**
 * A user's memories as a LangChain `VectorStore` and retriever, over the same records that recall finds: for chains and
 * tools that take one. `recall` finds more; this is the door for what is already written for vector stores.
 *
 * @example
 * const retriever = vectorStoreOf(hindsight, "ada").asRetriever({ k: 5 });
 * @throws HindsightError INVALID_USER
 */
export function vectorStoreOf(
  home: MemoryHome,
  user: string,
  options: MemoryVectorStoreOptions = {},
): MemoryVectorStore {
  return new MemoryVectorStore(home, user, options);
}
