import { HindsightError } from "../../domain/errors.ts";
import type { Fingerprint } from "../../domain/record.ts";
import { checkVector, sameModel } from "../../owner-image/checks.ts";
import type { Unembedded } from "../../ports/store.ts";
import type { OwnerFile } from "./file.ts";
import { bytesOf } from "./vectors.ts";

/** The change of a file to another embedding model: its vectors are gathered beside the old ones, then take their place. */

/** The model that is to follow; null while none is. */
export function nextEmbedding(file: OwnerFile): Fingerprint | null {
  return file.sql<Fingerprint>("SELECT model, version, dimensions FROM next_embedding").get() ?? null;
}

const LACKING = "FROM records WHERE seq NOT IN (SELECT seq FROM next_vectors)";

export function beginReembed(file: OwnerFile, to: Fingerprint): number | null {
  return file.write(() => {
    const known = file.embedding();
    if (known === null || sameModel(known, to)) {
      file.sql("DELETE FROM next_embedding").run();
      file.sql("DELETE FROM next_vectors").run();
      return null;
    }
    const next = nextEmbedding(file);
    if (next === null || !sameModel(next, to)) {
      file.sql("DELETE FROM next_vectors").run();
      file.sql("DELETE FROM next_embedding").run();
      file.sql("INSERT INTO next_embedding VALUES (1, ?, ?, ?)").run(to.model, to.version, to.dimensions);
    }
    return file.sql<number>(`SELECT count(*) ${LACKING}`).pluck().get() as number;
  });
}

export function unembedded(file: OwnerFile, limit: number): Unembedded[] {
  return file
    .sql<Unembedded>(`SELECT id, speaker, json_extract(body, '$.content') AS content ${LACKING} ORDER BY seq LIMIT ?`)
    .all(limit);
}

function checkNext(file: OwnerFile, to: Fingerprint): void {
  const next = nextEmbedding(file);
  if (next !== null && sameModel(next, to)) return;
  throw new HindsightError(
    "CONFLICT",
    `this memory is ${next === null ? "not" : `being changed to ${next.model}, not`} being changed to ${to.model}`,
    "Another run took over or is done; run `hindsight reembed` again.",
  );
}

export function embedNext(
  file: OwnerFile,
  vectors: readonly { id: string; vector: Float32Array }[],
  to: Fingerprint,
): void {
  for (const { vector } of vectors) checkVector(vector, to);
  file.write(() => {
    checkNext(file, to);
    const put = file.sql("INSERT OR REPLACE INTO next_vectors (seq, vector) SELECT seq, ? FROM records WHERE id = ?");
    for (const { id, vector } of vectors) put.run(bytesOf(vector), id);
  });
}

export function switchEmbedding(file: OwnerFile, to: Fingerprint): boolean {
  return file.write((changed) => {
    checkNext(file, to);
    if (file.sql(`SELECT 1 ${LACKING} LIMIT 1`).get() !== undefined) return false;
    file.db.exec(`
      DROP TABLE vectors;
      ALTER TABLE next_vectors RENAME TO vectors;
      CREATE TABLE next_vectors (seq INTEGER PRIMARY KEY, vector BLOB NOT NULL) STRICT;
      DELETE FROM next_embedding;
      UPDATE state SET epoch = epoch + 1;
    `);
    file.sql("UPDATE state SET model = ?, model_version = ?, dimensions = ?").run(to.model, to.version, to.dimensions);
    changed();
    return true;
  });
}
