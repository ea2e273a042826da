import { v7 as uuidv7 } from "uuid";
import { HindsightError } from "../domain/errors.ts";
import { PRIVATE } from "../domain/scope.ts";
import type { DeadLetter } from "../ports/ledger.ts";
import { withStore } from "./access.ts";
import { compressAgain } from "./consolidate/compress.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import { jobInput } from "./job-input.ts";
import { reflectPatterns } from "./patterns.ts";
import { reflectJob } from "./reflect.ts";
import { remember } from "./remember.ts";
import type { Reflected, Remembered } from "./types.ts";

/** A write again: what became of each statement, in the shape of a reflection. */
function writesOf(results: readonly Remembered[], deadLetter: DeadLetter | null): Reflected {
  return {
    episode: null,
    added: results.flatMap((result) => (result.outcome === "stored" ? [result.record] : [])),
    updated: [],
    retracted: results.flatMap((result) => (result.outcome === "retracted" ? [result.record] : [])),
    duplicates: results.filter((result) => result.outcome === "duplicate").length,
    refused: results.flatMap((result) =>
      result.outcome === "refused" ? [{ content: result.content, reason: result.reason }] : [],
    ),
    dropped: [],
    deadLetter,
    rung: null,
  };
}

/**
 * Looks for patterns once more, in the tasks as they are now. The letter stays when the same question failed again; one
 * about other tasks, or of the other language, is a letter of its own.
 * @throws HindsightError CONFLICT while another run looks at this memory
 */
async function patternsAgain(deps: MemoryDeps, scope: Scope, letter: DeadLetter): Promise<Reflected> {
  const found = await reflectPatterns(deps, scope);
  if (found.busy)
    throw new HindsightError(
      "CONFLICT",
      "another run is looking for patterns in this memory",
      "Try again in a minute.",
    );
  const language = (one: DeadLetter) => jobInput.patterns(one.input, `dead letter ${one.id}`).language;
  return {
    ...writesOf([], found.deadLetters.find((one) => language(one) === language(letter)) ?? null),
    added: found.added,
    updated: found.strengthened,
    dropped: found.dropped,
  };
}

/** Tells old events in one, as upkeep would have; the namespace is one the user wrote to. */
async function summaryAgain(deps: MemoryDeps, scope: Scope, letter: DeadLetter): Promise<Reflected> {
  const { namespace, ids } = jobInput.compress(letter.input, `dead letter ${letter.id}`);
  const granted = { ...scope, namespaces: namespace === PRIVATE ? [] : [namespace] };
  const { summary, letter: failed } = await withStore(deps, granted, namespace, (store) => {
    const { signal } = new AbortController();
    const now = deps.clock.now();
    const run = uuidv7({ msecs: now });
    return compressAgain({ deps, store, run, now, timeZone: scope.timeZone, episodeCap: null, signal }, ids);
  });
  return { ...writesOf([], failed), added: summary === null ? [] : [summary] };
}

async function again(deps: MemoryDeps, scope: Scope, letter: DeadLetter): Promise<Reflected> {
  const what = `dead letter ${letter.id}`;
  if (letter.job === "reflect") {
    const job = jobInput.reflect(letter.input, what);
    return reflectJob(deps, { ...scope, timeZone: job.timeZone }, job);
  }
  if (letter.job === "remember") {
    const { memory, at, timeZone, namespaces } = jobInput.remember(letter.input, what);
    return writesOf(await remember(deps, { ...scope, timeZone, namespaces }, memory, at), null);
  }
  if (letter.job === "compress") return summaryAgain(deps, scope, letter);
  if (letter.job === "patterns") return patternsAgain(deps, scope, letter);
  if (letter.job !== "score")
    throw new HindsightError(
      "INVALID_INPUT",
      `work of the kind "${letter.job}" cannot be retried`,
      "Discard the dead letter.",
    );
  const { text, timeZone } = jobInput.score(letter.input, what);
  const before = await deps.ledger.deadLetters(scope.user);
  const results = await remember(deps, { ...scope, timeZone }, { content: text });
  const failed = (await deps.ledger.deadLetters(scope.user)).find(
    (one) => one.id === letter.id && one.attempts > (before.find((old) => old.id === one.id)?.attempts ?? 0),
  );
  return writesOf(results, failed ?? null);
}

/** @throws HindsightError NOT_FOUND when this user has no such dead letter */
async function letterOf(deps: MemoryDeps, scope: Scope, id: string): Promise<DeadLetter> {
  const letter = (await deps.ledger.deadLetters(scope.user)).find((one) => one.id === id);
  if (letter !== undefined) return letter;
  throw new HindsightError(
    "NOT_FOUND",
    `no dead letter has the id ${id}`,
    "`hindsight stats` lists them with their ids.",
  );
}

/** Removes a dead letter without doing its work. @throws HindsightError NOT_FOUND when this user has no such one */
export async function discardDeadLetter(deps: MemoryDeps, scope: Scope, id: string): Promise<void> {
  const letter = await letterOf(deps, scope, id);
  await deps.ledger.removeDeadLetter(letter.id);
}

/**
 * Runs the work of a dead letter again, as it was, and removes the letter when it succeeds; when it fails once more the
 * letter stays with one attempt more.
 * @throws HindsightError NOT_FOUND when this user has no such dead letter
 */
export async function retryDeadLetter(deps: MemoryDeps, scope: Scope, id: string): Promise<Reflected> {
  const letter = await letterOf(deps, scope, id);
  const reflected = await again(deps, scope, letter);
  if (reflected.deadLetter?.id !== letter.id) await deps.ledger.removeDeadLetter(letter.id);
  return reflected;
}
