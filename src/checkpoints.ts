import type { CheckpointsChoice } from "./chosen-checkpoints.ts";
import type { Checkpoints } from "./ports/checkpoints.ts";
import type { Clock } from "./ports/clock.ts";
import type { Log } from "./ports/log.ts";
import type { Settings } from "./settings.ts";

/** Minutes a thread outlives its session, so that a worker finds it and what was said is reflected upon. */
const SESSION_MARGIN = 5;

/** Opens the checkpointer that was chosen; nothing of the others is loaded. */
export async function openCheckpoints(
  choice: CheckpointsChoice,
  settings: Settings,
  clock: Clock,
  log: Log,
): Promise<Checkpoints> {
  switch (choice.engine) {
    case "sqlite": {
      const { createSqliteCheckpoints } = await import("./adapters/sqlite/checkpoints.ts");
      return createSqliteCheckpoints({ home: settings.home, encryptionKey: settings.encryptionKey });
    }
    case "memory": {
      const { createProcessCheckpoints } = await import("./adapters/process/checkpoints.ts");
      return createProcessCheckpoints();
    }
    case "redis": {
      const { createRedisCheckpoints } = await import("./adapters/redis/checkpoints.ts");
      const { redisPrefix, redisTimeoutMs, encryptionKey, checkpointHistory, checkpointFallback, sessionMinutes } =
        settings;
      return createRedisCheckpoints({
        url: choice.url,
        prefix: redisPrefix,
        minutes: choice.idleMinutes === 0 ? 0 : Math.max(choice.idleMinutes, sessionMinutes + SESSION_MARGIN),
        history: checkpointHistory,
        timeoutMs: redisTimeoutMs,
        encryptionKey,
        fallback: checkpointFallback,
        log,
      });
    }
    case "postgres": {
      const { createPostgresCheckpoints } = await import("./adapters/postgres/checkpoints.ts");
      return createPostgresCheckpoints({ url: choice.url, idleMinutes: choice.idleMinutes, clock, log });
    }
  }
}
