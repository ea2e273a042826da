import { basename } from "node:path";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { createBuiltinEmbedder } from "./adapters/builtin/embedder.ts";
import { BUILTIN_RULES } from "./adapters/builtin/names.ts";
import { HindsightError } from "./domain/errors.ts";
import { once } from "./once.ts";
import type { Clock } from "./ports/clock.ts";
import type { Embedder } from "./ports/embedder.ts";
import type { LanguageModel } from "./ports/model.ts";
import type { Reranker } from "./ports/reranker.ts";
import type { Settings } from "./settings.ts";

/** The models the settings choose; each is loaded at its first use, so that starting stays quick. */

/** @throws HindsightError INVALID_SETTING when a model is named and no endpoint is. */
export function checkEndpoint(settings: Settings): void {
  const named =
    settings.model ??
    settings.embeddingModel ??
    settings.reflectionModel ??
    settings.scoringModel ??
    settings.rewriteModel;
  if (named === null || settings.apiKey !== null || settings.baseUrl !== null) return;
  throw new HindsightError(
    "INVALID_SETTING",
    `the model "${named}" is set, but no endpoint`,
    "Set OPENAI_API_KEY, or OPENAI_BASE_URL for another OpenAI-compatible server; or unset the model for the built-in one.",
  );
}

const endpointOf = (settings: Settings, model: string) => ({
  baseUrl: settings.baseUrl,
  apiKey: settings.apiKey,
  model,
  timeoutMs: settings.modelTimeoutMs,
});

/** Loads the client, or the rules, only when they are asked something, so that starting stays quick. */
export function languageModelOf(settings: Settings, model: string | null, clock: Clock): LanguageModel {
  const real = once(async () => {
    if (model === null) return (await import("./adapters/builtin/rules.ts")).createBuiltinLanguageModel({ clock });
    return (await import("./adapters/openai/language-model.ts")).createOpenAiLanguageModel(endpointOf(settings, model));
  });
  return {
    name: model ?? BUILTIN_RULES,
    builtin: model === null,
    prepare: async () => void (await real.get()),
    structured: async (request) => (await real.get()).structured(request),
  };
}

/** Cosine above which two texts may say the same (requirement B4). */
const NEAR_DUPLICATE = 0.95;

/** The environment loses a trailing space; `query:` and its text belong apart. */
const spaced = (prefix: string): string => (prefix === "" || /\s$/u.test(prefix) ? prefix : `${prefix} `);

export function embedderOf(settings: Settings): Embedder {
  const model = settings.embeddingModel;
  if (model === null) return createBuiltinEmbedder();
  const real = once(async () => {
    const { createOpenAiEmbedder } = await import("./adapters/openai/embedder.ts");
    return createOpenAiEmbedder({
      ...endpointOf(settings, model),
      trust: settings.embeddingTrust,
      nearDuplicate: NEAR_DUPLICATE,
      queryPrefix: spaced(settings.embeddingQueryPrefix),
      documentPrefix: spaced(settings.embeddingDocumentPrefix),
    });
  });
  return {
    trust: settings.embeddingTrust,
    graded: true,
    nearDuplicate: NEAR_DUPLICATE,
    prepare: async () => void (await real.get()),
    unrelated: async (signal) => (await real.get()).unrelated(signal),
    fingerprint: async (signal) => (await real.get()).fingerprint(signal),
    embedDocuments: async (texts, signal) => (await real.get()).embedDocuments(texts, signal),
    embedQuery: async (text, signal) => (await real.get()).embedQuery(text, signal),
  };
}

export async function chatModelOf(settings: Settings, clock: Clock): Promise<BaseChatModel> {
  if (settings.model === null) {
    const { createBuiltinChatModel } = await import("./adapters/builtin/chat.ts");
    return createBuiltinChatModel({ timeZone: settings.timeZone, clock });
  }
  const { createOpenAiChatModel } = await import("./adapters/openai/chat-model.ts");
  return createOpenAiChatModel(endpointOf(settings, settings.model));
}

/**
 * The reranker of the settings, or `null`. A key goes only where it belongs: OPENAI_API_KEY to OPENAI_BASE_URL, and to a
 * HINDSIGHT_RERANK_URL of its own only HINDSIGHT_RERANK_KEY.
 * @throws HindsightError INVALID_SETTING when two are chosen, or one without an endpoint.
 */
export function rerankerOf(settings: Settings): Reranker | null {
  const { rerankModel: model, rerankUrl, rerankFolder: folder, rerankKey, rerankTimeoutMs: timeoutMs } = settings;
  if (folder !== null) {
    if (model !== null)
      throw new HindsightError(
        "INVALID_SETTING",
        "HINDSIGHT_RERANK_MODEL and HINDSIGHT_RERANK_FOLDER are both set",
        "Unset one: the model is asked of an endpoint, the folder is a model on this machine.",
      );
    return lazyReranker(basename(folder), async () =>
      (await import("./adapters/transformers/reranker.ts")).createLocalReranker({ folder }),
    );
  }
  if (model === null) return null;
  const baseUrl = rerankUrl ?? settings.baseUrl;
  if (baseUrl === null)
    throw new HindsightError(
      "INVALID_SETTING",
      `the reranker "${model}" is set, but no endpoint`,
      "Set HINDSIGHT_RERANK_URL to a server with /rerank (OpenAI itself has none), or unset HINDSIGHT_RERANK_MODEL.",
    );
  const apiKey = rerankKey ?? (rerankUrl === null ? settings.apiKey : null);
  return lazyReranker(model, async () =>
    (await import("./adapters/openai/reranker.ts")).createEndpointReranker({ baseUrl, apiKey, model, timeoutMs }),
  );
}

function lazyReranker(name: string, make: () => Promise<Reranker>): Reranker {
  const real = once(make);
  return {
    name,
    prepare: async () => void (await real.get()),
    rank: async (query, documents, signal) => (await real.get()).rank(query, documents, signal),
    close: async () => (await real.made())?.close(),
  };
}
