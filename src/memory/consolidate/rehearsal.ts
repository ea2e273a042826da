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
  const asChanged = (record: MemoryRecord) => changed.get(record.id) ?? record;
  return {
    ...store,
    get: async (ids) => (await store.get(ids)).map(asChanged),
    async list(filter, page) {
      const listed = await store.list(filter, page);
      const statuses = filter.statuses ?? ["active"];
      return listed.map(asChanged).filter(({ status }) => statuses.includes(status));
    },
    insert: async (items) => items.map(({ record }) => ({ outcome: "stored", id: record.id })),
    supersede: async () => undefined,
    patch: async () => true,
    touch: async () => undefined,
    audit: async () => undefined,
    async amend({ patch = [] }) {
      const records = await store.get(patch.map(({ id }) => id));
      for (const [i, { patch: change }] of patch.entries())
        changed.set(records[i]!.id, { ...asChanged(records[i]!), ...change });
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
