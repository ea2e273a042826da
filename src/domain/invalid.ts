import { z } from "zod";

const quoted = (value: unknown): string => JSON.stringify(value) ?? String(value);

const WHAT: Record<string, string> = {
  int: "a whole number",
  number: "a number",
  string: "a text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const UNIT: Record<string, string> = { string: " characters", array: " entries" };

const FORMAT: Record<string, string> = {
  url: "a URL, such as https://example.com/v1",
  uuid: "a UUID",
  datetime: "a UTC instant, such as 2026-11-30T09:00:00.000Z",
};

/**
 * What is wrong with a value, in words for a person, for zod's `error` option; zod's own words where there are none.
 * Never tells the value itself except where it had to be one of a few words: it may be a secret.
 */
export function plainly(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? "is missing"
        : `must be ${WHAT[issue.expected] ?? `of type ${issue.expected}`}`;
    case "invalid_value":
      return `must be ${issue.values.map(quoted).join(" or ")}, not ${quoted(issue.input)}`;
    case "too_small":
      return `must be at least ${issue.minimum}${UNIT[issue.origin] ?? ""}`;
    case "too_big":
      return `must be at most ${issue.maximum}${UNIT[issue.origin] ?? ""}`;
    case "invalid_format":
      return FORMAT[issue.format] === undefined ? undefined : `must be ${FORMAT[issue.format]}`;
    default:
      return undefined;
  }
}

/** A strict object: what it says of a key it does not know names those it does. */
export function exactly<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  const known = Object.keys(shape).join(", ");
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `unknown key ${issue.keys.map(quoted).join(", ")}; known are ${known}`
        : undefined,
  });
}

/** The first thing wrong, with the path of its field: `filter.kinds.0: must be …`. */
export function firstIssue(error: z.ZodError): { path: string; message: string } {
  const [issue] = error.issues;
  return { path: issue?.path.map(String).join(".") ?? "", message: issue?.message ?? "invalid" };
}
