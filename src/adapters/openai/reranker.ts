import { z } from "zod";
import type { Reranked, Reranker, RerankFailure } from "../../ports/reranker.ts";
import { createClient, type EndpointSettings, explain, statusOf, withDeadline } from "./endpoint.ts";
import { AnswerTooLong } from "./transport.ts";

/** `baseUrl` ends before `/rerank`, or with it. */
export interface EndpointRerankerSettings extends EndpointSettings {
  baseUrl: string;
}

/** Below this many milliseconds a second try would begin after the budget is spent (the client waits half a second). */
const WORTH_RETRYING_MS = 2_000;

/** A hundred documents of 2,000 characters come back in a tenth of it, where a server repeats them. */
const MOST_BYTES = 8_000_000;

const RERANK_VARIABLES = {
  key: "HINDSIGHT_RERANK_KEY",
  url: "HINDSIGHT_RERANK_URL",
  timeout: "HINDSIGHT_RERANK_TIMEOUT_MS",
} as const;

/** One document's score: Cohere, Jina, vLLM and llama.cpp say `relevance_score`, TEI and Mixedbread `score`. */
const item = z.object({ index: z.int().nonnegative(), relevance_score: z.number(), score: z.number() }).partial();
const items = z.array(item);
/** Cohere and Jina `results`, Voyage and Mixedbread `data`, TEI the bare list, DashScope `output.results`. */
const answerSchema = z.union([
  items,
  z.object({ results: items }).transform(({ results }) => results),
  z.object({ data: items }).transform(({ data }) => data),
  z.object({ output: z.object({ results: items }) }).transform(({ output }) => output.results),
]);

/** The scores in the order of the documents, or what is wrong with the answer. */
function scoresOf(answer: unknown, count: number): (number | null)[] | string {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) return "the answer holds no list of scores";
  const scores = new Array<number | null>(count).fill(null);
  for (const { index, relevance_score, score } of parsed.data) {
    const value = relevance_score ?? score;
    if (index === undefined || value === undefined) return "an entry has no index or no score";
    if (index >= count) return `index ${index} of ${count} documents`;
    if (scores[index] !== null) return `two scores for document ${index}`;
    scores[index] = value;
  }
  return parsed.data.length === 0 ? "the answer holds no scores" : scores;
}

/** TEI wants `texts` where the others want `documents`, and says so with a 400 or 422. */
type Field = "documents" | "texts";

/**
 * Reranking by an endpoint in the style of Cohere and Jina (`POST …/rerank` with `{model, query, documents, top_n}`), as
 * vLLM, llama.cpp, Infinity and text-embeddings-inference serve it too. `timeoutMs` bounds one call, retries included;
 * where it leaves no time for a second try there is none.
 */
export function createEndpointReranker(settings: EndpointRerankerSettings): Reranker {
  const { model, timeoutMs } = settings;
  const baseUrl = settings.baseUrl.replace(/\/+$/u, "").replace(/\/rerank$/u, "");
  const endpoint = {
    ...settings,
    baseUrl,
    variables: RERANK_VARIABLES,
    mostBytes: MOST_BYTES,
    retries: timeoutMs < WORTH_RETRYING_MS ? 0 : (settings.retries ?? 2),
  };
  const client = createClient(endpoint);
  let field: Field = "documents";

  function failed(error: unknown, deadline: AbortSignal): Reranked {
    if (error instanceof AnswerTooLong) return { ok: false, reason: "wrong_shape", detail: error.message };
    if (error instanceof SyntaxError) return { ok: false, reason: "wrong_shape", detail: "the answer is no JSON" };
    const status = statusOf(error);
    const { message, hint } = explain(error, endpoint);
    const late = status === 504 || deadline.aborted;
    const refused = status !== null && status < 500 && status !== 408 && status !== 429;
    const reason: RerankFailure = late ? "timeout" : refused ? "refused" : "unreachable";
    return { ok: false, reason, detail: `${message} ${hint}` };
  }

  async function rank(query: string, documents: readonly string[], signal?: AbortSignal): Promise<Reranked> {
    signal?.throwIfAborted();
    const asked = field;
    const deadline = withDeadline(timeoutMs, signal);
    let answer: unknown;
    try {
      const body = { model, query, [asked]: documents, top_n: documents.length };
      answer = await client.post("/rerank", { body, signal: deadline });
    } catch (error) {
      signal?.throwIfAborted();
      const status = statusOf(error);
      if (asked === "documents" && (status === 400 || status === 422) && /\btexts\b/u.test(String(error))) {
        field = "texts";
        return rank(query, documents, signal);
      }
      return failed(error, deadline);
    }
    const scores = scoresOf(answer, documents.length);
    if (typeof scores === "string") return { ok: false, reason: "wrong_shape", detail: scores };
    return { ok: true, scores };
  }

  return { name: model, rank, close: async () => undefined };
}
