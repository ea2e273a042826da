import { MemorySaver } from "@langchain/langgraph-checkpoint";
import type { Checkpoints } from "../../ports/checkpoints.ts";

/** Working memory in this process alone: LangGraph's own saver. It is lost when the process ends. */
export function createProcessCheckpoints(): Checkpoints {
  const saver = new MemorySaver();
  return {
    saver,
    async eraseThread(thread) {
      const checkpoints = Object.values(saver.storage[thread] ?? {}).flatMap((one) => Object.keys(one));
      const writes = Object.entries(saver.writes).filter(([key]) => (JSON.parse(key) as string[])[0] === thread);
      await saver.deleteThread(thread);
      return checkpoints.length + writes.reduce((sum, [, one]) => sum + Object.keys(one).length, 0);
    },
    close: async () => {},
  };
}
