import { createHash, type Hash } from "node:crypto";
import type { AuditEntry, Indexed } from "../../ports/store.ts";

/** JSON in which equal values are equal texts: keys sorted, absent ones left out. */
function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${stable(field)}`).join(",")}}`;
}

/**
 * All that is kept of a record as one text: the same in every store that holds the same. Vectors to the bit, as base64 of
 * little-endian floats; what comes in no order is sorted.
 */
export function canonical({ record, terms, vector, mentions = [], relations = [] }: Indexed): string {
  const bytes = Buffer.alloc(vector.length * 4);
  vector.forEach((value, i) => {
    bytes.writeFloatLE(value, i * 4);
  });
  return stable({
    record,
    terms,
    vector: bytes.toString("base64"),
    mentions: mentions.map((one) => stable({ ...one, aliases: [...one.aliases].sort() })).sort(),
    relations: relations.map(stable).sort(),
  });
}

/** An audit entry as one text that begins with its time, so that sorted texts are in the order of time. */
export function canonicalAudit({ at, actor, action, id, detail }: AuditEntry): string {
  return stable([at, actor, action, id, detail]);
}

/** Anything plain as one text. */
export const canonicalValue = stable;

/** A checksum over lines: 64 hex digits of SHA-256. */
export function checksum(): { add(line: string): void; digest(): string } {
  const hash: Hash = createHash("sha256");
  return {
    add: (line) => void hash.update(line, "utf8").update("\n"),
    digest: () => hash.digest("hex"),
  };
}
