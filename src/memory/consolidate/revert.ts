import type { MemoryRecord } from "../../domain/record.ts";
import type { Amendment, Patch } from "../../ports/store.ts";
import { APART } from "./merge.ts";
import { OUT_OF_DATE } from "./outdated.ts";
import { TRACE, traceOf } from "./proposal.ts";

/**
 * What bringing a record back changes beside its status: the trace goes, what was merged stands for itself from now on, and
 * what was out of date holds until something else is said.
 */
export function revertedBy(record: MemoryRecord): Patch {
  const trace = traceOf(record);
  const { [TRACE]: _gone, ...metadata } = record.metadata;
  if (trace?.step === "merge") return { metadata: { ...metadata, [APART]: trace.into ?? true } };
  if (trace?.step !== "outdated") return { metadata };
  return { metadata, validUntil: null, tags: record.tags.filter((tag) => tag !== OUT_OF_DATE) };
}

/** The patch that brings back what upkeep took out of recall. */
export function revert(record: MemoryRecord): NonNullable<Amendment["patch"]>[number] {
  return { id: record.id, when: record.status, patch: { status: "active", ...revertedBy(record) } };
}
