import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A key as the setting would hold it. */
export const KEY = "a test key of more than sixteen characters";

/** A new empty folder, and its removal. */
export function temporaryHome(): { home: string; remove: () => void } {
  const home = mkdtempSync(join(tmpdir(), "hindsight-sqlite-"));
  return { home, remove: () => rmSync(home, { recursive: true, force: true }) };
}
