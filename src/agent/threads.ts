import { isHindsightError, messageOf } from "../domain/errors.ts";
import { within } from "../memory/budget.ts";
import type { Identity } from "./identity.ts";
import type { AgentSetup } from "./setup.ts";

/**
 * Notes whose thread it is and that it was active; what went wrong in words, or `null`.
 * @throws HindsightError NOT_GRANTED when the thread is another user's.
 */
export async function noteThread(setup: AgentSetup, identity: Identity): Promise<string | null> {
  try {
    await within("noting the thread", setup.settings.recallTimeoutMs, undefined, () => setup.noteThread(identity));
    return null;
  } catch (error) {
    if (isHindsightError(error, "NOT_GRANTED")) throw error;
    return `the thread could not be noted: ${messageOf(error)}`;
  }
}
