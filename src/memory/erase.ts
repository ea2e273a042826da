import { sharedOwner, userOwner } from "../domain/scope.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import type { EraseReceipt } from "./types.ts";

function add(into: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [place, count] of Object.entries(counts)) into[place] = (into[place] ?? 0) + count;
}

/**
 * Hard: removes everything of the user, everywhere, and says how much by place. What the user wrote to shared
 * namespaces goes too, also to those this scope was not granted. The ledger, which knows where to look, goes last: an
 * erase that was interrupted is completed by running it again. Nothing that holds the text is written on the way.
 */
export async function erase(deps: MemoryDeps, scope: Scope): Promise<EraseReceipt> {
  const { user } = scope;
  const erased: Record<string, number> = {};
  const threads = (await deps.ledger.threads(user)).map(({ thread }) => thread);
  for (const namespace of await deps.ledger.namespaces(user)) {
    const owner = sharedOwner(namespace);
    if (!(await deps.stores.exists(owner))) continue;
    const store = await deps.stores.open(owner);
    try {
      add(erased, await store.eraseWrittenBy(user));
    } finally {
      await store.close();
    }
  }
  for (const eraser of deps.erasers) add(erased, await eraser(user, threads));
  add(erased, await deps.stores.erase(userOwner(user)));
  add(erased, await deps.ledger.eraseUser(user));
  return { user, at: new Date(deps.clock.now()).toISOString(), erased };
}
