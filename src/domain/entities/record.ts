import { z } from "zod";
import type { MemoryRecord } from "../record.ts";
import { type GraphContext, graphOf, type Told } from "./mentions.ts";
import type { Earlier } from "./referring.ts";
import { ENTITY_TYPES, type Graph } from "./types.ts";

/** Turns before a memory that its pronouns are looked up in. */
export const TURNS_BACK = 6;

/** Where an episode keeps the entities with other names, and the relations, that a model found. */
const toldSchema = z.object({
  entities: z
    .array(z.object({ name: z.string(), type: z.enum(ENTITY_TYPES), aliases: z.array(z.string()) }))
    .optional(),
  relations: z.array(z.object({ from: z.string(), relation: z.string(), to: z.string() })).optional(),
});

/** What a record says about entities, what a model told of it included. Metadata of another shape is someone else's. */
export function graphOfRecord(
  record: MemoryRecord,
  earlier: readonly Earlier[],
  context: Omit<GraphContext, "told"> = {},
): Graph & { open: boolean } {
  if (record.metadata.relations === undefined && record.metadata.entities === undefined)
    return graphOf(record, earlier, context);
  const told = toldSchema.safeParse(record.metadata);
  return graphOf(record, earlier, { told: told.success ? clean(told.data) : {}, ...context });
}

const clean = ({ entities, relations }: z.infer<typeof toldSchema>): Told => ({
  ...(entities === undefined ? {} : { entities }),
  ...(relations === undefined ? {} : { relations }),
});
