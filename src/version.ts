import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Folder of the package this file belongs to: the nearest one above that holds a package.json. */
export function packageRoot(from: string = import.meta.dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
    if (folder === dirname(folder)) throw new Error(`no package.json above ${from}`);
  }
}

/** The version of hindsight, as its package.json says. */
export function version(): string {
  const parsed: unknown = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8"));
  if (typeof parsed === "object" && parsed !== null && "version" in parsed) return String(parsed.version);
  throw new Error("package.json has no version");
}
