import { chosenCheckpoints } from "./chosen-checkpoints.ts";
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
  const { protocol, host, pathname } = new URL(url);
  return `${NAMES[protocol.slice(0, -1)]} at ${host}${pathname.replace(/\/$/u, "")}`;
}

/** @throws HindsightError INVALID_SETTING as `chosenCheckpoints` */
export function placesOf(settings: Settings): Places {
  const { home, qdrantUrl, redisUrl } = settings;
  const files = `files in ${home}`;
  const threads = chosenCheckpoints(settings);
  return {
    memories: qdrantUrl === null ? files : `Qdrant at ${new URL(qdrantUrl).host}`,
    queue: redisUrl === null ? files : server(redisUrl),
    workingMemory:
      threads.engine === "sqlite"
        ? files
        : threads.engine === "memory"
          ? "this process, until it ends"
          : server(threads.url),
  };
}
