import type { Schemas } from "@qdrant/js-client-rest";
import { PAGE } from "./collections.ts";
import type { Connection } from "./connection.ts";
import type { QdrantFilter } from "./filters.ts";
import { believed, type Scope } from "./points.ts";

type Offset = Schemas["ExtendedPointId"] | undefined;

/** Every point of this scope that passes the filter, with these fields, by ascending point id. */
export async function* scrolled<P extends Scope>(
  connection: Connection,
  what: string,
  collection: string,
  { scope, filter, fields }: { scope: Scope; filter: QdrantFilter; fields: readonly (keyof P & string)[] },
): AsyncGenerator<{ point: string; payload: P }> {
  let offset: Offset;
  do {
    const from: Offset = offset;
    const page = await connection.read(what, (client) =>
      client.scroll(collection, {
        filter,
        limit: PAGE,
        with_payload: [...fields],
        consistency: "majority",
        ...(from === undefined ? {} : { offset: from }),
      }),
    );
    for (const point of page.points) {
      const payload = believed<P>(point, scope);
      if (payload !== null) yield { point: String(point.id), payload };
    }
    const { next_page_offset: next } = page;
    offset = typeof next === "string" || typeof next === "number" ? next : undefined;
  } while (offset !== undefined);
}
