import { describe, expect, it } from "vitest";
import { neverCrosses } from "../../conformance/hostile.ts";
import { realQdrant } from "../../support/qdrant/index.ts";
import { openPlace } from "./place.ts";

const LEAKS = {
  "as it is": {},
  "that ignores root filters": { root: true },
  "that ignores the filters of leaves": { leaves: true },
  "that ignores tenants in what it reads": { reads: true },
  "that gives everyone everything": { root: true, leaves: true, unfiltered: true },
  "that ignores all of them": { root: true, leaves: true, reads: true },
};

describe("Qdrant: isolation", () => {
  for (const [name, leaks] of Object.entries(LEAKS))
    it(`G1: whatever the user ids, queries and filters, no record ever crosses users, on a server ${name}`, {
      timeout: 120_000,
    }, async (context) => {
      if (realQdrant !== undefined && name !== "as it is") context.skip("a real Qdrant does not leak");
      const place = await openPlace();
      if (!place.qdrant.real) place.qdrant.leak(leaks);
      // room for one image: most of what is read is read from the server
      await neverCrosses(place.provider({ maxBytes: 2_000 }), 8);
      await place.remove();
    });

  it("G1: every request that reads or writes memories names the owner, in leaf and root", async (context) => {
    if (realQdrant !== undefined) context.skip("looks at the requests of the test server");
    const place = await openPlace();
    await neverCrosses(place.provider(), 3);
    const filtered = place.qdrant.seen.flatMap(({ text }) => filtersOf(JSON.parse(text || "null")));
    expect(filtered.length).toBeGreaterThan(50);
    for (const filter of filtered)
      expect(filter.must?.map(({ key }) => key)).toEqual(expect.arrayContaining(["owner"]));
    await place.remove();
  });
});

type Filter = { must?: { key?: string }[] };

/** Every filter of a request, at whatever depth a request has one. */
function filtersOf(body: unknown): Filter[] {
  if (Array.isArray(body)) return body.flatMap(filtersOf);
  if (typeof body !== "object" || body === null) return [];
  return Object.entries(body).flatMap(([key, value]) =>
    key === "filter" ? [value as Filter] : key === "payload" ? [] : filtersOf(value),
  );
}
