import { ARCHIVE, importanceToday, unusedDays } from "../../domain/upkeep.ts";
import { UNFINISHED } from "../apply.ts";
import { allActive, marked, type Proposal, type Upkeep } from "./proposal.ts";

/** E1: what was not used for 90 days and matters little is put away. `restore` brings it back. */
export async function archive(at: Upkeep): Promise<Proposal[]> {
  const records = [...(await allActive(at.store, "episodic")), ...(await allActive(at.store, "semantic"))];
  return records.flatMap((record): Proposal[] => {
    const days = unusedDays(record, at.now);
    const importance = importanceToday(record, at.now);
    if (days < ARCHIVE.unusedDays || importance >= ARCHIVE.below || record.tags.includes(UNFINISHED)) return [];
    const why = `not used for ${Math.floor(days)} days, importance ${importance.toFixed(2)}`;
    return [
      {
        step: "archive",
        ids: [record.id],
        why,
        about: record.content,
        amendment: { patch: [marked(at, "archive", record, { status: "archived", why })] },
      },
    ];
  });
}
