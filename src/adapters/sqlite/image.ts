import type { Status } from "../../domain/record.ts";
import type { Statements } from "./connection.ts";
import { type CorpusOf, createCorpus } from "./corpus.ts";
import { COLUMNS, emptyImage, entryOf, type Image, type Row, reserve, STATUS_CODE } from "./entry.ts";

export interface ImageOf {
  readonly image: Image;
  /** The records with one of these statuses, as documents. */
  corpus(statuses: readonly Status[]): CorpusOf;
}

/** The image of a file, empty until `refresh` is called. */
export function createImage(sql: Statements): ImageOf & { refresh(rev: number): void } {
  const image = emptyImage();
  const threadNumbers = new Map<string, number>();
  const active = createCorpus(image);
  /** Corpora of other statuses, made when asked for; any change of the file drops them. */
  const others = new Map<string, CorpusOf>();

  const threadNumber = (name: string | null): number => {
    if (name === null) return -1;
    const known = threadNumbers.get(name);
    if (known !== undefined) return known;
    const made = image.threads.push(name) - 1;
    threadNumbers.set(name, made);
    return made;
  };

  const apply = (row: Row): void => {
    const seq = row[0];
    reserve(image, seq);
    const known = image.entries[seq];
    const number = threadNumber(row[6]);
    const entry = entryOf(row, image.threads[number] ?? null);
    image.entries[seq] = entry;
    image.statusCodes[seq] = STATUS_CODE[entry.status];
    image.expiring[seq] = entry.validUntil === null ? 0 : 1;
    if (known === undefined) {
      image.records++;
      image.byId.set(entry.id, seq);
      image.lengths[seq] = entry.length;
      image.asks[seq] = entry.asks;
      image.threadOf[seq] = number;
      image.last = Math.max(image.last, seq);
    }
    const was = known?.status === "active";
    const is = entry.status === "active";
    if (is && !was) active.add(seq);
    if (was && !is) active.remove(seq);
  };

  return {
    image,
    /** Reads what changed up to `rev`, the file's current one. Call within the snapshot that read `rev`. */
    refresh(rev) {
      if (rev === image.rev) return;
      const rows =
        image.rev === 0
          ? sql<Row>(`SELECT ${COLUMNS} FROM records ORDER BY seq`).raw().iterate()
          : sql<Row>(`SELECT ${COLUMNS} FROM records WHERE rev > ?`).raw().iterate(image.rev);
      for (const row of rows) apply(row);
      image.rev = rev;
      others.clear();
    },
    corpus(statuses) {
      if (statuses.length === 1 && statuses[0] === "active") return active;
      const key = Array.from(new Set(statuses)).sort().join();
      const known = others.get(key);
      if (known !== undefined) return known;
      const made = createCorpus(image);
      const wanted = new Set(statuses.map((status) => STATUS_CODE[status]));
      for (let seq = 1; seq <= image.last; seq++) if (wanted.has(image.statusCodes[seq] ?? 0)) made.add(seq);
      others.set(key, made);
      return made;
    },
  };
}
