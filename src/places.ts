import type { Settings } from "./settings.ts";

/** Where everything is kept, in words, without names and passwords. */
export interface Places {
  memories: string;
  /** Queue, ledger and leases. */
  queue: string;
  workingMemory: string;
}

const NAMES: Record<string, string> = { redis: "Redis", rediss: "Redis", postgres: "Postgres", postgresql: "Postgres" };

function server(url: string): string {
  const { protocol, host } = new URL(url);
  return `${NAMES[protocol.slice(0, -1)]} at ${host}`;
}

export function placesOf({ home, qdrantUrl, redisUrl, checkpoints }: Settings): Places {
  const files = `files in ${home}`;
  const threads = checkpoints ?? redisUrl ?? "sqlite:";
  return {
    memories: qdrantUrl === null ? files : `Qdrant at ${new URL(qdrantUrl).host}`,
    queue: redisUrl === null ? files : server(redisUrl),
    workingMemory: threads === "sqlite:" ? files : threads === "memory:" ? "this process" : server(threads),
  };
}
