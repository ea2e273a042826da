import { microseconds } from "./datetime.ts";
import type { Json } from "./types.ts";

export type IndexType = "keyword" | "integer" | "float" | "bool" | "datetime" | "uuid" | "text" | "geo";

/** Whether an index of a kind holds a value; what it does not hold is not there for whoever asks it. An integer index does not know 1.5. */
export function indexHolds(type: IndexType, value: Json): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "float") return typeof value === "number";
  if (type === "bool") return typeof value === "boolean";
  if (type === "datetime") return typeof value === "string" && microseconds(value) !== undefined;
  return typeof value === "string";
}
