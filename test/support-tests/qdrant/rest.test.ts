import { QdrantClient } from "@qdrant/js-client-rest";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { needsOpenApi, type QdrantServer, startTestServer } from "../../support/qdrant/index.ts";

let server: QdrantServer;
let client: QdrantClient;
beforeAll(async () => {
  server = await startTestServer();
  client = new QdrantClient({ url: server.url, checkCompatibility: false });
});
afterAll(async () => {
  await server.close();
  expect(server.violations()).toEqual([]);
});

const owner = (value: string) => ({ key: "owner", match: { value } });

beforeEach(async () => {
  server.leak({});
  await client.deleteCollection("m");
  await client.createCollection("m", {
    vectors: { dense: { size: 2, distance: "Cosine" } },
    sparse_vectors: { words: { modifier: "idf" } },
    strict_mode_config: { enabled: true, unindexed_filtering_retrieve: false, unindexed_filtering_update: false },
  });
  await client.createPayloadIndex("m", { field_name: "owner", field_schema: { type: "keyword", is_tenant: true } });
  await client.createPayloadIndex("m", { field_name: "n", field_schema: "integer" });
  await client.createPayloadIndex("m", { field_name: "at", field_schema: "datetime" });
  await client.upsert("m", {
    points: [
      { id: 1, vector: { dense: [3, 4], words: { indices: [7, 2], values: [1, 2] } }, payload: { owner: "ann", n: 1 } },
      { id: 2, vector: { dense: [4, 3], words: { indices: [2], values: [1] } }, payload: { owner: "bob", n: 2 } },
      { id: 3, vector: { dense: [0, 1] }, payload: { owner: "ann", n: 3, at: "2026-01-08" } },
      { id: 4, vector: {}, payload: { owner: "bob", n: 2.5 } },
    ],
  });
});

const ids = (points: { id: unknown }[]) => points.map((point) => point.id);
const scrolled = async (request: Parameters<QdrantClient["scroll"]>[1] = {}) =>
  ids((await client.scroll("m", request)).points);

describe("writes", () => {
  test("a payload set by filter is atomic: of two writers that expect the same state one wins", async () => {
    const claim = (token: string) =>
      client.setPayload("m", { payload: { n: 9, token }, filter: { must: [{ key: "n", match: { value: 1 } }] } });
    const answers = await Promise.all([claim("a"), claim("b")]);
    expect(answers.map((answer) => answer.status)).toEqual(["completed", "completed"]);
    const [point] = await client.retrieve("m", { ids: [1] });
    expect(["a", "b"]).toContain(point!.payload!.token);
    expect((await client.scroll("m", { filter: { must: [{ key: "n", match: { value: 9 } }] } })).points).toHaveLength(
      1,
    );
  });

  test("update_filter answers completed also where it matched nothing, and lets new points in", async () => {
    const answer = await client.upsert("m", {
      points: [
        { id: 1, vector: {}, payload: { owner: "eve" } },
        { id: 9, vector: {}, payload: { owner: "eve" } },
      ],
      update_filter: { must: [{ key: "n", match: { value: 5 } }] },
    });
    expect(answer.status).toBe("completed");
    const points = await client.retrieve("m", { ids: [1, 9] });
    expect(points.map((point) => point.payload!.owner)).toEqual(["ann", "eve"]);
  });

  test("insert_only leaves what is there, update_only adds nothing", async () => {
    const point = (id: number) => ({ id, vector: {}, payload: { owner: "eve" } });
    await client.upsert("m", { points: [point(1), point(8)], update_mode: "insert_only" });
    await client.upsert("m", { points: [point(2), point(9)], update_mode: "update_only" });
    const { points } = await client.scroll("m", {});
    expect(points.map(({ id, payload }) => [id, payload!.owner])).toEqual([
      [1, "ann"],
      [2, "eve"],
      [3, "ann"],
      [4, "bob"],
      [8, "eve"],
    ]);
  });

  test("null in a patch takes the key away; a missing id is an error once the others are done", async () => {
    await client.setPayload("m", { payload: { n: null, extra: 1 }, points: [1] });
    await expect(client.setPayload("m", { payload: { extra: 2 }, points: [1, 77] })).rejects.toMatchObject({
      status: 404,
    });
    const [point] = await client.retrieve("m", { ids: [1] });
    expect(point!.payload).toEqual({ owner: "ann", extra: 2 });
  });

  test("a batch of writes is done in order", async () => {
    await client.batchUpdate("m", {
      operations: [
        { upsert: { points: [{ id: 5, vector: { dense: [1, 0] }, payload: { owner: "ann" } }] } },
        { set_payload: { payload: { n: 7 }, points: [5] } },
        { delete: { filter: { must: [owner("bob")] } } },
        { overwrite_payload: { payload: { owner: "cat" }, points: [3] } },
        { delete_payload: { keys: ["n"], points: [1] } },
        { delete_vectors: { vector: ["words"], points: [1] } },
      ],
    });
    const { points } = await client.scroll("m", { with_vector: true });
    expect(points.map(({ id, payload }) => [id, payload])).toEqual([
      [1, { owner: "ann" }],
      [3, { owner: "cat" }],
      [5, { owner: "ann", n: 7 }],
    ]);
    expect(Object.keys(points[0]!.vector as object)).toEqual(["dense"]);
  });

  test("a write nobody waits for is only acknowledged, and a read may miss it", async () => {
    const answer = await client.delete("m", { points: [1], wait: false });
    expect(answer.status).toBe("acknowledged");
    expect(await scrolled()).toEqual([1, 2, 3, 4]);
    expect(await scrolled()).toEqual([2, 3, 4]);
  });

  test("a vector of another size, or under a name that is not there, is refused", async () => {
    await expect(client.upsert("m", { points: [{ id: 5, vector: { dense: [1] } }] })).rejects.toMatchObject({
      data: { status: { error: "Wrong input: Vector dimension error: expected dim: 2, got 1" } },
    });
    await expect(client.upsert("m", { points: [{ id: 5, vector: { no: [1] } }] })).rejects.toMatchObject({
      data: { status: { error: "Wrong input: Not existing vector name error: no" } },
    });
  });
});

test("a request of more than 32 MiB is refused, as Qdrant does unless told otherwise", async () => {
  const point = { id: 5, vector: {}, payload: { owner: "ann", text: "x".repeat(33 * 1024 * 1024) } };
  await expect(client.upsert("m", { points: [point] })).rejects.toMatchObject({
    data: { status: { error: expect.stringContaining("larger than allowed") } },
  });
});

describe("reads", () => {
  test("scroll pages by id, and in the order of an indexed key", async () => {
    const first = await client.scroll("m", { limit: 2, with_payload: ["n"] });
    expect(first.points).toEqual([
      { id: 1, payload: { n: 1 } },
      { id: 2, payload: { n: 2 } },
    ]);
    expect(first.next_page_offset).toBe(3);
    expect(await scrolled({ offset: 3 })).toEqual([3, 4]);
    // An integer index does not hold the 2.5 of point 4.
    expect(await scrolled({ order_by: "n" })).toEqual([1, 2, 3]);
    expect(await scrolled({ filter: { must: [{ key: "n", range: { gt: 1 } }] } })).toEqual([2, 3]);
    expect(await scrolled({ order_by: { key: "n", direction: "desc", start_from: 2 } })).toEqual([2, 1]);
    await expect(scrolled({ order_by: "owner" })).rejects.toMatchObject({ status: 400 });
    await expect(scrolled({ order_by: "n", offset: 2 })).rejects.toMatchObject({ status: 400 });
  });

  test("strict mode refuses a key without a fitting index, in filters of reads and writes and in formulas", async () => {
    const filter = { must: [{ key: "colour", match: { value: "red" } }] };
    await expect(scrolled({ filter })).rejects.toMatchObject({
      data: { status: { error: expect.stringContaining('Index required but not found for "colour"') } },
    });
    await expect(client.delete("m", { filter })).rejects.toMatchObject({ status: 400 });
    await expect(
      scrolled({ filter: { must: [{ key: "n", range: { gt: "2026-01-01T00:00:00Z" } }] } }),
    ).rejects.toThrow();
    const prefetch = { query: [1, 0], using: "dense" };
    await expect(client.query("m", { prefetch, query: { formula: "weight" } })).rejects.toMatchObject({ status: 400 });
    await client.updateCollection("m", { strict_mode_config: { max_query_limit: 5 } });
    await expect(scrolled({ limit: 6 })).rejects.toMatchObject({ status: 400 });
    await expect(
      client.query("m", { prefetch: { ...prefetch, limit: 6 }, query: { fusion: "rrf" }, limit: 5 }),
    ).rejects.toThrow();
  });

  test("counts and facets by filter; a facet needs an index", async () => {
    expect(await client.count("m", { filter: { must: [owner("ann")] } })).toEqual({ count: 2 });
    expect((await client.facet("m", { key: "owner" })).hits).toEqual([
      { value: "ann", count: 2 },
      { value: "bob", count: 2 },
    ]);
    await expect(client.facet("m", { key: "colour" })).rejects.toMatchObject({ status: 400 });
  });

  test("an alias stands for its collection and moves at once", async () => {
    await client.createCollection("m2", {});
    await client.updateCollectionAliases({ actions: [{ create_alias: { alias_name: "now", collection_name: "m" } }] });
    expect((await client.count("now")).count).toBe(4);
    await client.updateCollectionAliases({
      actions: [
        { delete_alias: { alias_name: "now" } },
        { create_alias: { alias_name: "now", collection_name: "m2" } },
      ],
    });
    expect((await client.count("now")).count).toBe(0);
    await expect(
      client.updateCollectionAliases({
        actions: [
          { create_alias: { alias_name: "now", collection_name: "m" } },
          { rename_alias: { old_alias_name: "gone", new_alias_name: "b" } },
        ],
      }),
    ).rejects.toMatchObject({ status: 404 });
    expect((await client.getAliases()).aliases).toEqual([{ alias_name: "now", collection_name: "m2" }]);
    await client.deleteCollection("m2");
    expect((await client.getAliases()).aliases).toEqual([]);
  });

  test("a missing collection is 404, an existing one 409, a point that is not there 404", async () => {
    await expect(client.count("none")).rejects.toMatchObject({ status: 404 });
    await expect(client.createCollection("m", {})).rejects.toMatchObject({ status: 409 });
    expect((await client.collectionExists("none")).exists).toBe(false);
    expect((await fetch(`${server.url}/collections/m/points/77`)).status).toBe(404);
    expect((await fetch(`${server.url}/collections/m/points/1`)).status).toBe(200);
  });
});

describe("queries", () => {
  const hits = async (request: Parameters<QdrantClient["query"]>[1]) =>
    (await client.query("m", request)).points.map((point) => [point.id, Number(point.score.toFixed(4))]);

  test("dense by cosine, by the vector of a point, and above a threshold", async () => {
    expect(await hits({ query: [0, 5], using: "dense" })).toEqual([
      [3, 1],
      [1, 0.8],
      [2, 0.6],
    ]);
    expect(await hits({ query: 3, using: "dense", limit: 1, offset: 1 })).toEqual([[2, 0.6]]);
    expect(await hits({ query: [0, 5], using: "dense", score_threshold: 0.7 })).toEqual([
      [3, 1],
      [1, 0.8],
    ]);
  });

  test("sparse with idf over the collection, or over the points of a filter", async () => {
    const query = { indices: [2, 7], values: [1, 1] };
    const [both, one] = [Math.log(0.5 / 2.5 + 1), Math.log(1.5 / 1.5 + 1)];
    expect(await hits({ query, using: "words" })).toEqual([
      [1, Number((2 * both + one).toFixed(4))],
      [2, Number(both.toFixed(4))],
    ]);
    const corpus = { must: [owner("ann")] };
    const alone = Math.log(0.5 / 1.5 + 1);
    expect(await hits({ query, using: "words", params: { idf: { corpus } }, limit: 1 })).toEqual([
      [1, Number((3 * alone).toFixed(4))],
    ]);
  });

  test("idf follows what is overwritten", async () => {
    const point = { id: 2, vector: { words: { indices: [9], values: [1] } }, payload: { owner: "bob" } };
    await client.upsert("m", { points: [point] });
    const query = { indices: [2], values: [1] };
    expect(await hits({ query, using: "words" })).toEqual([[1, Number((2 * Math.log(1.5 / 1.5 + 1)).toFixed(4))]]);
  });

  test("prefetches are fused, what is above them only reorders what they found, and limits cut each level", async () => {
    const dense = { query: [0, 1], using: "dense", limit: 2 };
    const words = { query: { indices: [2], values: [1] }, using: "words" };
    expect(await hits({ prefetch: [dense, words], query: { rrf: { k: 1, weights: [1, 2] } } })).toEqual([
      [1, 2.5], // second by dense 1/2, first by words 1/(1/2)
      [2, 1], // second by words 1/(2/2)
      [3, 1], // first by dense
    ]);
    expect(await hits({ prefetch: dense, query: [1, 0], using: "dense" })).toEqual([
      [1, 0.6],
      [3, 0],
    ]);
    await expect(hits({ prefetch: dense })).rejects.toMatchObject({ status: 400 });
    await expect(hits({ query: { fusion: "rrf" } })).rejects.toMatchObject({ status: 400 });
  });

  test("MMR takes the nearest first and then what is least like it; scores stay those of the query", async () => {
    await client.upsert("m", { points: [{ id: 5, vector: { dense: [0.1, 1] }, payload: { owner: "ann" } }] });
    const diverse = (diversity: number) => ({ query: { nearest: [0, 1], mmr: { diversity, candidates_limit: 4 } } });
    expect(await hits({ ...diverse(0), using: "dense", limit: 2 })).toEqual([
      [3, 1],
      [5, 0.995],
    ]);
    expect(await hits({ ...diverse(0.9), using: "dense", limit: 2 })).toEqual([
      [3, 1],
      [2, 0.6],
    ]);
  });

  test("a formula over a nested fusion decays by age, and a missing date needs a default", async () => {
    const request = {
      prefetch: { prefetch: [{ query: [0, 1], using: "dense" }], query: { fusion: "rrf" as const } },
      query: {
        formula: {
          mult: [
            "$score",
            { exp_decay: { x: { datetime_key: "at" }, target: { datetime: "2026-01-15T00:00:00Z" }, scale: 604_800 } },
          ],
        },
        defaults: { at: "2026-01-15T00:00:00Z" },
      },
    };
    expect(await hits(request)).toEqual([
      [1, 0.3333],
      [2, 0.25],
      [3, 0.25], // 1/2, a week old
    ]);
    await expect(hits({ ...request, query: { formula: request.query.formula } })).rejects.toMatchObject({
      status: 400,
    });
  });

  test("the root's filter reaches every leaf, except that its `should` joins the leaf's: a tenant belongs in `must`", async () => {
    const leaf = { query: [0, 1], using: "dense", filter: { should: [{ key: "n", match: { value: 2 } }] } };
    const query = { fusion: "rrf" as const };
    expect(await hits({ prefetch: [leaf], query, filter: { must: [owner("ann")] } })).toEqual([]);
    const joined = await hits({ prefetch: [leaf], query, filter: { should: [owner("ann")] } });
    expect(joined.map(([id]) => id)).toEqual([3, 1, 2]);
  });
});

describe("leaks, so that tests can tell a client that believes everything", () => {
  const filter = { must: [owner("ann")] };

  test("a root filter, the filters of prefetches, or tenants in reads are ignored, each by itself", async () => {
    const query = async (prefetched: boolean) =>
      ids(
        (
          await client.query(
            "m",
            prefetched
              ? { prefetch: { query: [0, 1], using: "dense", filter }, query: { fusion: "rrf" }, filter }
              : { query: [0, 1], using: "dense", filter },
          )
        ).points,
      );
    expect([await query(true), await query(false)]).toEqual([
      [3, 1],
      [3, 1],
    ]);
    server.leak({ root: true });
    expect([await query(true), await query(false)]).toEqual([
      [3, 1],
      [3, 1, 2],
    ]);
    server.leak({ leaves: true });
    expect([await query(true), await query(false)]).toEqual([
      [3, 1],
      [3, 1],
    ]);
    server.leak({ root: true, leaves: true });
    expect(await query(true)).toEqual([3, 1, 2]);
    expect(await scrolled({ filter })).toEqual([1, 3]);
    server.leak({ reads: true });
    expect(await scrolled({ filter })).toEqual([1, 2, 3, 4]);
    expect((await client.count("m", { filter })).count).toBe(4);
    expect(ids(await client.retrieve("m", { ids: [1] }))).toEqual([1, 2, 3, 4]);
  });
});

test("what does not fit Qdrant's OpenAPI document is refused and recorded: unknown keys, parameters, paths", async (context) => {
  const strict = await startTestServer();
  try {
    needsOpenApi(context, strict);
    const send = async (path: string, body: unknown, method = "POST") =>
      (await fetch(strict.url + path, { method, body: JSON.stringify(body) })).status;
    expect(await send("/collections/m", { vectors: {} }, "PUT")).toBe(200);
    expect(await send("/collections/m/points/scroll", { limit: 5 })).toBe(200);
    expect(strict.violations()).toEqual([]);
    expect(await send("/collections/m/points/scroll", { limits: 5 })).toBe(400);
    expect(await send("/collections/m/points/scroll", { filter: { must: [{ key: "a", range: { gtee: 1 } }] } })).toBe(
      400,
    );
    expect(await send("/collections/m/points/scroll?wiat=true", {})).toBe(400);
    expect(await send("/collections/m/points?wait=yes", { points: [] }, "PUT")).toBe(400);
    expect(await send("/collections/m/points/scrol", {})).toBe(404);
    expect(await send("/collections/m/points/scroll", [])).toBe(400);
    expect(strict.violations().map(({ from, problem }) => [from, problem])).toEqual([
      ["client", "/ must NOT have additional properties (limits)"],
      ["client", "/filter/must/0/range must NOT have additional properties (gtee)"],
      ["client", "unknown query parameter wiat"],
      ["client", "query parameter wait: / must be boolean"],
      ["client", "unknown to the test server"],
      ["client", "/ must be object"],
    ]);
  } finally {
    await strict.close();
  }
});
