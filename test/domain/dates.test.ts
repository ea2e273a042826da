import fc from "fast-check";
import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import { absoluteDates, relativeDates } from "../../src/domain/dates.ts";
import { standaloneProblem } from "../../src/domain/reflection.ts";
import { timeCues } from "../../src/domain/timerange.ts";
import { NOW, ZONE } from "../support/memory-deps.ts";

const ENGLISH_TIMES = `tonight|tomorrow morning|yesterday evening|the day after tomorrow|last night|next Friday
last Friday afternoon|this week|next weekend|last weekend|next month|last year|last winter|two days ago|3 weeks ago
a month ago|20 minutes ago|in a couple of weeks|in a year|on December 4th|on Friday 4 December|by the 15th|in early March
since March|at Christmas|last Easter|on Christmas Eve|at the end of the month|at the beginning of next year
from Monday to Friday|from 3 March to 21 April|from tomorrow until Friday`.split(/[|\n]/u);
const CHINESE_TIMES =
  `昨天晚上 今晚 周五 上周三晚上 下个星期二 这周末 上周末 下下个周末 上周 上个月 下个月3号 明年 去年三月 明年5月3号 去年夏天 三天前 两周后
一个月后 半年前 20分钟前 12月4日 十二月四号 3月底 4号 平安夜 去年中秋节 下周一到周三 周一至周四 月底 下月初 年底 明年年中 明天到周五 3月3日到4月21日
12月3号到9号 从三月开始 自从周一`.split(/\s/u);

const moment = { said: NOW, timeZone: ZONE };
const made = (text: string, at = moment) => absoluteDates(text, at).text;

it.each([
  ["I went to Porto in early March", "2026-02-28T23:00:00.000Z", "2026-03-10T23:00:00.000Z"],
  ["I went to Porto in late February", "2026-02-20T23:00:00.000Z", "2026-02-28T23:00:00.000Z"],
  ["三月中旬我去了波尔图", "2026-03-10T23:00:00.000Z", "2026-03-20T23:00:00.000Z"],
  ["二月底我去了波尔图", "2026-02-20T23:00:00.000Z", "2026-02-28T23:00:00.000Z"],
])("C4: a part of a month is a third of it: %s", (text, from, until) => {
  expect(absoluteDates(text, moment).dates).toMatchObject([{ from, until, precision: "month" }]);
});

describe("B3: dates in statements are absolute, in the user's zone", () => {
  it.each([
    ["I fly to Oslo on Friday", "I fly to Oslo on Friday, 4 December 2026"],
    ["I flew to Oslo on Friday", "I flew to Oslo on Friday, 27 November 2026"],
    ["I was ill and I fly on Friday", "I was ill and I fly on Friday, 4 December 2026"],
    ["The meeting with Dana moved to Friday at 4pm.", "The meeting with Dana moved to Friday, 4 December 2026 at 4pm."],
    ["My exam was postponed until Friday", "My exam was postponed until Friday, 4 December 2026"],
    ["The call was brought forward to Wednesday", "The call was brought forward to Wednesday, 2 December 2026"],
    ["They pushed the launch back to 4 January", "They pushed the launch back to 4 January 2027"],
    ["The exam was postponed until March", "The exam was postponed until March 2027"],
    [
      "The call was moved from Friday to Wednesday",
      "The call was moved from Friday, 4 December 2026 to Wednesday, 2 December 2026",
    ],
    ["The party was moved to last Friday", "The party was moved to Friday, 27 November 2026"],
    ["I moved to Oslo on Friday", "I moved to Oslo on Friday, 27 November 2026"],
    ["I need to pay the rent by the 15th", "I need to pay the rent by 15 December 2026"],
    ["I paid the rent on the 1st", "I paid the rent on 1 November 2026"],
    ["I meet Dana and Lee on Friday", "I meet Dana and Lee on Friday, 4 December 2026"],
    ["I have yoga every Friday and on Monday I fly", "I have yoga every Friday and on Monday, 7 December 2026 I fly"],
    ["I usually swim, but I fly on Friday", "I usually swim, but I fly on Friday, 4 December 2026"],
    ["I fly next Friday at 7", "I fly on Friday, 11 December 2026 at 7"],
    ["Tomorrow I meet Anna", "On Tuesday, 1 December 2026 I meet Anna"],
    ["My flight is tomorrow at 3pm", "My flight is on Tuesday, 1 December 2026 at 3pm"],
    ["tomorrow's flight is at 7", "the 1 December 2026 flight is at 7"],
    ["I am off until Friday", "I am off until Friday, 4 December 2026"],
    ["I was ill last night", "I was ill on the night of Sunday, 29 November 2026"],
    ["I moved here 3 years ago", "I moved here in 2023"],
    ["I moved here a year ago", "I moved here around November 2025"],
    ["I moved here half a year ago", "I moved here around May 2026"],
    ["I called half an hour ago", "I called around 04:03 on Monday, 30 November 2026"],
    ["I saw him two weeks ago on Tuesday", "I saw him on Tuesday, 17 November 2026"],
    ["I saw him on Tuesday two weeks ago", "I saw him on Tuesday, 17 November 2026"],
    ["我一年前换了工作", "我2025年11月前后换了工作"],
    ["两周前的周二我见了他", "2026年11月17日（周二）我见了他"],
    ["I met her two days ago", "I met her on Saturday, 28 November 2026"],
    ["I start in two weeks", "I start around 14 December 2026"],
    ["last week I was ill", "In the week of 23 November 2026 I was ill"],
    ["I travel in March", "I travel in March 2027"],
    ["I moved in March", "I moved in March 2026"],
    ["The party is on December 4th", "The party is on 4 December 2026"],
    ["pay by the 15th", "pay by 15 December 2026"],
    ["I have an appointment on the 29th of February", "I have an appointment on 29 February 2028"],
    ["I've been vegan since Monday", "I've been vegan since Monday, 23 November 2026"],
    ["I'm flying home on Christmas Eve", "I'm flying home on Christmas Eve, 24 December 2026"],
    ["I was in Paris last Christmas", "I was in Paris at Christmas 2025"],
    ["I arrive on Easter Sunday", "I arrive on Easter Sunday, 28 March 2027"],
    ["We always meet on Christmas Eve", "We always meet on Christmas Eve"],
    ["The report is due at the end of the month", "The report is due at the end of November 2026"],
    ["We meet at the beginning of next month", "We meet at the beginning of December 2026"],
    ["I'm away until the end of the week", "I'm away until the end of the week of 30 November 2026"],
    ["I get paid at the end of the month", "I get paid at the end of the month"],
    ["Today is my birthday", "Monday, 30 November 2026 is my birthday"],
  ])("English: %s", (text, expected) => {
    expect(made(text)).toBe(expected);
    expect(made(expected)).toBe(expected);
  });

  it.each([
    ["平安夜我飞回家", "2026年12月24日（平安夜）我飞回家"],
    ["春节我回老家", "2027年2月6日（春节）我回老家"],
    ["我去年中秋节在北京", "我2025年10月6日（中秋节）在北京"],
    ["我每年春节回老家", "我每年春节回老家"],
    ["周一到周四我不在", "2026年12月7日（周一）至2026年12月10日（周四）我不在"],
    ["我下周一到周三出差", "我2026年12月7日（周一）至2026年12月9日（周三）出差"],
    ["我周一到周五上班", "我周一到周五上班"],
    ["我月底搬家", "我2026年11月底搬家"],
    ["我下月初去北京", "我2026年12月初去北京"],
    ["我年底休假", "我2026年底休假"],
    ["我每个月底交房租", "我每个月底交房租"],
    ["我周五飞奥斯陆", "我2026年12月4日（周五）飞奥斯陆"],
    ["我对花生过敏，周五飞奥斯陆", "我对花生过敏，2026年12月4日（周五）飞奥斯陆"],
    ["下周五我去上海出差", "2026年12月11日（周五）我去上海出差"],
    ["上周三我搬到了杭州", "2026年11月25日（周三）我搬到了杭州"],
    ["不对，面试改到周三了。", "不对，面试改到2026年12月2日（周三）了。"],
    ["会议推迟到周五了", "会议推迟到2026年12月4日（周五）了"],
    ["考试已经提前到周四", "考试已经提前到2026年12月3日（周四）"],
    ["聚餐挪到12月4号了", "聚餐挪到2026年12月4日（周五）了"],
    ["婚礼延到三月了", "婚礼延到2027年3月了"],
    ["面试从周五改到周三了", "面试从2026年12月4日（周五）改到2026年12月2日（周三）了"],
    ["聚会改到上周五了", "聚会改到2026年11月27日（周五）了"],
    ["我周三到了北京", "我2026年11月25日（周三）到了北京"],
    ["我周三要学西班牙语", "我2026年12月2日（周三）要学西班牙语"],
    ["我周三学了西班牙语", "我2026年11月25日（周三）学了西班牙语"],
    ["我下周三上课", "我2026年12月9日（周三）上课"],
    ["我周五上飞机", "我2026年12月4日（周五）上飞机"],
    ["我15号要交房租", "我2026年12月15日（周二）要交房租"],
    ["我三天前到的", "我2026年11月27日（周五）到的"],
    ["我昨天晚上没睡好", "我2026年11月29日（周日）晚上没睡好"],
    ["12月4日我有考试", "2026年12月4日（周五）我有考试"],
    ["去年三月我换了工作", "2025年3月我换了工作"],
    ["下个月3号交房租", "2026年12月3日（周四）交房租"],
    ["我两周后结婚", "我2026年12月14日前后结婚"],
    ["这周末我爬山", "2026年12月5日至2026年12月6日（周末）我爬山"],
    ["4号我出发", "2026年12月4日（周五）我出发"],
  ])("Chinese: %s", (text, expected) => {
    expect(made(text)).toBe(expected);
    expect(made(expected)).toBe(expected);
  });

  it.each([
    "I have yoga every Friday",
    "I have yoga on Fridays",
    "I work Monday to Friday",
    "I run every Tuesday and Thursday morning.",
    "We meet every Monday, Wednesday and Friday evening",
    "I have choir every Monday and Friday evening",
    "I swim on Tuesday and Thursday evenings",
    "I usually call my mum on Sunday",
    "The team meets weekly, Tuesday at 10",
    "the rent is 950 pounds due on the 1st",
    "I get paid on the 25th",
    "DB pays on the 25th.",
    "The library closes on the 31st.",
    "公司25号发工资",
    "25号发钱",
    "5号收租",
    "In the summer I swim",
    "In the summer of 2019 I went to Rome",
    "夏天我喜欢游泳",
    "小时候夏天我们去了海边",
    "2026年国庆假期我去了广州",
    "我周三学西班牙语",
    "我周二和周四跑步",
    "我每周二和周四早上跑步",
    "我周一、周三上瑜伽课",
    "房租950，1号交",
    "我15号发工资",
    "My birthday is on 4 December",
    "I may go, I sat down and marched on",
    "Black Friday sale",
    "I can read a book in a week",
    "in May 2025 I left",
    "The deadline is 2026-12-05",
    "我每周五打球",
    "周一到周五我上班",
    "我的生日是12月4日",
    "我住在4号楼",
    "手术三天前我禁食",
    "我2020年5月3日入职",
  ])("what repeats, is absolute or is no date stays: %s", (text) => expect(made(text)).toBe(text));

  it.each([
    ["2026-10-03", "国庆假期在广州喝早茶。", "2026年国庆假期在广州喝早茶。"],
    ["2026-08-03", "国庆假期去广州。", "2026年国庆假期去广州。"],
    ["2026-05-02", "劳动节在家休息", "2026年5月1日（劳动节）在家休息"],
    ["2026-05-02", "打算劳动节在家休息", "打算2027年5月1日（劳动节）在家休息"],
    ["2026-12-27", "We are in Lisbon for Christmas.", "We are in Lisbon for Christmas 2026."],
    ["2026-12-27", "We spent Christmas in Lisbon.", "We spent Christmas 2026 in Lisbon."],
    ["2027-01-20", "I'm flying home for Christmas.", "I'm flying home for Christmas 2027."],
    ["2026-01-20", "This winter I learned to ski.", "In the winter of 2025 I learned to ski."],
    ["2026-01-20", "Last winter I learned to ski.", "In the winter of 2024 I learned to ski."],
    ["2026-11-20", "This winter I will learn to ski.", "In the winter of 2026 I will learn to ski."],
    ["2026-11-20", "This winter I learned to ski.", "In the winter of 2025 I learned to ski."],
    ["2026-10-20", "In the summer I went to Greece.", "In the summer of 2026 I went to Greece."],
    ["2026-01-20", "今年冬天我学会了滑雪。", "2025年冬天我学会了滑雪。"],
    ["2026-01-20", "这个冬天我学会了滑雪。", "2025年冬天我学会了滑雪。"],
    ["2026-01-20", "上个冬天我学会了滑雪。", "2024年冬天我学会了滑雪。"],
    ["2026-11-20", "今年冬天我想学滑雪。", "2026年冬天我想学滑雪。"],
    ["2026-10-20", "我夏天去了希腊。", "我2026年夏天去了希腊。"],
  ])("a season or holiday without a year is the nearest that fits the tense, on %s: %s", (day, text, expected) => {
    const at = { said: Date.parse(`${day}T09:00:00Z`), timeZone: "Europe/Oslo" };
    expect(absoluteDates(text, at).text).toBe(expected);
    expect(absoluteDates(expected, at).text).toBe(expected);
  });

  it("a season is written with the year recall reads", () => {
    const at = { said: Date.parse("2026-01-20T09:00:00Z"), timeZone: "Europe/Oslo" };
    for (const [said, asked] of [
      ["This winter I learned to ski.", "the winter of 2025"],
      ["这个冬天我学会了滑雪。", "2025年冬天"],
    ] as const) {
      const written = absoluteDates(said, at).dates[0]!;
      const since = timeCues(`What did I do in ${asked}`, at.said, at.timeZone)[0]?.range?.since;
      expect(written.from, said).toBe(since);
    }
  });

  it.each([
    "用户2026年11月28日至11月29日（周末）结婚了",
    "用户2026年3月3日到9日在家",
    "The user was ill 3 March – 21 April 2026",
    "The user was away from March 3 to April 21, 2025",
  ])("a range that says its year once is absolute: %s", (text) => {
    expect(made(text)).toBe(text);
    expect(relativeDates(text, moment)).toEqual([]);
  });

  it.each([
    [
      "en",
      ENGLISH_TIMES,
      [(time: string) => `The user meets Anna ${time}`, (time: string) => `The user met Anna ${time}.`],
    ],
    ["zh", CHINESE_TIMES, [(time: string) => `用户${time}去爬山`, (time: string) => `用户${time}结婚了！`]],
  ] as const)(
    "what is written passes reflection's own check and is left as it is a year on (%s)",
    (language, times, say) => {
      fc.assert(
        fc.property(
          fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2039, 0) }),
          fc.constantFrom("Europe/Oslo", "Asia/Shanghai", "America/Los_Angeles"),
          (said, timeZone) => {
            const later = { said: said + 400 * 86_400_000, timeZone };
            for (const text of times.flatMap((time) => say.map((one) => one(time)))) {
              const written = made(text, { said, timeZone });
              expect(standaloneProblem(written, [language], later), written).toBeNull();
              expect(made(written, later)).toBe(written);
            }
          },
        ),
        { numRuns: 20 },
      );
    },
  );

  it("reads the day in the user's zone, not the server's", () => {
    const late = { said: Date.UTC(2026, 10, 30, 23, 30), timeZone: "Asia/Shanghai" }; // Tuesday there
    expect(made("I leave tomorrow", late)).toBe("I leave on Wednesday, 2 December 2026");
    expect(made("我明天出发", late)).toBe("我2026年12月2日（周三）出发");
  });

  it("holds over the end of the year and over daylight saving", () => {
    const newYear = { said: Date.UTC(2026, 11, 31, 22, 30), timeZone: "Europe/Oslo" };
    expect(made("I fly tomorrow", newYear)).toBe("I fly on Friday, 1 January 2027");
    const spring = { said: Date.UTC(2027, 2, 27, 12), timeZone: "Europe/Oslo" }; // the night before clocks go forward
    const [day] = absoluteDates("I fly tomorrow", spring).dates;
    expect(Date.parse(day!.until) - Date.parse(day!.from)).toBe(23 * 3_600_000);
  });

  it("leaves no relative date behind, whatever the day, and the weekday is the one that was named", () => {
    const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
    const han = "一二三四五六日";
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2099, 0) }),
        fc.constantFrom("Europe/Oslo", "Asia/Shanghai", "America/Los_Angeles", "UTC"),
        fc.integer({ min: 0, max: 6 }),
        fc.constantFrom("", "this ", "next ", "last "),
        (said, timeZone, weekday, which) => {
          const at = { said, timeZone };
          const english = absoluteDates(`I see the doctor ${which}${days[weekday]}`, at);
          expect(relativeDates(english.text, at)).toEqual([]);
          expect(DateTime.fromISO(english.dates[0]!.from, { zone: timeZone }).weekday).toBe(weekday + 1);
          const chinese = absoluteDates(
            `我${{ "": "", "this ": "这", "next ": "下", "last ": "上" }[which]}周${han[weekday]}看医生`,
            at,
          );
          expect(relativeDates(chinese.text, at)).toEqual([]);
          expect(DateTime.fromISO(chinese.dates[0]!.from, { zone: timeZone }).weekday).toBe(weekday + 1);
        },
      ),
      { numRuns: 200 },
    );
  });
});

it.each(["Holm周一营业", "诊所周三下午2点开门", "博物馆周一闭馆", "Holm周日不营业", "图书馆星期六也开放"])(
  "when a place is open is each week's: %s",
  (text) => expect(absoluteDates(text, { said: NOW, timeZone: ZONE }).text).toBe(text),
);
it.each(["我周一去营业厅", "下周一营业", "周一开会"])("and what is done on a day is that day's: %s", (text) =>
  expect(absoluteDates(text, { said: NOW, timeZone: ZONE }).text).toMatch(/2026年12月7日/u),
);
