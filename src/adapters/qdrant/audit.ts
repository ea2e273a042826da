import { randomUUID } from "node:crypto";
import type { Schemas } from "@qdrant/js-client-rest";
import { wholeLimit } from "../../owner-image/top.ts";
import type { AuditEntry } from "../../ports/store.ts";
import { PAGE } from "./collections.ts";
import { between, is, isAny, VISIBLE, within } from "./filters.ts";
import type { OwnerMemory, Server } from "./owner.ts";
import { believed, type Scope, wellFormed } from "./points.ts";
import { scrolled } from "./scroll.ts";

/** An entry as it lies in the collection `meta`. */
interface AuditPayload extends Scope {
  t: "audit";
  tx: string;
  rev: number;
  base: number;
  /** Order of writing. */
  n: number;
  /** `happened` in milliseconds since 1970. */
  at: number;
  happened: string;
  actor: string;
  action: AuditEntry["action"];
  id: string | null;
  detail: string;
}

export function auditPoint(
  server: Server,
  scope: Scope,
  { at, actor, action, id, detail }: AuditEntry,
  place: { tx: string; rev: number; base: number },
): Schemas["PointStruct"] {
  const said = { actor: wellFormed(actor), action, id, detail: wellFormed(detail) };
  const payload: AuditPayload = {
    ...scope,
    ...place,
    t: "audit",
    n: server.order(),
    at: Date.parse(at),
    happened: at,
    ...said,
  };
  return { id: randomUUID(), payload: { ...payload }, vector: {} };
}

/** An entry that belongs to no write. */
export async function audit(server: Server, memory: OwnerMemory, entry: AuditEntry): Promise<void> {
  const { state } = await memory.read();
  const point = auditPoint(server, memory.scope, entry, { tx: "", rev: state.version + 1, base: state.version });
  await server.connection.write("write the audit", (client) =>
    client.upsert(server.collections.meta, { points: [point], update_mode: "insert_only", wait: true }),
  );
}

export async function auditTrail(server: Server, memory: OwnerMemory, limit: number): Promise<AuditEntry[]> {
  const { scope } = memory;
  await memory.read();
  const wanted = wholeLimit(limit);
  const found: AuditEntry[] = [];
  const seen = new Set<string>();
  let from: number | undefined;
  while (found.length < wanted) {
    const order: Schemas["OrderBy"] = {
      key: "n",
      direction: "desc",
      ...(from === undefined ? {} : { start_from: from }),
    };
    const { points } = await server.connection.read("read the audit", (client) =>
      client.scroll(server.collections.meta, {
        filter: within(scope, [is("t", "audit"), VISIBLE]),
        order_by: order,
        limit: Math.min(PAGE, wanted - found.length + 1), // one is the last of the page before
        with_payload: true,
      }),
    );
    const fresh = points.filter(({ id }) => !seen.has(String(id)));
    if (fresh.length === 0) break;
    for (const point of fresh) {
      seen.add(String(point.id));
      const payload = believed<AuditPayload>(point, scope);
      if (payload === null) continue;
      const { happened, actor, action, id, detail } = payload;
      if (found.length < wanted) found.push({ at: happened, actor, action, id, detail });
      from = payload.n;
    }
  }
  return found;
}

/** Memories that actor wrote or replaced since. */
export async function writesSince(server: Server, memory: OwnerMemory, actor: string, since: string): Promise<number> {
  const { scope } = memory;
  await memory.read();
  const written = within(scope, [
    is("t", "audit"),
    VISIBLE,
    is("actor", actor),
    isAny("action", ["write", "supersede"]),
    between("at", { gte: Date.parse(since) }),
  ]);
  const what = { scope, filter: written, fields: ["owner", "inc", "id"] as const };
  const ids = new Set<string | null>();
  const found = scrolled<AuditPayload>(server.connection, "read the audit", server.collections.meta, what);
  for await (const { payload } of found) ids.add(payload.id);
  ids.delete(null);
  return ids.size;
}
