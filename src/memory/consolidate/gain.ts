import { z } from "zod";
import type { MemoryRecord } from "../../domain/record.ts";
import type { Patch } from "../../ports/store.ts";

/** Where a statement that stays keeps what runs of upkeep added to it, by run, so that each can be taken off again. */
const GAINS = "gains";
/** Runs remembered on a record; what older ones added stays for good. */
const NEWEST = 20;
/** Lists in the metadata that grow: the statements merged in, the tasks a pattern rests on. */
const LISTS = ["merged", "evidence"] as const;

const listSchema = z.array(z.string()).catch([]);
const gainSchema = z.object({
  importance: z.number(),
  confidence: z.number(),
  tags: z.array(z.string()),
  entities: z.array(z.string()),
  merged: z.array(z.string()),
  evidence: z.array(z.string()),
});
type Gain = z.infer<typeof gainSchema>;
const gainsSchema = z.record(z.string(), gainSchema).catch({});

type Before = Pick<MemoryRecord, "importance" | "confidence" | "tags" | "entities" | "metadata">;

const beyond = (after: readonly string[], before: readonly string[]) => after.filter((one) => !before.includes(one));

/** The patch, which also notes what it adds to the record in that run. */
export function withGain(run: string, before: Before, patch: Partial<Before>): Patch {
  const after = { ...before, ...patch };
  const gained = Object.fromEntries(
    LISTS.map((list) => [
      list,
      beyond(listSchema.parse(after.metadata[list]), listSchema.parse(before.metadata[list])),
    ]),
  ) as Pick<Gain, (typeof LISTS)[number]>;
  const gain: Gain = {
    importance: after.importance - before.importance,
    confidence: after.confidence - before.confidence,
    tags: beyond(after.tags, before.tags),
    entities: beyond(after.entities, before.entities),
    ...gained,
  };
  const kept = Object.entries(gainsSchema.parse(before.metadata[GAINS])).slice(1 - NEWEST);
  return { ...patch, metadata: { ...after.metadata, [GAINS]: { ...Object.fromEntries(kept), [run]: gain } } };
}

/** What takes off again what that run added, whatever was added since; `null` when it added nothing that is remembered. */
export function withoutGain(run: string, record: Before): Patch | null {
  const { [GAINS]: given, ...metadata } = record.metadata;
  const { [run]: gain, ...others } = gainsSchema.parse(given);
  if (gain === undefined) return null;
  for (const list of LISTS)
    if (gain[list].length > 0) metadata[list] = beyond(listSchema.parse(metadata[list]), gain[list]);
  return {
    importance: Math.max(0, record.importance - gain.importance),
    confidence: Math.max(0, record.confidence - gain.confidence),
    tags: beyond(record.tags, gain.tags),
    entities: beyond(record.entities, gain.entities),
    metadata: Object.keys(others).length === 0 ? metadata : { ...metadata, [GAINS]: others },
  };
}
