import type { RunnableConfig } from "@langchain/core/runnables";
import {
  type Checkpoint,
  type CheckpointMetadata,
  type CheckpointTuple,
  MemorySaver,
} from "@langchain/langgraph-checkpoint";
import { LRUCache } from "lru-cache";

/** Newest checkpoints of a thread kept while Redis is away. */
const KEPT = 20;
/** Namespaces of one thread whose newest checkpoint is remembered. */
const NAMESPACES = 16;

/** A MemorySaver that keeps the newest few checkpoints of a namespace only, and tells them. */
export class OutageMemory extends MemorySaver {
  /** Forgets what is older than the newest few, unless delta channels may be rebuilt from it. */
  trim(thread: string, namespace: string, hasDeltas: boolean): void {
    const kept = this.storage[thread]?.[namespace];
    if (kept === undefined || hasDeltas) return;
    for (const id of Object.keys(kept).sort().slice(0, -KEPT)) {
      delete kept[id];
      delete this.writes[JSON.stringify([thread, namespace, id])];
    }
  }

  readonly #ids = new Map<string, Set<string>>();

  /** Ids of all checkpoints a thread had here, those forgotten since included: Redis may have one that was sent to it last. */
  ids(thread: string): ReadonlySet<string> {
    return this.#ids.get(thread) ?? new Set();
  }

  override put(config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata): Promise<RunnableConfig> {
    const thread = String(config.configurable?.thread_id);
    this.#ids.set(thread, (this.#ids.get(thread) ?? new Set()).add(checkpoint.id));
    return super.put(config, checkpoint, metadata);
  }

  override async deleteThread(thread: string): Promise<void> {
    this.#ids.delete(thread);
    await super.deleteThread(thread);
  }
}

/** What this process saw last of its recent threads, so that they can be gone on with while Redis is away. */
export interface LastSeen {
  note(tuple: CheckpointTuple): void;
  noteWrites(config: RunnableConfig, writes: readonly [string, string, unknown][]): void;
  /** The newest checkpoint by namespace. */
  of(thread: string): readonly CheckpointTuple[];
  forget(thread: string): void;
}

/** @param ttlMs longest time a thread is remembered after its last use, 0 for ever; @param threads most of them */
export function createLastSeen(threads: number, ttlMs: number): LastSeen {
  const seen = new LRUCache<string, Map<string, CheckpointTuple>>({
    max: threads,
    ...(ttlMs === 0 ? {} : { ttl: ttlMs, updateAgeOnGet: true }),
  });
  const placeOf = ({ configurable = {} }: RunnableConfig) => ({
    thread: String(configurable.thread_id),
    namespace: String(configurable.checkpoint_ns ?? ""),
    id: String(configurable.checkpoint_id),
  });
  return {
    note(tuple) {
      const { thread, namespace, id } = placeOf(tuple.config);
      const known = seen.get(thread) ?? new Map<string, CheckpointTuple>();
      const before = known.get(namespace);
      if (before !== undefined && before.checkpoint.id > id) return;
      known.delete(namespace);
      known.set(namespace, tuple);
      const [oldest] = known.keys();
      if (known.size > NAMESPACES && oldest !== undefined) known.delete(oldest);
      seen.set(thread, known);
    },
    noteWrites(config, writes) {
      const { thread, namespace, id } = placeOf(config);
      const tuple = seen.get(thread)?.get(namespace);
      if (tuple?.checkpoint.id !== id) return;
      tuple.pendingWrites = [...(tuple.pendingWrites ?? []), ...writes];
    },
    of: (thread) => [...(seen.get(thread)?.values() ?? [])],
    forget: (thread) => void seen.delete(thread),
  };
}
