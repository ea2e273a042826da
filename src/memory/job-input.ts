import { z } from "zod";
import { HindsightError } from "../domain/errors.ts";
import { stepSchema } from "../domain/record.ts";
import type { ReflectJob } from "./reflect.ts";
import type { NewMemory } from "./types.ts";

const turnSchema = z.object({
  role: z.enum(["user", "assistant", "tool"]),
  content: z.string(),
  id: z.string(),
  at: z.string(),
});

const reflectSchema = z.object({
  task: z.object({
    thread: z.string(),
    turns: z.array(turnSchema),
    steps: z.array(stepSchema).optional(),
    error: z.string().optional(),
    recalled: z.array(z.string()).optional(),
    safety: z.boolean().optional(),
  }),
  timeZone: z.string(),
  salt: z.string().nullable(),
});

/** A write to be done later; `memory` is checked when it is carried out, as any other is. */
export interface RememberJob {
  memory: NewMemory;
  /** When it was asked for, in milliseconds since 1970; it is written as of then. */
  at: number;
  timeZone: string;
  namespaces: readonly string[];
}

const rememberSchema = z.object({
  memory: z.looseObject({ content: z.string() }),
  at: z.number(),
  timeZone: z.string(),
  namespaces: z.array(z.string()),
});

const patternsSchema = z.object({ language: z.enum(["en", "zh"]) });

const compressSchema = z.object({ namespace: z.string(), ids: z.array(z.string()).min(1) });
export type CompressJob = z.infer<typeof compressSchema>;

const scoreSchema = z.object({ text: z.string(), timeZone: z.string() });

function parsed<T>(schema: z.ZodType<T>, input: string, what: string): T {
  let json: unknown;
  try {
    json = JSON.parse(input);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  throw new HindsightError(
    "INVALID_INPUT",
    `the input of ${what} cannot be read`,
    "It was written by another version; discard it.",
    { cause: result.error },
  );
}

/** The inputs of jobs and dead letters, by kind. @throws HindsightError INVALID_INPUT naming `what` */
export const jobInput = {
  reflect: (input: string, what: string) => parsed(reflectSchema, input, what) as ReflectJob,
  remember: (input: string, what: string) => parsed(rememberSchema, input, what) as RememberJob,
  patterns: (input: string, what: string) => parsed(patternsSchema, input, what),
  compress: (input: string, what: string) => parsed(compressSchema, input, what),
  score: (input: string, what: string) => parsed(scoreSchema, input, what),
};
