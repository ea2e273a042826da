import type { RunnableConfig } from "@langchain/core/runnables";
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  getCheckpointId,
  type PendingWrite,
  WRITES_IDX_MAP,
} from "@langchain/langgraph-checkpoint";
import { HindsightError, isHindsightError, messageOf } from "../../domain/errors.ts";
import { type Log, silentLog } from "../../ports/log.ts";
import { createLastSeen, type LastSeen, OutageMemory } from "./outage-memory.ts";
import type { RedisSaver } from "./saver.ts";

export interface FallbackOptions {
  saver: RedisSaver;
  /** True while Redis is known to be away. */
  isAway(): boolean;
  /** As `RedisConnection.onReturn`. */
  onReturn(listener: () => void): () => void;
  /** Milliseconds a thread stays after its last use; 0 for ever. */
  ttlMs: number;
  log?: Log;
}

/** Threads whose last checkpoint is remembered, and most that live in memory during an outage. */
const THREADS = 256;

/** A thread that goes on in this process's memory. */
interface Adrift {
  /** The newest root checkpoint this process saw in Redis; null when it saw none. */
  base: string | null;
  /** Ends when what may be under way for the thread has ended. */
  busy: Promise<unknown>;
}

/**
 * The Redis saver, behind which threads go on in this process's memory while Redis is away. A thread this process worked on
 * goes on where it stood; one it has not seen begins empty. When Redis is back, each is written back before its next
 * use, unless it went on elsewhere meanwhile: then what was kept here is dropped, and logged, since two
 * conversations cannot be made one. So a thread never becomes another user's who used its id during an outage.
 */
export class FallbackSaver extends BaseCheckpointSaver {
  readonly #saver: RedisSaver;
  readonly #isAway: () => boolean;
  readonly #log: Log;
  readonly #memory = new OutageMemory();
  readonly #seen: LastSeen;
  readonly #adrift = new Map<string, Adrift>();
  readonly #stop: () => void;

  constructor({ saver, isAway, onReturn, ttlMs, log = silentLog }: FallbackOptions) {
    super(saver.serde);
    this.#saver = saver;
    this.#isAway = isAway;
    this.#log = log;
    this.#seen = createLastSeen(THREADS, ttlMs);
    this.#stop = onReturn(() => void this.writeBack());
  }

  /** Threads that are in this process's memory only. */
  get adrift(): number {
    return this.#adrift.size;
  }

  /** Writes back every thread that can be; those that cannot wait for the next return. */
  async writeBack(): Promise<void> {
    for (const thread of [...this.#adrift.keys()]) {
      if (this.#isAway()) return;
      try {
        await this.#ashore(thread);
      } catch (error) {
        this.#log.warn({ thread, error: messageOf(error) }, "a thread could not be written back to Redis");
      }
    }
  }

  /** Writes back what it can. @returns how many threads are lost with this process */
  async close(): Promise<number> {
    this.#stop();
    await this.writeBack();
    if (this.#adrift.size > 0)
      this.#log.error({ threads: this.#adrift.size }, "Redis is away: what these threads said meanwhile is lost");
    return this.#adrift.size;
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const thread = threadOf(config);
    if (thread === null) return undefined;
    return this.#either(
      thread,
      async () => {
        const tuple = await this.#saver.getTuple(config);
        if (tuple !== undefined && !getCheckpointId(config)) this.#seen.note({ ...tuple });
        return tuple;
      },
      async () => {
        const tuple = await this.#memory.getTuple(config);
        if (tuple === undefined && getCheckpointId(config)) throw notHere();
        return tuple;
      },
    );
  }

  override async *list(config: RunnableConfig, options?: CheckpointListOptions): AsyncGenerator<CheckpointTuple> {
    const thread = threadOf(config);
    if (thread === null) {
      yield* this.#saver.list(config, options);
      return;
    }
    yield* await this.#either(
      thread,
      () => collect(this.#saver.list(config, options)),
      () => collect(this.#memory.list(config, options)),
    );
  }

  override put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const thread = threadOf(config);
    if (thread === null) return this.#saver.put(config, checkpoint, metadata, newVersions);
    return this.#either(
      thread,
      async () => {
        const stored = await this.#saver.put(config, checkpoint, metadata, newVersions);
        this.#seen.note({ config: stored, checkpoint, metadata, ...parentOf(config), pendingWrites: [] });
        return stored;
      },
      async () => {
        const stored = await this.#memory.put(config, checkpoint, metadata);
        const namespace = String(stored.configurable?.checkpoint_ns ?? "");
        this.#memory.trim(thread, namespace, metadata.counters_since_delta_snapshot !== undefined);
        return stored;
      },
    );
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath?: string,
  ): Promise<void> {
    const thread = threadOf(config);
    if (thread === null) return this.#saver.putWrites(config, writes, taskId, taskPath);
    return this.#either(
      thread,
      async () => {
        await this.#saver.putWrites(config, writes, taskId, taskPath);
        this.#seen.noteWrites(
          config,
          writes.map(([channel, value]) => [taskId, channel, value]),
        );
      },
      () => this.#memory.putWrites(config, writes, taskId, taskPath),
    );
  }

  override async deleteThread(threadId: string): Promise<void> {
    await this.eraseThread(threadId);
  }

  /** Removes a thread here and in Redis. @throws HindsightError UNREACHABLE: nothing is taken for erased that may be there */
  async eraseThread(thread: string): Promise<number> {
    this.#seen.forget(thread);
    await this.#adrift.get(thread)?.busy;
    await this.#drop(thread);
    return this.#saver.eraseThread(thread);
  }

  /** In Redis, or in memory while it is away; a thread that is in memory goes back first. Calls for a thread do not overtake that. */
  async #either<T>(thread: string, inRedis: () => Promise<T>, inMemory: () => Promise<T>): Promise<T> {
    try {
      if (this.#adrift.has(thread) && !this.#isAway()) await this.#ashore(thread);
      if (!this.#adrift.has(thread)) {
        const done = await inRedis();
        if (!this.#adrift.has(thread)) return done; // else another call failed meanwhile: memory is to know of this one too
      }
    } catch (error) {
      if (!isAbsence(error)) throw error;
      this.#setAdrift(thread, error);
    }
    const adrift = this.#adrift.get(thread);
    if (adrift === undefined) return inRedis(); // it was written back while this call failed
    const work = adrift.busy.then(inMemory);
    adrift.busy = work.catch(() => {});
    return work;
  }

  #setAdrift(thread: string, error: HindsightError): void {
    if (this.#adrift.has(thread)) return;
    if (this.#adrift.size >= THREADS) throw error;
    const known = this.#seen.of(thread);
    const base = known.find(({ config }) => (config.configurable?.checkpoint_ns ?? "") === "")?.checkpoint.id ?? null;
    this.#adrift.set(thread, { base, busy: Promise.all(known.map((tuple) => copy(tuple, this.#memory))) });
    this.#log.warn(
      { thread, known: base !== null },
      base === null
        ? "Redis is away: a thread this process has not seen begins empty, in its memory"
        : "Redis is away: a thread goes on in this process's memory",
    );
  }

  /** Writes a thread back to Redis, or drops it when it went on elsewhere. Stays adrift when Redis goes away again. */
  async #ashore(thread: string): Promise<void> {
    const adrift = this.#adrift.get(thread);
    if (adrift === undefined) return;
    const work = adrift.busy.then(async () => {
      if (this.#adrift.get(thread) !== adrift) return; // another call was first
      const { base } = adrift;
      const newest = (await this.#saver.getTuple({ configurable: { thread_id: thread } }))?.checkpoint.id;
      if (newest === undefined || newest === base || this.#memory.ids(thread).has(newest)) {
        const kept = await collect(this.#memory.list({ configurable: { thread_id: thread } }));
        for (const tuple of kept.reverse()) {
          const stored = tuple.checkpoint.id === newest ? await this.#saver.getTuple(tuple.config) : undefined;
          await copy(tuple, this.#saver, stored);
          this.#seen.note(tuple);
        }
        this.#log.info({ thread, checkpoints: kept.length }, "a thread was written back to Redis");
      } else {
        this.#seen.forget(thread);
        this.#log.warn({ thread }, "a thread went on elsewhere: what it said in this process's memory is dropped");
      }
      await this.#drop(thread);
    });
    adrift.busy = work.catch(() => {});
    await work;
  }

  async #drop(thread: string): Promise<void> {
    this.#adrift.delete(thread);
    await this.#memory.deleteThread(thread);
  }
}

/** Redis is away, or so full that it takes nothing: for a thread it is the same. */
const isAbsence = (error: unknown): error is HindsightError =>
  isHindsightError(error, "UNREACHABLE") || isHindsightError(error, "DISK_FULL");

function threadOf({ configurable = {} }: RunnableConfig): string | null {
  const { thread_id: thread } = configurable;
  return thread === undefined || thread === null ? null : String(thread);
}

function parentOf({ configurable = {} }: RunnableConfig): Pick<CheckpointTuple, "parentConfig"> {
  const { thread_id, checkpoint_ns = "", checkpoint_id } = configurable;
  return checkpoint_id === undefined
    ? {}
    : { parentConfig: { configurable: { thread_id, checkpoint_ns, checkpoint_id } } };
}

function notHere(): HindsightError {
  return new HindsightError(
    "UNREACHABLE",
    "that checkpoint is in Redis, which is away",
    "Go on from the thread's newest state, or try again when Redis is back.",
  );
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Puts a checkpoint with all its values and writes into a saver, which may have `stored` of it already. Writes keep their order. */
async function copy(
  { config, parentConfig, checkpoint, metadata, pendingWrites = [] }: CheckpointTuple,
  to: BaseCheckpointSaver,
  stored?: CheckpointTuple,
): Promise<void> {
  const { thread_id, checkpoint_ns = "" } = config.configurable ?? {};
  const above = {
    configurable: { thread_id, checkpoint_ns, checkpoint_id: parentConfig?.configurable?.checkpoint_id },
  };
  if (stored === undefined)
    await to.put(above, checkpoint, metadata ?? { source: "loop", step: 0, parents: {} }, checkpoint.channel_versions);
  const isSpecial = (channel: string) => Object.hasOwn(WRITES_IDX_MAP, channel);
  const done = new Set(stored?.pendingWrites?.filter(([, channel]) => !isSpecial(channel)).map(([task]) => task));
  const tasks = Map.groupBy(pendingWrites, ([task]) => task);
  for (const [position, [task, all]] of [...tasks].entries()) {
    const plain = done.has(task) ? [] : all.filter(([, channel]) => !isSpecial(channel));
    const writes = [...plain, ...all.filter(([, channel]) => isSpecial(channel))];
    const pairs = writes.map(([, channel, value]): PendingWrite => [channel, value]);
    if (pairs.length > 0) await to.putWrites(config, pairs, task, String(position).padStart(6, "0"));
  }
}
