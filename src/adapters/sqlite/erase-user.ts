import type { ErasedPlaces } from "../../ports/store.ts";
import type { OwnerFile } from "./file.ts";
import { eraseGraph } from "./graph-writes.ts";

/**
 * Removes for good what one user wrote to this file: records in every status and version, their vectors, terms, mentions and
 * audit entries. The keyword index is merged into one segment, because a deleted record's terms stay in it until then.
 * The write-ahead log is to be emptied afterwards.
 */
export function eraseWrittenBy(file: OwnerFile, user: string): ErasedPlaces {
  return file.write((changed): ErasedPlaces => {
    const { sql } = file;
    const theirs = sql<{ seq: number; id: string; length: number }>(
      "SELECT seq, id, length FROM records WHERE json_extract(body, '$.user') = ?",
    ).all(user);
    let auditEntries = sql("DELETE FROM audit WHERE actor = ?").run(user).changes;
    let entities = 0;
    if (theirs.length > 0) {
      const rev = changed();
      sql("UPDATE state SET epoch = epoch + 1").run();
      for (const { seq, id } of theirs) {
        entities += eraseGraph(sql, seq);
        sql("DELETE FROM records WHERE seq = ?").run(seq);
        sql("DELETE FROM vectors WHERE seq = ?").run(seq);
        sql("DELETE FROM next_vectors WHERE seq = ?").run(seq);
        sql("DELETE FROM keywords WHERE rowid = ?").run(seq);
        sql("UPDATE records SET supersedes = NULL, rev = ? WHERE supersedes = ?").run(rev, id);
        sql("UPDATE records SET superseded_by = NULL, rev = ? WHERE superseded_by = ?").run(rev, id);
        auditEntries += sql("DELETE FROM audit WHERE id = ?").run(id).changes;
      }
      sql("INSERT INTO keywords (keywords) VALUES ('optimize')").run();
    }
    return {
      records: theirs.length,
      vectors: theirs.length,
      keywordTerms: theirs.reduce((sum, { length }) => sum + length, 0),
      entities,
      auditEntries,
    };
  });
}
