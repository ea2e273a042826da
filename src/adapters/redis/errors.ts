import { HindsightError, messageOf } from "../../domain/errors.ts";

/** What Redis answers when it refuses, by the word its message begins with: what that means, and what to do. */
const REFUSALS: readonly (readonly [RegExp, HindsightError["code"], string, string])[] = [
  [
    /^(?:WRONGPASS|NOAUTH|ERR invalid password|ERR AUTH)/u,
    "NOT_GRANTED",
    "wants another user name or password",
    "Put them into the URL: redis://user:password@host:6379.",
  ],
  [
    /^NOPERM/u,
    "NOT_GRANTED",
    "does not allow this user that command or key",
    "Grant the user every key with the setting HINDSIGHT_REDIS_PREFIX and the commands of @read, @write, @scripting and @connection.",
  ],
  [
    /^OOM/u,
    "DISK_FULL",
    "has no memory left",
    "Raise its maxmemory. Do not let it evict: queue and working memory would be lost.",
  ],
  [
    /^MISCONF/u,
    "DISK_FULL",
    "cannot save to its disk and takes no writes",
    "Look at the log of Redis: mostly its disk is full or its folder not writable.",
  ],
  [
    /^READONLY/u,
    "UNREACHABLE",
    "is a replica, which takes no writes",
    "Point the URL at the primary; after a failover the next try finds it.",
  ],
  [/^(?:LOADING|BUSY|MASTERDOWN|TRYAGAIN|CLUSTERDOWN)/u, "UNREACHABLE", "is not ready yet", "Try again in a moment."],
  [
    /^(?:MOVED|ASK|CROSSSLOT)/u,
    "INVALID_SETTING",
    "is part of a cluster and keeps this key elsewhere",
    "Point the URL at a Redis that is not in cluster mode, or at the proxy in front of the cluster.",
  ],
  [
    /^ERR (?:unknown command|Protocol error)/u,
    "STORE_FAILED",
    "does not know a command hindsight needs",
    "Use Redis 7.0 or newer, or Valkey; no modules are needed.",
  ],
  [
    /^ERR (?:DB index|invalid DB)/u,
    "INVALID_SETTING",
    "has no database of that number",
    "Correct the number at the end of the URL, or leave it out.",
  ],
  [
    /^WRONGTYPE/u,
    "STORE_FAILED",
    "holds something else under a key of ours",
    "Choose another HINDSIGHT_REDIS_PREFIX: another program uses this one.",
  ],
];

/** What ioredis and the system say when no answer came. */
const SILENCE =
  /timed? ?out|closed|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|isn't writeable|ready check|aborted|None of startup nodes|ClusterAllFailed|MaxRetries|self-signed|certificate|SSL|TLS|socket/iu;

/**
 * What Redis or its client threw, as an error of ours; `place` (host:port) is named in the message, credentials never.
 * Errors that are neither are returned as they are.
 */
export function translated(error: unknown, place: string): unknown {
  if (error instanceof HindsightError || !(error instanceof Error)) return error;
  const said = messageOf(error).replace(/^UNKILLABLE |^ERR Error running script.*?: /u, "");
  for (const [form, code, what, hint] of REFUSALS)
    if (form.test(said)) return new HindsightError(code, `Redis at ${place} ${what} (${said})`, hint, { cause: error });
  const system = "code" in error && typeof error.code === "string" ? `${error.code} ` : "";
  if (SILENCE.test(`${system}${error.name} ${said}`))
    return unreachable(place, /^Stream isn/u.test(said) ? "not connected" : said || system.trim(), error);
  if (error.name === "ReplyError")
    return new HindsightError(
      "STORE_FAILED",
      `Redis at ${place} refused (${said})`,
      "Report this as a bug of hindsight.",
      {
        cause: error,
      },
    );
  return error;
}

/** No answer from Redis. */
export function unreachable(place: string, why: string, cause?: unknown): HindsightError {
  return new HindsightError(
    "UNREACHABLE",
    `Redis at ${place} does not answer (${why})`,
    "Start it, or correct its URL; hindsight connects again by itself.",
    cause === undefined ? undefined : { cause },
  );
}
