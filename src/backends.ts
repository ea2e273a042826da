import { createRecallCache } from "./adapters/process/recall-cache.ts";
import { createSqliteLedger } from "./adapters/sqlite/ledger.ts";
import { createSqliteOutputs } from "./adapters/sqlite/outputs.ts";
import { createSqliteQueue } from "./adapters/sqlite/queue.ts";
import { createSqliteStores } from "./adapters/sqlite/stores.ts";
import { openCheckpoints } from "./checkpoints.ts";
import { chosenCheckpoints } from "./chosen-checkpoints.ts";
import { HindsightError } from "./domain/errors.ts";
import { once } from "./once.ts";
import type { Checkpoints } from "./ports/checkpoints.ts";
import type { Clock } from "./ports/clock.ts";
import type { Ledger } from "./ports/ledger.ts";
import type { Log } from "./ports/log.ts";
import type { ToolOutputs } from "./ports/outputs.ts";
import type { Queue } from "./ports/queue.ts";
import type { RecallCache } from "./ports/recall-cache.ts";
import type { StoreProvider } from "./ports/store.ts";
import type { Settings } from "./settings.ts";

/** Where everything is kept, as the settings say. */
export interface Backends {
  stores: StoreProvider;
  ledger: Ledger;
  queue: Queue;
  outputs: ToolOutputs;
  /** `null` when the settings want none. */
  cache: RecallCache | null;
  /** Opened at its first use. */
  checkpoints(): Promise<Checkpoints>;
  /** Releases what was opened, the queue last: nothing is lost that was acknowledged. */
  close(): Promise<void>;
}

/** The ledger and the cache of hot answers: in Redis for several machines, over one connection; else of this one. */
async function openShared(settings: Settings, clock: Clock, log: Log): Promise<Pick<Backends, "ledger" | "cache">> {
  const { home, encryptionKey, recallCache: entries, redisUrl, redisPrefix, redisTimeoutMs } = settings;
  if (redisUrl === null)
    return {
      ledger: createSqliteLedger({ home, encryptionKey }),
      cache: entries === 0 ? null : createRecallCache(entries),
    };
  const [{ connectRedis }, { createRedisLedger }, { createRedisRecallCache }] = await Promise.all([
    import("./adapters/redis/connection.ts"),
    import("./adapters/redis/ledger.ts"),
    import("./adapters/redis/recall-cache.ts"),
  ]);
  const connection = connectRedis({ url: redisUrl, prefix: redisPrefix, timeoutMs: redisTimeoutMs, log });
  return {
    ledger: createRedisLedger({ connection, encryptionKey, clock }),
    cache: entries === 0 ? null : createRedisRecallCache({ connection, encryptionKey, entries, log }),
  };
}

/** Memories and the outputs of tools: in Qdrant, or in files of the home folder. */
async function openMemories(settings: Settings): Promise<Pick<Backends, "stores" | "outputs">> {
  const { home, encryptionKey, qdrantUrl: url, qdrantKey: key, qdrantPrefix: prefix, qdrantTimeoutMs } = settings;
  if (url === null)
    return {
      stores: createSqliteStores({ home, encryptionKey }),
      outputs: createSqliteOutputs({ home, encryptionKey }),
    };
  if (encryptionKey !== null)
    throw new HindsightError(
      "INVALID_SETTING",
      "HINDSIGHT_ENCRYPTION_KEY is set, but memories in Qdrant (QDRANT_URL) would be in clear",
      "Unset HINDSIGHT_ENCRYPTION_KEY and encrypt Qdrant's disk instead, or unset QDRANT_URL to keep memories in encrypted files.",
    );
  const { openQdrant } = await import("./adapters/qdrant/stores.ts");
  return openQdrant({ url, key, prefix, timeoutMs: qdrantTimeoutMs });
}

/** The queue in Redis, behind which the one of the home folder takes jobs while Redis is away; else only that one. */
async function openQueue(settings: Settings, clock: Clock, log: Log): Promise<Queue> {
  const { home, encryptionKey, redisUrl, redisPrefix, redisTimeoutMs } = settings;
  const local = createSqliteQueue({ home, encryptionKey, clock });
  if (redisUrl === null) return local;
  const [{ connectRedis }, { createBullQueue }, { createSpillingQueue }] = await Promise.all([
    import("./adapters/redis/connection.ts"),
    import("./adapters/redis/queue/queue.ts"),
    import("./adapters/process/spilling-queue.ts"),
  ]);
  const connection = connectRedis({ url: redisUrl, prefix: redisPrefix, timeoutMs: redisTimeoutMs, log });
  const queue = createBullQueue({ connection, encryptionKey, clock });
  return createSpillingQueue({ queue, spill: local, log, onReturn: connection.onReturn });
}

/** Opens what the settings name. @throws HindsightError INVALID_SETTING for settings that exclude each other */
export async function openBackends(settings: Settings, clock: Clock, log: Log): Promise<Backends> {
  const choice = chosenCheckpoints(settings);
  const { stores, outputs } = await openMemories(settings);
  const { ledger, cache } = await openShared(settings, clock, log);
  const queue = await openQueue(settings, clock, log);
  const checkpoints = once(() => openCheckpoints(choice, settings, clock, log));
  return {
    stores,
    ledger,
    queue,
    outputs,
    cache,
    checkpoints: () => checkpoints.get(),
    async close() {
      await (await checkpoints.made())?.close();
      await stores.close();
      await queue.close();
      await ledger.close();
    },
  };
}
