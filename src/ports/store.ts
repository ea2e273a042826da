import type { WeightedTerm } from "../domain/bm25.ts";
import type { Earlier } from "../domain/entities/referring.ts";
import type { Mention, Relation } from "../domain/entities/types.ts";
import type { EntityType } from "../domain/entities.ts";
import type { Fingerprint, Instant, Kind, MemoryRecord, MemoryType, Source, Status } from "../domain/record.ts";
import type { Owner } from "../domain/scope.ts";
import type { Asks } from "../domain/text.ts";
import type { Seed } from "../domain/walk.ts";

/** A record with what the indexes need. `terms` are the tokens of domain/text in order, repeated as they occur. */
export interface Indexed {
  record: MemoryRecord;
  terms: readonly string[];
  /** Length 1 (L2), of the store's embedding dimension. */
  vector: Float32Array;
  /** What it says about entities (A5), each key once; none when absent. */
  mentions?: readonly Mention[];
  /** Between keys of `mentions`; they hold as long as this record does. */
  relations?: readonly Relation[];
}

/** What became of one item of an insert. */
export type Inserted =
  | { outcome: "stored"; id: string }
  /**
   * An active record of the same content hash in the namespace (looked for only when the new one is active), one of the
   * same origin key in any status, or one of the same id in any status.
   */
  | { outcome: "duplicate"; id: string; by: "content" | "origin" | "id" };

/** Conditions joined by AND; an empty list or absent key is no condition. Values are compared exactly. */
export interface Filter {
  /** Default `["active"]`. Ignored when `asOf` is given, which means: active, superseded, archived or compressed. */
  statuses?: readonly Status[];
  kinds?: readonly Kind[];
  types?: readonly MemoryType[];
  sources?: readonly Source[];
  threads?: readonly string[];
  speakers?: readonly string[];
  /** All of these. */
  tags?: readonly string[];
  /** Any of these. */
  entities?: readonly string[];
  /** `happenedAt` in since (inclusive) … until (exclusive). */
  since?: Instant;
  until?: Instant;
  /** Believed at that instant: validFrom ≤ asOf < validUntil. Without it: active records not out of date at `now`. */
  asOf?: Instant;
}

/** The small part of a record that ranking needs; kept hot by every store. */
export interface Candidate {
  id: string;
  kind: Kind;
  type: MemoryType;
  status: Status;
  source: Source;
  thread: string | null;
  speaker: string | null;
  happenedAt: Instant;
  validUntil: Instant | null;
  lastAccessedAt: Instant | null;
  importance: number;
  confidence: number;
  accessCount: number;
  /** Number of terms. */
  length: number;
  contentHash: string;
  /** Whether the content asks something: 0 no, 1 somewhere, 2 at its end. See `asksOf` in domain/text. */
  asks: Asks;
}

/** One result of one route, best first. The score's meaning is the route's; only order compares between routes. */
export interface Hit {
  candidate: Candidate;
  score: number;
  /** Keyword route: the part of the score that the record's own words earned, without the turns beside it. */
  own?: number;
}

/** The hits of the keyword route. */
export interface KeywordHits {
  hits: Hit[];
  /** Highest score the query could reach: Σ weight · idf · (k1 + 1) over its terms, those found nowhere included. */
  ceiling: number;
}

/** What a store holds, cheap to ask at every recall. */
export interface Overview {
  /** Active records. */
  count: number;
  /** Distinct speakers of active records, most frequent first, at most 100. */
  speakers: string[];
  /** Earliest and latest `happenedAt` of active records. */
  oldest: Instant | null;
  newest: Instant | null;
}

export interface KeywordQuery {
  /** Distinct terms of the query, each with a weight (1 counts fully) its idf is multiplied by. */
  terms: readonly WeightedTerm[];
  filter: Filter;
  limit: number;
  now: Instant;
}

export interface VectorQuery {
  vector: Float32Array;
  filter: Filter;
  limit: number;
  now: Instant;
}

/** Words and meaning in one search, weighed with time and importance. */
export interface FusedQuery {
  terms: readonly WeightedTerm[];
  vector: Float32Array;
  /** How far the ranks of each search count, 0 … 1. */
  trust: { terms: number; vector: number };
  /** Weights of the formula, and by how much recency falls in a day; see `score` in domain/rank. */
  weights: { relevance: number; recency: number; importance: number; usage: number; decayPerDay: number };
  filter: Filter;
  limit: number;
  now: Instant;
}

export interface StructuredQuery {
  filter: Filter;
  /** By happenedAt (newest or oldest first), or by importance then newest. */
  order: "recent" | "oldest" | "important";
  limit: number;
  now: Instant;
}

/** A turn beside a hit in the same thread. */
export interface Neighbour {
  of: string;
  candidate: Candidate;
  /** −2, −1, 1, 2: earlier is negative. */
  distance: number;
}

/** An entity as the graph knows it. */
export interface EntityNode {
  key: string;
  /** As the first memory wrote it. */
  name: string;
  type: EntityType;
  /** Records that mention it, of every status. */
  mentioned: number;
}

export interface WalkQuery {
  /** Entities to begin at; keys that there are not are ignored. */
  entities: readonly Seed[];
  /** 1 … 3: how often it goes from memories to what else they mention. */
  hops: number;
  /** Strength kept at each further hop, 0 … 1. */
  decay: number;
  filter: Filter;
  limit: number;
  now: Instant;
}

/** Fields a store may change in place; everything else needs a new version. */
export type Patch = Partial<
  Pick<
    MemoryRecord,
    | "status"
    | "importance"
    | "confidence"
    | "tags"
    | "entities"
    | "summary"
    | "source"
    | "validUntil"
    | "supersedes"
    | "supersededBy"
    | "version"
    | "metadata"
  >
>;

/** A record that has no vector of the model that is to follow. */
export interface Unembedded {
  id: string;
  speaker: string | null;
  content: string;
}

/** Changes that hold together or not at all. */
export interface Amendment {
  /** New records; each must be new by id, origin key and, when active, by content. */
  insert?: readonly Indexed[];
  /** Each only while its record has the status `when`. */
  patch?: readonly { id: string; when: Status; patch: Patch }[];
  audit?: readonly AuditEntry[];
  /**
   * Token of the lease it is made under (ports/ledger). One that is lower than another this store has seen is refused:
   * its holder was taken for dead and someone else goes on.
   */
  fence?: number;
}

export interface StoreStats {
  total: number;
  byStatus: Partial<Record<Status, number>>;
  /** Active records only. */
  byKind: Partial<Record<Kind, number>>;
  /** Records that were recalled at least once. */
  everRecalled: number;
  bytes: number;
  oldest: Instant | null;
  newest: Instant | null;
}

/** The figures of a store with nothing in it. */
export const noStats = (): StoreStats => ({
  total: 0,
  byStatus: {},
  byKind: {},
  everRecalled: 0,
  bytes: 0,
  oldest: null,
  newest: null,
});

export interface AuditEntry {
  at: Instant;
  actor: string;
  action: "write" | "read" | "change" | "supersede" | "forget" | "restore" | "export" | "import" | "erase";
  /** Id of the record, when it concerns one. */
  id: string | null;
  /** No content: a count, a status, a reason. */
  detail: string;
}

/**
 * The memory of one owner. Nothing of another owner can be reached through it. BM25 statistics are the owner's own.
 * Every method may throw HindsightError STORE_FAILED, STORE_BUSY, DISK_FULL or CLOSED; a method that throws changed nothing.
 * Of a store on a server UNREACHABLE too, after which a write may have been made all the same; made again it is a duplicate.
 */
export interface MemoryStore {
  readonly owner: Owner;
  /** The embedding model this store was filled with; `null` before the first write. */
  embedding(): Promise<Fingerprint | null>;
  /**
   * Writes all items durably or none. Checks content hash and origin key within the same transaction, also between the
   * items, so two writers at the same moment make one record. A duplicate is reported, not changed.
   * `audit` is written in the same transaction, at the cost of no other: of its entries those whose id was stored, and
   * those of no id when anything was.
   * @throws HindsightError EMBEDDING_MISMATCH when the fingerprint differs from the store's.
   */
  insert(items: readonly Indexed[], fingerprint: Fingerprint, audit?: readonly AuditEntry[]): Promise<Inserted[]>;
  /**
   * Stores `next` as the new version of `id` and closes the old one (status superseded, validUntil = next.validFrom,
   * links both ways; a validUntil that is earlier stays), in one transaction, `audit` included. When another writer
   * superseded `id` first, or it was forgotten, throws CONFLICT.
   */
  supersede(id: string, next: Indexed, fingerprint: Fingerprint, audit?: readonly AuditEntry[]): Promise<void>;
  /**
   * Begins to change over to another embedding model, or goes on where it was; how many records still need a vector of it,
   * null when the store is filled with it already or with nothing. Searches use the old vectors until `switchEmbedding`;
   * from now on inserts of either model are taken, those of the new one found by words alone until then.
   */
  beginReembed(to: Fingerprint): Promise<number | null>;
  /** Records without a vector of the model that is to follow, in the order they were written, in every status. */
  unembedded(limit: number): Promise<Unembedded[]>;
  /** Keeps vectors of that model; unknown ids are ignored. @throws CONFLICT when the store is not changing over to it. */
  embedNext(vectors: readonly { id: string; vector: Float32Array }[], to: Fingerprint): Promise<void>;
  /**
   * Changes over at once, when every record has its vector; false, and nothing changed, while one has not. Later inserts of
   * the old model throw EMBEDDING_MISMATCH. @throws CONFLICT as above.
   */
  switchEmbedding(to: Fingerprint): Promise<boolean>;
  /** In the order asked; unknown ids are left out. Any status. */
  get(ids: readonly string[]): Promise<MemoryRecord[]>;
  /** The id under each origin key, in any status, in the order asked; unknown keys give `undefined`. */
  byOrigin(keys: readonly string[]): Promise<(string | undefined)[]>;
  /** The stored vectors, in the order asked; unknown ids give `undefined`. */
  vectors(ids: readonly string[]): Promise<(Float32Array | undefined)[]>;
  /** False when there is no such id. Only while its status is one of `when`, if given. */
  patch(id: string, patch: Patch, when?: readonly Status[]): Promise<boolean>;
  /**
   * All of it in one transaction, or nothing: false when a record is gone or has another status by now, or an insert is a
   * duplicate. `fingerprint` may be null when nothing is inserted. A patch that makes a second active record of the same content throws CONFLICT.
   * @throws HindsightError LEASE_LOST for a fence that is out of date; EMBEDDING_MISMATCH.
   */
  amend(amendment: Amendment, fingerprint: Fingerprint | null): Promise<boolean>;
  /** Counts a use: accessCount + 1, lastAccessedAt, importance raised by `gain` (never above 1). Unknown ids are ignored. */
  touch(ids: readonly string[], at: Instant, gain: number): Promise<void>;
  /** By id, ascending or descending; `after` is the last id of the page before. Out-of-date records are among them. */
  list(filter: Filter, page: { limit: number; after?: string; newestFirst?: boolean }): Promise<MemoryRecord[]>;
  /**
   * Everything kept of the records, by id ascending, in every status; `after` is the last id of the page before, and a page
   * that is not full is the last. Record, terms (in order) and vector are exactly as `insert` would take them to make the
   * same memory elsewhere; of the graph the keys, weights and relations are, an entity has the name and type it is known by,
   * aliases are normalised, and mentions, aliases and relations come in no order. @throws CONFLICT when a record has a vector of none but the model that is to follow.
   */
  dump(page: { after?: string; limit: number }): Promise<Indexed[]>;
  /** All versions linked to that record, oldest first; empty for an unknown id. */
  history(id: string): Promise<MemoryRecord[]>;

  /**
   * BM25 over the terms, each turn read with the turns beside it in its thread: `scoreTurns` of domain/bm25, which every
   * store must agree with. Records of no thread stand alone.
   */
  keyword(query: KeywordQuery): Promise<KeywordHits>;
  /** BM25 of whole threads, each as one document (`scoreThreads` of domain/bm25): score by thread, best first. */
  threads(query: KeywordQuery): Promise<{ thread: string; score: number }[]>;
  /** Exact or approximate nearest by cosine. */
  nearest(query: VectorQuery): Promise<Hit[]>;
  /**
   * Both searches, their fusion and the formula at once, where the store is a server that can: one round trip. Ranks by the
   * documents' own words, without neighbours, threads, graph and trust: `recall` finds more. Absent where it would save nothing.
   */
  fused?(query: FusedQuery): Promise<Hit[]>;
  /**
   * Another text after every change of what is stored, by whichever process, a mere use (`touch`) apart; never one that
   * was before, also when the owner was erased and began anew.
   */
  revision(): Promise<string>;
  /** What there is, for reading a question. */
  overview(): Promise<Overview>;
  /** By time or importance; score is 1 for the first, falling. */
  structured(query: StructuredQuery): Promise<Hit[]>;
  /**
   * Active turns up to `reach` places before and after each, by happenedAt then id, in their thread; with `only`, those
   * of them that are among `ids`.
   */
  around(ids: readonly string[], reach: number, only?: "given"): Promise<Neighbour[]>;

  /**
   * Memories reached from entities over the graph, best first: `walkGraph` of domain/walk, which every store must agree
   * with. Only memories the filter admits are walked through, and only relations such a memory states.
   */
  walk(query: WalkQuery): Promise<Hit[]>;
  /**
   * Entities whose key, or whose name or alias as an admitted record has it, is among `names` (normalised by
   * `normalName`; keys as they are), and all of `types`; most mentioned first, at most `limit`.
   */
  entitiesNamed(query: {
    names: readonly string[];
    types?: readonly EntityType[];
    filter: Filter;
    limit: number;
    now: Instant;
  }): Promise<EntityNode[]>;
  /**
   * What the latest active records of a thread (`null`: of none; absent: of any or none) mentioned, that happened in
   * `since` … `until`, both inclusive; newest first, at most `limit` records.
   */
  mentionedLately(query: { thread?: string | null; since: Instant; until: Instant; limit: number }): Promise<Earlier[]>;

  stats(): Promise<StoreStats>;
  /** What is wrong with what lies on disk or on the server (a damaged file, an index out of step); empty when sound. */
  check(): Promise<string[]>;
  audit(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  auditTrail(limit: number): Promise<AuditEntry[]>;
  /** Memories `actor` wrote or replaced at or after `since`, by the audit: what was imported or found known is not among them. */
  writesSince(actor: string, since: Instant): Promise<number>;
  /**
   * Hard: removes every record that user wrote (field `user`), in every status and version, with vector, terms and audit
   * entries that name the record or the user as actor; counts by place. Links of other records to them become `null`.
   * For the shared namespaces of an erased user.
   */
  eraseWrittenBy(user: string): Promise<ErasedPlaces>;
  /** Releases this handle; safe to call twice. */
  close(): Promise<void>;
}

/** What erasing removed, counted by place; `null` where it was removed and could not be read to be counted. */
export type ErasedPlaces = Record<string, number | null>;

/** Opens the stores of owners. One per process. */
export interface StoreProvider {
  /**
   * The store of that owner, made when it does not exist. Handles of one owner share what is behind them.
   * @throws HindsightError WRONG_OWNER when the file belongs to someone else, WRONG_KEY when it cannot be decrypted.
   */
  open(owner: Owner): Promise<MemoryStore>;
  /** True when something is stored for that owner. */
  exists(owner: Owner): Promise<boolean>;
  /**
   * Removes everything of that owner, files and write-ahead logs included; open handles become CLOSED. What is damaged
   * or encrypted with another key is removed all the same, uncounted.
   * @throws HindsightError WRONG_OWNER when the file belongs to someone else; it is left alone then.
   */
  erase(owner: Owner): Promise<ErasedPlaces>;
  close(): Promise<void>;
}
