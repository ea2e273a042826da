import { isPassing } from "../../domain/classify.ts";
import { allActive, marked, type Proposal, type Upkeep } from "./proposal.ts";

/** Marks what ran out of date, by which it is told from what was merely not used. */
export const OUT_OF_DATE = "out-of-date";

/** B9: states whose validity has run out (not events: a flight that was flown stays, as past) leave the facts; what was believed then can still be asked with `asOf`. */
export async function outdated(at: Upkeep): Promise<Proposal[]> {
  const now = new Date(at.now).toISOString();
  const ended = (await allActive(at.store, "semantic")).filter(
    ({ validUntil, content }) => validUntil !== null && validUntil <= now && !isPassing(content),
  );
  return ended.map((record): Proposal => {
    const why = `valid until ${record.validUntil}`;
    const tags = [...new Set([...record.tags, OUT_OF_DATE])];
    return {
      step: "outdated",
      ids: [record.id],
      why,
      about: record.content,
      amendment: { patch: [marked(at, "outdated", record, { status: "archived", why, tags })] },
    };
  });
}
