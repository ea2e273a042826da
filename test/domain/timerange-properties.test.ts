import * as chrono from "chrono-node/en";
import fc from "fast-check";
import { DateTime } from "luxon";
import { describe, expect, test } from "vitest";
import { timeCues } from "../../src/domain/timerange.ts";
import { NOW, OSLO } from "../support/time-cues.ts";

const ZONES = ["Europe/Oslo", "America/New_York", "Asia/Shanghai", "Pacific/Auckland", "Asia/Kathmandu", "UTC"];
const zone = fc.constantFrom(...ZONES);
const moment = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2060, 0) });

/** Words and characters of both grammars, so that chance makes times, halves of times and nonsense of them. */
const VOCABULARY =
  `the a last this next past first second of on in at since before after until between and from to ago back day days week
weeks weekend month months year years quarter hour hours morning night monday tue sat sunday january may march dec spring
fall summer winter early mid late beginning end half three couple few several 1 2 15 29 31 99 1999 2023 2100 9999 1st 29th 2023-02-29
5/1 5/1/23 12:30 3pm yesterday today tomorrow recently time every each now - , ? ! ( ) ' christmas easter new eve
今 昨 前 大 天 日 周 星期 礼拜 月 年 号 上 下 这 个 一 二 三 十 百 两 几 半 数 初 底 末 中 春 夏 秋 冬 季度 以 之 前 后 来 到 至 从 自 间 最近 次 第 早 晚 上午 点 每 的 過 週 號 ２`.split(
    /\s+/u,
  );
const babble = fc
  .array(fc.tuple(fc.constantFrom(...VOCABULARY), fc.constantFrom(" ", "", "  ")), { maxLength: 14 })
  .map((parts) => parts.map(([word, gap]) => word + gap).join(""));
const text = fc.oneof(fc.string({ unit: "binary", maxLength: 60 }), babble);

/** Everything here is past or present: 30 phrases in each language. */
const PAST =
  `today|yesterday|last night|this morning|the day before yesterday|three days ago|a few days ago|two weeks ago|last week|this week
last weekend|this month|last month|in March|on May 1st|on the 15th|last Tuesday|on Sunday|this year|last year|last summer|in winter|two years ago
recently|just now|in the past week|the last 3 months|at the end of May|earlier this year|on Christmas|in Q3|in 1985
今天|昨天|前天|今晚|上周|这周|上周三|周末|这个月|上个月|三月|5月1号|15号|三天前|几天前|两周前|半年前|今年|去年|去年夏天|冬天|年底|月底|最近|刚才|最近三天|这几天|上半年|一季度|春节`.split(
    /[|\n]/u,
  );

describe("C4: time cues, whatever is asked", () => {
  test("never throws, and every range runs forward", () => {
    fc.assert(
      fc.property(text, moment, zone, (question, now, timeZone) => {
        for (const cue of timeCues(question, now, timeZone)) {
          const { since, until } = cue.range ?? { since: null, until: null };
          if (since !== null && until !== null) expect(since < until).toBe(true);
          for (const end of [since, until]) if (end !== null) expect(new Date(end).toISOString()).toBe(end);
          expect(question.slice(cue.start, cue.end)).toBe(cue.text);
          expect(cue.text.trim()).not.toBe("");
          expect(cue.range !== null || cue.order !== null || cue.recurring !== null).toBe(true);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  test("cues do not overlap and stand in the order of the words", () => {
    fc.assert(
      fc.property(babble, moment, (question, now) => {
        const cues = timeCues(question, now, OSLO);
        for (const [n, cue] of cues.entries()) expect(cue.start).toBeGreaterThanOrEqual(cues[n - 1]?.end ?? 0);
      }),
      { numRuns: 1_000 },
    );
  });

  test("what is past ends with today, and holds nothing of tomorrow", () => {
    fc.assert(
      fc.property(fc.constantFrom(...PAST), moment, zone, (words, now, timeZone) => {
        const [cue] = timeCues(words, now, timeZone);
        const tomorrow = DateTime.fromMillis(now, { zone: timeZone }).plus({ days: 1 }).startOf("day").toMillis();
        expect(cue?.range, words).not.toBeUndefined();
        expect(Date.parse(cue?.range?.until ?? ""), words).toBeLessThanOrEqual(tomorrow);
        expect(Date.parse(cue?.range?.since ?? ""), words).toBeLessThan(tomorrow);
      }),
      { numRuns: 2_000 },
    );
  });

  test("punctuation and quotes around the words change nothing", () => {
    const around = fc.constantFrom(
      "",
      " ",
      "? ",
      "! ",
      "(",
      ")",
      "“",
      "”",
      ", ",
      "，",
      "。",
      "？",
      "…",
      "—",
      "\n",
      "「",
      "」",
      "*",
    );
    fc.assert(
      fc.property(fc.constantFrom(...PAST), around, around, (words, before, after) => {
        const plain = timeCues(words, NOW, OSLO)[0];
        const dressed = timeCues(`${before}${words}${after}`, NOW, OSLO)[0];
        const inYear = (year: number) => plain?.inYear?.(year) ?? null;
        expect(dressed?.inYear?.(2024) ?? null).toEqual(inYear(2024));
        expect({ ...dressed, inYear }).toEqual({
          ...plain,
          inYear,
          start: before.length + (plain?.start ?? 0),
          end: before.length + (plain?.end ?? 0),
        });
      }),
      { numRuns: 1_000 },
    );
  });

  test("dates in full are read as chrono-node reads them", () => {
    const formats = [
      "MMMM d, yyyy",
      "d MMMM yyyy",
      "MMM d yyyy",
      "yyyy-MM-dd",
      "M/d/yyyy",
      "MMMM d 'of' yyyy",
      "yyyy/M/d",
    ];
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(1950, 0), max: Date.UTC(2090, 0) }),
        fc.constantFrom(...formats),
        zone,
        (day, format, timeZone) => {
          const words = DateTime.fromMillis(day, { zone: "UTC", locale: "en-US" }).toFormat(format);
          const known = chrono.parse(words.replace(" of", ""), new Date(NOW))[0]?.start;
          const [cue] = timeCues(`on ${words}`, NOW, timeZone);
          const since = DateTime.fromISO(cue?.range?.since ?? "", { zone: timeZone });
          expect([since.year, since.month, since.day], words).toEqual([
            known?.get("year"),
            known?.get("month"),
            known?.get("day"),
          ]);
          expect(cue?.recurring).toBeNull();
        },
      ),
      { numRuns: 300 },
    );
  });

  test("“N days ago” is the day so many midnights back, in every zone and both languages", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), moment, zone, (days, now, timeZone) => {
        const start = DateTime.fromMillis(now, { zone: timeZone }).startOf("day").minus({ days }).toUTC().toISO();
        expect(timeCues(`${days} days ago`, now, timeZone)[0]?.range?.since).toBe(start);
        expect(timeCues(`${"零一二三四五六"[days]}天前`, now, timeZone)[0]?.range?.since).toBe(start);
      }),
      { numRuns: 500 },
    );
  });
});

describe("C4: a long or hostile text costs little", () => {
  test.each([
    ["words", "the day before ".repeat(700)],
    ["numbers", `${"1".repeat(5_000)}${"一".repeat(5_000)}`],
    ["dates", "2023-05-01 ".repeat(1_000)],
    ["Chinese", "上个月三天前的".repeat(1_500)],
    ["one word", "a".repeat(10_000)],
  ])("%s", (_name, question) => {
    // Milliseconds; were it to grow faster than the text, the test's own time would run out.
    expect(timeCues(question, NOW, OSLO).every(({ start, end }) => start < end)).toBe(true);
  });
});
