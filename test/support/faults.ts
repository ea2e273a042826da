import type { MemoryRecord } from "../../src/domain/record.ts";
import type { MemoryDeps } from "../../src/memory/deps.ts";
import type { MemoryStore } from "../../src/ports/store.ts";

/**
 * How a call fails. `dies`: it takes effect, and nothing is heard of the process any more. `fails`: it has no effect,
 * once. `unheard`: it takes effect, and an error comes back, once.
 */
export type Fault = "dies" | "fails" | "unheard";

class Injected extends Error {
  constructor(call: string) {
    super(`injected at ${call}`);
    this.name = "Injected";
  }
}

export interface Faulty {
  deps: MemoryDeps;
  /** The calls so far, in order. */
  calls: string[];
  /** Resolves when the fault has struck. */
  struck: Promise<void>;
}

const SYNCHRONOUS = new Set(["watch", "close", "open"]);

/** The same deps, in which the `at`-th asynchronous call (1 is the first) of store, queue, ledger, model or embedder fails. */
export function faulty(
  deps: MemoryDeps,
  at: number,
  fault: Fault,
  onCall: (call: string) => void = () => undefined,
): Faulty {
  const calls: string[] = [];
  let dead = false;
  let strike = () => {};
  const struck = new Promise<void>((resolve) => {
    strike = resolve;
  });
  const around = <T extends object>(name: string, target: T): T =>
    new Proxy(target, {
      get(object, key) {
        const value: unknown = Reflect.get(object, key, object);
        if (typeof value !== "function") return value;
        if (SYNCHRONOUS.has(String(key))) return value.bind(object);
        return async (...args: unknown[]) => {
          const call = `${name}.${String(key)}`;
          if (dead) throw new Injected(`${call}, in a dead process`);
          calls.push(call);
          onCall(call);
          if (calls.length !== at) return value.apply(object, args);
          if (fault !== "fails") await value.apply(object, args);
          dead = fault === "dies";
          strike();
          throw new Injected(call);
        };
      },
    });
  const stores = around("stores", deps.stores);
  return {
    calls,
    struck,
    deps: {
      ...deps,
      stores: new Proxy(stores, {
        get(object, key) {
          if (key !== "open") return Reflect.get(object, key, object) as unknown;
          return async (...args: Parameters<typeof deps.stores.open>): Promise<MemoryStore> =>
            around("store", await deps.stores.open(...args));
        },
      }),
      queue: around("queue", deps.queue),
      ledger: around("ledger", deps.ledger),
      reflector: around("reflector", deps.reflector),
      embedder: around("embedder", deps.embedder),
    },
  };
}

/** What must be the same after a fault as without: everything but ids, times and counts of use. */
export function essence(records: readonly MemoryRecord[]): string[] {
  const content = new Map(records.map((record) => [record.id, record.content]));
  const named = (id: string | null) => (id === null ? null : (content.get(id) ?? "a record that is not there"));
  return records
    .map(({ kind, type, content, status, version, source, tags, originKey, metadata, ...record }) =>
      JSON.stringify({
        kind,
        type,
        content,
        status,
        version,
        source,
        tags,
        originKey,
        metadata: Object.keys(metadata),
        supersedes: named(record.supersedes),
        supersededBy: named(record.supersededBy),
      }),
    )
    .sort();
}
