import type { MemoryRecord } from "../domain/record.ts";
import type { Recalled } from "../memory/types.ts";
import { inZone } from "../time.ts";
import { printable } from "./io.ts";

/** `2026-03-31 18:30  semantic/preference  said by user` and what sets this memory apart from an ordinary one. */
function labels(record: MemoryRecord, zone: string): string {
  const parts = [inZone(record.happenedAt, zone), `${record.kind}/${record.type}`, record.source];
  if (record.status !== "active") parts.push(record.status);
  if (record.version > 1) parts.push(`version ${record.version}`);
  if (record.namespace !== "private") parts.push(`namespace ${printable(record.namespace)}`);
  if (record.thread !== null) parts.push(`thread ${printable(record.thread)}`);
  if (record.tags.length > 0) parts.push(record.tags.map((tag) => `#${printable(tag)}`).join(" "));
  return parts.join("  ");
}

function text(record: MemoryRecord): string {
  const spoken = record.speaker === null ? record.content : `${record.speaker}: ${record.content}`;
  return printable(spoken).replace(/\n/g, "\n  ");
}

/** A memory in two lines: the text, then id, time, kind and source. `zone` is the user's IANA zone. */
export function memoryLines(record: MemoryRecord, zone: string): string {
  return `${text(record)}\n  ${record.id}  ${labels(record, zone)}`;
}

/** One result of a search, numbered from 1, with its score. */
export function resultLines(result: Recalled, place: number, zone: string): string {
  const beside = [
    ...(result.context ?? []).map((record) => `\n   beside it: ${text(record)}`),
    ...(result.evidence ?? []).map((record) => `\n   from: ${text(record)}`),
  ];
  return `${place}. ${text(result.record)}${beside.join("")}\n   ${result.score.toFixed(3)}  ${result.record.id}  ${labels(result.record, zone)}`;
}

/** Every field of a memory that holds something, one a line. */
export function memoryDetails(record: MemoryRecord, zone: string): string {
  const times = new Set(["createdAt", "happenedAt", "validFrom", "validUntil", "lastAccessedAt"]);
  const lines: string[] = [];
  for (const [field, value] of Object.entries(record)) {
    if (value === null || (Array.isArray(value) && value.length === 0)) continue;
    if (field === "metadata" && Object.keys(record.metadata).length === 0) continue;
    const shown =
      times.has(field) && typeof value === "string"
        ? `${inZone(value, zone)} (${value})`
        : typeof value === "object"
          ? JSON.stringify(value)
          : String(value);
    lines.push(`${field.padEnd(14)} ${printable(shown).replace(/\n/g, `\n${" ".repeat(15)}`)}`);
  }
  return lines.join("\n");
}
