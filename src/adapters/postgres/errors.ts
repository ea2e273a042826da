import { type ErrorCode, HindsightError, messageOf } from "../../domain/errors.ts";

/** What Postgres answers, by SQLSTATE (PostgreSQL documentation, Appendix A): what that means, and what to do. */
const REFUSALS: readonly (readonly [RegExp, ErrorCode, string, string])[] = [
  [
    /^28/u,
    "NOT_GRANTED",
    "refused the user or the password",
    "Put them into the URL, postgres://user:password@host:5432/database, and see pg_hba.conf of the server.",
  ],
  [
    /^3D000/u,
    "NOT_FOUND",
    "has no such database",
    "Make it with `createdb`, or correct the name at the end of the URL.",
  ],
  [
    /^42501/u,
    "NOT_GRANTED",
    "does not allow this user what hindsight needs",
    "GRANT CREATE ON DATABASE to the user for the first start; its own schema is all it ever uses.",
  ],
  [
    /^53300/u,
    "STORE_BUSY",
    "has no connection left",
    "Raise max_connections, or put a pooler such as PgBouncer between.",
  ],
  [
    /^(?:53100|53200|54)/u,
    "DISK_FULL",
    "has no room left",
    "Free disk space or memory on its machine, then try again.",
  ],
  [
    /^(?:57P0|08|58)/u,
    "UNREACHABLE",
    "is stopping, starting, or refused the connection",
    "Try again in a moment; behind PgBouncer set ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout.",
  ],
  [
    /^(?:57014|55P03|40)/u,
    "STORE_BUSY",
    "gave up: another session was in the way for too long",
    "Try again; look for long transactions in pg_stat_activity.",
  ],
  [/^25006/u, "UNREACHABLE", "is a standby, which takes no writes", "Point the URL at the primary."],
  [
    /^2202[15]|^22P05/u,
    "INVALID_INPUT",
    "cannot keep that text: it holds a zero character",
    "Choose a thread id without U+0000.",
  ],
];

/** What the system, TLS and pg say when no answer came. */
const SILENCE =
  /ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT|EACCES|timeout|terminated|not queryable|not answer|certificate|SSL/u;

const codeOf = (error: Error): string => ("code" in error && typeof error.code === "string" ? error.code : "");

/**
 * What Postgres or its client threw, as an error of ours; `place` (host:port/database) is named in the message,
 * credentials never. Errors that are neither are returned as they are.
 */
export function translated(error: unknown, place: string): unknown {
  if (error instanceof HindsightError || !(error instanceof Error)) return error;
  const code = codeOf(error);
  const said = `${code} ${messageOf(error)}`.trim();
  const sqlState = /^[0-9A-Z]{5}$/u.test(code);
  if (sqlState) {
    for (const [form, kind, what, hint] of REFUSALS)
      if (form.test(code))
        return new HindsightError(kind, `Postgres at ${place} ${what} (${said})`, hint, { cause: error });
    const hint = "Look at the server's log, and report this as a bug of hindsight.";
    return new HindsightError("STORE_FAILED", `Postgres at ${place} refused (${said})`, hint, { cause: error });
  }
  if (!SILENCE.test(said)) return error;
  return new HindsightError(
    "UNREACHABLE",
    `Postgres at ${place} does not answer (${said})`,
    "Start it, or correct its URL; hindsight connects again by itself.",
    { cause: error },
  );
}
