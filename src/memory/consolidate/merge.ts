import type { MemoryRecord } from "../../domain/record.ts";
import { addsNothing, repeats } from "../../domain/similar.ts";
import { neighbours } from "../neighbours.ts";
import { withGain } from "./gain.ts";
import { allActive, marked, type Proposal, type Upkeep } from "./proposal.ts";

/** Put on a statement that was brought back after a merge: it stands for itself from then on. */
export const APART = "keptApart";

/** Whether `known` says all that `next` says. */
function says(at: Upkeep, next: MemoryRecord, known: MemoryRecord, cosine: number | null): boolean {
  if (next.user !== known.user || next.type !== known.type) return false;
  const threshold = at.deps.embedder.nearDuplicate;
  if (threshold !== null && cosine !== null && cosine >= threshold && addsNothing(next.content, known.content))
    return true;
  return repeats(next.content, known.content);
}

/** Of two that say the same, the one that stays: what the other adds nothing to; of equals the newer. */
async function merges(at: Upkeep, record: MemoryRecord, gone: ReadonlySet<string>): Promise<MemoryRecord | undefined> {
  const [vector] = await at.store.vectors([record.id]);
  const now = new Date(at.now).toISOString();
  const around = await neighbours(at.store, { content: record.content, vector: vector ?? null }, now);
  return around.find(
    ({ record: other, cosine }) =>
      other.id !== record.id &&
      !gone.has(other.id) &&
      other.metadata[APART] === undefined &&
      says(at, record, other, cosine) &&
      (!says(at, other, record, cosine) ||
        other.happenedAt > record.happenedAt ||
        (other.happenedAt === record.happenedAt && other.id > record.id)),
  )?.record;
}

/** E4: a statement that only repeats another is merged into it, and makes it surer. */
export async function merge(at: Upkeep): Promise<Proposal[]> {
  const gone = new Set<string>();
  const into = new Map<string, MemoryRecord[]>();
  for (const record of await allActive(at.store, "semantic")) {
    at.signal.throwIfAborted();
    if (record.metadata[APART] !== undefined || into.has(record.id)) continue;
    const other = await merges(at, record, gone);
    if (other === undefined) continue;
    gone.add(record.id);
    into.set(other.id, [...(into.get(other.id) ?? []), record]);
  }
  const kept = await at.store.get(Array.from(into.keys()));
  return kept.map((record) => merged(at, record, into.get(record.id)!));
}

const mergedBefore = ({ metadata }: MemoryRecord): unknown[] => (Array.isArray(metadata.merged) ? metadata.merged : []);

function merged(at: Upkeep, kept: MemoryRecord, repeated: readonly MemoryRecord[]): Proposal {
  const all = [kept, ...repeated];
  const why = `says what ${kept.id} says`;
  const doubt = all.reduce((left, { confidence }) => left * (1 - confidence), 1);
  return {
    step: "merge",
    ids: all.map(({ id }) => id),
    why: repeated.length === 1 ? why : `${repeated.length} statements: ${why}`,
    about: all.map(({ content }) => content).join(" | "),
    amendment: {
      patch: [
        {
          id: kept.id,
          when: "active",
          patch: withGain(at.run, kept, {
            importance: Math.max(...all.map(({ importance }) => importance)),
            confidence: Math.max(kept.confidence, Math.min(0.95, 1 - doubt)),
            tags: [...new Set(all.flatMap(({ tags }) => tags))],
            entities: [...new Set(all.flatMap(({ entities }) => entities))],
            metadata: {
              ...kept.metadata,
              merged: [...new Set([...mergedBefore(kept).map(String), ...repeated.map(({ id }) => id)])],
            },
          }),
        },
        ...repeated.map((record) => marked(at, "merge", record, { status: "archived", why, into: kept.id })),
      ],
    },
  };
}
