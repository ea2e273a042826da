import { HindsightError } from "../../domain/errors.ts";
import type { MemoryRecord, Status } from "../../domain/record.ts";
import type { Indexed, Inserted, Patch } from "../../ports/store.ts";
import type { OwnerImage } from "./image.ts";

/** Changes gathered on top of an image, each checked against those before it. */
export interface Draft {
  readonly insert: readonly Indexed[];
  readonly patch: ReadonlyMap<number, Patch>;
  status(seq: number): Status;
  /** What stands in the way of the record, if anything does. */
  duplicateOf(record: MemoryRecord): Inserted | null;
  add(item: Indexed): void;
  /** @throws HindsightError CONFLICT when it makes a second active record of the same content */
  change(seq: number, patch: Patch): void;
}

/** What a caller hears who would make two active memories of one content or origin. */
export function taken(): HindsightError {
  return new HindsightError(
    "CONFLICT",
    "another active memory says the same, or holds the same key",
    "Read that memory again and decide which of the two shall stand.",
  );
}

export function createDraft(image: OwnerImage): Draft {
  const insert: Indexed[] = [];
  const patch = new Map<number, Patch>();
  const added = { ids: new Set<string>(), origins: new Map<string, string>() };
  /** Id of the active record of a content, where the changes made it another; `null` for none. */
  const contents = new Map<string, string | null>();

  const activeOf = (hash: string): string | null => {
    const changed = contents.get(hash);
    if (changed !== undefined) return changed;
    const seq = image.byContent(hash);
    return seq === undefined ? null : image.entry(seq).id;
  };
  const originOf = (key: string): string | undefined => {
    const seq = image.byOrigin(key);
    return seq === undefined ? added.origins.get(key) : image.entry(seq).id;
  };
  const status = (seq: number) => patch.get(seq)?.status ?? image.entry(seq).status;

  return {
    insert,
    patch,
    status,
    duplicateOf({ id, originKey, contentHash, status: becomes }) {
      const origin = originKey === null ? undefined : originOf(originKey);
      if (origin !== undefined) return { outcome: "duplicate", id: origin, by: "origin" };
      const same = becomes === "active" ? activeOf(contentHash) : null;
      if (same !== null) return { outcome: "duplicate", id: same, by: "content" };
      const known = image.byId(id) !== undefined || added.ids.has(id);
      return known ? { outcome: "duplicate", id, by: "id" } : null;
    },
    add(item) {
      const { id, originKey, contentHash, status: becomes } = item.record;
      insert.push(item);
      added.ids.add(id);
      if (originKey !== null) added.origins.set(originKey, id);
      if (becomes === "active") contents.set(contentHash, id);
    },
    change(seq, one) {
      const { id, contentHash } = image.entry(seq);
      const was = status(seq);
      patch.set(seq, { ...patch.get(seq), ...one });
      const becomes = status(seq);
      if (was === "active" && becomes !== "active" && activeOf(contentHash) === id) contents.set(contentHash, null);
      if (was === "active" || becomes !== "active") return;
      if (activeOf(contentHash) !== null) throw taken();
      contents.set(contentHash, id);
    },
  };
}
