import { setTimeout as sleep } from "node:timers/promises";
import { QdrantClient } from "@qdrant/js-client-rest";
import { HindsightError } from "../../domain/errors.ts";
import { asThrown, failureOf, isSilence, isTransient } from "./errors.ts";

export interface ConnectionOptions {
  /** E.g. `http://qdrant:6333`; a path in it is kept. */
  url: string;
  key: string | null;
  /** Longest wait for one request, in milliseconds; writes are tried again for up to three times as long. */
  timeoutMs: number;
  /** Times each request is tried; default 3 for what reads, 7 for what writes. */
  tries?: number;
  /** After a request that got no answer in time others fail at once for so long, in milliseconds; default 2,000. */
  restMs?: number;
}

/** Oldest server that has what is used here: `update_mode` of upserts and weights in reciprocal rank fusion. */
const FLOOR = [1, 17] as const;

/** Requests of one attempt at most, and the pause before the second; further pauses double, with full jitter. */
const READ_TRIES = 3;
const WRITE_TRIES = 7;
const FIRST_PAUSE_MS = 40;
const LONGEST_PAUSE_MS = 2_000;
const WRITE_PATIENCE = 3;
const REST_MS = 2_000;

type Call<T> = (client: QdrantClient) => Promise<T>;

/**
 * One server. Everything asked of it may be asked twice: requests are made so that the second changes nothing more.
 * Both throw HindsightError as `translated` makes it, WRONG_KEY and STORE_FAILED for a server that is too old among them.
 */
export interface Connection {
  /** Tried up to 3 times, all within one timeout: a reply may be waiting for it. `what` is for messages, "read a memory". */
  read<T>(what: string, call: Call<T>): Promise<T>;
  /** Tried up to 7 times within three timeouts. */
  write<T>(what: string, call: Call<T>): Promise<T>;
  /** Nothing can be asked any more. */
  close(): void;
}

function clientOf({ url, key, timeoutMs }: ConnectionOptions): QdrantClient {
  const { origin, port, protocol, pathname, hostname } = new URL(url);
  const prefix = pathname.replace(/\/+$/u, "");
  const asked =
    port === "" && !url.startsWith(`${origin}:`) ? 6333 : Number(port || (protocol === "https:" ? 443 : 80));
  return new QdrantClient({
    host: hostname,
    port: asked,
    https: protocol === "https:",
    ...(prefix === "" ? {} : { prefix }),
    // not as `apiKey`: the client would warn on the console about plain HTTP, usual between containers
    headers: key === null ? {} : { "api-key": key },
    timeout: timeoutMs,
    checkCompatibility: false,
  });
}

function checkVersion(version: unknown, where: string): void {
  if (typeof version !== "string")
    throw new HindsightError(
      "STORE_FAILED",
      `what answers at ${where} is no Qdrant`,
      "Correct QDRANT_URL: the address and port of Qdrant's REST interface, 6333 unless changed.",
    );
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > FLOOR[0] || (major === FLOOR[0] && minor >= FLOOR[1])) return;
  throw new HindsightError(
    "STORE_FAILED",
    `Qdrant at ${where} is version ${version}; hindsight needs ${FLOOR.join(".")} or newer`,
    `Update the server to ${FLOOR.join(".")} or newer, one minor version at a time.`,
  );
}

export function connect(options: ConnectionOptions): Connection {
  const where = new URL(options.url).host;
  const client = clientOf(options);
  const [readTries, writeTries] = [options.tries ?? READ_TRIES, options.tries ?? WRITE_TRIES];
  let closed = false;
  let checked: Promise<void> | null = null;
  /** Nothing waits twice for one outage: a server that was silent is left alone for a while. */
  let silent: { until: number; thrown: unknown } | null = null;

  const given = (error: unknown, what: string): unknown => {
    const thrown = asThrown(error, where, what);
    if (isSilence(error)) silent = { until: performance.now() + (options.restMs ?? REST_MS), thrown };
    return thrown;
  };

  async function patiently<T>(what: string, call: Call<T>, tries: number, patienceMs: number): Promise<T> {
    const until = performance.now() + patienceMs;
    for (let attempt = 1; ; attempt++) {
      if (closed)
        throw new HindsightError("CLOSED", "the memory stores were closed", "Create hindsight again to go on.");
      if (silent !== null && performance.now() < silent.until) throw silent.thrown;
      try {
        const answer = await call(client);
        silent = null;
        return answer;
      } catch (error) {
        const failure = failureOf(error);
        const pause = Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
        const wait = Math.max(pause, failure?.waitMs ?? 0);
        if (failure === null || !isTransient(failure) || attempt >= tries || performance.now() + wait > until)
          throw given(error, what);
        await sleep(wait);
      }
    }
  }
  const sound = () => {
    checked ??= patiently("ask its version", (asked) => asked.versionInfo(), readTries, options.timeoutMs)
      .then((info: { version?: unknown } | undefined) => checkVersion(info?.version, where))
      .catch((error: unknown) => {
        checked = null;
        throw error;
      });
    return checked;
  };
  return {
    async read(what, call) {
      await sound();
      return patiently(what, call, readTries, options.timeoutMs);
    },
    async write(what, call) {
      await sound();
      return patiently(what, call, writeTries, WRITE_PATIENCE * options.timeoutMs);
    },
    close() {
      closed = true;
    },
  };
}
