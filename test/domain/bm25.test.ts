import { describe, expect, test } from "vitest";
import { type Corpus, idf, type Postings, scoreThreads, scoreTurns } from "../../src/domain/bm25.ts";

/** A corpus from turns; each is `thread:words`, a `-` for no thread. */
function corpusOf(turns: { thread: string | null; words: string[]; asks?: 0 | 1 | 2 }[]) {
  const threads = new Map<string, number[]>();
  const threadNumbers = new Map<string, number>();
  const placeOf = turns.map(({ thread }, doc) => {
    if (thread === null) return 0;
    const members = threads.get(thread) ?? [];
    if (members.length === 0) threadNumbers.set(thread, threadNumbers.size);
    threads.set(thread, members);
    return members.push(doc) - 1;
  });
  const lengths = turns.map(({ words }) => words.length);
  const all = Array.from(threads.values());
  const threadLength = (thread: number) => all[thread]!.reduce((sum, doc) => sum + lengths[doc]!, 0);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const corpus: Corpus = {
    size: turns.length,
    capacity: turns.length,
    lengths,
    averageLength: total / turns.length,
    asks: turns.map(({ asks }) => asks ?? 0),
    threadOf: turns.map(({ thread }) => (thread === null ? -1 : threadNumbers.get(thread)!)),
    placeOf,
    members: (thread) => all[thread]!,
    threads: all.length,
    averageThreadLength: total / Math.max(1, all.length),
    threadLength,
  };
  const postings = (term: string): Postings | undefined => {
    const found = turns.flatMap(({ words }, doc) => {
      const count = words.filter((word) => word === term).length;
      return count === 0 ? [] : [{ doc, count }];
    });
    return found.length === 0
      ? undefined
      : { docs: found.map(({ doc }) => doc), counts: found.map(({ count }) => count) };
  };
  const search = (...words: string[]) => ({
    query: words.map((term) => ({ term, weight: 1 })),
    postings: words.map(postings),
  });
  return { corpus, search };
}

describe("BM25 of turns in their context", () => {
  test("a turn of no thread scores as plain BM25 does", () => {
    const { corpus, search } = corpusOf([
      { thread: null, words: ["cat", "cat", "dog"] },
      { thread: null, words: ["dog"] },
    ]);
    const { query, postings } = search("cat");
    const { score, own } = scoreTurns(query, postings, corpus);
    const [k1, b] = [0.9, 0.3];
    const expected = (idf(2, 1) * 2 * (k1 + 1)) / (2 + k1 * (1 - b + (b * 3) / 2));
    expect(score[0]).toBeCloseTo(expected, 10);
    expect(own[0]).toBeCloseTo(expected, 10);
    expect(score[1]).toBe(0);
  });

  test("an answer is found by the words of the question before it", () => {
    const { corpus, search } = corpusOf([
      { thread: "a", words: ["where", "camping"], asks: 2 },
      { thread: "a", words: ["lofoten"] },
      { thread: "a", words: ["nice"] },
      { thread: "a", words: ["bye"] },
      { thread: "b", words: ["lofoten"] },
    ]);
    const { query, postings } = search("camping");
    const { score, own } = scoreTurns(query, postings, corpus);
    expect(own[1]).toBe(0);
    expect(score[1]).toBeGreaterThan(score[2]!); // right after a question counts double
    expect(score[2]).toBeGreaterThan(0);
    expect(score[3]).toBe(0); // three places away
    expect(score[4]).toBe(0); // another thread
  });

  test("neighbours help most with the words a turn lacks: repeating saturates", () => {
    const { corpus, search } = corpusOf([
      { thread: "a", words: ["cat"] },
      { thread: "a", words: ["cat"] },
      { thread: "b", words: ["cat"] },
      { thread: "b", words: ["vet"] },
    ]);
    const { query, postings } = search("cat", "vet");
    const { score } = scoreTurns(query, postings, corpus);
    expect(score[2]).toBeGreaterThan(score[1]!);
  });

  test("a term that every record holds still counts a little, and none counts negatively", () => {
    expect(idf(10, 10)).toBeGreaterThan(0);
    expect(idf(10, 1)).toBeGreaterThan(idf(10, 9));
  });

  test("a thread is scored as one document", () => {
    const { corpus, search } = corpusOf([
      { thread: "a", words: ["cat"] },
      { thread: "a", words: ["vet"] },
      { thread: "b", words: ["cat", "cat"] },
      { thread: null, words: ["vet"] },
    ]);
    const { query, postings } = search("cat", "vet");
    const scores = scoreThreads(query, postings, corpus);
    expect(scores.get(0)).toBeGreaterThan(scores.get(1)!);
    expect(scores.size).toBe(2);
  });
});
