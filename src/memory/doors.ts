import { indexTerms } from "../domain/index-text.ts";
import { contentHash, type MemoryRecord } from "../domain/record.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { DeadLetter, Ledger } from "../ports/ledger.ts";
import type { LanguageModel } from "../ports/model.ts";
import type { Indexed, MemoryStore, Patch, StoreProvider } from "../ports/store.ts";
import { type Cleaner, languageIn } from "./cleaner.ts";

/**
 * The last doors (G3): what a model wrote or a later path brings passes here on its way to store, embedder and ledger,
 * beside what was cleaned on its way in (memory/privacy).
 */

const RECORD_TEXTS = ["content", "context", "summary", "speaker", "tags", "entities", "episode", "metadata"] as const;

function cleanRecord(record: MemoryRecord, cleaner: Cleaner): MemoryRecord {
  const language = languageIn(record.content);
  const texts = RECORD_TEXTS.map((key) => [key, cleaner.deep(record[key], language)]);
  const clean: MemoryRecord = { ...record, ...Object.fromEntries(texts) };
  return clean.content === record.content ? clean : { ...clean, contentHash: contentHash(clean.content) };
}

/** The vector is of the clean text already: the embedder has a door of its own. */
function cleanItem(item: Indexed, cleaner: Cleaner): Indexed {
  const record = cleanRecord(item.record, cleaner);
  if (JSON.stringify(record) === JSON.stringify(item.record)) return item;
  const { mentions: _mentions, relations: _relations, ...rest } = item;
  return { ...rest, record, terms: indexTerms(record) };
}

/** A store into which nothing goes that the cleaner takes out. */
function cleanStore(store: MemoryStore, cleaner: Cleaner): MemoryStore {
  const item = (one: Indexed): Indexed => cleanItem(one, cleaner);
  const patched = (patch: Patch): Patch => cleaner.deep(patch, languageIn(patch.summary ?? ""));
  return {
    ...store,
    insert: (items, fingerprint, audit) => store.insert(items.map(item), fingerprint, audit),
    supersede: (id, next, fingerprint, audit) => store.supersede(id, item(next), fingerprint, audit),
    patch: (id, patch, when) => store.patch(id, patched(patch), when),
    amend: ({ insert = [], patch = [], ...rest }, fingerprint) =>
      store.amend(
        {
          ...rest,
          insert: insert.map(item),
          patch: patch.map((one) => ({ ...one, patch: patched(one.patch) })),
        },
        fingerprint,
      ),
  };
}

/** Stores into which nothing goes that the cleaner takes out. */
export const cleanStores = (stores: StoreProvider, cleaner: Cleaner): StoreProvider => ({
  ...stores,
  open: async (owner) => cleanStore(await stores.open(owner), cleaner),
});

/** An embedder that is sent clean texts only. */
export const cleanEmbedder = (embedder: Embedder, cleaner: Cleaner): Embedder => ({
  ...embedder,
  embedDocuments: (texts, signal) =>
    embedder.embedDocuments(
      texts.map((text) => cleaner.text(text)),
      signal,
    ),
  embedQuery: (text, signal) => embedder.embedQuery(cleaner.text(text), signal),
});

/** A model whose answers are clean, whoever is told of them. */
export const cleanModel = (model: LanguageModel, cleaner: Cleaner): LanguageModel => ({
  ...model,
  async structured(request) {
    const result = await model.structured(request);
    return result.ok
      ? { ...result, value: cleaner.deep(result.value, languageIn(JSON.stringify(result.value))) }
      : result;
  },
});

/** Longest answer kept with a dead letter, in UTF-16 units: more than any model is asked to write. */
const LONGEST_RAW = 100_000;

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

function cleanJson(text: string, cleaner: Cleaner): string {
  const language = languageIn(text);
  try {
    return JSON.stringify(cleaner.deep(JSON.parse(text) as unknown, language));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return cleaner.text(text, language);
  }
}

/** A ledger whose dead letters are clean and of bounded length. */
export function boundedLetters(ledger: Ledger, cleaner: Cleaner): Ledger {
  const kept = <T extends NewLetter>(letter: T): T => {
    const short = cut(letter);
    return {
      ...short,
      raw: cleaner.text(short.raw),
      detail: cleaner.text(short.detail),
      input: cleanJson(short.input, cleaner),
    };
  };
  return {
    ...ledger,
    addDeadLetter: (letter) => ledger.addDeadLetter(kept(letter)),
    restoreDeadLetter: (letter) => ledger.restoreDeadLetter(kept(letter)),
  };
}
