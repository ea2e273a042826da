import { randomUUID } from "node:crypto";
import type { Database } from "better-sqlite3";
import { HindsightError } from "../../domain/errors.ts";
import type { Owner } from "../../domain/scope.ts";
import { addGraph } from "./graph-schema.ts";

/** One step from a schema version to the next. */
export type Migration = (db: Database) => void;

/**
 * Brings a file to the newest schema. Each entry of `migrations` is one version; the file's version is in
 * `user_version`. Two processes may do this at the same moment: the version is read again inside the transaction.
 * @throws HindsightError STORE_FAILED for a file of a newer hindsight, or of something else
 */
export function migrate(db: Database, file: string, migrations: readonly Migration[]): void {
  const version = () => db.pragma("user_version", { simple: true }) as number;
  const found = version();
  if (found === migrations.length) return;
  if (found > migrations.length)
    throw new HindsightError(
      "STORE_FAILED",
      `${file} has schema version ${found}; this hindsight knows versions up to ${migrations.length}`,
      "Update hindsight: the file was written by a newer one.",
    );
  db.transaction(() => {
    const start = version();
    if (start === 0 && db.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() !== undefined)
      throw new HindsightError(
        "STORE_FAILED",
        `${file} is a SQLite file, but not one of hindsight's`,
        "Move it away; hindsight makes its own.",
      );
    for (const step of migrations.slice(start)) step(db);
    db.pragma(`user_version = ${migrations.length}`);
  }).immediate();
}

/**
 * An owner's file. `state` is one row: whose file it is, which making of it (`incarnation`: a file erased and made
 * again is another one), the embedding model, `rev`, one more for every transaction that changed records, and `epoch`,
 * one more for every one that removed some, and `content`, one more for every transaction that changed records otherwise
 * than by counting a use.
 * `records` holds what filters and ranking need as columns and the rest as JSON in `body`. `keywords` is contentless:
 * terms can be found in it, no text can be read from it. `postings` lists where each term occurs. `vectors` stand
 * apart, so that reading the records does not read them.
 */
export const storeMigrations = (owner: Owner): readonly Migration[] => [
  (db) => {
    db.exec(`
      CREATE TABLE state (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        owner_kind TEXT NOT NULL, owner_id TEXT NOT NULL, incarnation TEXT NOT NULL,
        rev INTEGER NOT NULL DEFAULT 0, epoch INTEGER NOT NULL DEFAULT 0,
        model TEXT, model_version TEXT, dimensions INTEGER
      ) STRICT;
      CREATE TABLE records (
        seq INTEGER PRIMARY KEY, rev INTEGER NOT NULL, id TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL, type TEXT NOT NULL, status TEXT NOT NULL, source TEXT NOT NULL,
        thread TEXT, speaker TEXT,
        happened_at TEXT NOT NULL, valid_from TEXT NOT NULL, valid_until TEXT, last_accessed_at TEXT,
        importance REAL NOT NULL, confidence REAL NOT NULL, access_count INTEGER NOT NULL,
        length INTEGER NOT NULL, asks INTEGER NOT NULL, content_hash TEXT NOT NULL, tags TEXT NOT NULL, entities TEXT NOT NULL,
        namespace TEXT NOT NULL, origin_key TEXT, version INTEGER NOT NULL, supersedes TEXT, superseded_by TEXT,
        body TEXT NOT NULL
      ) STRICT;
      CREATE INDEX records_rev ON records (rev);
      CREATE UNIQUE INDEX records_content ON records (namespace, content_hash) WHERE status = 'active';
      CREATE UNIQUE INDEX records_origin ON records (origin_key) WHERE origin_key IS NOT NULL;
      CREATE INDEX records_supersedes ON records (supersedes) WHERE supersedes IS NOT NULL;
      CREATE INDEX records_superseded_by ON records (superseded_by) WHERE superseded_by IS NOT NULL;
      CREATE TABLE vectors (seq INTEGER PRIMARY KEY, vector BLOB NOT NULL) STRICT;
      CREATE VIRTUAL TABLE keywords USING fts5(
        terms, content='', contentless_delete=1, tokenize="ascii tokenchars '_'"
      );
      CREATE VIRTUAL TABLE postings USING fts5vocab(keywords, 'instance');
      CREATE TABLE audit (
        seq INTEGER PRIMARY KEY, at TEXT NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL, id TEXT, detail TEXT NOT NULL
      ) STRICT;
    `);
    db.prepare("INSERT INTO state (one, owner_kind, owner_id, incarnation) VALUES (1, ?, ?, ?)").run(
      owner.kind,
      owner.id,
      randomUUID(),
    );
  },
  addGraph,
  addUpkeep,
  (db) => db.exec("ALTER TABLE state ADD COLUMN content INTEGER NOT NULL DEFAULT 0"),
  (db) => db.exec("CREATE INDEX audit_at ON audit (at)"),
];

/**
 * What upkeep needs in an owner's file: the highest lease token that changed it (`Amendment.fence`), and beside the
 * vectors those of the model that is to follow, until the file changes over.
 */
function addUpkeep(db: Database): void {
  db.exec(`
    CREATE TABLE fence (one INTEGER PRIMARY KEY CHECK (one = 1), token INTEGER NOT NULL) STRICT;
    INSERT INTO fence VALUES (1, 0);
    CREATE TABLE next_embedding (
      one INTEGER PRIMARY KEY CHECK (one = 1), model TEXT NOT NULL, version TEXT NOT NULL, dimensions INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE next_vectors (seq INTEGER PRIMARY KEY, vector BLOB NOT NULL) STRICT;
  `);
}

/**
 * `hindsight.db`: who there is, which threads and namespaces are theirs, what failed and what is still to be done. Times of jobs are milliseconds since 1970; `set_at` is when `run_at` or the
 * lease was set, by which a clock that jumped back is noticed. A finished job keeps its key and loses its input.
 */
export const HOME_MIGRATIONS: readonly Migration[] = [
  (db) => {
    db.exec(`
      CREATE TABLE owners (
        kind TEXT NOT NULL, id TEXT NOT NULL, noted_at TEXT NOT NULL, PRIMARY KEY (kind, id)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE threads (
        thread TEXT PRIMARY KEY, user TEXT NOT NULL, last_active_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX threads_user ON threads (user, last_active_at);
      CREATE TABLE namespaces (
        user TEXT NOT NULL, namespace TEXT NOT NULL, PRIMARY KEY (user, namespace)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE dead_letters (
        seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, fingerprint TEXT NOT NULL UNIQUE,
        at TEXT NOT NULL, user TEXT NOT NULL, thread TEXT, job TEXT NOT NULL, reason TEXT NOT NULL, detail TEXT NOT NULL,
        model TEXT NOT NULL, rung TEXT NOT NULL, attempts INTEGER NOT NULL, raw TEXT NOT NULL, input TEXT NOT NULL
      ) STRICT;
      CREATE INDEX dead_letters_user ON dead_letters (user, at);
    `);
  },
  (db) => {
    db.exec(`
      CREATE TABLE leases (
        name TEXT PRIMARY KEY, user TEXT, fence INTEGER NOT NULL, until INTEGER NOT NULL, cursor TEXT
      ) STRICT, WITHOUT ROWID;
    `);
  },
  (db) => {
    db.exec(`
      CREATE TABLE jobs (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, user TEXT NOT NULL, kind TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done')), input TEXT NOT NULL, result TEXT,
        attempts INTEGER NOT NULL DEFAULT 0, queued_at INTEGER NOT NULL,
        run_at INTEGER NOT NULL, set_at INTEGER NOT NULL, token TEXT
      ) STRICT;
      CREATE INDEX jobs_state ON jobs (state, seq);
      CREATE INDEX jobs_user ON jobs (user, state, seq);
    `);
  },
  (db) => {
    db.exec(`
      CREATE TABLE refusals (
        user TEXT NOT NULL, reason TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (user, reason)
      ) STRICT, WITHOUT ROWID;
    `);
  },
  (db) => {
    db.exec(`
      ALTER TABLE threads ADD COLUMN ended_at TEXT;
      CREATE INDEX threads_open ON threads (last_active_at) WHERE ended_at IS NOT last_active_at;
    `);
  },
];
