import type { MemoryRecord } from "../../domain/record.ts";
import type { ImportedMemory } from "../../memory/types.ts";

/**
 * The keys a line may have, in the order an export writes them. `user` says whose it is in a file about several people;
 * the others are the fields of a memory, see `checkImported`.
 */
export const FIELDS = [
  "id",
  "kind",
  "type",
  "content",
  "user",
  "namespace",
  "thread",
  "speaker",
  "happenedAt",
  "createdAt",
  "validFrom",
  "validUntil",
  "tags",
  "entities",
  "importance",
  "confidence",
  "source",
  "status",
  "version",
  "supersedes",
  "supersededBy",
  "language",
  "timeZone",
  "context",
  "summary",
  "episode",
  "accessCount",
  "lastAccessedAt",
  "originKey",
  "promptVersion",
  "metadata",
] as const satisfies readonly ("user" | keyof ImportedMemory)[];
export type Field = (typeof FIELDS)[number];

/** Fields an export leaves out when they hold this, because an import puts it back. */
const IMPLIED: Partial<Record<Field, unknown>> = {
  namespace: "private",
  status: "active",
  version: 1,
  accessCount: 0,
};

function isImplied(field: Field, value: unknown): boolean {
  if (value === null || value === undefined || value === IMPLIED[field]) return true;
  if (Array.isArray(value)) return value.length === 0;
  return field === "metadata" && typeof value === "object" && Object.keys(value).length === 0;
}

/**
 * A memory as one line of an export. Whose it is stays out, so that it can be imported for anyone; the content hash is
 * computed anew by the import.
 */
export function toLine(record: MemoryRecord): string {
  const line: Partial<Record<Field, unknown>> = {};
  for (const field of FIELDS) {
    if (field === "user") continue;
    const value = record[field];
    if (!isImplied(field, value)) line[field] = value;
  }
  return JSON.stringify(line);
}
