import type { CheckpointsChoice } from "./chosen-checkpoints.ts";
import { HindsightError } from "./domain/errors.ts";
import type { Checkpoints } from "./ports/checkpoints.ts";
import type { Clock } from "./ports/clock.ts";
import type { Log } from "./ports/log.ts";
import type { Settings } from "./settings.ts";

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
    case "redis":
      throw new HindsightError(
        "INVALID_SETTING",
        "working memory cannot be kept in Redis yet",
        "Set HINDSIGHT_CHECKPOINTS to sqlite: or postgres://…",
      );
    case "postgres": {
      const { createPostgresCheckpoints } = await import("./adapters/postgres/checkpoints.ts");
      return createPostgresCheckpoints({ url: choice.url, idleMinutes: choice.idleMinutes, clock, log });
    }
  }
}
