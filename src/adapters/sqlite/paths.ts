import { join } from "node:path";
import { type Owner, ownerKey } from "../../domain/scope.ts";

/** Where an owner's file is below `home`, e.g. `users/ab/ab12….db`; also its name in messages. */
export function ownerPath(owner: Owner): string {
  const key = ownerKey(owner);
  return join(owner.kind === "user" ? "users" : "shared", key.slice(0, 2), `${key}.db`);
}

/** The files that belong to one SQLite database, itself first: the order in which they must be deleted. */
export function filesOf(path: string): string[] {
  return [path, `${path}-wal`, `${path}-shm`];
}

/** Where a file is made, before it is put in its place. */
export const unfinishedOf = (path: string): string => `${path}.new`;
