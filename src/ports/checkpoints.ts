import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

/** Working memory: the checkpoints of every thread. */
export interface Checkpoints {
  saver: BaseCheckpointSaver;
  /** Removes all checkpoints and pending writes of a thread; how many there were. */
  eraseThread(thread: string): Promise<number>;
  /** Threads that go on in this process's memory because their place is away; absent where that cannot be. */
  adrift?(): number;
  /** Asks its place for a sign of life, where the saver would go on without; absent where reading a thread tells. */
  reach?(): Promise<void>;
  close(): Promise<void>;
}
