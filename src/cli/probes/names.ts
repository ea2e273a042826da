import { validate as isUuid } from "uuid";
import { type MemoryRecord, normalised, STATUSES } from "../../domain/record.ts";
import type { Memory } from "../../memory/types.ts";
import { allMemories } from "../pages.ts";

/** What probes need of a memory. */
export interface Known {
  id: string;
  externalId: string | null;
  content: string;
  status: MemoryRecord["status"];
}

/** Every memory of a user, whatever its status, so that an entry of a probe can be held against it. */
export async function knownMemories(memory: Memory, namespaces: readonly string[]): Promise<Known[]> {
  const known: Known[] = [];
  for await (const record of allMemories(memory, { statuses: STATUSES }, { newestFirst: false, namespaces }))
    known.push(knownOf(record));
  return known;
}

function knownOf(record: MemoryRecord): Known {
  const { externalId } = record.metadata;
  return {
    id: record.id,
    externalId: typeof externalId === "string" ? externalId : null,
    content: normalised(record.content),
    status: record.status,
  };
}

/**
 * The memories an entry of `expect` or `absent` names. A UUID is a memory's id and nothing else. Any other entry names
 * the memories of that foreign id; where there is none, those whose content holds it as words: both sides normalised
 * (NFKC, lower case, white space folded, closing punctuation dropped).
 */
export function named(entry: string, known: readonly Known[]): Known[] {
  if (isUuid(entry)) return known.filter(({ id }) => id === entry.toLowerCase());
  const foreign = known.filter(({ externalId }) => externalId === entry);
  if (foreign.length > 0) return foreign;
  const wanted = normalised(entry);
  return wanted === "" ? [] : known.filter(({ content }) => content.includes(wanted));
}
