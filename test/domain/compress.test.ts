import { describe, expect, it } from "vitest";
import { type CompressInput, compressByRules, fits, SUMMARY_LENGTH } from "../../src/domain/compress.ts";

const JULY = Date.parse("2026-07-01T10:00:00Z");
const told = (language: "en" | "zh", contents: readonly string[], failed = -1): CompressInput => ({
  language,
  events: contents.map((content, i) => ({
    content,
    happenedAt: new Date(JULY + i * 2 * 86_400_000).toISOString(),
    timeZone: "UTC",
    failed: i === failed,
  })),
});
const times = <T>(count: number, of: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => of(i));
const trams = (count: number) =>
  times(
    count,
    (i) =>
      `Please look up tram line ${i + 11} to Schönbrunn with Dr. Keller on ${i + 1} July 2026, budget ${i * 10 + 45} euros.`,
  );
const metros = (count: number) =>
  times(count, (i) => `帮我查一下${i + 3}号线去机场的时间，王芳和我2026年7月${i + 10}日出发，预算${i * 10 + 200}元。`);

describe("E3: a summary by rules holds what each event has of its own", () => {
  it("each with its date, its numbers with their unit and what they count; what all share is said once", () => {
    const { summary } = compressByRules(told("en", trams(5), 2));
    expect(summary.length).toBeLessThanOrEqual(SUMMARY_LENGTH.most);
    for (const i of [1, 2, 3, 4])
      expect(summary).toContain(`${i * 2 + 1} July: line ${i + 11}, ${i + 1} July, budget ${i * 10 + 45} euros`);
    expect(summary).toMatch(/^1 July 2026: .*tram line 11 .*Schönbrunn with Dr\. Keller.*budget 45 euros;/u);
    expect(summary.match(/Keller/gu)).toHaveLength(1);
    expect(summary).toContain("65 euros (failed)");
  });

  it("in Chinese too, where a number that is also the month's is not lost", () => {
    const { summary } = compressByRules(told("zh", metros(8)));
    expect(summary.length).toBeLessThanOrEqual(SUMMARY_LENGTH.most);
    for (const i of times(7, (n) => n + 1))
      expect(summary).toContain(`7月${i * 2 + 1}日：${i + 3}号线，7月${i + 10}日，预算${i * 10 + 200}元`);
    expect(summary).not.toMatch(/另有|\d、/u);
  });

  it("events that are alike in one word only keep their names, codes and amounts", () => {
    const en = compressByRules(
      told("en", [
        "Call Dr. Weber about the MRI on 12 May, he charged $120.",
        "Dr. Weber moved the MRI to 14 May at 9:30 in room 4B.",
        "Dr. Weber prescribed 20 mg of Lisinopril for 6 weeks.",
        "MRI invoice INV-2231 from Dr. Weber: 480 euros, paid by Lena.",
        "Dr. Weber called: results are fine. Next check in 12 months, tell Peter.",
      ]),
    ).summary;
    for (const part of ["$120", "14 May at 9:30", "room 4B", "20 mg of Lisinopril", "6 weeks", "INV-2231"])
      expect(en).toContain(part);
    for (const part of ["480 euros", "Lena", "12 months", "Peter"]) expect(en).toContain(part);
    const zh = compressByRules(
      told("zh", [
        "给张医生打电话问核磁共振结果，收费120元。",
        "张医生把核磁共振改到5月14日上午9点半，4号楼302室。",
        "张医生开了20毫克的药，吃6周。",
        "核磁共振账单编号INV2231，480元，李娜刷卡付的。",
        "张医生说结果没问题，12个月以后复查，通知王强。",
      ]),
    ).summary;
    for (const part of [
      "120元",
      "5月14日",
      "4号楼302室",
      "20毫克",
      "6周",
      "INV2231",
      "480元",
      "李娜",
      "12个月",
      "王强",
    ])
      expect(zh).toContain(part);
  });

  it("days on which nothing else was different are told together", () => {
    const { summary } = compressByRules(
      told("en", ["Water the ficus at Anna's", "Water the ficus at Anna's", "Water the ficus at Anna's"]),
    );
    expect(summary).toBe("1 July 2026: Water the ficus at Anna's; 3 July, 5 July: the same.");
  });

  it("is longer than 300 characters rather than leave events out; then they do not fit", () => {
    const input = told("en", trams(9));
    const { summary } = compressByRules(input);
    expect(fits(input)).toBe(false);
    for (const i of times(9, (n) => n)) expect(summary).toContain(`line ${i + 11}`);
    expect(fits(told("en", trams(5)))).toBe(true);
  });
});

describe("E3: talk without a model is told in its own sentences, never in loose words", () => {
  const TALKS = {
    en: [
      "Nate: Wow, that sounds lovely! I made a chocolate cake with raspberries for my sister Ingrid on 3 May, and it turned out great, honestly. Want the recipe?",
      "Mia: Thanks, that's easy to say. Well, you know how it goes with these things. I signed the lease for the flat in Lisbon, it costs 850 euros a month.",
      "Nate: Good to know! By the way, my colleague Rob invited me to a beginner's yoga class, which I never tried before.",
      "Mia: Haha, sure. The weather was nice, we took it slow, and then my brother Tom told me that he moved to Porto on 12 June.",
      "Nate: Hey Mia! How are you? Lately I've been painting, mostly landscapes, because it calms me down after work.",
    ],
    zh: [
      "小陈：哇，听起来真不错！我5月3日给我姐姐李娜做了一个巧克力蛋糕，大家都说好吃，其实也没花多少时间。你要菜谱吗？",
      "小林：谢谢，说起来容易。你也知道这种事就是这样的。我签了里斯本那套公寓的合同，每个月850元，下个月就可以搬进去了。",
      "小陈：好的知道了！对了，我的同事王强请我去上初级瑜伽课，这个我以前从来没有试过，有一点紧张。",
      "小林：哈哈，当然。那天天气很好，我们走得很慢，后来我弟弟张伟告诉我他6月12日搬到了杭州，房子还没有找好。",
      "小陈：小林你好！最近怎么样？最近我一直在画画，主要是风景画，因为下班以后画画能让我平静下来，心情也好。",
    ],
  };
  it.each([
    ["en", ["Ingrid", "3 May", "Lisbon", "850 euros", "Rob", "yoga class", "Tom", "Porto", "12 June", "painting"]],
    ["zh", ["李娜", "5月3日", "850元", "王强", "瑜伽课", "张伟", "6月12日", "杭州", "画画"]],
  ] as const)("with who spoke, names, dates and numbers (%s)", (language, facts) => {
    const { summary } = compressByRules(told(language, TALKS[language]));
    for (const fact of facts) expect(summary).toContain(fact);
    const lines = summary.split(language === "zh" ? "；" : "; ");
    expect(lines).toHaveLength(5);
    for (const [i, line] of lines.entries()) {
      const from = line.indexOf(TALKS[language][i]!.slice(0, language === "zh" ? 3 : 5));
      expect(from, line).toBeGreaterThanOrEqual(0); // who spoke
      const clauses = line
        .slice(from + (language === "zh" ? 3 : 5))
        .split(/[,，.!?。！？]\s*/u)
        .filter((part) => part !== "");
      for (const clause of clauses) {
        expect(TALKS[language][i]).toContain(clause.trim());
        expect(clause.trim().split(/\s+/u).length * (language === "zh" ? 4 : 1)).toBeGreaterThan(1);
      }
    }
    expect(summary).not.toMatch(/Want the recipe|你要菜谱吗|How are you/u);
  });
});
