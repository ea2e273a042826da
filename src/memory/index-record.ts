import { embeddedText, indexTerms } from "../domain/index-text.ts";
import type { MemoryRecord } from "../domain/record.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Indexed } from "../ports/store.ts";

/** The records with their terms and vectors. One embedding call for all. @throws HindsightError EMBEDDING_FAILED */
export async function indexed(embedder: Embedder, records: readonly MemoryRecord[]): Promise<Indexed[]> {
  const vectors = await embedder.embedDocuments(records.map(embeddedText));
  return records.map((record, i) => ({ record, terms: indexTerms(record), vector: vectors[i]! }));
}
