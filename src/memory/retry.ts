import { z } from "zod";
import { HindsightError } from "../domain/errors.ts";
import { stepSchema } from "../domain/record.ts";
import type { DeadLetter } from "../ports/ledger.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import { type ReflectJob, reflectJob } from "./reflect.ts";
import { remember } from "./remember.ts";
import type { Reflected } from "./types.ts";

const turnSchema = z.object({
  role: z.enum(["user", "assistant", "tool"]),
  content: z.string(),
  id: z.string(),
  at: z.string(),
});
const reflectJobSchema = z.object({
  task: z.object({
    thread: z.string(),
    turns: z.array(turnSchema),
    steps: z.array(stepSchema).optional(),
    error: z.string().optional(),
    recalled: z.array(z.string()).optional(),
  }),
  timeZone: z.string(),
  salt: z.string().nullable(),
});
const scoreJobSchema = z.object({ text: z.string(), timeZone: z.string() });

function jobOf<T>(schema: z.ZodType<T>, letter: DeadLetter): T {
  const parsed = schema.safeParse(JSON.parse(letter.input));
  if (parsed.success) return parsed.data;
  throw new HindsightError(
    "INVALID_INPUT",
    `the input of dead letter ${letter.id} cannot be read`,
    "It was written by another version; discard it.",
    { cause: parsed.error },
  );
}

async function again(deps: MemoryDeps, scope: Scope, letter: DeadLetter): Promise<Reflected> {
  if (letter.job === "reflect") {
    const job = jobOf(reflectJobSchema, letter) as ReflectJob;
    return reflectJob(deps, { ...scope, timeZone: job.timeZone }, job);
  }
  if (letter.job !== "score")
    throw new HindsightError(
      "INVALID_INPUT",
      `work of the kind "${letter.job}" cannot be retried`,
      "Discard the dead letter.",
    );
  const { text, timeZone } = jobOf(scoreJobSchema, letter);
  const before = await deps.ledger.deadLetters(scope.user);
  const results = await remember(deps, { ...scope, timeZone }, { content: text });
  const failed = (await deps.ledger.deadLetters(scope.user)).find(
    (one) => one.id === letter.id && one.attempts > (before.find((old) => old.id === one.id)?.attempts ?? 0),
  );
  return {
    episode: null,
    added: results.flatMap((result) => (result.outcome === "stored" ? [result.record] : [])),
    updated: [],
    retracted: [],
    duplicates: results.filter((result) => result.outcome === "duplicate").length,
    refused: results.flatMap((result) =>
      result.outcome === "refused" ? [{ content: result.content, reason: result.reason }] : [],
    ),
    dropped: [],
    deadLetter: failed ?? null,
    rung: null,
  };
}

/**
 * Runs the work of a dead letter again, as it was, and removes the letter when it succeeds; when it fails once more the
 * letter stays with one attempt more.
 * @throws HindsightError NOT_FOUND when this user has no such dead letter
 */
export async function retryDeadLetter(deps: MemoryDeps, scope: Scope, id: string): Promise<Reflected> {
  const letter = (await deps.ledger.deadLetters(scope.user)).find((one) => one.id === id);
  if (letter === undefined)
    throw new HindsightError(
      "NOT_FOUND",
      `no dead letter has the id ${id}`,
      "`hindsight stats` and `hindsight doctor` list them.",
    );
  const reflected = await again(deps, scope, letter);
  if (reflected.deadLetter?.id !== letter.id) await deps.ledger.removeDeadLetter(letter.id);
  return reflected;
}
