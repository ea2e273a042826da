import type { Postings, WeightedTerm } from "../../domain/bm25.ts";
import type { Mention, Relation } from "../../domain/entities/types.ts";
import type { Entry } from "../../owner-image/entry.ts";
import { createGraph } from "../../owner-image/graph.ts";
import { createImage } from "../../owner-image/image.ts";
import { createTermIndex } from "../../owner-image/postings.ts";
import type { Readable } from "../../owner-image/reads.ts";
import type { Patch } from "../../ports/store.ts";
import { entryOf, type Facts, factsOf, graphOf, type Hot } from "./points.ts";

/** A memory as it lies in Qdrant: the id of its point, and what of it ranks. */
export interface HotPoint {
  point: string;
  hot: Hot;
}

/** What a use changes. */
export type Use = Pick<Hot, "accessCount" | "lastAccessedAt" | "importance" | "used">;

/** Measured at 5,000 memories of 20 words: entry, facts and maps, without terms and graph. */
const RECORD_BYTES = 1_000;

/** An owner's memories in this process, as of one version. */
export interface OwnerImage extends Readable {
  /** The version it is in step with; 0 for none. */
  readonly version: number;
  /** The rows that are new or changed since, and the version they make. Those it knows as they are now are passed over. */
  advance(rows: readonly HotPoint[], version: number): void;
  /** A change of one record that made this version. */
  patch(seq: number, change: Patch, rev: number): void;
  use(seq: number, use: Use): void;
  entry(seq: number): Entry;
  facts(seq: number): Facts;
  /** Number of the record under an id, an origin key, and of the active one of a content. */
  byId(id: string): number | undefined;
  byOrigin(key: string): number | undefined;
  byContent(hash: string): number | undefined;
  graph: ReturnType<typeof createGraph>;
  readonly bytes: number;
}

export function createOwnerImage(): OwnerImage {
  const images = createImage();
  const index = createTermIndex();
  const graph = createGraph();
  const { image } = images;
  const facts: (Facts | undefined)[] = [];
  const origins = new Map<string, number>();
  const contents = new Map<string, number>();

  const entry = (seq: number) => image.entries[seq] as Entry;
  /** Keeps in step who is the active record of a content. */
  const place = (made: Entry) => {
    images.put(made, image.threadOf[made.seq] ?? -1);
    if (made.status === "active") contents.set(made.contentHash, made.seq);
    else if (contents.get(made.contentHash) === made.seq) contents.delete(made.contentHash);
  };
  const add = ({ point, hot }: HotPoint) => {
    const thread = images.threadNumber(hot.thread);
    const made = entryOf(hot, image.threads[thread] ?? null);
    const isNew = facts[hot.seq] === undefined;
    facts[hot.seq] = factsOf(point, hot);
    if (!isNew) return place(made);
    images.put(made, thread);
    if (made.status === "active") contents.set(made.contentHash, made.seq);
    if (hot.originKey !== null) origins.set(hot.originKey, hot.seq);
    index.add(hot.seq, hot.terms);
    const said: { mentions?: readonly Mention[]; relations?: readonly Relation[] } = graphOf(hot);
    graph.add(hot.seq, said.mentions ?? [], said.relations ?? []);
  };

  return {
    get version() {
      return image.rev;
    },
    advance(rows, version) {
      const changed = rows.filter(({ hot }) => {
        const known = facts[hot.seq];
        return known === undefined || known.rev < hot.rev || (known.rev === hot.rev && known.used < hot.used);
      });
      // leaving the active ones first: two that change places must not both be the one of their content
      for (const one of changed.sort((a, b) => a.hot.seq - b.hot.seq)) add(one);
      images.arrived(version);
    },
    patch(seq, change, rev) {
      const known = facts[seq] as Facts;
      const { version, supersedes, supersededBy, summary: _, metadata: __, ...ranked } = change;
      facts[seq] = {
        ...known,
        rev,
        version: version ?? known.version,
        supersedes: supersedes === undefined ? known.supersedes : supersedes,
        supersededBy: supersededBy === undefined ? known.supersededBy : supersededBy,
      };
      place({ ...entry(seq), ...ranked });
    },
    use(seq, { used, accessCount, lastAccessedAt, importance }) {
      facts[seq] = { ...(facts[seq] as Facts), used };
      images.put({ ...entry(seq), accessCount, lastAccessedAt, importance }, image.threadOf[seq] ?? -1);
    },
    entry,
    facts: (seq) => facts[seq] as Facts,
    byId: (id) => image.byId.get(id),
    byOrigin: (key) => origins.get(key),
    byContent: (hash) => contents.get(hash),
    graph,
    image: () => image,
    corpus: (statuses) => images.corpus(statuses),
    postings: (terms: readonly WeightedTerm[]): Postings[] => terms.map(({ term }) => index.of(term)),
    get bytes() {
      return image.records * RECORD_BYTES + index.bytes() + graph.bytes();
    },
  };
}
