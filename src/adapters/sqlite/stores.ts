import type { StoreProvider } from "../../ports/store.ts";
import { patiently } from "./errors.ts";
import { ownerPath } from "./paths.ts";
import { createPool } from "./pool.ts";
import { createStore } from "./store.ts";

export interface SqliteStoresOptions {
  /** Folder of all files; made, for this user only, when it is missing. */
  home: string;
  /** Encrypts every file under a key of its own derived from this; `null` leaves them in clear. */
  encryptionKey: string | null;
  /** Most files open at once; the least recently used is closed first. Default 256. */
  maxOpen?: number;
  /** Bytes that open files may take in memory together, as last seen when each was opened; default 1 GB. */
  maxBytes?: number;
}

/**
 * The embedded store: one SQLite file an owner, at `users/ab/<key>.db` or `shared/ab/<key>.db` below `home`. Several
 * processes may use the same home at the same time.
 *
 * @example
 * const stores = createSqliteStores({ home: "/var/lib/hindsight", encryptionKey: null });
 * const store = await stores.open(userOwner("ada"));
 */
export function createSqliteStores({
  home,
  encryptionKey,
  maxOpen = 256,
  maxBytes = 1_000_000_000,
}: SqliteStoresOptions): StoreProvider {
  const pool = createPool({ home, encryptionKey, maxOpen, maxBytes });
  return {
    async open(owner) {
      const { incarnation } = await patiently(ownerPath(owner), () => pool.open(owner));
      return createStore(pool, owner, incarnation);
    },
    exists: (owner) => patiently(ownerPath(owner), () => pool.exists(owner)),
    erase: (owner) => patiently(ownerPath(owner), () => pool.erase(owner)),
    async close() {
      pool.close();
    },
  };
}
