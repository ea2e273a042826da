import type MiniSearchOf from "minisearch";
import { asText, type Peer } from "./peer.ts";

type Document = { id: string; text: string; time: string };
type Tokenize = (text: string) => string[];

function bm25(name: string, setup: string, tokenize?: Tokenize): Peer {
  return {
    name,
    setup,
    async open() {
      const { default: MiniSearch } = await import("minisearch");
      const indexes = new Map<string, MiniSearchOf<Document>>();
      return {
        async fill(user, memories) {
          const index = new MiniSearch<Document>({
            fields: ["text"],
            storeFields: ["text", "time"], // what an agent would be shown
            ...(tokenize !== undefined && { tokenize }),
          });
          index.addAll(memories.map((memory) => ({ id: memory.id, text: asText(memory), time: memory.time })));
          indexes.set(user, index);
        },
        async search(user, query, k) {
          const found = indexes.get(user)?.search(query) ?? [];
          return found.slice(0, k).map(({ id }) => String(id));
        },
        async close() {},
      };
    },
  };
}

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

export const miniSearch = bm25("BM25 (MiniSearch)", "in memory, as it comes");
export const miniSearchSegmented = bm25(
  "BM25 (MiniSearch, Intl.Segmenter)",
  "in memory, words by Intl.Segmenter, which Chinese needs",
  (text) => Array.from(segmenter.segment(text)).flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : [])),
);
