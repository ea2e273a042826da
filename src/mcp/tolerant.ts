import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import { coerce } from "./coerce.ts";

/** What a tool gets: its arguments, and the names of those it does not know. */
export interface Given<T> {
  args: T;
  /** Not used, and said so in the answer, because the caller may believe they were. */
  ignored: string[];
}

/**
 * The schema of a tool's arguments as a client sees it, strict, but lenient to what a model sends (requirements F4).
 * @param aliases other names by which an argument is often called.
 * @param prepare reads a form of its own before the rest is coerced.
 */
export function tolerant<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  aliases: Readonly<Record<string, string>> = {},
  prepare: (given: Record<string, unknown>) => Record<string, unknown> = (given) => given,
): StandardSchemaWithJSON<unknown, Given<z.output<z.ZodObject<Shape>>>> {
  const shape = z.toJSONSchema(schema, { io: "input" }) as Parameters<typeof coerce>[1];
  const known = new Set(Object.keys(schema.shape));
  return {
    "~standard": {
      version: 1,
      vendor: "hindsight",
      jsonSchema: {
        input: ({ target }) => z.toJSONSchema(schema, { io: "input", target: target as "draft-2020-12" }),
        output: ({ target }) => z.toJSONSchema(schema, { io: "output", target: target as "draft-2020-12" }),
      },
      validate: (value) => {
        const given = typeof value === "object" && value !== null ? { ...value } : value;
        const ignored: string[] = [];
        const meant: Record<string, unknown> = {};
        for (const [key, one] of Object.entries(given ?? {})) {
          const name = known.has(key) ? key : (aliases[key] ?? key);
          if (!known.has(name) || (name !== key && Object.hasOwn(given ?? {}, name))) ignored.push(key);
          else meant[name] = one;
        }
        const result = schema.safeParse(coerce(prepare(meant), shape));
        if (result.success) return { value: { args: result.data, ignored } };
        return { issues: result.error.issues.map(({ message, path }) => ({ message, path })) };
      },
    },
  };
}
