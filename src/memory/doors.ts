import { indexTerms } from "../domain/index-text.ts";
import { type MarkLanguage, redacted, redactedDeep } from "../domain/privacy.ts";
import { contentHash, type MemoryRecord } from "../domain/record.ts";
import { languageOf } from "../domain/text.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { DeadLetter, Ledger } from "../ports/ledger.ts";
import type { LanguageModel } from "../ports/model.ts";
import type { Indexed, MemoryStore, Patch, StoreProvider } from "../ports/store.ts";

/**
 * The last doors (G3): what a model wrote or a later path brings passes here on its way to store, embedder and ledger,
 * beside what was redacted on its way in (memory/privacy).
 */

const languageIn = (text: string): MarkLanguage => (languageOf(text) === "zh" ? "zh" : "en");

const RECORD_TEXTS = ["content", "context", "summary", "speaker", "tags", "entities", "episode", "metadata"] as const;

function cleanRecord(record: MemoryRecord): MemoryRecord {
  const language = languageIn(record.content);
  const texts = RECORD_TEXTS.map((key) => [key, redactedDeep(record[key], language)]);
  const clean: MemoryRecord = { ...record, ...Object.fromEntries(texts) };
  return clean.content === record.content ? clean : { ...clean, contentHash: contentHash(clean.content) };
}

/** The vector is of the clean text already: the embedder has a door of its own. */
function cleanItem(item: Indexed): Indexed {
  const record = cleanRecord(item.record);
  if (JSON.stringify(record) === JSON.stringify(item.record)) return item;
  const { mentions: _mentions, relations: _relations, ...rest } = item;
  return { ...rest, record, terms: indexTerms(record) };
}

const cleanPatch = (patch: Patch): Patch => redactedDeep(patch, languageIn(patch.summary ?? ""));

/** A store into which no secret goes. */
export function secretless(store: MemoryStore): MemoryStore {
  return {
    ...store,
    insert: (items, fingerprint, audit) => store.insert(items.map(cleanItem), fingerprint, audit),
    supersede: (id, next, fingerprint, audit) => store.supersede(id, cleanItem(next), fingerprint, audit),
    patch: (id, patch, when) => store.patch(id, cleanPatch(patch), when),
    amend: ({ insert = [], patch = [], ...rest }, fingerprint) =>
      store.amend(
        {
          ...rest,
          insert: insert.map(cleanItem),
          patch: patch.map((one) => ({ ...one, patch: cleanPatch(one.patch) })),
        },
        fingerprint,
      ),
  };
}

/** Stores into which no secret goes. */
export const secretlessStores = (stores: StoreProvider): StoreProvider => ({
  ...stores,
  open: async (owner) => secretless(await stores.open(owner)),
});

/** An embedder that is sent no secret. */
export const secretlessEmbedder = (embedder: Embedder): Embedder => ({
  ...embedder,
  embedDocuments: (texts, signal) =>
    embedder.embedDocuments(
      texts.map((text) => redacted(text)),
      signal,
    ),
  embedQuery: (text, signal) => embedder.embedQuery(redacted(text), signal),
});

/** A model whose answers hold no secret, whoever is told of them. */
export const secretlessModel = (model: LanguageModel): LanguageModel => ({
  ...model,
  async structured(request) {
    const result = await model.structured(request);
    return result.ok
      ? { ...result, value: redactedDeep(result.value, languageIn(JSON.stringify(result.value))) }
      : result;
  },
});

/** Longest answer kept with a dead letter, in UTF-16 units: more than any model is asked to write. */
export const LONGEST_RAW = 100_000;

type NewLetter = Omit<DeadLetter, "id" | "attempts">;

function cut<T extends NewLetter>(letter: T): T {
  const { raw, detail } = letter;
  if (raw.length <= LONGEST_RAW) return letter;
  const said = `the answer has ${raw.length} characters, of which the first ${LONGEST_RAW} are kept`;
  return {
    ...letter,
    raw: raw.slice(0, LONGEST_RAW),
    detail: detail === "" ? said : `${detail.slice(0, 2_000)}; ${said}`,
  };
}

function cleanJson(text: string): string {
  const language = languageIn(text);
  try {
    return JSON.stringify(redactedDeep(JSON.parse(text) as unknown, language));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return redacted(text, language);
  }
}

/** A ledger whose dead letters are of bounded length and, when `redacts`, hold no secret. */
export function boundedLetters(ledger: Ledger, redacts: boolean): Ledger {
  const kept = <T extends NewLetter>(letter: T): T => {
    const short = cut(letter);
    if (!redacts) return short;
    return { ...short, raw: redacted(short.raw), detail: redacted(short.detail), input: cleanJson(short.input) };
  };
  return {
    ...ledger,
    addDeadLetter: (letter) => ledger.addDeadLetter(kept(letter)),
    restoreDeadLetter: (letter) => ledger.restoreDeadLetter(kept(letter)),
  };
}
