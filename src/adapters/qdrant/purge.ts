import { upTo, within } from "./filters.ts";
import type { Server } from "./owner.ts";
import type { Scope } from "./points.ts";
import type { Leftover } from "./state.ts";

/** Removes what an owner left in collections of former embedding models; what is written there since stays. */
export async function purge({ connection }: Server, scope: Scope, leftovers: readonly Leftover[]): Promise<void> {
  for (const { collection, version } of leftovers)
    await connection.write("remove old vectors", (client) =>
      client.delete(collection, { filter: within(scope, [upTo(version)]), wait: true }),
    );
}
