import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

/** Working memory: the checkpoints of every thread. */
export interface Checkpoints {
  saver: BaseCheckpointSaver;
  /** Removes all checkpoints and pending writes of a thread; how many there were. */
  eraseThread(thread: string): Promise<number>;
  close(): Promise<void>;
}
