import { randomUUID } from "node:crypto";
import type { Schemas } from "@qdrant/js-client-rest";
import type { Fingerprint } from "../../domain/record.ts";
import { sameModel } from "../../owner-image/checks.ts";
import type { Indexed } from "../../ports/store.ts";
import { DENSE } from "./collections.ts";
import type { HotPoint } from "./image.ts";
import type { OwnerMemory, Server, Snapshot } from "./owner.ts";
import { digitsOf, type Hot, stagedPoint } from "./points.ts";

/** Points of one request at most, and about their bytes: Qdrant takes 32 MB. */
const MOST_POINTS = 256;
const MOST_BYTES = 4_000_000;

type Point = Schemas["PointStruct"];

/** Sends points in requests of bounded size. One that is there already stays as it is: it came by an earlier try. */
export async function add(server: Server, collection: string, points: readonly Point[], what: string): Promise<void> {
  let chunk: Point[] = [];
  let bytes = 0;
  const send = async () => {
    const sent = chunk;
    chunk = [];
    bytes = 0;
    if (sent.length > 0)
      await server.connection.write(what, (client) =>
        client.upsert(collection, { points: sent, update_mode: "insert_only", wait: true }),
      );
  };
  for (const point of points) {
    const size = Number(point.payload?.size ?? 0);
    if (chunk.length === MOST_POINTS || (bytes > 0 && bytes + size > MOST_BYTES)) await send();
    chunk.push(point);
    bytes += size;
  }
  await send();
}

/**
 * Writes new memories where nobody sees them yet, numbered from the owner's highest on. Vectors of the model that is to
 * follow go where those are gathered.
 */
export async function stage(
  server: Server,
  memory: OwnerMemory,
  { state, image }: Snapshot,
  tx: string,
  items: readonly Indexed[],
  fingerprint: Fingerprint | null,
): Promise<HotPoint[]> {
  if (items.length === 0 || fingerprint === null) return [];
  const embedding = state.embedding ?? fingerprint;
  const dense = sameModel(embedding, fingerprint);
  const { averageLength } = image.corpus(["active"]).view();
  const base = state.version;
  const staged = items.map((item, index) => {
    const place = { ...memory.scope, tx, base, seq: state.last + 1 + index };
    return { item, point: stagedPoint(randomUUID(), item, place, averageLength, dense) };
  });
  const collection = await server.collections.ensureMemories(embedding);
  await add(
    server,
    collection,
    staged.map(({ point }) => point),
    "write memories",
  );
  if (!dense) {
    const vectors = staged.map(({ item, point }) => nextPoint(point.id, item, { ...memory.scope, base }));
    await add(server, await server.collections.ensureMemories(fingerprint), vectors, "write new vectors");
  }
  return staged.map(({ point }) => ({ point: String(point.id), hot: point.payload as unknown as Hot }));
}

/** A vector of the model that is to follow, beside nothing: the rest of the memory comes with the change-over. */
export function nextPoint(
  id: Point["id"],
  { record, vector }: { record: { user: string }; vector: Float32Array },
  place: { owner: string; inc: string; base: number },
): Point {
  return {
    id,
    payload: { ...place, rev: 0, src: 0, user: record.user, size: 4 * vector.length },
    vector: { [DENSE]: digitsOf(vector) },
  };
}
