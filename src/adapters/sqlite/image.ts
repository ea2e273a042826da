import { createImage, type ImageOf } from "../../owner-image/image.ts";
import type { Statements } from "./connection.ts";
import { COLUMNS, entryOf, type Row } from "./entry.ts";

/** The image of a file, empty until `refresh` is called. */
export function createFileImage(
  sql: Statements,
): ImageOf & { refresh(rev: number, changed: (seq: number) => void): void } {
  const images = createImage();
  const { image } = images;
  const apply = (row: Row): void => {
    const thread = images.threadNumber(row[6]);
    images.put(entryOf(row, image.threads[thread] ?? null), thread);
  };
  return {
    ...images,
    /**
     * Reads what changed up to `rev`, the file's current one, and tells which records that are. Call within the snapshot
     * that read `rev`.
     */
    refresh(rev, changed) {
      if (rev === image.rev) return;
      const rows =
        image.rev === 0
          ? sql<Row>(`SELECT ${COLUMNS} FROM records ORDER BY seq`).raw().iterate()
          : sql<Row>(`SELECT ${COLUMNS} FROM records WHERE rev > ?`).raw().iterate(image.rev);
      for (const row of rows) {
        apply(row);
        changed(row[0]);
      }
      images.arrived(rev);
    },
  };
}
