import { DateTime } from "luxon";
import { absoluteDates } from "./dates.ts";
import { USER } from "./entities/keys.ts";
import { namedIn } from "./entities/mentions.ts";
import type { Entity } from "./entities/types.ts";

export { ENTITY_TYPES, type Entity, type EntityType } from "./entities/types.ts";

/**
 * What the text names, in the order of the rules, each once; at most `limit`. Dates as `2026-12-04`, relative ones too.
 * The labels of a record; the graph beside them has belongings and references as well, see `entities/mentions.ts`.
 */
export function entitiesOf(text: string, timeZone: string, said: number, limit = 16): Entity[] {
  const found = new Map<string, Entity>();
  for (const { key, name, type } of namedIn(text, USER).mentions)
    if (!key.startsWith("o:") && type !== "date" && !found.has(name)) found.set(name, { name, type });
  for (const date of absoluteDates(text, { said, timeZone }).dates) {
    if (date.precision !== "day") continue;
    const name = DateTime.fromISO(date.from, { zone: timeZone }).toISODate() ?? "";
    if (!found.has(name)) found.set(name, { name, type: "date" });
  }
  return Array.from(found.values()).slice(0, limit);
}
