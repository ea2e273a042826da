import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asksOf, foundBy, languageOf, queryTerms, terms } from "../../src/domain/text.ts";

describe("terms", () => {
  test("a lone combining mark is no term", () => {
    expect(terms("a \u0301 cat")).toEqual(["cat"]);
  });

  test("short verbs meet all their forms: fly, flies, flying; try, tries, tried", () => {
    expect(new Set(terms("fly flies flying"))).toEqual(new Set(["fly"]));
    expect(new Set(terms("cry cries cried try tries tried"))).toEqual(new Set(["cry", "try"]));
    expect(terms("she dies, he lies")).not.toContain("dy");
  });

  test("Latin words are stemmed and folded, function words left out", () => {
    expect(terms("The painters were painting Cafés")).toEqual(["painter", "paint", "cafe"]);
    expect(terms("Ada's flights")).toEqual(terms("ada flight"));
  });

  test("C3: every two-character Chinese word is found, also across what looks like a word border", () => {
    const indexed = new Set(terms("我是研究生，对花生过敏"));
    for (const word of ["研究", "究生", "花生", "过敏"]) expect(indexed, word).toContain(word);
  });

  test("C3: order numbers, codes and paths are found whole and by their parts", () => {
    const indexed = terms("Order ORD-2024-118 failed with E1234 in src/agent/state.ts at 9:30");
    expect(indexed).toEqual(
      expect.arrayContaining(["ord-2024-118", "118", "e1234", "src/agent/state.ts", "state", "9:30"]),
    );
    expect(terms("ord-2024-118")[0]).toBe("ord-2024-118");
    expect(terms("E_QUOTA_507")).toEqual(expect.arrayContaining(["e_quota_507", "quota", "507"]));
    expect(terms("TP1343")).toEqual(["tp1343", "tp", "1343"]);
    expect(terms("TP 1343")).toEqual(["tp", "1343"]);
    expect(terms("单号JD8830")).toEqual(["单号", "jd8830", "jd", "8830"]);
    expect(terms("iPhone15 at 5pm")).toEqual(["iphone15", "5pm"]);
  });

  test("C3: what is written otherwise in question and memory is found: figures, codes, parts of words, ends of numbers", () => {
    const meets = (question: string, memory: string) => {
      const indexed = new Set(foundBy(memory));
      return queryTerms(question).some((term) => indexed.has(term));
    };
    for (const [question, memory] of [
      ["1240", "The rent is 1,240 euros."],
      ["Who paid 1,240?", "Paid 1240."],
      ["1240", "Die Miete ist 1.240 Euro."],
      ["1200000", "预算是1,200,000元"],
      ["120500", "The flat costs 120,500."],
      ["E47", "The machine shows E-47."],
      ["E-47", "The machine shows E47."],
      ["咖啡机的E47", "咖啡机报错E-47。"],
      ["arm controller", "Fixed armController.ts"],
      ["armController", "The arm controller hangs."],
      ["http server", "HTTPServer 崩溃了"],
      ["moorhuhn", "The Wi-Fi is called Moorhuhn5G."],
      ["7741", "Order de7741xk9 was sent."],
      ["尾号8000", "我的手机号是13800138000。"],
      ["the card ending in 2019", "My card is 5500123412342019."],
      ["8000", "My phone is 13800138000."],
    ] as const)
      expect(meets(question, memory), `${question} / ${memory}`).toBe(true);
    for (const [question, memory] of [
      ["phone", "I use an iPhone15."],
      ["What happened in 2019?", "My card is 5500123412342019."],
      ["240", "The rent is 1,240 euros."],
      ["1380", "我的手机号是13800138000。"],
    ] as const)
      expect(meets(question, memory), `${question} / ${memory}`).toBe(false);
    expect(foundBy("rooms 101,102,103")).toEqual(expect.arrayContaining(["101", "102", "103"])); // a list keeps its parts
  });

  test("mixed Chinese and English, emoji and full-width forms", () => {
    expect(terms("用iPhone15拍照🐱")).toEqual(["用", "iphone15", "拍照", "🐱"]);
    expect(terms("ＡＢＣ１２３")).toEqual(terms("ABC123"));
  });

  test("a text of function words only keeps them, so that it can still be found", () => {
    expect(terms("what is it")).toEqual(["what", "is", "it"]);
    expect(terms("是的")).toEqual(["是的"]);
  });

  test("a query gives each term once and is cut, not refused, when it is huge", () => {
    expect(queryTerms("Oslo oslo OSLO")).toEqual(["oslo"]);
    expect(queryTerms(Array.from({ length: 10_000 }, (_, i) => `word${i}`).join(" ")).length).toBe(256);
  });

  test("C3: the words a Chinese question asks with are no part of what it is about, nor bigrams with their neighbours", () => {
    expect(queryTerms("五一去哪里玩了？")).toEqual(["五一", "一去", "玩了"]);
    expect(queryTerms("妈妈每天什么时候吃药")).toEqual(["妈妈", "妈每", "每天", "吃药"]);
    expect(queryTerms("漏水怎么办")).toEqual(["漏水"]);
    expect(queryTerms("哪吒好看吗")).toContain("哪吒");
    expect(queryTerms("什么时候？")).not.toEqual([]); // a question of nothing else keeps its words
    expect(terms("每天什么时候吃")).toContain("时候"); // a memory keeps them
  });

  test("never throws and never gives an empty or spaced term, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        for (const term of terms(text)) expect(term).toMatch(/^\S+$/u);
      }),
    );
  });
});

test("the language is what carries the text", () => {
  expect(languageOf("I like tea")).toBe("en");
  expect(languageOf("我喜欢喝茶")).toBe("zh");
  expect(languageOf("我用 TypeScript 写代码")).toBe("zh");
  expect(languageOf("I visited 北京 last summer with my family")).toBe("en");
  expect(languageOf("12:30 🐱")).toBe("und");
});

test("a question is told from a text that only holds one", () => {
  expect(asksOf("How are you?")).toBe(2);
  expect(asksOf("你呢？🐱")).toBe(2);
  expect(asksOf("How are you? I went to Oslo.")).toBe(1);
  expect(asksOf("I went to Oslo.")).toBe(0);
});
