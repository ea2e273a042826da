import type { Schemas } from "@qdrant/js-client-rest";
import { idf } from "../../domain/bm25.ts";
import { FUSION_K, USES_FULL } from "../../domain/constants.ts";
import { statusesOf } from "../../owner-image/filter.ts";
import { wholeLimit } from "../../owner-image/top.ts";
import type { FusedQuery, Hit } from "../../ports/store.ts";
import { DENSE, MOST_ASKED, SPARSE } from "./collections.ts";
import { filterOf } from "./filters.ts";
import type { OwnerImage } from "./image.ts";
import type { OwnerMemory, Server } from "./owner.ts";
import { checkQuery, EXACT_UP_TO, hitsOf } from "./reads.ts";
import { type Sparse, sparseOf } from "./sparse.ts";

/** How many more each search gives than are asked for. */
const DEPTH = 3;
const DAY_SECONDS = 86_400;

/** The question's side of BM25: weight · idf by the owner's own statistics; terms nobody used are left out. */
function asked(image: OwnerImage, { terms, filter }: FusedQuery): Sparse {
  const corpus = image.corpus(statusesOf(filter));
  const { size } = corpus.view();
  const lists = image.postings(terms).map(corpus.only);
  return sparseOf(
    terms.flatMap(({ term, weight }, i) => {
      const found = lists[i]?.docs.length ?? 0;
      return found === 0 ? [] : [[term, weight * idf(size, found)] as const];
    }),
  );
}

/**
 * `w1·relevance + w2·exp(−λ·days) + w3·importance + w4·log(1+uses)` as a formula of Qdrant's. Its decay is midpoint^(x /
 * scale), so the scale is the half-life ln 2 / λ; a date-time counts in seconds. Relevance is Σ trust · (k + 1) / (k +
 * rank), as `fuse` of domain/rank has it: each search comes through a fusion of its own, whose score is 1 / (k + rank).
 * (The weights of Qdrant's own fusion are no factors: at 0.1 a first place would still count for half.)
 */
function formula({ weights, now }: FusedQuery, trust: readonly number[]): Schemas["Expression"] {
  const scale = (Math.LN2 / weights.decayPerDay) * DAY_SECONDS;
  const age = { x: { datetime_key: "happenedAt" }, target: { datetime: now }, scale, midpoint: 0.5 };
  const heaviest = Math.max(...trust);
  const relevance = trust.map((share, i) => {
    return { mult: [(weights.relevance * share * (FUSION_K + 1)) / heaviest, `$score[${i}]`] };
  });
  return {
    sum: [
      ...relevance,
      { mult: [weights.recency, { exp_decay: age }] },
      { mult: [weights.importance, "importance"] },
      { mult: [weights.usage / Math.log1p(USES_FULL), { ln: { sum: [1, "accessCount"] } }] },
    ],
  };
}

/** `MemoryStore.fused`: one request. The owner's filter is in every search, at their fusion and at the root. */
export async function fused(server: Server, memory: OwnerMemory, query: FusedQuery): Promise<Hit[]> {
  const { state, image } = await memory.read();
  if (state.embedding === null) return [];
  checkQuery(state.embedding, query.vector);
  const { records } = image.image();
  const limit = Math.min(wholeLimit(query.limit), records, MOST_ASKED);
  if (limit === 0) return [];
  const depth = Math.min(limit * DEPTH, MOST_ASKED);
  const filter = filterOf(memory.scope, query.filter, query.now);
  const words = asked(image, query);
  const searches = [
    {
      trust: query.trust.vector,
      search: { query: Array.from(query.vector), using: DENSE, params: { exact: records <= EXACT_UP_TO } },
    },
    ...(words.indices.length > 0 ? [{ trust: query.trust.terms, search: { query: words, using: SPARSE } }] : []),
  ].filter(({ trust }) => trust > 0);
  if (searches.length === 0) return [];
  const scores = Object.fromEntries(searches.map((_, i) => [`$score[${i}]`, 0]));
  const { points } = await server.connection.read("search by words and meaning", (client) =>
    client.query(server.collections.memories(state.embedding!), {
      prefetch: searches.map(({ search }) => ({
        prefetch: [{ ...search, filter, limit: depth }],
        query: { rrf: { k: FUSION_K + 1 } }, // Qdrant counts ranks from 0
        filter,
        limit: depth,
      })),
      query: {
        formula: formula(
          query,
          searches.map(({ trust }) => trust),
        ),
        defaults: { ...scores, importance: 0.5, accessCount: 0 },
      },
      filter,
      limit,
      with_payload: ["owner", "inc", "id"],
    }),
  );
  return hitsOf(points, memory, image, query);
}
