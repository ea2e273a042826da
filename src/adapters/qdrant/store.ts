import { speakerKey } from "../../domain/entities/keys.ts";
import { HindsightError } from "../../domain/errors.ts";
import type { Owner } from "../../domain/scope.ts";
import { matcher } from "../../owner-image/filter.ts";
import * as ranked from "../../owner-image/reads.ts";
import { latestActive, walk } from "../../owner-image/walk.ts";
import type { MemoryStore } from "../../ports/store.ts";
import { audit, auditTrail, writesSince } from "./audit.ts";
import { check } from "./check.ts";
import { eraseWrittenBy } from "./erase.ts";
import { fused } from "./fused.ts";
import type { OwnerMemory, Server, Snapshot } from "./owner.ts";
import * as reads from "./reads.ts";
import * as reembed from "./reembed.ts";
import { touch } from "./touch.ts";
import * as writes from "./writes.ts";

/** A handle on the memory of one owner, as of one beginning of it; `reach` finds or makes what this process knows of it. */
export function createStore(server: Server, owner: Owner, reach: () => OwnerMemory): MemoryStore {
  let closed = false;
  const memory = (): OwnerMemory => {
    if (closed) throw new HindsightError("CLOSED", "this handle on the memory was closed", "Open the memory again.");
    return reach();
  };
  const on = async <T>(body: (server: Server, memory: OwnerMemory) => Promise<T>): Promise<T> => body(server, memory());
  /** On one snapshot, which stays as it is until `body` returns. */
  const from = async <T>(body: (now: Snapshot) => T): Promise<T> => body(await memory().read());
  const passing = ({ image }: Snapshot, { filter, now }: { filter: Parameters<typeof matcher>[1]; now: string }) =>
    matcher(image.image(), filter, now);

  return {
    owner,
    embedding: () => from(({ state }) => state.embedding),
    insert: (items, fingerprint, audited) => on((s, m) => writes.insert(s, m, items, fingerprint, audited)),
    supersede: (id, next, fingerprint, audited) => on((s, m) => writes.supersede(s, m, id, next, fingerprint, audited)),
    patch: (id, change, when) => on((s, m) => writes.patch(s, m, id, change, when)),
    amend: (amendment, fingerprint) => on((s, m) => writes.amend(s, m, amendment, fingerprint)),
    touch: (ids, at, gain) => on((s, m) => touch(s, m, ids, at, gain)),
    beginReembed: (to) => on((s, m) => reembed.beginReembed(s, m, to)),
    unembedded: (limit) => on((s, m) => reembed.unembedded(s, m, limit)),
    embedNext: (vectors, to) => on((s, m) => reembed.embedNext(s, m, vectors, to)),
    switchEmbedding: (to) => on((s, m) => reembed.switchEmbedding(s, m, to)),
    get: (ids) => on((s, m) => reads.get(s, m, ids)),
    byOrigin: (keys) =>
      from(({ image }) =>
        keys.map((key) => {
          const seq = image.byOrigin(key);
          return seq === undefined ? undefined : image.entry(seq).id;
        }),
      ),
    vectors: (ids) => on((s, m) => reads.vectors(s, m, ids)),
    list: (filter, page) => on((s, m) => reads.list(s, m, filter, page)),
    dump: (page) => on((s, m) => reads.dump(s, m, page)),
    history: (id) => on((s, m) => reads.history(s, m, id)),
    keyword: (query) => from(({ image }) => ranked.keyword(image, query)),
    threads: (query) => from(({ image }) => ranked.threads(image, query)),
    nearest: (query) => on((s, m) => reads.nearest(s, m, query)),
    fused: (query) => on((s, m) => fused(s, m, query)),
    revision: () => from(({ state }) => `${state.inc} ${state.version}`),
    overview: () => from(({ image }) => ranked.overview(image)),
    structured: (query) => from(({ image }) => ranked.structured(image, query)),
    around: (ids, reach_, only) => from(({ image }) => ranked.around(image, ids, reach_, only)),
    walk: (query) =>
      from((now) => {
        const image = now.image.image();
        return walk(image, now.image.graph.access(image.last, passing(now, query)), query);
      }),
    entitiesNamed: (query) => from((now) => now.image.graph.named(query, passing(now, query))),
    mentionedLately: (query) =>
      from((now) =>
        latestActive(now.image.image(), query).map((seq) => ({
          mentions: now.image.graph.mentionsOf(seq),
          speaker: speakerKey(now.image.entry(seq).speaker),
        })),
      ),
    stats: () => from(reads.stats),
    check: () => on(check),
    audit: (entry) => on((s, m) => audit(s, m, entry)),
    auditTrail: (limit) => on((s, m) => auditTrail(s, m, limit)),
    writesSince: (actor, since) => on((s, m) => writesSince(s, m, actor, since)),
    eraseWrittenBy: (user) => on((s, m) => eraseWrittenBy(s, m, user)),
    async close() {
      closed = true;
    },
  };
}
