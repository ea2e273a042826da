import type { RunnableConfig } from "@langchain/core/runnables";
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  getCheckpointId,
  maxChannelVersion,
  type PendingWrite,
  TASKS,
  WRITES_IDX_MAP,
} from "@langchain/langgraph-checkpoint";
import { HindsightError } from "../../domain/errors.ts";
import { type CheckpointCodec, createCheckpointCodec, type EncodedValue } from "./checkpoint-codec.ts";
import * as scripts from "./checkpoint-scripts.ts";
import type { RedisConnection } from "./connection.ts";
import { tagOf } from "./keys.ts";
import { evaluate, type Script, type ScriptArgument } from "./script.ts";
import type { Seal } from "./seal.ts";

export interface RedisSaverOptions {
  connection: RedisConnection;
  seal: Seal;
  /** Milliseconds a thread stays after its last use; 0 for ever. */
  ttlMs: number;
  /** Checkpoints kept of each thread and namespace; 0 for all. */
  history: number;
}

/** Checkpoints fetched at once while a list is read. */
const PAGE = 16;

/** A checkpoint as GET answers it: where, its parent, its body, channel-digest-value triples, name-record pairs. */
type Found = [Buffer, Buffer, Buffer, Buffer[], Buffer[]];

interface Place {
  thread: string;
  namespace: string;
  id: string | undefined;
}

function placeOf(config: RunnableConfig | undefined): Place | null {
  const { thread_id: thread, checkpoint_ns: namespace = "" } = config?.configurable ?? {};
  if (thread === undefined || thread === null) return null;
  return { thread: String(thread), namespace: String(namespace), id: getCheckpointId(config ?? {}) || undefined };
}

function required(config: RunnableConfig | undefined): Place {
  const place = placeOf(config);
  if (place !== null) return place;
  throw new HindsightError(
    "INVALID_INPUT",
    "a checkpoint without a thread cannot be stored",
    "Pass the thread's id: { configurable: { thread_id } }.",
  );
}

/** How many steps back the writes lie that the delta channels of a checkpoint are rebuilt from. */
function stepsBack({ counters_since_delta_snapshot: counters = {} }: CheckpointMetadata): number {
  return Math.max(0, ...Object.values(counters).map(([, steps]) => steps));
}

const matches = (metadata: CheckpointMetadata, filter: Record<string, unknown>) =>
  Object.entries(filter).every(
    ([key, value]) => JSON.stringify((metadata as Record<string, unknown>)[key]) === JSON.stringify(value),
  );

/**
 * LangGraph checkpoints on plain Redis. Each call is one atomic script on the two keys of its thread, so a process killed
 * at any moment leaves a thread that reads as before or after. A channel's value is stored once, however many checkpoints
 * hold it: a checkpoint that changed nothing but a counter does not store the conversation again.
 */
export class RedisSaver extends BaseCheckpointSaver {
  readonly #connection: RedisConnection;
  readonly #options: Pick<RedisSaverOptions, "ttlMs" | "history">;
  readonly #codec: CheckpointCodec;

  constructor({ connection, seal, ttlMs, history }: RedisSaverOptions) {
    super();
    this.#connection = connection;
    this.#options = { ttlMs, history };
    this.#codec = createCheckpointCodec(this.serde, seal);
  }

  #keys(thread: string): readonly string[] {
    const key = `${this.#connection.prefix}:thread:{${tagOf(thread)}}`;
    return [key, `${key}:index`];
  }

  #call(script: Script, thread: string, args: readonly ScriptArgument[] = []): Promise<unknown> {
    return this.#connection.run((client) => evaluate(client, script, this.#keys(thread), args));
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const place = placeOf(config);
    if (place === null) return undefined;
    const { thread, namespace, id = "" } = place;
    const [tuple] = await this.#fetch(thread, [`${namespace}\0${id}`]);
    return tuple;
  }

  async #fetch(thread: string, ats: readonly string[]): Promise<CheckpointTuple[]> {
    const found = (await this.#call(scripts.GET, thread, [this.#options.ttlMs, ...ats])) as Found[];
    return Promise.all(found.map((one) => this.#tuple(thread, one)));
  }

  async #tuple(thread: string, [where, above, body, triples, pairs]: Found): Promise<CheckpointTuple> {
    const at = where.toString();
    const [checkpoint_ns, checkpoint_id] = at.split("\0") as [string, string];
    const channel_values: Record<string, unknown> = {};
    const values = Array.from({ length: triples.length / 3 }, async (_, i) => {
      const [channel, digest, value] = triples.slice(3 * i, 3 * i + 3) as [Buffer, Buffer, Buffer];
      return [channel.toString(), await this.#codec.readValue(thread, digest.toString(), value)] as const;
    });
    const writes = Array.from(
      { length: pairs.length / 2 },
      (_, i) => [String(pairs[2 * i]), pairs[2 * i + 1] as Buffer] as const,
    );
    const [{ checkpoint, metadata }, pendingWrites, read] = await Promise.all([
      this.#codec.readBody(thread, at, body),
      this.#codec.readWrites(thread, writes),
      Promise.all(values),
    ]);
    for (const [channel, value] of read) channel_values[channel] = value;
    const parent = above.toString();
    const whole = { ...checkpoint, channel_values };
    if (whole.v < 4 && parent !== "") await this.#addPendingSends(whole, thread, `${checkpoint_ns}\0${parent}`);
    return {
      config: { configurable: { thread_id: thread, checkpoint_ns, checkpoint_id } },
      checkpoint: whole,
      metadata,
      pendingWrites,
      ...(parent === ""
        ? {}
        : { parentConfig: { configurable: { thread_id: thread, checkpoint_ns, checkpoint_id: parent } } }),
    };
  }

  /** Checkpoints before version 4 kept what was to be sent beside their parent. */
  async #addPendingSends(checkpoint: Checkpoint, thread: string, parent: string): Promise<void> {
    const [above] = await this.#fetch(thread, [parent]);
    const sends = above?.pendingWrites?.filter(([, channel]) => channel === TASKS).map(([, , value]) => value) ?? [];
    const versions = Object.values(checkpoint.channel_versions);
    checkpoint.channel_values[TASKS] = sends;
    checkpoint.channel_versions[TASKS] =
      versions.length > 0 ? maxChannelVersion(...versions) : this.getNextVersion(undefined);
  }

  /** Newest first within a thread. Without a thread every thread's are found, by SCAN: that is for tools, not for requests. */
  override async *list(config: RunnableConfig, options: CheckpointListOptions = {}): AsyncGenerator<CheckpointTuple> {
    const { limit = Number.POSITIVE_INFINITY, before, filter = {} } = options;
    const { checkpoint_ns: namespace, checkpoint_id: only } = config.configurable ?? {};
    const place = placeOf(config);
    const end: unknown = before?.configurable?.checkpoint_id;
    let left = limit;
    for await (const thread of place === null ? this.#threads() : [place.thread]) {
      const ids = (await this.#names(thread, namespace as string | undefined)).filter(
        ({ id }) => (only === undefined || id === only) && (typeof end !== "string" || id < end),
      );
      for (let i = 0; i < ids.length; i += PAGE) {
        if (left <= 0) return;
        const page = ids.slice(i, i + PAGE).map(({ at }) => at);
        for (const tuple of await this.#fetch(thread, page)) {
          if (!matches(tuple.metadata as CheckpointMetadata, filter)) continue;
          if (left-- <= 0) return;
          yield tuple;
        }
      }
    }
  }

  async #names(thread: string, namespace: string | undefined): Promise<{ at: string; id: string }[]> {
    const range = namespace === undefined ? ["[c", "(d"] : [`[c${namespace}\0`, `(c${namespace}\x01`];
    const names = (await this.#call(scripts.NAMES, thread, range)) as Buffer[];
    return names
      .map((name) => {
        const at = name.toString().slice(1);
        return { at, id: at.slice(at.indexOf("\0") + 1) };
      })
      .sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  async *#threads(): AsyncGenerator<string> {
    let cursor = "0";
    do {
      const pattern = `${this.#connection.prefix}:thread:{*}`;
      const [next, keys] = await this.#connection.run((client) =>
        client.scan(cursor, "MATCH", pattern, "COUNT", 1_000),
      );
      for (const key of keys) {
        const thread = await this.#connection.run((client) => client.hget(key, "t"));
        if (thread !== null) yield thread; // else it expired meanwhile
      }
      cursor = next;
    } while (cursor !== "0");
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const { thread, namespace, id: parent = "" } = required(config);
    const at = `${namespace}\0${checkpoint.id}`;
    const values = checkpoint.channel_values;
    const body = await this.#codec.body(thread, at, checkpoint, metadata);
    const store = async (channels: readonly string[]): Promise<boolean> => {
      const sent = new Set(channels);
      const changed: EncodedValue[] = await Promise.all(
        channels.map((channel) => this.#codec.value(thread, channel, values[channel])),
      );
      const unchanged = Object.keys(values).filter((channel) => !sent.has(channel));
      const stored = await this.#call(scripts.PUT, thread, [
        ...[thread, namespace, checkpoint.id, parent, stepsBack(metadata), this.#options.ttlMs, this.#options.history],
        ...[body, changed.length, ...changed.flatMap(({ channel, digest, bytes }) => [channel, digest, bytes])],
        ...unchanged,
      ]);
      return stored === 1;
    };
    if (!(await store(Object.keys(values).filter((channel) => Object.hasOwn(newVersions, channel)))))
      await store(Object.keys(values)); // the parent is gone: everything, not only what changed
    return { configurable: { thread_id: thread, checkpoint_ns: namespace, checkpoint_id: checkpoint.id } };
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath = "",
  ): Promise<void> {
    const { thread, namespace, id } = required(config);
    if (id === undefined)
      throw new HindsightError(
        "INVALID_INPUT",
        "writes without a checkpoint cannot be stored",
        "Pass the checkpoint's id: { configurable: { thread_id, checkpoint_id } }.",
      );
    const at = `${namespace}\0${id}`;
    const records = await Promise.all(
      writes.map(async ([channel, value], position) => {
        const index = WRITES_IDX_MAP[channel] ?? position;
        const name = `w${at}\0${taskId}\0${index}`;
        return [taskId, index, await this.#codec.write(thread, name, channel, taskPath, value)];
      }),
    );
    await this.#call(scripts.PUT_WRITES, thread, [thread, at, this.#options.ttlMs, ...records.flat()]);
  }

  override async deleteThread(threadId: string): Promise<void> {
    await this.eraseThread(threadId);
  }

  /** Removes all checkpoints and pending writes of a thread; how many there were. */
  async eraseThread(thread: string): Promise<number> {
    return (await this.#call(scripts.DELETE, thread)) as number;
  }
}
