import { z } from "zod";
import { isHindsightError } from "../domain/errors.ts";
import type { MemoryRecord } from "../domain/record.ts";
import type { Memory } from "../memory/types.ts";

/**
 * What was recalled for a request is needed until the request is done: "Which seat?" "The aisle, please." recalls nothing,
 * and the diet recalled a message before still bears on the booking. In `npm run bench:tasks` a model without it asked
 * again for what it had been shown.
 */

/** Messages of the user for which a memory stays before the model after the one that recalled it. */
const STAYS = 3;

export const inViewSchema = z.array(
  z.object({
    id: z.string(),
    /** For how many more messages. */
    left: z.number().int(),
  }),
);
export type InView = z.infer<typeof inViewSchema>;

/**
 * The memories still in view that this turn did not recall itself, as they stand now: what was superseded, forgotten or
 * went out of date meanwhile is left out.
 * @throws what the memory throws
 */
export async function carried(
  memory: Memory,
  inView: InView,
  recalled: ReadonlySet<string>,
  now: string,
): Promise<MemoryRecord[]> {
  const wanted = inView.filter(({ id, left }) => left > 0 && !recalled.has(id));
  const found = await Promise.all(
    wanted.map(async ({ id }) => {
      try {
        return await memory.show(id);
      } catch (error) {
        if (isHindsightError(error, "NOT_FOUND")) return null;
        throw error;
      }
    }),
  );
  return found.filter(
    (record): record is MemoryRecord =>
      record !== null && record.status === "active" && (record.validUntil === null || record.validUntil > now),
  );
}

/** What is in view after a turn that showed `ids`: those of its own recall anew, the others for one message less. */
export function viewAfter(before: InView, ids: readonly string[], recalled: ReadonlySet<string>): InView {
  const left = new Map(before.map((one) => [one.id, one.left - 1]));
  return ids.map((id) => ({ id, left: recalled.has(id) ? STAYS : (left.get(id) ?? 0) }));
}
