import { isHindsightError } from "../../domain/errors.ts";
import { createIdCheck } from "../../memory/import.ts";
import type { ImportedMemory, Memory } from "../../memory/types.ts";
import { Failure } from "../failure.ts";
import type { Mapping } from "./mapping.ts";
import { type ReadMemory, readMemories } from "./read.ts";

/** Who gets the memories. */
export interface Target {
  user: string;
  /** The user was named by flag or environment: everything goes there. Else a line may say whose it is. */
  named: boolean;
  /** IANA zone of times without an offset. */
  zone: string;
}

/** What the check of a whole file found. */
export interface Checked {
  lines: number;
  /** The user all lines name, if they name one. */
  owner: string | undefined;
}

/** Memories of one owner stored at once. */
const BATCH = 500;
/** Memories held back at most, over all owners of a file in which they alternate. */
const HELD = 5_000;

/**
 * With a user named, lines about several people would end up in one memory: that is refused.
 * @returns who gets this line.
 */
function recipient(read: ReadMemory, target: Target, before: { owner: string | undefined }): string {
  if (!target.named) return read.user ?? target.user;
  if (read.user !== undefined) {
    before.owner ??= read.user;
    if (read.user !== before.owner)
      throw new Failure(
        `line ${read.line} is about "${read.user}", the lines before it about "${before.owner}", and all would go to user "${target.user}"`,
        "Choose one with --where pool=NAME, or leave the user out to store each for its own.",
      );
  }
  return target.user;
}

/** @throws Failure when the line's UUID stood before for a memory that says something else */
function refuseSameId(sameId: ReturnType<typeof createIdCheck<number>>, read: ReadMemory, user: string): void {
  const first = sameId(user, read.memory, read.line);
  if (first !== null)
    throw new Failure(
      `line ${read.line} has the id of line ${first}, ${read.memory.id}, and says something else`,
      "Give each memory an id of its own, or none.",
    );
}

/**
 * Reads everything and stores nothing.
 * @throws Failure at the first line that cannot be imported.
 */
export async function checkAll(
  chunks: AsyncIterable<Uint8Array | string>,
  mapping: Mapping,
  target: Target,
  onProgress: (at: { bytes: number; lines: number }) => void,
): Promise<Checked> {
  const sameId = createIdCheck<number>();
  const checked: Checked = { lines: 0, owner: undefined };
  for await (const read of readMemories(chunks, mapping, target.zone)) {
    refuseSameId(sameId, read, recipient(read, target, checked));
    checked.lines++;
    onProgress({ bytes: read.bytes, lines: checked.lines });
  }
  return checked;
}

/** An error that names a memory of a batch by its place (from 1) names the line instead. */
function atLine(error: unknown, lines: readonly number[]): unknown {
  if (!isHindsightError(error, "INVALID_INPUT")) return error;
  const [start, place] = /^memory (\d+)/.exec(error.message) ?? [];
  const line = lines[Number(place) - 1];
  if (start === undefined || line === undefined) return error;
  return new Failure(`line ${line}${error.message.slice(start.length)}`, error.hint, { cause: error });
}

/** Stores what a stream holds, in batches by owner. @param open the memory of that user with that namespace. */
export function createImporter(open: (user: string, namespace: string) => Memory) {
  interface Held {
    user: string;
    memory: Memory;
    batch: ImportedMemory[];
    /** Line of each. */
    lines: number[];
  }
  const held = new Map<string, Held>();
  const users = new Map<string, { stored: number; duplicates: number }>();
  let lines = 0;
  let waiting = 0;
  let stored = 0;
  let duplicates = 0;
  let broken = false;

  async function flush(one: Held): Promise<void> {
    const { batch, lines: numbers } = one;
    if (batch.length === 0) return;
    one.batch = [];
    one.lines = [];
    waiting -= batch.length;
    broken = true; // until it is known to be stored
    const result = await one.memory.rememberAll(batch).catch((error: unknown) => {
      throw atLine(error, numbers);
    });
    broken = false;
    stored += result.stored;
    duplicates += result.duplicates;
    const counts = users.get(one.user) ?? { stored: 0, duplicates: 0 };
    users.set(one.user, {
      stored: counts.stored + result.stored,
      duplicates: counts.duplicates + result.duplicates,
    });
  }

  async function flushAll(): Promise<void> {
    for (const one of held.values()) await flush(one);
    held.clear();
  }

  async function run(
    chunks: AsyncIterable<Uint8Array | string>,
    mapping: Mapping,
    target: Target,
    onProgress: (bytes: number, lines: number) => void,
  ): Promise<void> {
    const sameId = createIdCheck<number>();
    const seen: { owner: string | undefined } = { owner: undefined };
    try {
      for await (const read of readMemories(chunks, mapping, target.zone)) {
        const user = recipient(read, target, seen);
        refuseSameId(sameId, read, user);
        const namespace = read.memory.namespace ?? "private";
        const key = JSON.stringify([user, namespace]);
        const one = held.get(key) ?? { user, memory: open(user, namespace), batch: [], lines: [] };
        held.set(key, one);
        one.batch.push(read.memory);
        one.lines.push(read.line);
        lines++;
        waiting++;
        if (one.batch.length >= BATCH) await flush(one);
        if (waiting >= HELD) await flushAll();
        onProgress(read.bytes, lines);
      }
    } finally {
      if (!broken) await flushAll(); // the good lines before a bad one are kept, and counted
    }
  }

  return {
    run,
    /** Counts so far. */
    done: () => ({ lines, stored, duplicates, users: Object.fromEntries(users) }),
  };
}
