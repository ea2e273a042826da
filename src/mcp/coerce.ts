/** The part of JSON Schema that tool arguments use. */
interface Shape {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  items?: Shape;
  properties?: Readonly<Record<string, Shape>>;
  required?: readonly string[];
  anyOf?: readonly Shape[];
}

const TRUE = new Set(["true", "yes", "1", "on"]);
const FALSE = new Set(["false", "no", "0", "off"]);

function parsed(text: string, opening: string): unknown {
  if (!text.trimStart().startsWith(opening)) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // then it is a text that only begins like JSON
    throw error;
  }
}

function toNumber(value: unknown): unknown {
  if (typeof value !== "string" || value.trim() === "") return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

function toBoolean(value: unknown): unknown {
  const word = String(value).trim().toLowerCase();
  return TRUE.has(word) ? true : FALSE.has(word) ? false : value;
}

function toText(value: unknown, choices: readonly unknown[] | undefined): unknown {
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  if (typeof text !== "string" || choices === undefined) return text;
  const wanted = text.trim().toLowerCase();
  return choices.find((choice) => typeof choice === "string" && choice.toLowerCase() === wanted) ?? text;
}

function toList(value: unknown, items: Shape | undefined): unknown {
  const list = Array.isArray(value) ? value : typeof value === "string" ? listOf(value, items) : [value];
  return items === undefined ? list : list.map((item) => coerce(item, items));
}

function listOf(text: string, items: Shape | undefined): unknown[] {
  const found = parsed(text, "[");
  if (Array.isArray(found)) return found;
  if (items?.type !== "string") return [text];
  return text
    .split(/[,，、]/u)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function toObject(value: unknown, shape: Shape): unknown {
  const found = typeof value === "string" ? (parsed(value, "{") ?? value) : value;
  if (typeof found !== "object" || found === null || Array.isArray(found)) return found;
  const required = new Set(shape.required);
  const made: Record<string, unknown> = {};
  for (const [key, given] of Object.entries(found)) {
    const inner =
      shape.properties !== undefined && Object.hasOwn(shape.properties, key) ? shape.properties[key] : undefined;
    const absent = !required.has(key) && (given === null || given === undefined || given === "");
    if (!absent) made[key] = inner === undefined ? given : coerce(given, inner);
  }
  return made;
}

/**
 * Arguments as a model meant them (requirements F4): "5" for 5, "true" for true, "a,b" or a single value for a list, a
 * number for a text, JSON in a string, `null` or "" for an optional argument left out, any case of a listed word. What
 * cannot be read that way is left as it is, for the schema to refuse.
 */
export function coerce(value: unknown, shape: Shape): unknown {
  const alternative = shape.anyOf?.find((one) => one.type !== "null");
  if (alternative !== undefined) return value === null ? value : coerce(value, alternative);
  switch (shape.type) {
    case "integer":
    case "number":
      return toNumber(value);
    case "boolean":
      return toBoolean(value);
    case "string":
      return toText(value, shape.enum);
    case "array":
      return value === null || value === undefined ? value : toList(value, shape.items);
    case "object":
      return toObject(value, shape);
    default:
      return value;
  }
}
