import type { MemoryRecord } from "../../domain/record.ts";
import { capOf, worthKeeping } from "../../domain/upkeep.ts";
import { UNFINISHED } from "../apply.ts";
import { allActive, byAuthor, marked, type Proposal, type Upkeep } from "./proposal.ts";

/** When the user did something; summaries are upkeep's own. */
const writtenAt = (records: readonly MemoryRecord[]) =>
  records.filter(({ type }) => type !== "summary").map(({ createdAt }) => createdAt);

/** E2: over the cap the episodes least worth keeping are put away, by importance × freshness. */
export async function cap(at: Upkeep): Promise<Proposal[]> {
  return byAuthor(await allActive(at.store, "episodic")).flatMap((records) => {
    const most = at.episodeCap ?? capOf(writtenAt(records), at.now);
    const over = records.length - most;
    if (over <= 0) return [];
    const ranked = records
      .filter(({ tags }) => !tags.includes(UNFINISHED))
      .map((record) => ({ record, worth: worthKeeping(record, at.now) }))
      .sort((a, b) => a.worth - b.worth || (a.record.id < b.record.id ? -1 : 1));
    return ranked.slice(0, over).map(({ record, worth }): Proposal => {
      const why = `${records.length} episodes, at most ${most}; importance × freshness ${worth.toFixed(3)}`;
      return {
        step: "cap",
        ids: [record.id],
        why,
        about: record.content,
        amendment: { patch: [marked(at, "cap", record, { status: "archived", why })] },
      };
    });
  });
}
