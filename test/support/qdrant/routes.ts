import { type Collection, type CreateCollection, createIndex, strictOf } from "./collection.ts";
import {
  type AliasAction,
  aliasesOf,
  changeAliases,
  collectionOf,
  createCollection,
  type Database,
  deleteCollection,
  exists,
  infoOf,
  patchCollection,
} from "./database.ts";
import { badRequest, QdrantError, strictMode } from "./errors.ts";
import type { newIndex } from "./indexes.ts";
import type { Leaks } from "./leaks.ts";
import { runQuery } from "./query.ts";
import { count, facets, onePoint, retrieve, type ScrollRequest, scoredPoint, scroll } from "./reads.ts";
import { checkLimit } from "./strict.ts";
import type { Filter, PayloadSelection, PointId, QueryRequest, VectorSelection, Write } from "./types.ts";
import { prepareWrite } from "./writes.ts";

export interface Call {
  database: Database;
  /** Path parameters by name. */
  path: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
  leaks: Leaks;
}

export interface Route {
  method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE";
  /** As in the OpenAPI document. */
  template: string;
  /** Its `operationId` there. */
  operation: string;
  /** Whether it changes anything: what a read-only server refuses and a log keeps. */
  writes: boolean;
  /** Answers `result`. */
  run: (call: Call) => unknown;
}

const COLLECTION = "/collections/{collection_name}";

/** A read of one collection. Writes that nobody waited for are applied after it: they may always be seen late. */
function read<Body>(run: (collection: Collection, body: Body, call: Call) => unknown): Route["run"] {
  return (call) => {
    const collection = collectionOf(call.database, call.path.collection_name!);
    checkLimit(Number(call.query.get("timeout") ?? 0), strictOf(collection).max_timeout, "timeout");
    const answer = run(collection, call.body as Body, call);
    flush(collection);
    return answer;
  };
}

function flush(collection: Collection): void {
  for (const apply of collection.pending.splice(0)) applyUnseen(apply);
}

/** What goes wrong in a write nobody waited for is told to nobody. */
function applyUnseen(apply: () => void): void {
  try {
    apply();
  } catch (error) {
    if (!(error instanceof QdrantError)) throw error;
  }
}

function writeAll(call: Call, writes: Write[]) {
  const collection = collectionOf(call.database, call.path.collection_name!);
  flush(collection);
  return writes.map((write) => {
    const apply = prepareWrite(collection, write);
    if (call.query.get("wait") === "true") apply();
    else collection.pending.push(apply);
    return {
      operation_id: collection.operations + collection.pending.length,
      status: collection.pending.length > 0 ? "acknowledged" : "completed",
    };
  });
}

const write =
  (kind: keyof Write): Route["run"] =>
  (call) =>
    writeAll(call, [{ [kind]: call.body } as Write])[0];

interface CreateIndex {
  field_name: string;
  field_schema?: Parameters<typeof newIndex>[0] | null;
}

function putIndex(call: Call) {
  const collection = collectionOf(call.database, call.path.collection_name!);
  const { field_name: key, field_schema: schema } = call.body as CreateIndex;
  if (!schema) throw badRequest(`Unable to infer type for the field '${key}'. Please specify \`field_type\``);
  const limit = strictOf(collection).max_payload_index_count;
  if (typeof limit === "number" && collection.indexes.size >= limit)
    throw strictMode(
      `Collection already has the maximum number of payload indices (${limit})`,
      "Please delete an existing index before creating a new one.",
    );
  flush(collection);
  createIndex(collection, key, schema);
  return { operation_id: ++collection.operations, status: "completed" };
}

function dropIndex(call: Call) {
  const collection = collectionOf(call.database, call.path.collection_name!);
  collection.indexes.delete(call.path.field_name!);
  return { operation_id: ++collection.operations, status: "completed" };
}

const answerQuery = (collection: Collection, request: QueryRequest, leaks: Leaks) => ({
  points: runQuery(collection, request, leaks).map((hit) => scoredPoint(hit, request)),
});

function answerQueries(collection: Collection, { searches }: { searches: QueryRequest[] }, { leaks }: Call) {
  checkLimit(searches.length, strictOf(collection).search_max_batchsize, "search batch size");
  return searches.map((search) => answerQuery(collection, search, leaks));
}

interface Retrieve {
  ids: PointId[];
  with_payload?: PayloadSelection | null;
  with_vector?: VectorSelection | null;
}

const name = (call: Call) => call.path.collection_name!;
const route = (
  method: Route["method"],
  template: string,
  operation: string,
  writes: boolean,
  run: Route["run"],
): Route => ({ method, template, operation, writes, run });

export const ROUTES: readonly Route[] = [
  route("GET", "/collections", "get_collections", false, ({ database }) => ({
    collections: [...database.collections.keys()].map((each) => ({ name: each })),
  })),
  route("GET", COLLECTION, "get_collection", false, (call) => infoOf(call.database, name(call))),
  route("GET", `${COLLECTION}/exists`, "collection_exists", false, (call) => ({
    exists: exists(call.database, name(call)),
  })),
  route("PUT", COLLECTION, "create_collection", true, (call) =>
    createCollection(call.database, name(call), call.body as CreateCollection),
  ),
  route("PATCH", COLLECTION, "update_collection", true, (call) =>
    patchCollection(call.database, name(call), call.body as Record<string, unknown>),
  ),
  route("DELETE", COLLECTION, "delete_collection", true, (call) => deleteCollection(call.database, name(call))),
  route("POST", "/collections/aliases", "update_aliases", true, (call) =>
    changeAliases(call.database, (call.body as { actions: AliasAction[] }).actions),
  ),
  route("GET", "/aliases", "get_collections_aliases", false, ({ database }) => aliasesOf(database)),
  route("GET", `${COLLECTION}/aliases`, "get_collection_aliases", false, (call) =>
    aliasesOf(call.database, name(call)),
  ),
  route("PUT", `${COLLECTION}/index`, "create_field_index", true, putIndex),
  route("DELETE", `${COLLECTION}/index/{field_name}`, "delete_field_index", true, dropIndex),
  route("PUT", `${COLLECTION}/points`, "upsert_points", true, write("upsert")),
  route("POST", `${COLLECTION}/points/delete`, "delete_points", true, write("delete")),
  route("POST", `${COLLECTION}/points/payload`, "set_payload", true, write("set_payload")),
  route("PUT", `${COLLECTION}/points/payload`, "overwrite_payload", true, write("overwrite_payload")),
  route("POST", `${COLLECTION}/points/payload/delete`, "delete_payload", true, write("delete_payload")),
  route("POST", `${COLLECTION}/points/payload/clear`, "clear_payload", true, write("clear_payload")),
  route("PUT", `${COLLECTION}/points/vectors`, "update_vectors", true, write("update_vectors")),
  route("POST", `${COLLECTION}/points/vectors/delete`, "delete_vectors", true, write("delete_vectors")),
  route("POST", `${COLLECTION}/points/batch`, "batch_update", true, (call) =>
    writeAll(call, (call.body as { operations: Write[] }).operations),
  ),
  route(
    "POST",
    `${COLLECTION}/points`,
    "get_points",
    false,
    read<Retrieve>((collection, body, { leaks }) => retrieve(collection, body.ids, body, leaks)),
  ),
  route(
    "GET",
    `${COLLECTION}/points/{id}`,
    "get_point",
    false,
    read((collection, _, call) => onePoint(collection, call.path.id!)),
  ),
  route(
    "POST",
    `${COLLECTION}/points/scroll`,
    "scroll_points",
    false,
    read<ScrollRequest>((collection, body, { leaks }) => scroll(collection, body, leaks)),
  ),
  route(
    "POST",
    `${COLLECTION}/points/count`,
    "count_points",
    false,
    read<{ filter?: Filter | null }>((collection, body, { leaks }) => count(collection, body.filter, leaks)),
  ),
  route(
    "POST",
    `${COLLECTION}/facet`,
    "facet",
    false,
    read<Parameters<typeof facets>[1]>((collection, body, { leaks }) => facets(collection, body, leaks)),
  ),
  route(
    "POST",
    `${COLLECTION}/points/query`,
    "query_points",
    false,
    read<QueryRequest>((collection, body, { leaks }) => answerQuery(collection, body, leaks)),
  ),
  route("POST", `${COLLECTION}/points/query/batch`, "query_batch_points", false, read(answerQueries)),
];

/** The route of a path, and its parameters. */
export function routeOf(method: string, path: string): { route: Route; path: Record<string, string> } | undefined {
  const parts = path.split("/");
  const fits = (template: string) => {
    const wanted = template.split("/");
    return wanted.length === parts.length && wanted.every((part, at) => part.startsWith("{") || part === parts[at]);
  };
  // /collections/aliases also fits the template of a collection: the more literal template wins.
  const [found] = ROUTES.filter((each) => each.method === method && fits(each.template)).sort(
    (one, other) => one.template.split("{").length - other.template.split("{").length,
  );
  if (!found) return undefined;
  const values = found.template
    .split("/")
    .flatMap((part, at) => (part.startsWith("{") ? [[part.slice(1, -1), decodeURIComponent(parts[at]!)]] : []));
  return { route: found, path: Object.fromEntries(values) };
}
