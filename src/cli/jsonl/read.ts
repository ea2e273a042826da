import { z } from "zod";
import { isHindsightError } from "../../domain/errors.ts";
import type { ImportedMemory } from "../../memory/types.ts";
import { checkImported } from "../../memory/validate.ts";
import { Failure } from "../failure.ts";
import { FIELDS, type Field } from "./fields.ts";
import { type Line, linesOf } from "./lines.ts";
import type { Mapping } from "./mapping.ts";

/** One memory of a file. */
export interface ReadMemory {
  line: number;
  /** Bytes read up to here. */
  bytes: number;
  /** Whose the line says it is. */
  user: string | undefined;
  memory: ImportedMemory;
}

/**
 * The memories of a JSON Lines stream, one at a time, as the mapping says, each checked as the store will check it.
 * @param zone IANA zone in which times without an offset are read.
 * @throws Failure naming the line, and the field where it is one.
 */
export async function* readMemories(
  chunks: AsyncIterable<Uint8Array | string>,
  mapping: Mapping,
  zone: string,
): AsyncGenerator<ReadMemory> {
  const scope = { user: "", timeZone: zone, namespaces: [] }; // the check looks at the zone alone
  for await (const line of linesOf(chunks)) {
    const raw = objectOf(line);
    if (!mapping.conditions.every(({ key, value }) => Object.hasOwn(raw, key) && String(raw[key]) === value)) continue;
    const { values, keys } = mapped(raw, line.number, mapping);
    if (values.content === undefined)
      throw new Failure(
        `line ${line.number} has no content`,
        "Every line needs a content; --map content=KEY says which key holds it.",
      );
    const { user, ...memory } = values;
    if (user !== undefined && typeof user !== "string") throw badField(line.number, keys.get("user"), "must be a text");
    try {
      const checked = checkImported(memory as ImportedMemory, scope, 0);
      yield { line: line.number, bytes: line.bytes, user, memory: checked };
    } catch (error) {
      throw explained(error, line.number, keys);
    }
  }
}

function badField(line: number, key: string | undefined, message: string, cause?: unknown): Failure {
  return new Failure(
    `line ${line}, field "${key ?? "?"}": ${message}`,
    "Correct the line and import the file again; what is stored already is recognised.",
    { cause },
  );
}

/** What the check found, under the line and the key of the file. */
function explained(error: unknown, line: number, keys: ReadonlyMap<string, string>): unknown {
  if (!isHindsightError(error) || !(error.cause instanceof z.ZodError)) return error;
  const [issue] = error.cause.issues;
  const [field, ...inner] = (issue?.path ?? []).map(String);
  const key = [keys.get(field ?? "") ?? field, ...inner].join(".");
  return badField(line, key, issue?.message ?? "invalid", error);
}

/** Fields that are names, which files often write as numbers. */
const NAMES: ReadonlySet<Field> = new Set(["id", "thread", "user"]);

function objectOf(line: Line): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch (error) {
    throw new Failure(
      `line ${line.number} is not valid JSON: ${error instanceof Error ? error.message : error}`,
      "A file of JSON Lines holds one JSON object a line.",
      { cause: error },
    );
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new Failure(`line ${line.number} is not a JSON object`, "A file of JSON Lines holds one JSON object a line.");
}

/** The line under the names of a memory's fields, and which key each came from. */
function mapped(raw: Record<string, unknown>, number: number, mapping: Mapping) {
  const values: Partial<Record<Field, unknown>> = {};
  const keys = new Map<string, string>();
  const extra: [string, unknown][] = [];
  for (const [key, value] of Object.entries(raw)) {
    const field = mapping.fields.get(key);
    if (field === undefined) {
      if (mapping.lenient) extra.push([key, value]);
      else if (!mapping.conditions.some((condition) => condition.key === key))
        throw new Failure(
          `line ${number}: unknown key "${key}"`,
          `Known keys: ${FIELDS.join(", ")}. --map FIELD=${key} says what it is; --lenient keeps it in metadata.`,
        );
      continue;
    }
    const before = keys.get(field);
    if (before !== undefined)
      throw new Failure(`line ${number}: "${before}" and "${key}" both give ${field}`, "Keep one of the two keys.");
    keys.set(field, key);
    if (value === null) continue; // says the same as nothing
    values[field] = NAMES.has(field) && typeof value === "number" ? String(value) : value;
  }
  if (extra.length > 0) {
    const given = values.metadata;
    const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
    if (given === undefined || isObject) values.metadata = { ...Object.fromEntries(extra), ...given };
  }
  return { values, keys };
}
