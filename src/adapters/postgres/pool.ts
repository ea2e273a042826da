import { Socket } from "node:net";
import pg from "pg";
import { HindsightError } from "../../domain/errors.ts";
import type { Log } from "../../ports/log.ts";
import { translated } from "./errors.ts";

/** Connections of one process: a turn of the agent holds one for some milliseconds at a time. */
const MOST_CONNECTIONS = 10;
/** How long an unused connection is kept, in milliseconds. */
const IDLE_MS = 10_000;

export interface PostgresPlace {
  /** postgres://user:password@host:5432/database; `?schema=` names the schema, others are those of libpq. */
  url: string;
  /** Longest wait for a connection, in milliseconds; default 5,000. */
  connectMs?: number;
  /** Longest wait for one statement, in milliseconds; default 10,000. The server ends it by then, or is taken for dead. */
  statementMs?: number;
  log: Log;
}

/** Connections to one database, and the schema in it that is hindsight's own. */
export interface Postgres {
  readonly pool: pg.Pool;
  readonly schema: string;
  /** Runs work on the pool. @throws HindsightError as `translated` makes it, CLOSED */
  run<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The schema, and the URL without it. @throws HindsightError INVALID_SETTING */
function splitSchema(given: string): { url: string; schema: string } {
  const url = new URL(given);
  const schema = url.searchParams.get("schema") ?? "hindsight";
  url.searchParams.delete("schema");
  if (/^[a-z_][a-z0-9_]{0,62}$/u.test(schema)) return { url: url.href, schema };
  throw new HindsightError(
    "INVALID_SETTING",
    "HINDSIGHT_CHECKPOINTS: ?schema= must be lower-case letters, digits and _ and not begin with a digit",
    "Correct it, or leave it out for the schema hindsight.",
  );
}

/** host:port/database of a Postgres URL, without credentials. */
export function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname || "localhost"}:${port || "5432"}${pathname.replace(/\/$/u, "")}`;
}

/** Connects at the first use. Every wait has an end: for a connection, for a statement, and for a server that went silent. */
export function connectPostgres({ url: given, connectMs = 5_000, statementMs = 10_000, log }: PostgresPlace): Postgres {
  const { url, schema } = splitSchema(given);
  const place = placeOf(url);
  // The server itself ends a statement that takes too long; a connection on which nothing is heard for longer is dead.
  const silentMs = statementMs + connectMs;
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "hindsight",
    max: MOST_CONNECTIONS,
    idleTimeoutMillis: Math.min(IDLE_MS, silentMs / 2),
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: silentMs,
    keepAlive: true,
    allowExitOnIdle: true,
    stream: () => {
      const socket = new Socket();
      return socket.setTimeout(silentMs, () => socket.destroy(new Error(`does not answer for ${silentMs} ms`)));
    },
  });
  // A connection that breaks tells so here as well as to whoever waits on it; unheard, it would end the process.
  const heard = (error: Error) => log.debug({ postgres: place, why: error.message }, "a connection to Postgres broke");
  pool.on("error", heard);
  pool.on("connect", (client) => client.on("error", heard));
  let closing: Promise<void> | null = null;
  return {
    pool,
    schema,
    async run(work) {
      if (closing !== null)
        throw new HindsightError("CLOSED", "the connection to Postgres was closed", "Create hindsight again to go on.");
      try {
        return await work(pool);
      } catch (error) {
        throw translated(error, place);
      }
    },
    close: () => (closing ??= pool.end()),
  };
}
