import { join } from "node:path";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import type { Checkpoints } from "../../ports/checkpoints.ts";
import { connect, emptyLog, fileKey } from "./connection.ts";
import { patiently, patientlySync } from "./errors.ts";

const NAME = "threads.db";
/** The official saver knows no retries of ours: let SQLite itself wait, in milliseconds. */
const BUSY_MS = 20_000;

export interface SqliteCheckpointsOptions {
  /** Folder of all files; made, for this user only, when it is missing. */
  home: string;
  /** Encrypts the file; `null` leaves it in clear. */
  encryptionKey: string | null;
}

/** Its tables exist as soon as it does: two processes that start together meet no half-made file. */
class PreparedSaver extends SqliteSaver {
  prepare(): void {
    this.setup();
  }
}

/**
 * Working memory in `threads.db`: LangGraph's own SQLite saver, on a connection with our settings. An acknowledged checkpoint survives the end of the process; a power cut may cost the
 * last ones, which is a turn that can be asked again (a sync for each of a turn's ten or more writes would cost more
 * than the rest of the memory together).
 */
export function createSqliteCheckpoints({ home, encryptionKey }: SqliteCheckpointsOptions): Checkpoints {
  const { db, saver } = patientlySync(NAME, () => {
    const opened = connect({
      path: join(home, NAME),
      key: fileKey(encryptionKey, "threads"),
      create: true,
      synchronous: "NORMAL",
      busyMs: BUSY_MS,
    });
    try {
      const prepared = new PreparedSaver(opened);
      prepared.prepare();
      return { db: opened, saver: prepared };
    } catch (error) {
      opened.close();
      throw error;
    }
  });
  const erase = db.transaction(
    (thread: string): number =>
      db.prepare("DELETE FROM checkpoints WHERE thread_id = ?").run(thread).changes +
      db.prepare("DELETE FROM writes WHERE thread_id = ?").run(thread).changes,
  );
  return {
    saver,
    async eraseThread(thread) {
      const removed = await patiently(NAME, () => erase.immediate(thread));
      await patiently(NAME, () => emptyLog(db)); // also of what an interrupted erase removed
      return removed;
    },
    async close() {
      db.close();
    },
  };
}
