import { HindsightError } from "../domain/errors.ts";
import type { MemoryRecord } from "../domain/record.ts";
import { type Owner, PRIVATE, sharedOwner, userOwner } from "../domain/scope.ts";
import type { AuditEntry, MemoryStore } from "../ports/store.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import { fillingGraph } from "./graph.ts";

/**
 * The owner of a namespace as seen by this user.
 * @throws HindsightError NOT_GRANTED for a shared namespace the scope does not name, INVALID_USER.
 */
export function ownerOf(scope: Scope, namespace: string = PRIVATE): Owner {
  if (namespace === PRIVATE) return userOwner(scope.user);
  const owner = sharedOwner(namespace);
  if (!scope.namespaces.includes(namespace))
    throw new HindsightError(
      "NOT_GRANTED",
      "this memory was not granted that shared namespace",
      "Name the namespace when the user's memory is opened, or write to the private one.",
    );
  return owner;
}

/** Runs `work` on the store of a namespace and releases the handle, also when it throws. What it writes is in the entity graph too. */
export async function withStore<T>(
  deps: Pick<MemoryDeps, "stores">,
  scope: Scope,
  namespace: string | undefined,
  work: (store: MemoryStore) => Promise<T>,
): Promise<T> {
  const store = await deps.stores.open(ownerOf(scope, namespace));
  try {
    return await work(fillingGraph(store));
  } finally {
    await store.close();
  }
}

/** The same for what only reads: where nothing is stored yet the answer is `none`, and no file is made. */
export async function readStore<T>(
  deps: Pick<MemoryDeps, "stores">,
  scope: Scope,
  none: T,
  work: (store: MemoryStore) => Promise<T>,
  namespace?: string,
): Promise<T> {
  return (await deps.stores.exists(ownerOf(scope, namespace))) ? withStore(deps, scope, namespace, work) : none;
}

/**
 * Runs `work` on the record of that id and the store that holds it: the private one first, then the granted ones.
 * @throws HindsightError NOT_FOUND
 */
export async function withRecord<T>(
  deps: Pick<MemoryDeps, "stores">,
  scope: Scope,
  id: string,
  work: (record: MemoryRecord, store: MemoryStore) => Promise<T>,
): Promise<T> {
  for (const namespace of [PRIVATE, ...scope.namespaces]) {
    if (!(await deps.stores.exists(ownerOf(scope, namespace)))) continue;
    const found = await withStore(deps, scope, namespace, async (store) => {
      const [record] = await store.get([id]);
      return record === undefined ? null : { value: await work(record, store) };
    });
    if (found !== null) return found.value;
  }
  throw new HindsightError("NOT_FOUND", `no memory has the id ${id}`, "List the memories to see which ids there are.");
}

/**
 * Notes owner and namespace before anything is written, so that a crash never leaves a file that batch work and
 * erasing do not know of.
 */
export async function noteWriter(deps: MemoryDeps, scope: Scope, namespace: string | undefined): Promise<void> {
  const owner = ownerOf(scope, namespace);
  await deps.ledger.noteOwner(owner, new Date(deps.clock.now()).toISOString());
  if (owner.kind === "shared") await deps.ledger.noteNamespace(scope.user, owner.id);
}

/** An audit entry by this user at this moment. `detail` must hold no content. */
export function auditEntry(
  deps: Pick<MemoryDeps, "clock">,
  scope: Scope,
  action: AuditEntry["action"],
  id: string | null,
  detail: string,
): AuditEntry {
  return { at: new Date(deps.clock.now()).toISOString(), actor: scope.user, action, id, detail };
}
