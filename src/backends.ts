import { createRecallCache } from "./adapters/process/recall-cache.ts";
import { createSqliteLedger } from "./adapters/sqlite/ledger.ts";
import { createSqliteOutputs } from "./adapters/sqlite/outputs.ts";
import { createSqliteQueue } from "./adapters/sqlite/queue.ts";
import { createSqliteStores } from "./adapters/sqlite/stores.ts";
import { once } from "./once.ts";
import type { Checkpoints } from "./ports/checkpoints.ts";
import type { Clock } from "./ports/clock.ts";
import type { Ledger } from "./ports/ledger.ts";
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

/** Opens what the settings name. */
export async function openBackends(settings: Settings, clock: Clock): Promise<Backends> {
  const { home, encryptionKey } = settings;
  const stores = createSqliteStores({ home, encryptionKey });
  const ledger = createSqliteLedger({ home, encryptionKey });
  const queue = createSqliteQueue({ home, encryptionKey, clock });
  const checkpoints = once(async (): Promise<Checkpoints> => {
    const { createSqliteCheckpoints } = await import("./adapters/sqlite/checkpoints.ts");
    return createSqliteCheckpoints({ home, encryptionKey });
  });
  return {
    stores,
    ledger,
    queue,
    outputs: createSqliteOutputs({ home, encryptionKey }),
    cache: settings.recallCache === 0 ? null : createRecallCache(settings.recallCache),
    checkpoints: () => checkpoints.get(),
    async close() {
      await (await checkpoints.made())?.close();
      await stores.close();
      await queue.close();
      await ledger.close();
    },
  };
}
