import type { MemoryRecord } from "../../domain/record.ts";
import type { MemoryStore } from "../../ports/store.ts";

/**
 * The same store, whose amendments happen in memory only: what a dry run works on, so that each step sees what the steps
 * before it would have left. Searches still see the store as it is.
 */
export function rehearsal(store: MemoryStore): MemoryStore {
  const changed = new Map<string, MemoryRecord>();
  const asChanged = (record: MemoryRecord) => changed.get(record.id) ?? record;
  return {
    ...store,
    get: async (ids) => (await store.get(ids)).map(asChanged),
    async list(filter, page) {
      const listed = await store.list(filter, page);
      const statuses = filter.statuses ?? ["active"];
      return listed.map(asChanged).filter(({ status }) => statuses.includes(status));
    },
    async amend({ patch = [] }) {
      const records = await store.get(patch.map(({ id }) => id));
      for (const [i, { patch: change }] of patch.entries())
        changed.set(records[i]!.id, { ...asChanged(records[i]!), ...change });
      return true;
    },
  };
}
