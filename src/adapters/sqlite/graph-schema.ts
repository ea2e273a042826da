import type { Database } from "better-sqlite3";
import { speakerKey } from "../../domain/entities/keys.ts";
import { graphOfRecord, TURNS_BACK } from "../../domain/entities/record.ts";
import type { Earlier } from "../../domain/entities/referring.ts";
import { statements } from "./connection.ts";
import { writeGraph } from "./graph-writes.ts";
import { RECORD_COLUMNS, type RecordRow, recordOf } from "./rows.ts";

/**
 * The entity graph. `mentions` says which record mentions which entity, `aliases` and `relations` by which record a name
 * or a link is known, so that each of them ends with the record. `entities.mentioned` counts the mentions of an entity.
 */
const TABLES = `
  CREATE TABLE entities (
    entity INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL, type TEXT NOT NULL, mentioned INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX entities_type ON entities (type, mentioned DESC, key);
  CREATE TABLE mentions (
    entity INTEGER NOT NULL, seq INTEGER NOT NULL, weight REAL NOT NULL, PRIMARY KEY (entity, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX mentions_seq ON mentions (seq, entity, weight);
  CREATE TABLE aliases (
    alias TEXT NOT NULL, entity INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (alias, entity, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX aliases_seq ON aliases (seq);
  CREATE TABLE relations (
    source INTEGER NOT NULL, target INTEGER NOT NULL, seq INTEGER NOT NULL, relation TEXT NOT NULL, weight REAL NOT NULL,
    PRIMARY KEY (source, target, seq, relation)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX relations_target ON relations (target);
  CREATE INDEX relations_seq ON relations (seq);
  CREATE INDEX records_thread ON records (thread, happened_at);
`;

/** Makes the graph of a file, from the records that are there: files of version 1 had none. */
export function addGraph(db: Database): void {
  db.exec(TABLES);
  const sql = statements(db);
  const rows = sql<RecordRow & { seq: number }>(
    `SELECT seq, ${RECORD_COLUMNS.join(", ")} FROM records ORDER BY thread, happened_at, id`,
  ).all();
  let thread: string | null = null;
  let earlier: Earlier[] = [];
  for (const row of rows) {
    const record = recordOf(row);
    if (record.thread !== thread) earlier = [];
    thread = record.thread;
    const graph = graphOfRecord(record, thread === null ? [] : earlier);
    writeGraph(sql, row.seq, graph);
    if (record.status === "active")
      earlier = [{ mentions: graph.mentions, speaker: speakerKey(record.speaker) }, ...earlier].slice(0, TURNS_BACK);
  }
}
