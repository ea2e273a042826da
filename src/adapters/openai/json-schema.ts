import { z } from "zod";
import { HindsightError } from "../../domain/errors.ts";

export type JsonSchema = { [key: string]: unknown };

/** Keywords that strict mode refuses or that only make grammars larger; zod checks them afterwards all the same. */
const DROPPED = new Set(["$schema", "$id", "default", "minLength", "maxLength", "propertyNames", "examples", "title"]);

function isObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSafeBound(key: string, value: unknown): boolean {
  return (
    (key === "minimum" && value === Number.MIN_SAFE_INTEGER) || (key === "maximum" && value === Number.MAX_SAFE_INTEGER)
  );
}

function strict(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(strict);
  if (!isObject(node)) return node;
  const out: JsonSchema = {};
  for (const [key, value] of Object.entries(node)) {
    if (DROPPED.has(key) || isSafeBound(key, value)) continue;
    // Names under these keys are the schema's own, not keywords.
    if ((key === "properties" || key === "$defs") && isObject(value))
      out[key] = Object.fromEntries(Object.entries(value).map(([name, child]) => [name, strict(child)]));
    else if (key === "enum" || key === "const" || key === "required") out[key] = value;
    else out[key === "oneOf" ? "anyOf" : key] = strict(value);
  }
  if (isObject(out.properties)) {
    out.required = Object.keys(out.properties);
    out.additionalProperties = false;
  }
  return out;
}

/**
 * The JSON schema of a zod schema in the shape strict mode accepts: every property required, none beside them.
 * @throws HindsightError INVALID_INPUT for a schema that is no object at the top, or that JSON schema cannot express.
 */
export function strictJsonSchema(schema: z.ZodType): JsonSchema {
  let made: unknown;
  try {
    made = strict(z.toJSONSchema(schema));
  } catch (error) {
    throw new HindsightError(
      "INVALID_INPUT",
      `the schema cannot be written as a JSON schema: ${error instanceof Error ? error.message : String(error)}`,
      "Use plain zod types: no transforms, dates, maps or sets.",
      { cause: error },
    );
  }
  if (isObject(made) && made.type === "object") return made;
  throw new HindsightError(
    "INVALID_INPUT",
    "the schema of a structured answer must be an object at the top",
    "Wrap it: z.strictObject({ items: … }).",
  );
}
