import { randomUUID } from "node:crypto";
import { between, ids, is, within } from "./filters.ts";
import { noteChange, type OwnerMemory, type Server } from "./owner.ts";
import { believed, type Hot } from "./points.ts";

/** Times a use is counted again that another process's came in between. */
const MOST_TRIES = 5;

const USE = ["owner", "inc", "rev", "accessCount", "lastAccessedAt", "importance", "used", "usedBy"];

/**
 * Counts uses without a commit: each point is changed only as it is known, which also keeps a request that is sent twice
 * from counting twice, and read back. Other processes hear of it with their next write or within half a minute. A use
 * that others were quicker with five times in a row is not counted.
 */
export async function touch(
  server: Server,
  memory: OwnerMemory,
  touched: readonly string[],
  at: string,
  gain: number,
): Promise<void> {
  if (touched.length === 0) return;
  const usedBy = randomUUID();
  let left = new Set(touched);
  for (let tries = 0; tries < MOST_TRIES && left.size > 0; tries++) {
    const { state, image } = await (tries === 0 ? memory.read() : memory.readAnew());
    if (state.embedding === null) return;
    const collection = server.collections.memories(state.embedding);
    const seqs = Array.from(left).flatMap((id) => image.byId(id) ?? []);
    if (seqs.length === 0) return;
    const operations = seqs.map((seq) => {
      const { accessCount, lastAccessedAt, importance } = image.entry(seq);
      const { point, rev } = image.facts(seq);
      const later = lastAccessedAt !== null && lastAccessedAt > at ? lastAccessedAt : at;
      const raised = Math.max(0, Math.min(1, importance + gain));
      const use = { accessCount: accessCount + 1, lastAccessedAt: later, importance: raised, used: server.now() };
      return {
        set_payload: {
          payload: { ...use, usedBy },
          filter: within(memory.scope, [
            ids([point]),
            between("rev", { gte: rev, lte: rev }),
            is("accessCount", accessCount),
          ]),
        },
      };
    });
    await server.connection.write("count a use", (client) =>
      client.batchUpdate(collection, { operations, wait: true }),
    );
    const points = new Map(seqs.map((seq) => [image.facts(seq).point, seq]));
    const found = await server.connection.read("read a use back", (client) =>
      client.retrieve(collection, { ids: Array.from(points.keys()), with_payload: USE }),
    );
    left = new Set(left);
    const counted = new Set<number>();
    for (const one of found) {
      const seq = points.get(String(one.id));
      const hot = believed<Hot & { usedBy?: string }>(one, memory.scope);
      if (seq === undefined || hot === null || hot.rev !== image.facts(seq).rev) continue;
      image.use(seq, hot);
      if (hot.usedBy === usedBy) counted.add(seq);
    }
    for (const seq of seqs) if (counted.has(seq)) left.delete(image.entry(seq).id);
    for (const id of left) if (image.byId(id) === undefined) left.delete(id);
    noteChange();
  }
}
