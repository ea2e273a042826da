import { existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { LRUCache } from "lru-cache";
import { HindsightError, isHindsightError } from "../../domain/errors.ts";
import { type Owner, ownerKey } from "../../domain/scope.ts";
import type { ErasedPlaces } from "../../ports/store.ts";
import { isBusy, isStorageError, patientlySync } from "./errors.ts";
import { gone, type Look, makeOwnerFile, type OwnerFile, openFile } from "./file.ts";
import { createLifecycleLock } from "./lifecycle.ts";
import { filesOf, ownerPath, unfinishedOf } from "./paths.ts";
import { noteChange } from "./turn.ts";

export interface PoolOptions {
  home: string;
  encryptionKey: string | null;
  /** Most files open at once. */
  maxOpen: number;
  /** Bytes that open files may take in memory together; the file in use may take more. */
  maxBytes: number;
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
  reach(owner: Owner, incarnation: string, look: Look): OwnerFile;
  /** True when anything is stored for the owner. */
  exists(owner: Owner): boolean;
  erase(owner: Owner): ErasedPlaces;
  close(): void;
}

const NOTHING: ErasedPlaces = { records: 0, vectors: 0, keywordTerms: 0, entities: 0, auditEntries: 0, files: 0 };
const UNCOUNTED: ErasedPlaces = Object.fromEntries(Object.keys(NOTHING).map((place) => [place, null]));

/** The counts, or that nobody can know them: a file that cannot be read is no reason to keep it. */
function counted(count: () => ErasedPlaces): ErasedPlaces {
  try {
    return count();
  } catch (error) {
    if (isBusy(error) || isHindsightError(error, "WRONG_OWNER") || !isStorageError(error)) throw error;
    return UNCOUNTED;
  }
}

export function createPool({ home: folder, encryptionKey, maxOpen, maxBytes }: PoolOptions): Pool {
  const home = resolve(folder);
  const lock = createLifecycleLock(home);
  // SQLite deletes the log of a file when its last connection closes: never while someone erases and makes it anew
  const dispose = (file: OwnerFile, key: string) => {
    bytes -= sizes.get(key) ?? 0;
    sizes.delete(key);
    patientlySync(file.name, () => lock.shared(() => file.close()));
  };
  const sizes = new Map<string, number>();
  let bytes = 0;
  const files = new LRUCache<string, OwnerFile>({ max: maxOpen, dispose });
  let closed = false;

  const checkOpen = () => {
    if (closed) throw new HindsightError("CLOSED", "the memory stores were closed", "Create hindsight again to go on.");
  };
  const kept = (key: string, look: Look): OwnerFile | undefined => {
    const file = files.get(key);
    if (file === undefined || file.inPlace(look)) return file;
    files.delete(key);
    return undefined;
  };
  const present = (owner: Owner) => existsSync(join(home, ownerPath(owner)));
  /** The file, open; `undefined` when there is none and none is to be made. */
  const take = (owner: Owner, create: boolean, look: Look): OwnerFile | undefined => {
    const key = ownerKey(owner);
    const known = kept(key, look);
    if (known !== undefined) return known;
    if (!create && !present(owner)) return undefined; // without the lock, which is a file too: reading makes nothing
    if (!present(owner))
      lock.alone(() => {
        if (!present(owner)) makeOwnerFile(home, owner, encryptionKey);
      });
    const file = lock.shared(() => (present(owner) ? openFile(home, owner, encryptionKey) : undefined));
    if (file === undefined && create) return take(owner, create, look); // erased in between
    if (file !== undefined) files.set(key, file);
    return file;
  };

  /** Notes what the file takes by now, and closes others while all take too much. */
  const weigh = (key: string, file: OwnerFile) => {
    const size = file.bytes();
    bytes += size - (sizes.get(key) ?? 0);
    sizes.set(key, size);
    while (bytes > maxBytes && files.size > 1) files.pop();
  };

  return {
    open(owner) {
      checkOpen();
      const file = take(owner, true, "once a turn") as OwnerFile;
      weigh(ownerKey(owner), file);
      return file;
    },
    reach(owner, incarnation, look) {
      checkOpen();
      const file = take(owner, false, look);
      if (file === undefined || file.incarnation !== incarnation) throw gone(ownerPath(owner));
      return file;
    },
    exists(owner) {
      checkOpen();
      const file = take(owner, false, "once a turn");
      if (file === undefined) return false;
      const any = "SELECT EXISTS (SELECT 1 FROM records) OR EXISTS (SELECT 1 FROM audit)";
      return file.read(() => file.holdsRecords() || file.sql<number>(any).pluck().get() === 1);
    },
    erase(owner) {
      checkOpen();
      noteChange();
      files.delete(ownerKey(owner));
      const path = join(home, ownerPath(owner));
      const all = [...filesOf(path), ...filesOf(unfinishedOf(path))];
      if (!all.some((path) => existsSync(path))) return NOTHING;
      return lock.alone(() => {
        const counts = present(owner) ? counted(() => countAll(home, owner, encryptionKey)) : NOTHING;
        const there = all.filter((path) => existsSync(path));
        for (const path of there) rmSync(path, { force: true });
        return { ...counts, files: there.length };
      });
    },
    close() {
      closed = true;
      files.clear();
      lock.close();
    },
  };
}

/** Counts what an owner's file holds, once the writers of other processes have ended. */
function countAll(home: string, owner: Owner, encryptionKey: string | null): ErasedPlaces {
  const file = openFile(home, owner, encryptionKey);
  try {
    return file.write(() => countPlaces(file));
  } finally {
    file.close();
  }
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
