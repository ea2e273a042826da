import { isHindsightError } from "../../domain/errors.ts";
import type { Reflected } from "../../memory/types.ts";
import { type Context, type GlobalOptions, type Hindsight, withHindsight } from "../context.ts";
import { EXIT, UsageError } from "../failure.ts";
import { count, json } from "../format.ts";
import { note, say } from "../io.ts";

export interface LettersOptions extends GlobalOptions {
  all?: boolean;
}

/** The ids meant: the one named, or all of the user's, oldest first, as they were written. */
async function idsOf(hindsight: Hindsight, options: LettersOptions, id: string | undefined): Promise<string[]> {
  if ((id === undefined) === (options.all !== true))
    throw new UsageError("name one dead letter, or --all", "hindsight stats lists them with their ids.");
  if (id !== undefined) return [id];
  const letters = await hindsight.user(hindsight.settings.user).deadLetters();
  return letters.map((letter) => letter.id).reverse();
}

/** What came of one. */
interface Retried {
  id: string;
  ok: boolean;
  /** Why it failed again. */
  reason?: string;
  added: number;
  updated: number;
  retracted: number;
}

function outcome(id: string, { deadLetter, added, updated, retracted }: Reflected): Retried {
  const counts = { added: added.length, updated: updated.length, retracted: retracted.length };
  return deadLetter === null
    ? { id, ok: true, ...counts }
    : { id, ok: false, reason: `${deadLetter.reason}, ${deadLetter.detail.replace(/\s+/gu, " ")}`, ...counts };
}

async function retried(hindsight: Hindsight, id: string): Promise<Retried> {
  try {
    return outcome(id, await hindsight.retry(hindsight.settings.user, id));
  } catch (error) {
    if (!isHindsightError(error) || error.code === "NOT_FOUND") throw error;
    return { id, ok: false, reason: `${error.message}. ${error.hint}`, added: 0, updated: 0, retracted: 0 };
  }
}

/** Does the work of dead letters again; exit code 1 when one failed once more. */
export async function retry(context: Context, options: LettersOptions, given: string | undefined): Promise<void> {
  await withHindsight(context, options, async (hindsight) => {
    const results: Retried[] = [];
    for (const id of await idsOf(hindsight, options, given)) {
      const one = await retried(hindsight, id);
      results.push(one);
      if (options.json !== true)
        await say(
          context.io,
          one.ok
            ? `done: ${id}  ${one.added} added, ${one.updated} updated, ${one.retracted} retracted`
            : `failed again: ${id}  ${one.reason}`,
        );
    }
    if (options.json === true) await say(context.io, json({ retried: results }));
    else if (results.length === 0) await note(context.io, "There are no dead letters.");
    if (results.some(({ ok }) => !ok)) context.exitCode = EXIT.failed;
  });
}

/** Removes dead letters without doing their work. */
export async function discard(context: Context, options: LettersOptions, given: string | undefined): Promise<void> {
  await withHindsight(context, options, async (hindsight) => {
    const ids = await idsOf(hindsight, options, given);
    for (const id of ids) await hindsight.discard(hindsight.settings.user, id);
    if (options.json === true) await say(context.io, json({ discarded: ids }));
    else await say(context.io, `${count(ids.length, "dead letter")} discarded`);
  });
}
