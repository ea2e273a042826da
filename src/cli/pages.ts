import type { MemoryRecord } from "../domain/record.ts";
import type { Memory } from "../memory/types.ts";
import type { Filter } from "../ports/store.ts";

const PAGE = 500;

/** All memories that pass the filter, page by page, so that any number of them fits. */
export async function* allMemories(
  memory: Memory,
  filter: Filter,
  order: { newestFirst: boolean; namespaces?: readonly string[] },
): AsyncGenerator<MemoryRecord> {
  let after: string | undefined;
  for (;;) {
    const page = await memory.list(filter, { limit: PAGE, ...order, ...(after !== undefined && { after }) });
    yield* page;
    after = page.at(-1)?.id;
    if (page.length < PAGE || after === undefined) return;
  }
}
