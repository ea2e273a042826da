import { renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import type { Postings, WeightedTerm } from "../../domain/bm25.ts";
import { HindsightError } from "../../domain/errors.ts";
import type { Fingerprint } from "../../domain/record.ts";
import { type Owner, ownerKey } from "../../domain/scope.ts";
import type { Image } from "../../owner-image/entry.ts";
import type { ImageOf } from "../../owner-image/image.ts";
import { connect, fileKey, type Statements, statements } from "./connection.ts";
import { isStorageError } from "./errors.ts";
import { createFileImage } from "./image.ts";
import { createMatrix, isOutgrown, type Matrix } from "./matrix.ts";
import { createNames } from "./names.ts";
import { filesOf, ownerPath, unfinishedOf } from "./paths.ts";
import { type Added, createPostings } from "./postings.ts";
import { createRests } from "./rests.ts";
import type { Rest } from "./rows.ts";
import { migrate, storeMigrations } from "./schema.ts";
import { createTurn, noteChange } from "./turn.ts";

/** Inside a write transaction: `changed()` is the transaction's number, taken at the first change. */
export type Write<T> = (changed: () => number) => T;

export interface WriteOptions {
  /** Default true. */
  durable?: boolean;
  /** Default false. */
  uses?: boolean;
}

/** What a record takes in the image and a name among the names, in bytes, measured at 5,000 and 50,000 memories. */
const RECORD_BYTES = 600;
const NAME_BYTES = 100;

/** How often to look whether a file is still in place: whoever writes looks anew. */
export type Look = "anew" | "once a turn";

/** One owner's open file: a connection, and what is kept in memory of the file, in step with every process. */
export interface OwnerFile {
  readonly owner: Owner;
  /** Name of the file in messages. */
  readonly name: string;
  readonly path: string;
  /** A file erased and made again has another one. */
  readonly incarnation: string;
  readonly db: Database;
  readonly sql: Statements;
  /** False once the file was deleted or replaced under this connection; looked up anew, or once a turn (see turn.ts). */
  inPlace(look: Look): boolean;
  /**
   * Runs `body` on one snapshot. While nobody changed the file since the last one, what is in memory is that snapshot,
   * and a transaction begins with the first statement `sql` is asked for; should the file have changed by then, `body`
   * runs anew.
   */
  read<T>(body: () => T): T;
  /**
   * Runs `body` in one immediate transaction. `durable: false` lets the commit survive the end of the process but not
   * a power cut; `uses` is for a transaction that only counts uses.
   */
  write<T>(body: Write<T>, options?: WriteOptions): T;
  /** True when there are records for certain, by what is in memory; false when the file must be asked. Only within `read`. */
  holdsRecords(): boolean;
  /** The records as of this snapshot. Only within `read`. */
  image(): Image;
  /** See `MemoryStore.revision`. Only within `read`. */
  revision(): string;
  /** Only after `image` in the same `read`. */
  corpus: ImageOf["corpus"];
  postings(terms: readonly WeightedTerm[]): Postings[];
  /** What the image lacks of one of its records. Only after `image` in the same `read`. */
  rest(seq: number): Rest | undefined;
  /** False when no entity has this key or alias. Only after `image` in the same `read`. */
  isName(text: string): boolean;
  /** Tells what a committed `write` added. */
  added(records: readonly Added[]): void;
  /** All vectors as of this snapshot; `null` before the first. Only within `read`. */
  matrix(): Matrix | null;
  embedding(): Fingerprint | null;
  /** About what the file takes in memory: see RECORD_BYTES. */
  bytes(): number;
  close(): void;
}

interface State {
  owner_kind: string;
  owner_id: string;
  incarnation: string;
}

/** Thrown when the file changed between what was read from memory and the first statement: the read begins anew. */
const BEHIND = new Error("the file changed during a read");

/** How far a file has come, by what kind of change. */
interface Now {
  rev: number;
  epoch: number;
  content: number;
}

/** What a caller hears when its file is no longer there. */
export function gone(name: string): HindsightError {
  return new HindsightError(
    "CLOSED",
    `${name} was erased, or replaced by another file`,
    "Open the memory of this user again; it starts empty.",
  );
}

const keyOf = (owner: Owner, encryptionKey: string | null) =>
  fileKey(encryptionKey, `${owner.kind} ${ownerKey(owner)}`);

/**
 * Makes the file of an owner. It is complete when it comes to its place, so that an empty file there is a damaged one. The
 * caller holds the life cycle lock alone.
 */
export function makeOwnerFile(home: string, owner: Owner, encryptionKey: string | null): void {
  const path = join(home, ownerPath(owner));
  const unfinished = unfinishedOf(path);
  // What a process left that ended while it made one, and the logs of one that ended while it erased.
  for (const file of [...filesOf(unfinished), ...filesOf(path)]) rmSync(file, { force: true });
  const db = connect({ path: unfinished, key: keyOf(owner, encryptionKey), create: true, synchronous: "FULL" });
  try {
    migrate(db, ownerPath(owner), storeMigrations(owner));
  } finally {
    db.close();
  }
  renameSync(unfinished, path);
}

/** Opens the file of an owner. Throws what SQLite throws, WRONG_OWNER, and STORE_FAILED for an empty one; the caller holds the life cycle lock. */
export function openFile(home: string, owner: Owner, encryptionKey: string | null): OwnerFile {
  const name = ownerPath(owner);
  const path = join(home, name);
  if (statSync(path).size === 0)
    // SQLite would take it for a new one, and drop a log that still holds memories
    throw new HindsightError(
      "STORE_FAILED",
      `${name}: the file is damaged: it is empty, and hindsight leaves none empty`,
      "Restore a backup of it, or move it away and import an export.",
    );
  const db = connect({ path, key: keyOf(owner, encryptionKey), create: false, synchronous: "FULL" });
  try {
    migrate(db, name, storeMigrations(owner));
    return fileOn(db, owner, name, path);
  } catch (error) {
    db.close();
    throw error;
  }
}

function fileOn(db: Database, owner: Owner, name: string, path: string): OwnerFile {
  const statement = statements(db);
  const sql: Statements = (text) => {
    snapshot();
    return statement(text);
  };
  const state = statement<State>("SELECT owner_kind, owner_id, incarnation FROM state").get();
  if (state === undefined || state.owner_kind !== owner.kind || state.owner_id !== owner.id)
    throw new HindsightError(
      "WRONG_OWNER",
      `${name} holds the memory of someone else`,
      "Files must not be renamed or copied over each other; put the owner's own file back.",
    );
  const { ino, dev } = statSync(path);
  const run = db.transaction((body: () => unknown): unknown => body());
  const dataVersion = statement<number>("PRAGMA data_version").pluck();
  const stateNow = statement<Now>("SELECT rev, epoch, content FROM state");
  const begin = statement("BEGIN");
  const commit = statement("COMMIT");
  /** A transaction is open. */
  let within = false;
  /** `body` runs on what is in memory, which was the newest when it began. */
  let trusting = false;
  /** The image was brought up to the open snapshot. */
  let refreshed = false;
  /** `data_version` the image is in step with; others' commits change it. Unknown after a write of our own. */
  let stepOf: number | null = null;
  const placeSeen = createTurn();
  const stepSeen = createTurn();
  let known: Fingerprint | null | undefined;
  let epoch = -1;
  let content = 0;
  let images = createFileImage(sql);
  let postings = createPostings(sql);
  let names = createNames(sql);
  let rests = createRests(sql);
  let matrix: Matrix | null = null;
  let rowsInMatrix = 0;
  /** A slice of the index is about to be read ahead. */
  let reading = false;

  const inPlace = (look: Look) => {
    if (look === "once a turn" && placeSeen.holds()) return true;
    const now = statSync(path, { throwIfNoEntry: false });
    const there = now !== undefined && now.ino === ino && now.dev === dev;
    if (there) placeSeen.look();
    return there;
  };
  /** True while what is in memory is what is in the file. */
  const isInStep = () => {
    if (stepOf === null) return false;
    if (stepSeen.holds()) return true;
    const still = dataVersion.get() === stepOf;
    if (still) stepSeen.look();
    return still;
  };

  /** A transaction from here to the end of the read. */
  function snapshot(): void {
    if (within) return;
    begin.run();
    within = true;
    if (!trusting) return;
    const now = stateNow.get();
    if (now?.rev !== images.image.rev || now.epoch !== epoch) throw BEHIND;
  }
  const leave = () => {
    if (!within) return;
    within = false;
    if (db.inTransaction) commit.run();
  };
  function attempt<T>(body: () => T, trust: boolean): T {
    trusting = trust;
    try {
      return body();
    } finally {
      trusting = false;
      refreshed = false;
      leave();
    }
  }

  /** The whole index, a slice between two answers. */
  function readAhead(): void {
    reading = false;
    if (!db.open) return;
    try {
      file.read(() => {
        const { last } = file.image();
        if (postings.wantsMore) postings.readMore(last);
      });
    } catch (error) {
      // the next question asks the file itself, and tells what is wrong with it
      if (isStorageError(error)) return;
      throw error;
    }
    if (!postings.wantsMore) return;
    reading = true;
    setImmediate(readAhead).unref();
  }

  const file: OwnerFile = {
    owner,
    name,
    path,
    incarnation: state.incarnation,
    db,
    sql,
    inPlace,
    read<T>(body: () => T): T {
      if (isInStep()) {
        try {
          return attempt(body, true);
        } catch (error) {
          if (error !== BEHIND) throw error;
        }
      }
      return attempt(body, false);
    },
    write<T>(body: Write<T>, { durable = true, uses = false } = {}): T {
      let rev: number | null = null;
      const changed = () => {
        rev ??= sql<number>("UPDATE state SET rev = rev + 1, content = content + ? RETURNING rev")
          .pluck()
          .get(uses ? 0 : 1) as number;
        return rev;
      };
      noteChange();
      stepOf = null;
      known = undefined;
      if (!durable) db.pragma("synchronous = NORMAL");
      try {
        return run.immediate(() => {
          within = true;
          return body(changed);
        }) as T;
      } finally {
        within = false;
        if (!durable) db.pragma("synchronous = FULL");
      }
    },
    holdsRecords: () => trusting && images.image.records > 0,
    image() {
      if (trusting || refreshed) return images.image;
      snapshot();
      refreshed = true;
      const now = stateNow.get() as Now;
      known = undefined;
      if (now.epoch !== epoch) {
        epoch = now.epoch; // records were removed: their numbers may be given again
        images = createFileImage(sql);
        postings = createPostings(sql);
        names = createNames(sql);
        rests = createRests(sql);
        matrix = null;
      }
      const usesOnly = now.content === content;
      images.refresh(now.rev, (seq) => {
        if (!usesOnly) rests.drop(seq);
      });
      content = now.content;
      stepOf = dataVersion.get() as number;
      return images.image;
    },
    revision() {
      file.image();
      return `${file.incarnation} ${content}`;
    },
    corpus: (statuses) => images.corpus(statuses),
    postings(terms) {
      const found = terms.map(({ term }) => postings.of(term, images.image.last));
      if (postings.wantsMore && !reading) {
        reading = true;
        setImmediate(readAhead).unref();
      }
      return found;
    },
    rest: (seq) => rests.of(seq),
    isName(text) {
      names.refresh(images.image.last);
      return names.has(text);
    },
    added: (records) => postings.added(records),
    matrix() {
      const dimensions = file.embedding()?.dimensions;
      if (dimensions === undefined) return null;
      const { last } = images.image;
      if (matrix === null || isOutgrown(dimensions, rowsInMatrix, last)) {
        matrix = createMatrix(dimensions, last);
        rowsInMatrix = 0;
      }
      if (rowsInMatrix < last) {
        const rows = sql<[number, Uint8Array]>("SELECT seq, vector FROM vectors WHERE seq > ?")
          .raw()
          .iterate(rowsInMatrix);
        for (const [seq, vector] of rows) matrix.set(seq, vector);
        rowsInMatrix = last;
      }
      return matrix;
    },
    embedding() {
      if (trusting && known !== undefined) return known;
      const row = sql<{ model: string | null; version: string; dimensions: number }>(
        "SELECT model, model_version AS version, dimensions FROM state",
      ).get();
      known = row === undefined || row.model === null ? null : { ...row, model: row.model };
      return known;
    },
    bytes: () =>
      images.image.records * RECORD_BYTES +
      names.size * NAME_BYTES +
      postings.bytes() +
      rests.bytes() +
      (matrix?.bytes() ?? 0),
    close: () => {
      db.close();
    },
  };
  return file;
}
