import { Redis, type RedisOptions } from "ioredis";
import { HindsightError, isHindsightError, messageOf } from "../../domain/errors.ts";
import { type Log, silentLog } from "../../ports/log.ts";
import { translated, unreachable } from "./errors.ts";

export interface RedisPlace {
  /** redis://[user:password@]host[:port][/database], or rediss:// for TLS. */
  url: string;
  /** What every key begins with. */
  prefix: string;
  /** Longest wait for one command, in milliseconds; one that has to connect first may take five seconds. */
  timeoutMs: number;
  log?: Log;
}

/** A connection to Redis that fails fast while Redis is away and comes back by itself. */
export interface RedisConnection {
  readonly prefix: string;
  /** host:port, for messages. */
  readonly place: string;
  /** The client itself, for libraries that want one; what it throws is not translated. */
  readonly client: Redis;
  /**
   * Runs commands and waits for them at most `timeoutMs`, longer while it connects at its first use. While Redis is away it fails at once,
   * so that nothing waits twice for the same outage.
   * @throws HindsightError UNREACHABLE when no answer came (the command may have been done all the same), CLOSED, and
   * what `translated` makes of a refusal
   */
  run<T>(commands: (client: Redis) => Promise<T>): Promise<T>;
  /** True from a failed connection or a silent command until the connection stands again. */
  isAway(): boolean;
  /** Calls `listener` each time Redis is back after it was away; returns what stops that. */
  onReturn(listener: () => void): () => void;
  /** Lets go of the connection; what is under way fails. */
  close(): Promise<void>;
}

const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 2_000;
/** Longest wait, in milliseconds, for a connection: a process that just started is slower than Redis, and a lost SYN is sent again after one and three seconds. */
const CONNECT_MS = 5_000;
/** How long a connection that is given up is waited for, in milliseconds: a frozen server never says goodbye. */
const GOODBYE_MS = 200;
/** Longest wait, in milliseconds, for what the client sends by itself while it connects in the background. */
const HANDSHAKE_MS = 10_000;

/** Milliseconds until connecting is tried again: exponential, with jitter, so that many processes do not come back as one. */
function reconnectDelay(attempt: number): number {
  const whole = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempt - 1, 10));
  return Math.round(whole / 2 + (whole / 2) * Math.random());
}

/**
 * Settings every client has: a command is sent once or fails, never kept in memory for later and never repeated by the
 * client (it may have been done). RESP2, which also speaks to proxies and to Valkey of any version.
 */
export function clientOptions(timeoutMs: number) {
  return {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    retryStrategy: reconnectDelay,
    disconnectTimeout: GOODBYE_MS,
    reconnectOnError: (error) => /^(?:READONLY|LOADING)/u.test(error.message), // a failover: the name may lead elsewhere now
    protocol: 2,
    connectionName: "hindsight",
  } satisfies RedisOptions;
}

/** host:port of a Redis URL, without credentials. */
export function placeOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname || "localhost"}:${port || "6379"}`;
}

/** What to call when one of this process's connections to a place found it silent: so nothing waits twice for one outage. */
const silenced = new Map<string, Set<(why: Error) => void>>();

/** A connection of its own; the client connects at its first use. */
export function connectRedis({ url, prefix, timeoutMs, log = silentLog }: RedisPlace): RedisConnection {
  const place = placeOf(url);
  // `run` keeps the time; the client's own limit is for what it sends by itself while connecting.
  const client = new Redis(url, {
    ...clientOptions(timeoutMs),
    connectTimeout: Math.max(timeoutMs, CONNECT_MS),
    commandTimeout: HANDSHAKE_MS,
  });
  const listeners = new Set<() => void>();
  let closed = false;
  let away: Error | null = null;

  const lost = (why: Error) => {
    if (closed || isHindsightError(away, "INVALID_SETTING")) return;
    if (away === null) log.warn({ redis: place, why: messageOf(why) }, "Redis is away; going on without it");
    away = why;
  };
  /** A connection that is silent is given up: the next one may reach a living server. */
  const giveUp = (why: Error) => {
    lost(why);
    if (client.status === "ready") client.disconnect(true);
    // Never used, it has to look for Redis from now on: while it counts as away no call will make it connect.
    else if (client.status === "wait") client.connect().catch(() => {}); // heard as "error"; tried again by itself
  };
  const others = silenced.get(place) ?? new Set();
  silenced.set(place, others.add(giveUp));
  client.on("error", (error: Error) => {
    const failure = translated(error, place);
    lost(failure instanceof Error ? failure : error);
    // The client would go on with database 0 where the one of the URL does not exist.
    if (isHindsightError(failure, "INVALID_SETTING")) client.disconnect();
  });
  client.on("close", () => lost(away ?? new Error("the connection was closed")));
  client.on("ready", () => {
    if (away === null || closed) return;
    away = null;
    log.warn({ redis: place }, "Redis is back");
    for (const listener of listeners) listener();
  });

  let connecting: Promise<void> | undefined;

  /** Calls made while it connects wait for the same connecting. */
  async function ready(): Promise<void> {
    if (client.status === "ready") return;
    connecting ??= connect().finally(() => {
      connecting = undefined;
    });
    await connecting;
  }

  async function connect(): Promise<void> {
    if (client.status === "wait") await client.connect();
    else if (client.status !== "connecting" && client.status !== "connect") throw unreachable(place, "not connected");
    else
      await new Promise<void>((resolve, reject) => {
        const settle = () => {
          client.off("ready", settle).off("close", settle);
          if (client.status === "ready") resolve();
          else reject(unreachable(place, "not connected"));
        };
        client.on("ready", settle).on("close", settle);
      });
  }

  return {
    prefix,
    place,
    client,
    async run(commands) {
      if (closed)
        throw new HindsightError("CLOSED", "the connection to Redis was closed", "Create hindsight again to go on.");
      if (away !== null) throw translated(away, place);
      const patience = client.status === "ready" ? timeoutMs : Math.max(timeoutMs, CONNECT_MS);
      const work = ready().then(() => commands(client));
      let timer: NodeJS.Timeout | undefined;
      const silence = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          // The answer may lie in the socket, unread because this thread was busy: let it be read first.
          setImmediate(() => reject(unreachable(place, `no answer within ${patience} ms`)));
        }, patience);
      });
      try {
        return await Promise.race([work, silence]);
      } catch (error) {
        const failure = translated(error, place);
        if (!isHindsightError(failure, "UNREACHABLE") || closed) throw failure;
        if (away !== null) throw translated(away, place);
        lost(failure);
        client.disconnect(true);
        for (const other of others) if (other !== giveUp) other(failure);
        throw failure;
      } finally {
        clearTimeout(timer);
        work.catch(() => {}); // it lost the race, and was reported as such
      }
    },
    isAway: () => away !== null,
    onReturn(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      closed = true;
      others.delete(giveUp);
      client.disconnect();
    },
  };
}
