import { embeddedText } from "../domain/index-text.ts";
import type { Owner } from "../domain/scope.ts";
import { ACTOR } from "./consolidate/proposal.ts";
import type { MemoryDeps } from "./deps.ts";

/** Memories embedded in one call; each batch is kept before the next begins. */
const BATCH = 64;

/** What became of one owner's memory. */
export interface Reembedded {
  owner: Owner;
  /** `current`: it was filled with this model already. */
  outcome: "changed" | "current";
  /** Vectors made in this run; those of an interrupted one are not made again. */
  embedded: number;
}

/**
 * Changes an owner's memory over to the embedder's model (E7). It can be searched throughout, by the old vectors; at the
 * end the new ones take their place at once. Stopped anywhere, the next run goes on with what is left; what is written
 * meanwhile is embedded too. Two runs side by side do the work twice and no harm. `onProgress` hears how many of how many.
 * @throws HindsightError EMBEDDING_FAILED, CONFLICT when another run changes it to another model, and what the store throws
 */
export async function reembed(
  deps: MemoryDeps,
  owner: Owner,
  onProgress: (done: number, total: number) => void = () => undefined,
  signal: AbortSignal = new AbortController().signal,
): Promise<Reembedded> {
  const to = await deps.embedder.fingerprint();
  if (!(await deps.stores.exists(owner))) return { owner, outcome: "current", embedded: 0 };
  const store = await deps.stores.open(owner);
  try {
    const total = await store.beginReembed(to);
    if (total === null) return { owner, outcome: "current", embedded: 0 };
    let embedded = 0;
    do {
      for (;;) {
        signal.throwIfAborted();
        const records = await store.unembedded(BATCH);
        if (records.length === 0) break;
        const vectors = await deps.embedder.embedDocuments(records.map(embeddedText), signal);
        await store.embedNext(
          records.map(({ id }, i) => ({ id, vector: vectors[i]! })),
          to,
        );
        embedded += records.length;
        onProgress(embedded, Math.max(total, embedded));
      }
    } while (!(await store.switchEmbedding(to)));
    const at = new Date(deps.clock.now()).toISOString();
    const detail = `changed over to ${to.model} ${to.version}`;
    await store.audit({ at, actor: ACTOR, action: "change", id: null, detail });
    return { owner, outcome: "changed", embedded };
  } finally {
    await store.close();
  }
}
