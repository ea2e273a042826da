import type { OwnerFile } from "./file.ts";

/** Most problems of one kind that are listed. */
const MOST = 10;

/** What is wrong with a file, in words; empty when it is sound. Reads all of it. */
export function check(file: OwnerFile): string[] {
  const found = (sql: string) => file.sql<string | number>(sql).pluck().all().slice(0, MOST);
  const pages = found(`PRAGMA integrity_check(${MOST})`).filter((line) => line !== "ok");
  const noVector = found(
    "SELECT id FROM records WHERE seq NOT IN (SELECT seq FROM vectors UNION ALL SELECT seq FROM next_vectors)",
  );
  const noRecord = found(
    "SELECT seq FROM (SELECT seq FROM vectors UNION SELECT seq FROM next_vectors) WHERE seq NOT IN (SELECT seq FROM records)",
  );
  // the shadow table of FTS5 with one row for each document
  const noTerms = found("SELECT id FROM records WHERE length > 0 AND seq NOT IN (SELECT id FROM keywords_docsize)");
  const strayTerms = found(
    "SELECT id FROM keywords_docsize WHERE id NOT IN (SELECT seq FROM records WHERE length > 0)",
  );
  const strayMentions = found("SELECT DISTINCT seq FROM mentions WHERE seq NOT IN (SELECT seq FROM records)");
  const miscounted = found(
    "SELECT key FROM entities e WHERE mentioned <> (SELECT count(*) FROM mentions m WHERE m.entity = e.entity)",
  );
  return [
    ...pages.map((line) => `the file is damaged: ${line}`),
    ...noVector.map((id) => `memory ${id} has no vector`),
    ...noRecord.map((seq) => `vector ${seq} belongs to no memory`),
    ...noTerms.map((id) => `memory ${id} is missing from the keyword index`),
    ...strayTerms.map((seq) => `the keyword index holds document ${seq}, which is no memory`),
    ...strayMentions.map((seq) => `the entity graph holds record ${seq}, which is no memory`),
    ...miscounted.map((key) => `the entity graph has a wrong number of memories for ${key}`),
  ];
}
