import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBuiltinEmbedder } from "../../../src/adapters/builtin/embedder.ts";
import { readLexicon } from "../../../src/domain/concepts.ts";

const embedder = createBuiltinEmbedder();

async function cosine(memory: string, question: string): Promise<number> {
  const [stored] = await embedder.embedDocuments([memory]);
  const asked = await embedder.embedQuery(question);
  return asked.reduce((sum, value, at) => sum + value * stored![at]!, 0);
}

describe("the built-in embedder", () => {
  it("tells its name, version and dimension, and claims nothing about near duplicates", async () => {
    expect(await embedder.fingerprint()).toEqual({ model: "hindsight-builtin", version: "1", dimensions: 256 });
    expect((await createBuiltinEmbedder({ dimensions: 64 }).fingerprint()).dimensions).toBe(64);
    expect(embedder.nearDuplicate).toBeNull();
  });

  it("gives every text a vector of length 1, the same each time, in the order asked", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: "grapheme" }), { maxLength: 5 }), async (texts) => {
        const vectors = await embedder.embedDocuments(texts);
        expect(vectors).toHaveLength(texts.length);
        for (const [at, text] of texts.entries()) {
          expect(Math.hypot(...vectors[at]!)).toBeCloseTo(1, 4);
          expect((await createBuiltinEmbedder().embedDocuments([text]))[0]).toEqual(vectors[at]);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("keeps its vectors: a change of lexicon or weights must raise the version", async () => {
    const [vector] = await embedder.embedDocuments(["The user is allergic to peanuts. 用户对花生过敏。"]);
    const sum = vector!.reduce((total, value, at) => total + value * ((at % 7) + 1), 0);
    expect({ version: (await embedder.fingerprint()).version, sum: sum.toFixed(3) }).toMatchSnapshot();
  });

  it.each([
    ["My cat is sick", "book the vet"],
    ["猫病了", "预约兽医"],
    ["My cat is sick", "兽医"],
    ["猫病了", "vet"],
    ["The user flies to Oslo on Friday.", "what should the airline know?"],
    ["用户周五飞奥斯陆。", "航空公司应该知道什么？"],
    ["用户周五飞奥斯陆。", "which flight is it?"],
    ["The user is allergic to peanuts.", "我对什么过敏？"],
    ["用户对花生过敏。", "which nuts must I avoid?"],
    ["The parcel never arrived", "快递到哪了"],
    ["My grandmother passed away", "葬礼"],
    ["Deploying to staging failed with a timeout", "部署报错"],
  ])("%s lies near: %s", async (memory, question) => {
    expect(await cosine(memory, question)).toBeGreaterThan(0.08);
    for (const stranger of ["the quarterly tax report", "下雨要带伞吗", "he plays chess on Sundays"])
      expect(await cosine(memory, question)).toBeGreaterThan(await cosine(memory, stranger));
  });

  it.each([
    ["My cat is sick", "quarterly tax report"],
    ["今天下雨", "我的订单什么时候发货"],
    ["The user is allergic to peanuts.", "拼图游戏"],
  ])("%s lies far from: %s", async (memory, question) => {
    expect(Math.abs(await cosine(memory, question))).toBeLessThan(0.15);
  });

  it("does not let a short greeting beat the answer", async () => {
    const question = "When does Ada fly to Oslo?";
    const answer =
      "Ada: I finally booked it, I fly to Oslo on Friday morning and come back the week after, so excited!";
    expect(await cosine(answer, question)).toBeGreaterThan(await cosine("Thanks, Ada!", question));
  });
});

describe("the lexicon", () => {
  it("has some four hundred concepts, each in both languages", () => {
    expect(readLexicon().size).toBeGreaterThan(400);
    expect(() => readLexicon("# x\ncat kitten")).toThrow(/not "English \| 中文"/u);
  });

  it("matches the longest Chinese word first", () => {
    const concepts = readLexicon("# x\nfly | 飞\nplane | 飞机\n# y\nlate | 晚点");
    expect(concepts.ofRun("飞机晚点")).toEqual([[{ id: 1, topic: 0 }], [{ id: 2, topic: 1 }]]);
    expect(concepts.ofRun("飞奥斯陆")).toEqual([[{ id: 0, topic: 0 }]]);
  });

  it("knows a word in its inflected forms, and words of several concepts in all of them", () => {
    const concepts = readLexicon("# x\nallergy allergic | 过敏\n~ allergic peanut | 花生");
    expect(concepts.ofTerm("allergi")).toEqual([{ id: 0, topic: 0 }]);
    expect(concepts.ofTerm("allerg")).toHaveLength(2);
  });
});
