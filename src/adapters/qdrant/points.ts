import type { Schemas } from "@qdrant/js-client-rest";
import type { Mention, Relation } from "../../domain/entities/types.ts";
import type { MemoryRecord } from "../../domain/record.ts";
import { type Owner, ownerKey } from "../../domain/scope.ts";
import { asksOf } from "../../domain/text.ts";
import type { Entry } from "../../owner-image/entry.ts";
import type { Indexed, Patch } from "../../ports/store.ts";
import { DENSE, SPARSE } from "./collections.ts";
import { documentWeights } from "./sparse.ts";

/** Whose points these are, and since which beginning of that owner's memory. */
export interface Scope {
  owner: string;
  inc: string;
}

export const scopeOf = (owner: Owner, incarnation: string): Scope => ({ owner: ownerKey(owner), inc: incarnation });

/** How a point stands among the writes of its owner. */
interface Place extends Scope {
  /** The write that added it. */
  tx: string;
  /** Version of the owner's memory that last changed it; 0 while it is staged and nobody may see it. */
  rev: number;
  /** Version at which it was staged: once another has taken its place it can only be rubbish. */
  base: number;
  /** Its number in the owner's memory, in the order of writing from 1. */
  seq: number;
  /** Milliseconds since 1970 when a use was last counted, by the clock of who counted it. */
  used: number;
}

/** Fields of a record that stand in the payload as they are. */
type Plain = Omit<MemoryRecord, "episode" | "metadata">;

/** What Qdrant holds of a memory beside its vectors. */
export type Payload = Plain &
  Place & {
    /** Both as JSON: nothing asks for them, and the server must not read them otherwise than we do. */
    episode: string;
    metadata: string;
    terms: readonly string[];
    /** JSON of `{"mentions","relations"}`; `null` where the writer gave none. */
    graph: string | null;
    length: number;
    asks: number;
    /** About the bytes it takes, vectors included. */
    size: number;
  };

/** The part of a payload that the image is made of. */
export const HOT = [
  ...["owner", "inc", "tx", "rev", "seq", "used", "id", "user", "kind", "type", "status", "source", "thread"],
  ...["speaker", "happenedAt", "validFrom", "validUntil", "lastAccessedAt", "importance", "confidence"],
  ...["accessCount", "length", "asks", "contentHash", "tags", "entities", "originKey", "version", "supersedes"],
  ...["supersededBy", "terms", "graph", "size"],
] as const satisfies readonly (keyof Payload)[];

export type Hot = Pick<Payload, (typeof HOT)[number]>;

/** What of a record the image keeps beside what ranks. */
export interface Facts {
  /** Id of its point. */
  point: string;
  rev: number;
  used: number;
  user: string;
  originKey: string | null;
  version: number;
  supersedes: string | null;
  supersededBy: string | null;
  size: number;
}

export function entryOf(hot: Hot, thread: string | null): Entry {
  const { id, seq, kind, type, status, source, speaker, happenedAt, validFrom, validUntil, lastAccessedAt } = hot;
  const { importance, confidence, accessCount, length, contentHash, tags, entities } = hot;
  const when = { happenedAt, validFrom, validUntil, lastAccessedAt };
  const weights = { importance, confidence, accessCount, length, asks: hot.asks as Entry["asks"] };
  return { seq, id, kind, type, status, source, thread, speaker, ...when, ...weights, contentHash, tags, entities };
}

export function factsOf(point: string, hot: Hot): Facts {
  const { rev, used, user, originKey, version, supersedes, supersededBy, size } = hot;
  return { point, rev, used, user, originKey, version, supersedes, supersededBy, size };
}

/** JSON has no half of a surrogate pair, and Qdrant refuses one. */
export function wellFormed<T>(value: T): T {
  if (typeof value === "string") return value.toWellFormed() as T;
  if (Array.isArray(value)) return value.map(wellFormed) as T;
  return value;
}

type Wire = Record<string, unknown>;

/** The changes of a patch as payload. */
export function patchOf({ metadata, ...plain }: Patch): Wire {
  const wire: Wire = metadata === undefined ? {} : { metadata: JSON.stringify(metadata) };
  for (const [key, value] of Object.entries(plain)) if (value !== undefined) wire[key] = wellFormed(value);
  return wire;
}

/** A vector in the fewest digits that give the same 32-bit floats. */
export const digitsOf = (vector: Float32Array): number[] => Array.from(vector, (value) => Number(value.toPrecision(9)));

/** The payload and the vectors of a memory that is to be written. */
export function stagedPoint(
  point: string,
  item: Indexed,
  place: Pick<Place, "owner" | "inc" | "tx" | "base" | "seq">,
  average: number,
  dense: boolean,
): Schemas["PointStruct"] {
  const { episode, metadata, ...plain } = item.record;
  const { mentions, relations, terms, vector } = item;
  const payload: Payload = {
    ...plain,
    ...place,
    rev: 0,
    used: 0,
    episode: JSON.stringify(episode),
    metadata: JSON.stringify(metadata),
    terms,
    graph: mentions === undefined ? null : JSON.stringify({ mentions, relations: relations ?? null }),
    length: terms.length,
    asks: asksOf(item.record.content),
    size: 0,
  };
  payload.size = Buffer.byteLength(JSON.stringify(payload)) + 4 * vector.length + 8 * new Set(terms).size;
  const wire: Wire = {};
  for (const [key, value] of Object.entries(payload)) wire[key] = wellFormed(value);
  const sparse = documentWeights(terms, average);
  return {
    id: point,
    payload: wire,
    vector: {
      ...(dense ? { [DENSE]: digitsOf(vector) } : {}),
      ...(sparse.indices.length > 0 ? { [SPARSE]: sparse } : {}),
    },
  };
}

/** A record as it was written. */
export function recordOf(payload: Payload): MemoryRecord {
  const { id, user, namespace, thread, kind, type, content, context, summary, speaker } = payload;
  const { tags, entities, importance, confidence, source, language, timeZone, createdAt, happenedAt } = payload;
  const { validFrom, validUntil, lastAccessedAt, accessCount, status, version, supersedes, supersededBy } = payload;
  const { contentHash, originKey, promptVersion } = payload;
  const said = { id, user, namespace, thread, kind, type, content, context, summary, speaker, tags, entities };
  const weights = { importance, confidence, source, language, timeZone };
  const times = { createdAt, happenedAt, validFrom, validUntil, lastAccessedAt };
  const life = { accessCount, status, version, supersedes, supersededBy, contentHash, originKey, promptVersion };
  const episode = JSON.parse(payload.episode) as MemoryRecord["episode"];
  const metadata = JSON.parse(payload.metadata) as MemoryRecord["metadata"];
  return { ...said, ...weights, ...times, ...life, episode, metadata };
}

/** What a record said about entities when it was written. */
export function graphOf({ graph }: Pick<Payload, "graph">): Pick<Indexed, "mentions" | "relations"> {
  if (graph === null) return {};
  const { mentions, relations } = JSON.parse(graph) as { mentions: Mention[]; relations: Relation[] | null };
  return relations === null ? { mentions } : { mentions, relations };
}

/** What may be null: of these keys Qdrant drops the ones that a later write sets to null. */
const NULLS = {
  ...{ thread: null, context: null, summary: null, speaker: null, validUntil: null, lastAccessedAt: null },
  ...{ supersedes: null, supersededBy: null, originKey: null, promptVersion: null, graph: null },
};

/**
 * The payload of a point, when it is one of this scope: what a server returns is not believed to be what was asked for.
 */
export function believed<P extends Scope>(point: { payload?: unknown }, scope: Scope): P | null {
  const { payload } = point;
  if (typeof payload !== "object" || payload === null) return null;
  const { owner, inc } = payload as Partial<Scope>;
  return owner === scope.owner && inc === scope.inc ? ({ ...NULLS, ...payload } as unknown as P) : null;
}
