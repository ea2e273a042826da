import { existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { LRUCache } from "lru-cache";
import { HindsightError } from "../../domain/errors.ts";
import { type Owner, ownerKey } from "../../domain/scope.ts";
import type { ErasedPlaces } from "../../ports/store.ts";
import { patientlySync } from "./errors.ts";
import { gone, type OwnerFile, openFile } from "./file.ts";
import { createLifecycleLock } from "./lifecycle.ts";
import { filesOf, ownerPath } from "./paths.ts";

export interface PoolOptions {
  home: string;
  encryptionKey: string | null;
  /** Most files open at once. */
  maxOpen: number;
}

/**
 * The open files, least recently used closed first. Every method is synchronous and every use of a file ends before
 * the next begins, so a file is never closed in use. Throws SQLITE_BUSY while another process is in the way: call
 * through `patiently`.
 */
export interface Pool {
  /** The owner's file, made when missing. */
  open(owner: Owner): OwnerFile;
  /** The owner's file as it was when `open` returned that incarnation. @throws HindsightError CLOSED otherwise */
  reach(owner: Owner, incarnation: string): OwnerFile;
  /** True when anything is stored for the owner. */
  exists(owner: Owner): boolean;
  erase(owner: Owner): ErasedPlaces;
  close(): void;
}

const NOTHING: ErasedPlaces = { records: 0, vectors: 0, keywordTerms: 0, entities: 0, auditEntries: 0, files: 0 };

export function createPool({ home: folder, encryptionKey, maxOpen }: PoolOptions): Pool {
  const home = resolve(folder);
  const lock = createLifecycleLock(home);
  // SQLite deletes the log of a file when its last connection closes: never while someone erases and makes it anew
  const dispose = (file: OwnerFile) => patientlySync(file.name, () => lock.shared(() => file.close()));
  const files = new LRUCache<string, OwnerFile>({ max: maxOpen, dispose });
  let closed = false;

  const checkOpen = () => {
    if (closed) throw new HindsightError("CLOSED", "the memory stores were closed", "Create hindsight again to go on.");
  };
  const kept = (key: string): OwnerFile | undefined => {
    const file = files.get(key);
    if (file === undefined || file.inPlace()) return file;
    files.delete(key);
    return undefined;
  };
  const present = (owner: Owner) => existsSync(join(home, ownerPath(owner)));
  /** The file, open; `undefined` when there is none and none is to be made. */
  const take = (owner: Owner, create: boolean): OwnerFile | undefined => {
    const key = ownerKey(owner);
    const known = kept(key);
    if (known !== undefined) return known;
    const file = lock.shared(() =>
      create || present(owner) ? openFile(home, owner, encryptionKey, { create }) : undefined,
    );
    if (file !== undefined) files.set(key, file);
    return file;
  };

  return {
    open(owner) {
      checkOpen();
      return take(owner, true) as OwnerFile;
    },
    reach(owner, incarnation) {
      checkOpen();
      const file = take(owner, false);
      if (file === undefined || file.incarnation !== incarnation) throw gone(ownerPath(owner));
      return file;
    },
    exists(owner) {
      checkOpen();
      const file = take(owner, false);
      if (file === undefined) return false;
      const any = "SELECT EXISTS (SELECT 1 FROM records) OR EXISTS (SELECT 1 FROM audit)";
      return file.read(() => file.sql<number>(any).pluck().get() === 1);
    },
    erase(owner) {
      checkOpen();
      files.delete(ownerKey(owner));
      return lock.alone(() => {
        if (!present(owner)) return NOTHING;
        const file = openFile(home, owner, encryptionKey, { create: false });
        let counts: ErasedPlaces;
        try {
          counts = file.write(() => countPlaces(file)); // waits for a writer of another process to end
        } finally {
          file.close();
        }
        let removed = 0;
        for (const path of filesOf(file.path)) {
          if (existsSync(path)) removed++;
          rmSync(path, { force: true });
        }
        return { ...counts, files: removed };
      });
    },
    close() {
      closed = true;
      files.clear();
      lock.close();
    },
  };
}

function countPlaces(file: OwnerFile): ErasedPlaces {
  const count = (sql: string) => file.sql<number>(sql).pluck().get() as number;
  return {
    records: count("SELECT count(*) FROM records"),
    vectors: count("SELECT count(*) FROM vectors"),
    keywordTerms: count("SELECT coalesce(sum(length), 0) FROM records"),
    entities: count("SELECT count(*) FROM entities"),
    auditEntries: count("SELECT count(*) FROM audit"),
    files: 0,
  };
}
