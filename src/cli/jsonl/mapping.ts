import { UsageError } from "../failure.ts";
import { FIELDS, type Field } from "./fields.ts";

/** Which key of a line gives which field of a memory. */
export interface Mapping {
  /** Field by key. */
  fields: ReadonlyMap<string, Field>;
  /** Keys a condition looks at; they may be there without being a field. */
  conditions: readonly { key: string; value: string }[];
  /** Keep unknown keys in `metadata` instead of refusing the line. */
  lenient: boolean;
}

/** Keys that are understood without being told, as conversation logs have them. */
const ALIASES: Record<string, Field> = { text: "content", time: "happenedAt", pool: "user" };

const isField = (name: string): name is Field => FIELDS.some((field) => field === name);

function pair(option: string, text: string): [string, string] {
  const at = text.indexOf("=");
  if (at > 0 && at < text.length - 1) return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  throw new UsageError(
    `${option}: "${text}" is not of the form name=value`,
    `For example ${option} ${EXAMPLES[option]}.`,
  );
}
const EXAMPLES: Record<string, string> = { "--map": "content=body,happenedAt=date", "--where": "pool=conv-26" };

/**
 * @param maps `field=key` each: the field of a memory, then the key of the file that holds it.
 * @param wheres `key=value` each: only lines whose key holds exactly that.
 * @throws UsageError
 */
export function readMapping(maps: readonly string[], wheres: readonly string[], lenient: boolean): Mapping {
  const fields = new Map<string, Field>(FIELDS.map((field) => [field, field]));
  for (const [key, field] of Object.entries(ALIASES)) fields.set(key, field);
  for (const text of maps) {
    const [field, key] = pair("--map", text);
    if (!isField(field))
      throw new UsageError(
        `--map: a memory has no field "${field}"`,
        `The field comes first, then the key of the file: content=${field}. Fields: ${FIELDS.join(", ")}.`,
      );
    fields.set(key, field);
  }
  const conditions = wheres.map((text) => {
    const [key, value] = pair("--where", text);
    return { key, value };
  });
  return { fields, conditions, lenient };
}
