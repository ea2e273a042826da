import { isPassing } from "../../domain/classify.ts";
import { allActive, marked, type Proposal, type Upkeep } from "./proposal.ts";

/** Marks what ran out of date, by which it is told from what was merely not used. */
export const OUT_OF_DATE = "out-of-date";

/** Days for which a state that ran out can still be asked about as past ("When was I in Madrid?"). */
const AS_PAST = 365;

/** B9: states that ran out a year ago (not events: a flight that was flown stays, as past) leave recall; what was believed then can still be asked with `asOf`. */
export async function outdated(at: Upkeep): Promise<Proposal[]> {
  const before = new Date(at.now - AS_PAST * 86_400_000).toISOString();
  const ended = (await allActive(at.store, "semantic")).filter(
    ({ validUntil, content }) => validUntil !== null && validUntil <= before && !isPassing(content),
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
