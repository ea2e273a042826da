import { HindsightError } from "./domain/errors.ts";
import type { Checkpoints } from "./ports/checkpoints.ts";
import type { Clock } from "./ports/clock.ts";
import type { Log } from "./ports/log.ts";
import type { Settings } from "./settings.ts";

/** Minutes after which an idle thread expires on Redis, where memory is dear, unless the settings say otherwise (A1). */
const REDIS_MINUTES = 30;

/** Which checkpointer the settings mean. */
export type CheckpointsChoice =
  | { engine: "sqlite" }
  | { engine: "memory" }
  | { engine: "redis" | "postgres"; url: string; idleMinutes: number };

const ENGINES: Readonly<Record<string, CheckpointsChoice["engine"]>> = {
  sqlite: "sqlite",
  memory: "memory",
  redis: "redis",
  rediss: "redis",
  postgres: "postgres",
  postgresql: "postgres",
};

/**
 * Reads the choice off the settings: the URL of `checkpoints`, else Redis where there is one, else SQLite.
 * @throws HindsightError INVALID_SETTING when threads are to expire where they cannot
 */
export function chosenCheckpoints({
  checkpoints,
  redisUrl,
  checkpointMinutes,
}: Pick<Settings, "checkpoints" | "redisUrl" | "checkpointMinutes">): CheckpointsChoice {
  const url = checkpoints ?? redisUrl ?? "sqlite:";
  const engine = ENGINES[new URL(url).protocol.slice(0, -1)]!;
  if (engine === "redis" || engine === "postgres")
    return { engine, url, idleMinutes: checkpointMinutes ?? (engine === "redis" ? REDIS_MINUTES : 0) };
  if (checkpointMinutes === null || checkpointMinutes === 0) return { engine };
  throw new HindsightError(
    "INVALID_SETTING",
    `HINDSIGHT_CHECKPOINT_MINUTES: threads kept in ${engine === "sqlite" ? "SQLite" : "memory"} do not expire`,
    "Leave it out, or keep threads in Redis or Postgres by HINDSIGHT_CHECKPOINTS.",
  );
}

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
