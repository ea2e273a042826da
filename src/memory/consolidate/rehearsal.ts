import type { MemoryRecord } from "../../domain/record.ts";
import type { Owner } from "../../domain/scope.ts";
import type { MemoryStore } from "../../ports/store.ts";
import type { MemoryDeps } from "../deps.ts";

/**
 * The same store, whose amendments happen in memory only: what a dry run works on, so that each step sees what the steps
 * before it would have left. Searches still see the store as it is.
 */
export function rehearsal(store: MemoryStore): MemoryStore {
  const changed = new Map<string, MemoryRecord>();
  const made = new Map<string, MemoryRecord>();
  const asChanged = (record: MemoryRecord) => changed.get(record.id) ?? record;
  async function get(ids: readonly string[]): Promise<MemoryRecord[]> {
    const found = new Map((await store.get(ids)).map((record) => [record.id, record]));
    return ids.flatMap((id) => found.get(id) ?? made.get(id) ?? []).map(asChanged);
  }
  return {
    ...store,
    get,
    /** What was made is found by kind and status. A page that is not full is the last, so it is filled from further ones. */
    async list(filter, { limit, after, newestFirst = false }) {
      const statuses = filter.statuses ?? ["active"];
      const isAfter = (id: string, other: string | undefined) =>
        other === undefined || (newestFirst ? id < other : id > other);
      const fits = (record: MemoryRecord) => statuses.includes(record.status);
      const found = Array.from(made.values(), asChanged).filter(
        (record) => isAfter(record.id, after) && (filter.kinds?.includes(record.kind) ?? true) && fits(record),
      );
      for (let last = after, left = limit; left > 0; ) {
        const page = await store.list(filter, { limit, newestFirst, ...(last === undefined ? {} : { after: last }) });
        const kept = page.map(asChanged).filter(fits);
        found.push(...kept);
        left = page.length < limit ? 0 : left - kept.length;
        last = page.at(-1)?.id;
      }
      return found.sort((a, b) => (isAfter(a.id, b.id) ? 1 : -1)).slice(0, limit);
    },
    insert: async (items) => items.map(({ record }) => ({ outcome: "stored", id: record.id })),
    supersede: async () => undefined,
    patch: async () => true,
    touch: async () => undefined,
    audit: async () => undefined,
    async amend({ insert = [], patch = [] }) {
      for (const { record } of insert) made.set(record.id, record);
      const records = await get(patch.map(({ id }) => id));
      const known = new Map(records.map((record) => [record.id, record]));
      for (const { id, patch: change } of patch) {
        const record = known.get(id);
        if (record !== undefined) changed.set(id, { ...record, ...change });
      }
      return true;
    },
  };
}

/** The same use cases, whose writes happen in memory only: stores rehearse, the ledger lends leases that are none. */
export function rehearsing(deps: MemoryDeps): MemoryDeps {
  const ledger = {
    ...deps.ledger,
    noteOwner: async () => undefined,
    takeLease: async () => ({ fence: 0, cursor: null }),
    keepLease: async () => true,
    dropLease: async () => undefined,
    removeDeadLetter: async () => true,
    addDeadLetter: async (letter: Parameters<MemoryDeps["ledger"]["addDeadLetter"]>[0]) => ({
      ...letter,
      id: "",
      attempts: 1,
    }),
  };
  const stores = { ...deps.stores, open: async (owner: Owner) => rehearsal(await deps.stores.open(owner)) };
  return { ...deps, ledger, stores };
}
