/** A process that puts checkpoints into the thread `process.argv[3]` of the Redis at `process.argv[2]` until it is killed. */
import { writeSync } from "node:fs";
import { emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { createRedisCheckpoints } from "../../../src/adapters/redis/checkpoints.ts";

const [, , url = "", thread = ""] = process.argv;
const { saver } = createRedisCheckpoints({
  ...{ url, prefix: "test", minutes: 30, history: 10, timeoutMs: 800, encryptionKey: null, fallback: "fail" },
});
let at: Parameters<typeof saver.put>[0] = { configurable: { thread_id: thread } };
for (let n = 1; ; n++) {
  const channel_values = { steps: Array.from({ length: n }, (_, i) => i), n };
  const versions = { steps: n, n };
  const checkpoint = { ...emptyCheckpoint(), id: uuid6(0), channel_values, channel_versions: versions };
  at = await saver.put(at, checkpoint, { source: "loop", step: n, parents: {} }, versions);
  await saver.putWrites(at, [["n", n + 1]], "task");
  if (n % 20 === 0) writeSync(1, "writing\n");
}
