import { GRAPH, GRAPH_SEEDS } from "../domain/constants.ts";
import { entitiesAsked } from "../domain/entities/asked.ts";
import type { Seed } from "../domain/walk.ts";
import type { Filter, Hit, MemoryStore } from "../ports/store.ts";

interface Asking {
  query: string;
  conversation: readonly { role: "user" | "assistant"; content: string }[];
  filter: Filter;
  limit: number;
  now: string;
}

/** The entities a question means, each with how surely. */
async function seedsOf(store: MemoryStore, { query, conversation, filter, now }: Asking): Promise<Seed[]> {
  const asked = entitiesAsked(query, conversation);
  const named = async (
    names: readonly string[],
    weight: number,
    types: Parameters<MemoryStore["entitiesNamed"]>[0]["types"] = [],
  ) =>
    names.length === 0 && types.length === 0
      ? []
      : (await store.entitiesNamed({ names, types, filter, limit: GRAPH.seeds, now })).map(({ key }) => ({
          key,
          weight,
        }));
  const own = (keys: readonly string[], weight: number) => keys.map((key) => ({ key, weight }));
  return [
    ...own(asked.keys, 1),
    ...own(asked.referred, GRAPH_SEEDS.referred),
    ...(await named(asked.names, 1)),
    ...(await named(asked.nouns, GRAPH_SEEDS.noun)),
    ...(await named(asked.related, GRAPH_SEEDS.related)),
    ...(await named([], GRAPH_SEEDS.type, asked.types)),
  ];
}

/** The graph route: memories reached from what the question names, at most three hops away. */
export async function walkFrom(store: MemoryStore, asking: Asking): Promise<Hit[]> {
  const entities = await seedsOf(store, asking);
  if (entities.length === 0) return [];
  const { filter, limit, now } = asking;
  return store.walk({ entities, hops: GRAPH.hops, decay: GRAPH.decay, filter, limit, now });
}
