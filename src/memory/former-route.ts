import { attributeTerm } from "../domain/asked.ts";
import { GIVEN } from "../domain/constants.ts";
import { type Former, type Given, named, valuesOf } from "../domain/former.ts";
import type { Route } from "../domain/rank.ts";
import type { MemoryRecord } from "../domain/record.ts";
import type { Candidate, Filter, MemoryStore } from "../ports/store.ts";
import { BEGINNING } from "./graph.ts";

type Version = { candidate: Candidate; record: MemoryRecord; given: Given[] };

/** All that was ever said of the attributes, oldest first. */
async function versionsOf(store: MemoryStore, keys: readonly string[], filter: Filter, limit: number) {
  const { hits } = await store.keyword({
    terms: keys.map((key) => ({ term: attributeTerm(key), weight: 1 })),
    filter: { ...filter, statuses: ["active", "superseded"], kinds: filter.kinds ?? ["semantic"] },
    limit,
    now: BEGINNING,
  });
  const records = await store.get(hits.map(({ candidate }) => candidate.id));
  const found = new Map(records.map((record) => [record.id, record]));
  const versions = hits.flatMap(({ candidate }): Version[] => {
    const record = found.get(candidate.id);
    const given = record === undefined ? [] : valuesOf(record.content, keys);
    return record === undefined || given.length === 0 ? [] : [{ candidate, record, given }];
  });
  const since = ({ record }: Version) => `${record.validFrom} ${record.id}`;
  return versions.sort((a, b) => (since(a) < since(b) ? -1 : 1));
}

/**
 * The statements that gave the attribute its value before the one the question counts from, nearest first, or the next one
 * after it. Where no statement gives that value, or none is named, those that hold no more, the latest first.
 */
export async function formerly(
  store: MemoryStore,
  { keys, side, from, certain }: Former,
  { filter, limit }: { filter: Filter; limit: number },
): Promise<Route<Candidate>["hits"]> {
  const versions = await versionsOf(store, keys, filter, limit);
  const likeness = ({ value }: Given) => (from === null ? 0 : named(from, value));
  const most = Math.max(0, ...versions.flatMap(({ given }) => given.map(likeness)));
  const isFrom = (one: Given) => most > 0 && likeness(one) === most;
  const isOver = ({ record, given }: Version) =>
    record.status === "superseded" && given.some((one) => !one.denied && !isFrom(one));
  const at = versions.findLastIndex(({ given }) => given.some(isFrom));
  if (at < 0) return certain ? asHits(versions.filter(isOver).reverse()) : [];
  const counted = new Set(versions[at]!.given.filter(isFrom).map(({ key }) => key));
  const isOther = ({ given }: Version) => given.some((one) => !one.denied && !isFrom(one) && counted.has(one.key));
  if (side === "after")
    return asHits(
      versions
        .slice(at + 1)
        .filter(isOther)
        .slice(0, 1),
    );
  const before = versions.slice(0, at).reverse();
  const alike = before.filter(isOther);
  return asHits(alike.length > 0 ? alike : before.filter(isOver));
}

const asHits = (versions: readonly Version[]): Route<Candidate>["hits"] =>
  versions.map(({ candidate }, place) => ({ candidate, score: 1 / (place + 1), evidence: GIVEN }));
