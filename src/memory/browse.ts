import type { MemoryRecord } from "../domain/record.ts";
import { PRIVATE } from "../domain/scope.ts";
import type { Filter } from "../ports/store.ts";
import { readStore } from "./access.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import type { Page } from "./types.ts";

/** Records of one page when no limit is given. */
const PAGE = 100;

/** A page of the private store, or of the namespaces asked for, by id. @throws HindsightError NOT_GRANTED */
export async function list(
  deps: MemoryDeps,
  scope: Scope,
  filter: Filter,
  { namespaces = [PRIVATE], ...page }: Page,
): Promise<MemoryRecord[]> {
  const limit = page.limit ?? PAGE;
  const pages = await Promise.all(
    Array.from(new Set(namespaces), (namespace) =>
      readStore<MemoryRecord[]>(deps, scope, [], (store) => store.list(filter, { ...page, limit }), namespace),
    ),
  );
  if (pages.length === 1) return pages[0]!;
  const way = page.newestFirst === true ? -1 : 1;
  return pages
    .flat()
    .sort((a, b) => (a.id < b.id ? -way : way))
    .slice(0, limit);
}
