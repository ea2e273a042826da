import type { Schemas } from "@qdrant/js-client-rest";
import { HindsightError } from "../../domain/errors.ts";
import type { Fingerprint } from "../../domain/record.ts";
import { checkVector, sameModel } from "../../owner-image/checks.ts";
import type { Unembedded } from "../../ports/store.ts";
import { PAGE, SPARSE } from "./collections.ts";
import { between, type Condition, ids, within } from "./filters.ts";
import type { OwnerImage } from "./image.ts";
import type { OwnerMemory, Server, Snapshot } from "./owner.ts";
import { believed, type Payload } from "./points.ts";
import { fetched } from "./reads.ts";
import { scrolled } from "./scroll.ts";
import { add, nextPoint } from "./stage.ts";
import type { Leftover, State } from "./state.ts";
import { type Decision, transact } from "./transact.ts";

/**
 * The change of one owner to another embedding model. Every model has a collection of its own, in which many owners
 * live. The new vectors are gathered in the next one, unseen; the rest of each memory is copied there before the switch,
 * which is one commit: it tells whose collection it is now. What stays behind is removed by the next write.
 */

/** A point in the next collection: which state of the memory it is a copy of (`src` 0: its vector alone). */
type Gathered = Pick<Payload, "owner" | "inc" | "used"> & { src: number };

const COPIED: Condition = between("src", { gte: 1 });

async function gathered(server: Server, memory: OwnerMemory, collection: string): Promise<Map<string, Gathered>> {
  const what = { scope: memory.scope, filter: within(memory.scope), fields: ["owner", "inc", "src", "used"] as const };
  const found = new Map<string, Gathered>();
  const points = scrolled<Gathered>(server.connection, "read new vectors", collection, what);
  for await (const { point, payload } of points) found.set(point, payload);
  return found;
}

/** Numbers of all records, in the order of writing. */
function all(image: OwnerImage): number[] {
  const { entries, last } = image.image();
  const seqs: number[] = [];
  for (let seq = 1; seq <= last; seq++) if (entries[seq] !== undefined) seqs.push(seq);
  return seqs;
}

const leftAt = (collection: string, { version }: State): Leftover => ({ collection, version: version + 1 });

export async function beginReembed(server: Server, memory: OwnerMemory, to: Fingerprint): Promise<number | null> {
  const collection = await server.collections.ensureMemories(to);
  return transact(server, memory, async ({ state, image }): Promise<Decision<number | null>> => {
    const { embedding, next } = state;
    const leftovers = next === null || sameModel(next, to) ? [] : [leftAt(server.collections.memories(next), state)];
    if (embedding === null || sameModel(embedding, to)) {
      if (next === null) return { result: null, plan: null };
      return {
        result: null,
        plan: { change: { next: null, leftovers: [leftAt(server.collections.memories(next), state)] } },
      };
    }
    if (next === null || !sameModel(next, to)) {
      return { result: image.image().records, plan: { change: { next: to, leftovers } } };
    }
    const there = await gathered(server, memory, collection);
    return { result: all(image).filter((seq) => !there.has(image.facts(seq).point)).length, plan: null };
  });
}

/** What this process knows to be gathered, so that it is not read anew for every page. */
const known = new WeakMap<OwnerMemory, { collection: string; points: Set<string> }>();

export async function unembedded(server: Server, memory: OwnerMemory, limit: number): Promise<Unembedded[]> {
  const now = await memory.read();
  const { state, image } = now;
  if (state.next === null)
    return all(image).length === 0 ? [] : describe(server, memory, now, all(image).slice(0, limit));
  const collection = server.collections.memories(state.next);
  let there = known.get(memory);
  if (there?.collection !== collection) {
    there = { collection, points: new Set((await gathered(server, memory, collection)).keys()) };
    known.set(memory, there);
  }
  const { points } = there;
  const lacking = all(image).filter((seq) => !points.has(image.facts(seq).point));
  return describe(server, memory, now, lacking.slice(0, limit));
}

async function describe(server: Server, memory: OwnerMemory, now: Snapshot, seqs: number[]): Promise<Unembedded[]> {
  const wanted = seqs.map((seq) => now.image.entry(seq).id);
  const found = await fetched(server, memory, now, wanted, { payload: ["owner", "inc", "id", "speaker", "content"] });
  return wanted.flatMap((id) => {
    const payload = found.get(id)?.payload;
    return payload === undefined ? [] : [{ id, speaker: payload.speaker, content: payload.content }];
  });
}

function checkNext({ next }: State, to: Fingerprint): void {
  if (next !== null && sameModel(next, to)) return;
  throw new HindsightError(
    "CONFLICT",
    `this memory is ${next === null ? "not" : `being changed to ${next.model}, not`} being changed to ${to.model}`,
    "Another run took over or is done; run `hindsight reembed` again.",
  );
}

export async function embedNext(
  server: Server,
  memory: OwnerMemory,
  vectors: readonly { id: string; vector: Float32Array }[],
  to: Fingerprint,
): Promise<void> {
  for (const { vector } of vectors) checkVector(vector, to);
  const { state, image } = await memory.readAnew();
  checkNext(state, to);
  const place = { ...memory.scope, base: state.version };
  const points = vectors.flatMap(({ id, vector }) => {
    const seq = image.byId(id);
    if (seq === undefined) return [];
    const { point, user } = image.facts(seq);
    return [nextPoint(point, { record: { user }, vector }, place)];
  });
  await add(server, server.collections.memories(to), points, "write new vectors");
  const there = known.get(memory);
  for (const { id } of points) there?.points.add(String(id));
}

/** Completes the gathered vectors with the rest of their memories, as these are now. */
async function copy(server: Server, memory: OwnerMemory, from: string, to: string, points: string[]): Promise<void> {
  for (let at = 0; at < points.length; at += PAGE / 4) {
    const some = points.slice(at, at + PAGE / 4);
    const found = await server.connection.read("read memories", (client) =>
      client.retrieve(from, { ids: some, with_payload: true, with_vector: [SPARSE] }),
    );
    const operations = found.flatMap((point) => {
      const payload = believed<Payload>(point, memory.scope);
      if (payload === null) return [];
      const filter = within(memory.scope, [ids([String(point.id)])]);
      const vector = point.vector as Schemas["VectorStruct"];
      const whole = { overwrite_payload: { payload: { ...payload, rev: 0, src: payload.rev }, filter } };
      const hasTerms = Object.keys(vector ?? {}).length > 0;
      return [whole, ...(hasTerms ? [{ update_vectors: { points: [{ id: point.id, vector }] } }] : [])];
    });
    await server.connection.write("copy memories", (client) => client.batchUpdate(to, { operations, wait: true }));
  }
}

export function switchEmbedding(server: Server, memory: OwnerMemory, to: Fingerprint): Promise<boolean> {
  return transact(server, memory, async ({ state, image }): Promise<Decision<boolean>> => {
    checkNext(state, to);
    known.delete(memory);
    const [from, next] = [server.collections.memories(state.embedding as Fingerprint), server.collections.memories(to)];
    const there = await gathered(server, memory, next);
    const facts = all(image).map((seq) => image.facts(seq));
    if (facts.some(({ point }) => !there.has(point))) return { result: false, plan: null };
    const wanted = new Set(facts.map(({ point }) => point));
    const strays = Array.from(there.keys()).filter((point) => !wanted.has(point));
    if (strays.length > 0)
      await server.connection.write("remove stray vectors", (client) =>
        client.delete(next, { filter: within(memory.scope, [ids(strays)]), wait: true }),
      );
    const stale = facts.filter(({ point, rev, used }) => {
      const one = there.get(point);
      return one?.src !== rev || one.used !== used;
    });
    await copy(
      server,
      memory,
      from,
      next,
      stale.map(({ point }) => point),
    );
    await server.connection.write("make new vectors ready", (client) =>
      client.setPayload(next, {
        payload: { rev: state.version + 1 },
        filter: within(memory.scope, [COPIED]),
        wait: true,
      }),
    );
    const change = { embedding: to, next: null, epoch: state.epoch + 1, leftovers: [leftAt(from, state)] };
    return { result: true, plan: { change } };
  });
}
