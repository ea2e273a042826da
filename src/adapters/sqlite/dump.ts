import type { Mention, Relation } from "../../domain/entities/types.ts";
import type { EntityType } from "../../domain/entities.ts";
import { HindsightError } from "../../domain/errors.ts";
import { wholeLimit } from "../../owner-image/top.ts";
import type { Indexed } from "../../ports/store.ts";
import type { OwnerFile } from "./file.ts";
import { decodeTerm } from "./posting-lists.ts";
import { RECORD_COLUMNS, type RecordRow, recordOf } from "./rows.ts";

/** The keyword index finds documents by term and not terms by document: it is read once for so many records. */
const AHEAD = 50_000;

/** The terms of some records, by record number. */
interface Terms {
  /** They hold for this making of the file, until records are removed from it. */
  of: string;
  byRecord: Map<number, string[]>;
}

function termsAfter(file: OwnerFile, of: string, after: string): Terms {
  const byRecord = new Map<number, string[]>();
  const ahead = file.sql<number>("SELECT seq FROM records WHERE id > ? ORDER BY id LIMIT ?").pluck();
  for (const seq of ahead.iterate(after, AHEAD)) byRecord.set(seq, []);
  let encoded: string | null = null;
  let term = "";
  const occurrences = file.sql<[string, number, number]>('SELECT term, doc, "offset" FROM postings').raw();
  for (const [text, doc, offset] of occurrences.iterate()) {
    const terms = byRecord.get(doc);
    if (terms === undefined) continue;
    if (text !== encoded) {
      encoded = text;
      term = decodeTerm(text);
    }
    terms[offset] = term;
  }
  return { of, byRecord };
}

function vectorOf(file: OwnerFile, seq: number, id: string): Float32Array {
  const bytes = file.sql<Uint8Array>("SELECT vector FROM vectors WHERE seq = ?").pluck().get(seq);
  if (bytes !== undefined) return new Float32Array(Uint8Array.from(bytes).buffer);
  throw new HindsightError(
    "CONFLICT",
    `memory ${id} has a vector only of the embedding model this memory is being changed over to`,
    "Run `hindsight reembed` to its end first.",
  );
}

function mentionsOf(file: OwnerFile, seq: number): Mention[] {
  const aliases = file.sql<string>("SELECT alias FROM aliases WHERE seq = ? AND entity = ?").pluck();
  return file
    .sql<{ entity: number; key: string; name: string; type: EntityType; weight: number }>(
      "SELECT entity, key, name, type, weight FROM mentions JOIN entities USING (entity) WHERE seq = ?",
    )
    .all(seq)
    .map(({ entity, ...mention }) => ({ ...mention, aliases: aliases.all(seq, entity) }));
}

function relationsOf(file: OwnerFile, seq: number): Relation[] {
  return file
    .sql<Relation>(
      `SELECT a.key AS "from", b.key AS "to", relation, weight FROM relations
       JOIN entities a ON a.entity = source JOIN entities b ON b.entity = target WHERE seq = ?`,
    )
    .all(seq);
}

/** Reads the file's records page by page, as `MemoryStore.dump` says; one reader for each handle. */
export function createDump(): (file: OwnerFile, page: { after?: string; limit: number }) => Indexed[] {
  let kept: Terms | null = null;
  return (file, { after = "", limit }) => {
    const epoch = file.sql<number>("SELECT epoch FROM state").pluck().get();
    const of = `${file.incarnation} ${epoch}`;
    const rows = file
      .sql<RecordRow & { seq: number }>(
        `SELECT seq, ${RECORD_COLUMNS.join(", ")} FROM records WHERE id > ? ORDER BY id LIMIT ?`,
      )
      .all(after, Math.min(wholeLimit(limit), AHEAD));
    const missing = rows.some(({ seq }) => !kept?.byRecord.has(seq));
    const terms: Terms = kept === null || kept.of !== of || missing ? termsAfter(file, of, after) : kept;
    kept = rows.length < limit ? null : terms;
    return rows.map(({ seq, ...row }) => ({
      record: recordOf(row),
      terms: terms.byRecord.get(seq)!,
      vector: vectorOf(file, seq, row.id),
      mentions: mentionsOf(file, seq),
      relations: relationsOf(file, seq),
    }));
  };
}
