import type { Redis } from "ioredis";
import { clientOptions } from "../connection.ts";

export interface Waker {
  /** Begins to listen; without effect when it has begun, or was stopped. */
  start(): void;
  stop(): void;
}

/**
 * Calls `wake` when another process changed the queue, and after a lost connection, when it cannot be known whether one
 * did. A subscription needs a connection of its own.
 * @param origin what this process signs its own messages with
 */
export function createWaker(client: Redis, channel: string, origin: string, wake: () => void): Waker {
  let listening: Redis | null = null;
  let stopped = false;
  return {
    start() {
      if (listening !== null || stopped) return;
      let before = false;
      const own = client.duplicate({
        ...clientOptions(client.options.connectTimeout ?? 1_000),
        autoResubscribe: false,
      });
      listening = own;
      own.on("error", () => {}); // the queue's other connection meets the same, and says so
      own.on("message", (_channel, from) => {
        if (from !== origin) wake();
      });
      own.on("ready", () => {
        const again = before;
        before = true;
        own.subscribe(channel).then(
          () => again && wake(),
          () => own.disconnect(true),
        );
      });
      own.connect().catch(() => {}); // the client goes on trying
    },
    stop() {
      stopped = true;
      listening?.disconnect();
    },
  };
}
