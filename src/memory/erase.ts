import { isHindsightError } from "../domain/errors.ts";
import { sharedOwner, userOwner } from "../domain/scope.ts";
import type { ErasedPlaces } from "../ports/store.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import type { EraseReceipt } from "./types.ts";

/** Sums by place; of something uncounted the sum is unknown. */
function add(into: Record<string, number | null>, counts: Readonly<ErasedPlaces>): void {
  for (const [place, count] of Object.entries(counts)) {
    const before = into[place] ?? (place in into ? null : 0);
    into[place] = before === null || count === null ? null : before + count;
  }
}

/** What the user wrote to one shared namespace: also one that seems empty, whose log an interrupted erase left full. */
async function eraseShared(deps: MemoryDeps, user: string, namespace: string): Promise<ErasedPlaces> {
  const store = await deps.stores.open(sharedOwner(namespace));
  try {
    return await store.eraseWrittenBy(user);
  } finally {
    await store.close();
  }
}

async function eraseLetters(deps: MemoryDeps, user: string): Promise<ErasedPlaces> {
  const letters = await deps.ledger.deadLetters(user);
  for (const { id } of letters) await deps.ledger.removeDeadLetter(id);
  return { deadLetters: letters.length };
}

/**
 * Hard: removes everything of the user, everywhere, and says how much by place. What the user wrote to shared
 * namespaces goes too, also to those this scope was not granted. A place that cannot be read does not keep the others
 * from being erased: it is named in `left`. The ledger, which knows where to look, goes last and only when nothing is
 * left: an erase that was interrupted or incomplete is completed by running it again. Nothing that holds the text is
 * written on the way.
 */
export async function erase(deps: MemoryDeps, scope: Scope): Promise<EraseReceipt> {
  const { user } = scope;
  const erased: Record<string, number | null> = {};
  const left: EraseReceipt["left"] = [];
  const attempt = async <T>(place: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!isHindsightError(error)) throw error;
      left.push({ place, why: `${error.message}. ${error.hint}` });
      return undefined;
    }
  };
  const known = await attempt("conversations, shared namespaces, queued work and dead letters", async () => ({
    threads: (await deps.ledger.threads(user)).map(({ thread }) => thread),
    namespaces: await deps.ledger.namespaces(user),
  }));
  // Before the memories, so that no job under way writes any more: its lease is lost, and what it holds open is CLOSED.
  if (known !== undefined)
    add(erased, (await attempt("queued work", async () => ({ jobs: await deps.queue.eraseUser(user) }))) ?? {});
  for (const namespace of known?.namespaces ?? [])
    add(erased, (await attempt(`namespace ${namespace}`, () => eraseShared(deps, user, namespace))) ?? {});
  if (known !== undefined)
    for (const eraser of deps.erasers)
      add(erased, (await attempt("conversations", () => eraser(user, known.threads))) ?? {});
  add(erased, (await attempt("memories", () => deps.stores.erase(userOwner(user)))) ?? {});
  if (known !== undefined) {
    const rest = left.length === 0 ? () => deps.ledger.eraseUser(user) : () => eraseLetters(deps, user);
    add(erased, (await attempt("ledger", rest)) ?? {});
  }
  return { user, at: new Date(deps.clock.now()).toISOString(), erased, left };
}
