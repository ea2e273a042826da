import { HindsightError } from "./domain/errors.ts";
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
