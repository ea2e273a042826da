import type { RunnableConfig } from "@langchain/core/runnables";
import type {
  ChannelVersions,
  Checkpoint,
  CheckpointListOptions,
  CheckpointMetadata,
  CheckpointTuple,
  PendingWrite,
} from "@langchain/langgraph-checkpoint";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import type { Checkpoints } from "../../ports/checkpoints.ts";
import type { Clock } from "../../ports/clock.ts";
import { createExpiry, type Expiry, prepareExpiry, TABLES } from "./expiry.ts";
import { connectPostgres, type Postgres, type PostgresPlace } from "./pool.ts";

export interface PostgresCheckpointsOptions extends PostgresPlace {
  clock: Clock;
  /** A thread that was idle for so long is dropped; 0 for never. */
  idleMinutes: number;
}

/** The lock under which tables are made, so that processes that start together do not make them twice. Any fixed number. */
const SETUP_LOCK = 4_865_001;
/** Bounds of how often idle threads are looked for, in milliseconds. */
const SWEEP_MS = { shortest: 10_000, longest: 10 * 60_000 };

/** The official saver, with errors of ours, and every use of a thread noted before it. */
class NotedSaver extends PostgresSaver {
  private readonly postgres: Postgres;
  private readonly expiry: Expiry | null;

  constructor(postgres: Postgres, expiry: Expiry | null) {
    super(postgres.pool, undefined, { schema: postgres.schema });
    this.postgres = postgres;
    this.expiry = expiry;
  }

  private async noted<T>(thread: unknown, work: () => Promise<T>): Promise<T> {
    await this.expiry?.touch(thread);
    return this.postgres.run(work);
  }

  override getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    return this.noted(config.configurable?.thread_id, () => super.getTuple(config));
  }

  override async *list(config: RunnableConfig, options?: CheckpointListOptions): AsyncGenerator<CheckpointTuple> {
    const tuples = super.list(config, options);
    for (;;) {
      const next = await this.noted(config.configurable?.thread_id, () => tuples.next());
      if (next.done) return;
      yield next.value;
    }
  }

  override put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    return this.noted(config.configurable?.thread_id, () => super.put(config, checkpoint, metadata, newVersions));
  }

  override putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    return this.noted(config.configurable?.thread_id, () => super.putWrites(config, writes, taskId));
  }

  override async deleteThread(thread: string): Promise<void> {
    await eraseThread(this.postgres, thread);
  }
}

/** All of it in one statement, the note of its last use included; how many checkpoints and pending writes there were. */
async function eraseThread({ run, schema }: Postgres, thread: string): Promise<number> {
  const deletes = TABLES.map(
    (table) => `${table}_gone AS (DELETE FROM ${schema}.${table} WHERE thread_id = $1 RETURNING 1)`,
  );
  const { rows } = await run((pool) =>
    pool.query<{ n: number }>(
      `WITH ${deletes.join(", ")}
       SELECT ((SELECT count(*) FROM checkpoints_gone) + (SELECT count(*) FROM checkpoint_writes_gone))::int AS n`,
      [thread],
    ),
  );
  return rows[0]!.n;
}

/** Makes the tables, one process at a time: the lock ends with its transaction, so a pooler in between is no matter. */
async function prepare(postgres: Postgres, saver: PostgresSaver, clock: Clock, expires: boolean): Promise<void> {
  await postgres.run(async (pool) => {
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      await client.query("SELECT pg_advisory_xact_lock($1)", [SETUP_LOCK]);
      await saver.setup();
      await prepareExpiry(postgres, clock, expires);
      await client.query("COMMIT");
    } finally {
      client.release(true); // ends what is open, whatever happened
    }
  });
}

/**
 * Working memory in Postgres: LangGraph's own saver, in a schema of hindsight's own, made when it is missing. Processes
 * share it.
 * @throws HindsightError UNREACHABLE, NOT_GRANTED, NOT_FOUND for a missing database, STORE_BUSY, STORE_FAILED, INVALID_SETTING
 */
export async function createPostgresCheckpoints({
  clock,
  idleMinutes,
  ...place
}: PostgresCheckpointsOptions): Promise<Checkpoints & { sweep(): Promise<number> }> {
  const { log } = place;
  const postgres = connectPostgres(place);
  const idleMs = idleMinutes * 60_000;
  const expiry = idleMs === 0 ? null : createExpiry(postgres, clock, idleMs);
  const saver = new NotedSaver(postgres, expiry);
  try {
    await prepare(postgres, saver, clock, expiry !== null);
  } catch (error) {
    await postgres.close();
    throw error;
  }
  let sweeping: Promise<unknown> = Promise.resolve();
  const sweep = async () => (await expiry?.sweep()) ?? 0;
  const timer =
    expiry === null
      ? undefined
      : setInterval(
          () => {
            sweeping = sweep().catch((error: unknown) => log.warn({ error }, "idle threads could not be dropped"));
          },
          Math.min(SWEEP_MS.longest, Math.max(SWEEP_MS.shortest, idleMs / 4)),
        ).unref();
  return {
    saver,
    sweep,
    eraseThread: (thread) => eraseThread(postgres, thread),
    async close() {
      clearInterval(timer);
      await sweeping;
      await postgres.close();
    },
  };
}
