import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recall } from "../../src/memory/recall.ts";
import { rememberAll } from "../../src/memory/remember.ts";
import type { RecallOptions } from "../../src/memory/types.ts";
import { type Bench, bench, NOW } from "../support/memory-deps.ts";

/** What the memory holds, a day apart, the first one newest. */
const HELD = {
  order: "Ordered the espresso machine, order number ORD-2026-8841-K.",
  quota: "The upload failed with E_QUOTA_507.",
  flight: "机票已出：TP1343，座位12A。",
  parcel: "快递单号是JD8830。",
  locker: "Locker 8830 at the gym is hers.",
  otherOrder: "The garden chairs came with order ORD-2026-8842-K.",
  hex: "The scanner stops with error 0x80070057 on page three.",
  refused: "The job died with ECONNREFUSED 10.0.0.7:6379.",
  unix: "Nightly backups go to /srv/backup/photos-2026.tar.gz on the second disk.",
  windows: "The template is C:\\Users\\ada\\Templates\\offer-v3.docx.",
  mail: "Send invoices to billing+oslo@example.org only.",
  version: "We pinned the driver at v13.0.3 because 12 crashes.",
  rocket: "The launch went well 🚀",
  family: "Grandma's picture of the whole family 👨‍👩‍👧 hangs in the hall.",
  chess: "豆豆每周六学围棋。",
  leak: "厨房漏水，换了角阀。",
  allergy: "用户对花生过敏。",
  research: "她在读研究生，方向是海洋生物。",
  pod: "新服务用 Kubernetes 部署，Pod 一直 CrashLoopBackOff。",
  traditional: "ＷｉＦｉ密码贴在路由器背面。",
  cafe: "The best café is on Main Street.",
  boolean: "Robin AND Kim take turns OR pay a fine; the rule is NOT optional.",
  quoted: 'The sign says "mind the gap" in yellow.',
  sql: "Bobby's class uses a table called students.",
} as const;
type Name = keyof typeof HELD;

let at: Bench;
beforeAll(async () => {
  at = bench();
  await rememberAll(
    at.deps,
    at.scope,
    Object.entries(HELD).map(([name, content], day) => ({
      id: name,
      content,
      kind: "semantic",
      happenedAt: new Date(NOW - (day + 1) * 86_400_000).toISOString(),
    })),
  );
});
afterAll(() => at.close());

const ask = (query: string, options: RecallOptions = {}) =>
  recall(at.deps, at.scope, query, { touch: false, ...options });
const names = async (query: string, options: RecallOptions = {}) => {
  const { results, failures } = await ask(query, options);
  expect(failures, query.slice(0, 80)).toEqual([]);
  return results.map(({ record }) => record.metadata.externalId as Name);
};

describe("C3: what people type into a search box is found, first", () => {
  const first: [string, string, Name][] = [
    ["an order number", "ORD-2026-8841-K", "order"],
    ["its neighbour", "ord-2026-8842-k", "otherOrder"],
    ["a part of an error code", "507", "quota"],
    ["a part of an error code in a sentence", "什么时候出现过 E_QUOTA 的错误？", "quota"],
    ["a flight number said in two words", "TP 1343", "flight"],
    ["a flight number with a hyphen", "Which seat do I have on TP-1343?", "flight"],
    ["a code before what merely shares its figures", "JD8830", "parcel"],
    ["what has the figures by themselves before a code that holds them", "8830", "locker"],
    ["an order number in a sentence", "What was ORD-2026-8841-K about?", "order"],
    ["an order number in a Chinese sentence", "订单ORD-2026-8841-K是什么？", "order"],
    ["a hexadecimal code", "0x80070057", "hex"],
    ["an error name with an address", "ECONNREFUSED 10.0.0.7:6379", "refused"],
    ["only the address", "10.0.0.7", "refused"],
    ["a Unix path", "/srv/backup/photos-2026.tar.gz", "unix"],
    ["the end of it", "photos-2026.tar.gz", "unix"],
    ["a Windows path", "C:\\Users\\ada\\Templates\\offer-v3.docx", "windows"],
    ["a mail address", "billing+oslo@example.org", "mail"],
    ["a version", "v13.0.3", "version"],
    ["an emoji", "🚀", "rocket"],
    ["an emoji made of several", "👨‍👩‍👧", "family"],
    ["an emoji in a question", "what was 🚀 about", "rocket"],
    ["two Han characters", "围棋", "chess"],
    ["two Han characters that are half of a word", "漏水", "leak"],
    ["two Han characters across what looks like a word border", "究生", "research"],
    ["two Han characters in a question", "我对花生过敏吗？", "allergy"],
    ["Chinese and English together", "Kubernetes 的 Pod 为什么 CrashLoopBackOff", "pod"],
    ["the English word of a Chinese sentence", "crashloopbackoff", "pod"],
    ["full-width letters", "wifi密码", "traditional"],
    ["without its accent", "cafe on main street", "cafe"],
    ["with a combining accent", "cafe\u0301", "cafe"],
    ["in quotation marks", '"mind the gap"', "quoted"],
    ["in Chinese quotation marks", "“围棋”", "chess"],
  ];
  for (const [what, query, expected] of first)
    it(`${what}: ${query}`, async () => {
      expect((await names(query))[0]).toBe(expected);
    });

  it("a code that is not there does not bring up its relatives first by accident, nor an error", async () => {
    expect(await names("0xDEADBEEF")).toEqual([]);
    expect(await names("SF1450098822")).toEqual([]);
  });
});

describe("C3: the language of search engines is only text here", () => {
  const queries: [string, Name][] = [
    ['espresso"', "order"],
    ['"espresso', "order"],
    ['""espresso""', "order"],
    ["espresso*", "order"],
    ["NEAR(espresso machine, 2)", "order"],
    ["espresso NEAR machine", "order"],
    ["espresso AND machine", "order"],
    ["espresso OR", "order"],
    ["NOT espresso", "order"],
    ["-espresso", "order"],
    ["+espresso -machine", "order"],
    ["content:espresso", "order"],
    ["content : espresso", "order"],
    ["{content} : espresso", "order"],
    ["^espresso", "order"],
    ["(espresso", "order"],
    ["espresso)", "order"],
    ["((espresso) machine", "order"],
    ["espresso\\", "order"],
    ["espresso %_ machine", "order"],
    ["espresso; machine", "order"],
    ["espresso\tmachine\r\norder", "order"],
    ["(围棋* AND NOT 漏水", "chess"],
    ["Robin AND Kim", "boolean"],
  ];
  for (const [query, expected] of queries)
    it(JSON.stringify(query), async () => {
      expect(await names(query)).toContain(expected);
    });

  const injections = [
    "'; DROP TABLE records; --",
    "' OR '1'='1",
    '" OR 1=1 --',
    "1; ATTACH DATABASE '/dev/null' AS x; --",
    "students'); DELETE FROM students WHERE (1=1",
    "$(exit 1)",
    "{{constructor.constructor('return this')()}}",
    "__proto__",
    "constructor",
    "toString",
  ];
  it("strings that would break a query built by hand do nothing but search", async () => {
    for (const query of injections) await names(query);
    expect((await names(injections[4] as string))[0]).toBe("sql");
    const store = await at.store();
    const held = await store.list({}, { limit: 100 });
    await store.close();
    expect(held.map(({ content }) => content).sort()).toEqual(Object.values(HELD).sort());
  });
});

describe("C3: queries that say little or too much", () => {
  it("a query with nothing to search by (blank, punctuation, invisible characters) gives the newest, in order", async () => {
    const newest = Object.keys(HELD).slice(0, 4);
    const blank = ["", " ", "\n\t ", "\u3000", "\u00a0", "\u200b\u200d", "\ufeff", "\u202e", "\u0000\u0001\u0007"];
    const punctuation = ["???", "。。。", "…", "-", "*", '"', "()", "؟", "\ufffe", "\ud83d"];
    for (const query of [...blank, ...punctuation])
      expect(await names(query, { k: 4 }), JSON.stringify(query)).toEqual(newest);
  });

  it("control characters inside a query do not hide its words", async () => {
    expect((await names("espresso\u0000 machine"))[0]).toBe("order");
    expect((await names("\u0007espresso\u0008"))[0]).toBe("order");
    expect((await names("\u202e围棋\u202c"))[0]).toBe("chess");
  });

  it("half of a surrogate pair is skipped, alone and beside words", async () => {
    for (const query of ["\ud83d", "\ude80", "\ud83d espresso machine", "围棋\ude80", "espresso\ud83d"])
      await names(query);
    expect((await names("\ud83d espresso machine"))[0]).toBe("order");
    expect((await names("\ude80 围棋"))[0]).toBe("chess");
  });

  it("words too common to search by: no error, and nothing is claimed to answer them", async () => {
    for (const query of ["the", "what is it", "to be or not to be", "的", "是的吗", "这个那个", "什么", "什么时候？"]) {
      const { results } = await ask(query);
      for (const { score } of results) expect(score, query).toBeLessThan(0.8);
      expect(results.length, query).toBeLessThanOrEqual(8);
    }
  });

  it("10,000 characters: the words that matter are found, in little time, in both languages", async () => {
    const english = `${"Let me tell you about my day at the office and the people there. ".repeat(155)}`.slice(
      0,
      9_900,
    );
    const chinese = "今天天气不错，我们去公园散步，然后回家做饭。".repeat(450).slice(0, 9_900);
    for (const [query, expected] of [
      [`${english} Where is ORD-2026-8841-K?`, "order"],
      [`ORD-2026-8841-K? ${english}`, "order"],
      [`${chinese}豆豆什么时候学围棋？`, "chess"],
    ] as const) {
      expect(query.length).toBeGreaterThan(9_900);
      expect(await names(query)).toContain(expected);
    }
    await names("x".repeat(10_000));
    await names("围".repeat(10_000));
    await names("🚀".repeat(5_000));
    await names("a".repeat(1_000_000)); // a pasted file is cut, not refused
  });

  it("what is no string is refused, with advice", async () => {
    for (const query of [undefined, null, 5, {}, ["espresso"]])
      await expect(ask(query as string)).rejects.toMatchObject({ code: "INVALID_INPUT", hint: expect.any(String) });
  });

  it("never throws and never answers twice the same, whatever the text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 120 }), async (query) => {
        const { results, failures } = await ask(query, { explain: true });
        expect(failures).toEqual([]);
        expect(new Set(results.map(({ record }) => record.id)).size).toBe(results.length);
      }),
      { numRuns: 150 },
    );
    const grammar = fc.constantFrom(
      '"',
      "*",
      "(",
      ")",
      "NEAR",
      "AND",
      "OR",
      "NOT",
      "-",
      ":",
      "^",
      "'",
      ";",
      "\\",
      "围棋",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(grammar, { minLength: 1, maxLength: 12 }), async (parts) => {
        expect((await ask(parts.join(" "))).failures).toEqual([]);
        expect((await ask(parts.join(""))).failures).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});
