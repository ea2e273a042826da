import fc from "fast-check";
import { expect } from "vitest";
import { STATUSES, TYPES } from "../../src/domain/record.ts";
import { type Owner, sharedOwner, userOwner } from "../../src/domain/scope.ts";
import type { Filter, MemoryStore, StoreProvider } from "../../src/ports/store.ts";
import { daysAgo, FINGERPRINT, memory, NOW_INSTANT, near, weighted } from "./fixtures.ts";
import { namespaceOf } from "./store.ts";

const LONG = "x".repeat(4_096);
/** Ids that look like each other, like paths, patterns or properties, and some that are merely strange. */
export const HOSTILE = [
  ...["ada", "Ada", "ada ", " ada", "ada\t", "ada\0", "\0ada", "a", "ad", "ada@example.org", "ada+x@example.org"],
  ...["..", ".", "../ada", "a/b", "a\\b", "/etc/passwd", "users/ab", "C:\\ada", "file:ada?mode=memory", ":memory:"],
  ...[
    "*",
    "%",
    "_",
    "?",
    "ada%",
    "ad_",
    "' OR 1=1 --",
    '"; DROP TABLE records; --',
    "{}",
    "[]",
    "null",
    "undefined",
    "0",
  ],
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"],
  ...[
    "caf\u00e9",
    "cafe\u0301",
    "\u0430da",
    "ａｄａ",
    "ada\u200b",
    "\ufeffada",
    "王小明",
    "王小明 ",
    "用户",
    "😀",
    "👩‍👩‍👧",
  ],
  ...[LONG, `${LONG}y`, `${LONG} `, "private", "shared", "user", "user\0ada"],
];

export const owners = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE).map(userOwner) },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE.filter((id) => id !== "private")).map(sharedOwner) },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: "binary", minLength: 1 })
      .filter((id) => id.trim() !== "" && id.isWellFormed())
      .map(userOwner),
  },
);
export const words = fc.constantFrom(
  "walnut",
  "花生过敏",
  "ORD-2024-118",
  '"walnut"',
  "wal*",
  "__proto__",
  "NOT walnut",
  "",
);
const names = fc.array(fc.constantFrom(...HOSTILE, "t1", "tag"), { maxLength: 2 });
export const filters: fc.Arbitrary<Filter> = fc.record(
  {
    statuses: fc.subarray([...STATUSES]),
    kinds: fc.subarray(["episodic", "semantic"] as const),
    types: fc.subarray([...TYPES]),
    threads: names,
    speakers: names,
    tags: names,
    entities: names,
    since: fc.constantFrom(daysAgo(100), "", "%"),
    until: fc.constantFrom(daysAgo(-100), "~"),
    asOf: fc.constantFrom(NOW_INSTANT, daysAgo(1)),
  },
  { requiredKeys: [] },
);

/** Ids of everything that any route of this store gives for this query. */
export async function everythingFound(store: MemoryStore, text: string, filter: Filter, strangers: readonly string[]) {
  const limit = 1_000;
  const query = { terms: [...weighted(text), { term: text, weight: 1 }], filter, limit, now: NOW_INSTANT };
  const hits = [
    ...(await store.keyword(query)).hits,
    ...(await store.nearest(near(text, filter, limit))),
    ...(await store.structured({ filter, order: "recent", limit, now: NOW_INSTANT })),
    ...(await store.structured({ filter, order: "important", limit, now: NOW_INSTANT })),
  ];
  const records = [
    ...(await store.list(filter, { limit })),
    ...(await store.get(strangers)),
    ...(await Promise.all(strangers.map((id) => store.history(id)))).flat(),
  ];
  const beside = [
    ...(await store.around(strangers, 5)),
    ...(await store.around(
      hits.map(({ candidate }) => candidate.id),
      5,
    )),
  ];
  return [...hits, ...beside].map(({ candidate }) => candidate.id).concat(records.map(({ id }) => id));
}

/** G1: several owners with hostile ids write, search with hostile filters and meddle; nothing of another ever shows. */
export async function neverCrosses(stores: StoreProvider, numRuns: number): Promise<void> {
  const written = new Map<string, Set<string>>();
  const keyOf = ({ kind, id }: Owner) => JSON.stringify([kind, id]);
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(owners, { selector: keyOf, minLength: 2, maxLength: 4 }),
      words,
      filters,
      async (some, text, filter) => {
        const opened = [];
        for (const owner of some) {
          const store = await stores.open(owner);
          const count = written.get(keyOf(owner))?.size ?? 0;
          const item = memory(`walnut 花生过敏 ORD-2024-118 ${count}`, {
            ...{
              user: owner.id,
              namespace: namespaceOf(store),
              thread: HOSTILE[count % 7] ?? null,
              speaker: owner.id,
              tags: ["tag", owner.id],
            },
          });
          await store.insert([item], FINGERPRINT);
          written.set(keyOf(owner), (written.get(keyOf(owner)) ?? new Set()).add(item.record.id));
          opened.push({ owner, store });
        }
        for (const { owner, store } of opened) {
          const own = written.get(keyOf(owner))!;
          const strangers = opened.flatMap((other) =>
            other.owner === owner ? [] : Array.from(written.get(keyOf(other.owner))!),
          );
          for (const id of await everythingFound(store, text, filter, strangers)) expect(own.has(id)).toBe(true);
          for (const id of strangers.slice(0, 2)) {
            expect(await store.patch(id, { status: "forgotten" })).toBe(false);
            await store.touch([id], NOW_INSTANT, 1);
            await expect(
              store.supersede(id, memory("x", { user: owner.id, namespace: namespaceOf(store) }), FINGERPRINT),
            ).rejects.toMatchObject({ code: "NOT_FOUND" });
          }
          expect((await store.stats()).total).toBe(own.size);
        }
        const [first, second] = opened;
        await stores.erase(first!.owner);
        written.delete(keyOf(first!.owner));
        expect(await stores.exists(second!.owner)).toBe(true);
        expect((await second!.store.stats()).total).toBe(written.get(keyOf(second!.owner))!.size);
      },
    ),
    { numRuns, seed: 20_261_130 },
  );
}
