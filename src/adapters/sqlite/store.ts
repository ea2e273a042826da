import { HindsightError } from "../../domain/errors.ts";
import type { Owner } from "../../domain/scope.ts";
import * as image from "../../owner-image/reads.ts";
import type { MemoryStore } from "../../ports/store.ts";
import { check } from "./check.ts";
import { emptyLog } from "./connection.ts";
import { createDump } from "./dump.ts";
import { eraseWrittenBy } from "./erase-user.ts";
import { patiently } from "./errors.ts";
import type { Look, OwnerFile } from "./file.ts";
import { ownerPath } from "./paths.ts";
import type { Pool } from "./pool.ts";
import * as reads from "./reads.ts";
import { beginReembed, embedNext, switchEmbedding, unembedded } from "./reembed.ts";
import * as graph from "./walk.ts";
import * as writes from "./writes.ts";

/** A handle on the file of one owner; the file itself is the pool's and may be closed and opened again in between. */
export function createStore(pool: Pool, owner: Owner, incarnation: string): MemoryStore {
  const name = ownerPath(owner);
  const dump = createDump();
  let closed = false;

  const on = <T>(body: (file: OwnerFile) => T, look: Look = "anew"): Promise<T> =>
    patiently(name, () => {
      if (closed) throw new HindsightError("CLOSED", "this handle on the memory was closed", "Open the memory again.");
      return body(pool.reach(owner, incarnation, look));
    });
  const reading = <T>(body: (file: OwnerFile) => T) => on((file) => file.read(() => body(file)), "once a turn");

  return {
    owner,
    embedding: () => reading((file) => file.embedding()),
    insert: (items, fingerprint, audit) => on((file) => writes.insert(file, items, fingerprint, audit)),
    supersede: (id, next, fingerprint, audit) => on((file) => writes.supersede(file, id, next, fingerprint, audit)),
    get: (ids) => reading((file) => reads.get(file, ids)),
    byOrigin: (keys) => reading((file) => reads.byOrigin(file, keys)),
    vectors: (ids) => reading((file) => reads.vectors(file, ids)),
    patch: (id, change, when) => on((file) => writes.patch(file, id, change, when)),
    amend: (amendment, fingerprint) => on((file) => writes.amend(file, amendment, fingerprint)),
    beginReembed: (to) => on((file) => beginReembed(file, to)),
    unembedded: (limit) => reading((file) => unembedded(file, limit)),
    embedNext: (vectors, to) => on((file) => embedNext(file, vectors, to)),
    async switchEmbedding(to) {
      const done = await on((file) => switchEmbedding(file, to));
      if (done) await on((file) => emptyLog(file.db)); // the log holds all vectors once more
      return done;
    },
    touch: (ids, at, gain) => on((file) => writes.touch(file, ids, at, gain)),
    list: (filter, page) => reading((file) => reads.list(file, filter, page)),
    dump: (page) => reading((file) => dump(file, page)),
    history: (id) => reading((file) => reads.history(file, id)),
    keyword: (query) => reading((file) => image.keyword(file, query)),
    threads: (query) => reading((file) => image.threads(file, query)),
    nearest: (query) => reading((file) => reads.nearest(file, query)),
    revision: () => reading((file) => file.revision()),
    overview: () => reading((file) => image.overview(file)),
    structured: (query) => reading((file) => image.structured(file, query)),
    around: (ids, reach, only) => reading((file) => image.around(file, ids, reach, only)),
    walk: (query) => reading((file) => graph.walk(file, query)),
    entitiesNamed: (query) => reading((file) => graph.entitiesNamed(file, query)),
    mentionedLately: (query) => reading((file) => graph.mentionedLately(file, query)),
    stats: () => reading((file) => reads.stats(file)),
    check: () => reading(check),
    audit: (entry) => on((file) => writes.audit(file, entry)),
    writesSince: (actor, since) => reading((file) => reads.writesSince(file, actor, since)),
    auditTrail: (limit) => reading((file) => reads.auditTrail(file, limit)),
    async eraseWrittenBy(user) {
      const counts = await on((file) => eraseWrittenBy(file, user));
      await on((file) => emptyLog(file.db));
      return counts;
    },
    async close() {
      closed = true;
    },
  };
}
