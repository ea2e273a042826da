import { describe, expect, it } from "vitest";
import { absoluteDates } from "../../src/domain/dates.ts";
import { NOW, ZONE } from "../support/memory-deps.ts";

const dated = (text: string, said = NOW) => absoluteDates(text, { said, timeZone: ZONE }).text;

describe("D1: what was arranged, asked or is scheduled for a day lies ahead, though the verb is past", () => {
  it.each([
    ["I booked a table for 3 January.", "I booked a table for 3 January 2027"],
    ["I bought tickets for 12 February.", "I bought tickets for 12 February 2027"],
    ["I bought seats for the concert on 12 February.", "I bought seats for the concert on 12 February 2027"],
    ["She reserved a room for Friday", "She reserved a room for Friday, 4 December 2026"],
    ["We hired the hall from Friday to Sunday", "We hired the hall from Friday, 4 December 2026 to Sunday, 6 December"],
    ["I got an appointment for the 15th", "I got an appointment for 15 December 2026"],
    ["The landlord asked us to move out by March.", "asked us to move out by March 2027"],
    ["My boss told me to finish it by Wednesday", "to finish it by Wednesday, 2 December 2026"],
    ["I graduated in June and start in September", "I graduated in June 2026 and start in September 2027"],
    ["I renewed my card and it expires on 3 May", "I renewed my card and it expires on 3 May 2027"],
    ["I signed a lease that starts in March", "I signed a lease that starts in March 2027"],
    ["我订了1月3号的位子", "我订了2027年1月3日（周日）的位子"],
    ["我买了2月12号去上海的机票", "我买了2027年2月12日（周五）去上海的机票"],
    ["我约了周五的牙医", "我约了2026年12月4日（周五）的牙医"],
    ["房东让我们三月前搬走", "房东让我们2027年3月前搬走"],
    ["医生嘱咐了我10月之前别跑步", "医生嘱咐了我2027年10月之前别跑步"],
    ["我买的沙发3月2号到货", "我买的沙发2027年3月2日（周二）到货"],
  ])("%s", (text, expected) => {
    expect(dated(text)).toContain(expected);
  });

  it("reads the same words on other days", () => {
    expect(dated("The physio told me to stay under 6 km until October.", Date.UTC(2026, 7, 24))).toContain(
      "until October 2026",
    );
    expect(dated("I ordered the worktop, order 8839201, arrives 2 October", Date.UTC(2026, 8, 13))).toContain(
      "arrives on 2 October 2026",
    );
  });

  it.each([
    ["I worked at Equinor until March.", "until March 2026"],
    ["I bought a bike in May.", "in May 2026"],
    ["She asked me to marry her on 3 May.", "on 3 May 2026"],
    ["I booked a table for Friday and it was lovely.", "for Friday, 27 November 2026"],
    ["I was ill from Friday to Sunday.", "from Friday, 27 November 2026 to Sunday, 29 November 2026"],
    ["我五月买了一辆车", "2026年5月"],
    ["我2月12号去看了演唱会", "2026年2月12日（周四）"],
    ["我2月得了流感", "2026年2月"],
    ["我五月去了冰岛，玩得很开心", "2026年5月"],
    ["周五我参加了一个重要的聚会", "2026年11月27日（周五）"],
  ])("what is over stays past: %s", (text, expected) => {
    expect(dated(text)).toContain(expected);
  });
});

describe("D1: how long something takes is no moment", () => {
  it.each([
    "My job runs in 12 minutes.",
    "The shop delivers in 3 days.",
    "The battery charges in 2 hours",
    "I run 10 km in 50 minutes",
    "这家店一般三天后到货",
    "我的作业12分钟跑完",
  ])("stays as told: %s", (text) => {
    expect(dated(text)).toBe(text);
  });

  it.each([
    ["I leave in 3 days", "I leave on Thursday, 3 December 2026"],
    ["my flight leaves in 2 hours", "my flight leaves at 06:33 on Monday, 30 November 2026"],
    ["The job will run in 12 minutes", "The job will run at 04:45 on Monday, 30 November 2026"],
    ["I run a marathon in 3 days", "I run a marathon on Thursday, 3 December 2026"],
    ["我三天后出发", "我2026年12月3日（周四）出发"],
  ])("a moment is one: %s", (text, expected) => {
    expect(dated(text)).toBe(expected);
  });
});

describe("D1: what is held each week keeps its weekday", () => {
  it.each([
    "The standup is on Monday at 9.",
    "Sprint planning moved from Monday to Tuesday at 10.",
    "My piano lesson is on Thursday at 4",
    "Alma has violin lessons on Wednesday at four",
    "Badminton moved to Sunday.",
    "The team meeting is on Thursday at 3",
    "We only deploy on Tuesday and Thursday",
    "羽毛球改到周日了",
    "我的钢琴课改到周五了",
    "阿尔玛周三下午四点有小提琴课",
    "只在周二和周四部署",
    "以后周五的例会都用飞书",
    "站会是周一早上九点",
  ])("%s", (text) => {
    expect(dated(text)).toBe(text);
  });

  it.each([
    ["the meeting with Lars is on Thursday at 3", "the meeting with Lars is on Thursday, 3 December 2026 at 3"],
    ["The class on Friday is cancelled", "The class on Friday, 4 December 2026 is cancelled"],
    ["Alma has a violin lesson on Wednesday", "Alma has a violin lesson on Wednesday, 2 December 2026"],
    ["The football match is on Saturday", "The football match is on Saturday, 5 December 2026"],
    ["I can only meet on Tuesday", "I can only meet on Tuesday, 1 December 2026"],
    ["我周五和拉尔斯开会", "我2026年12月4日（周五）和拉尔斯开会"],
    ["周五的例会取消了", "2026年11月27日（周五）的例会取消了"],
    ["阿尔玛周三有一节体验课", "阿尔玛2026年12月2日（周三）有一节体验课"],
    ["羽毛球比赛改到周日了", "羽毛球比赛改到2026年12月6日（周日）了"],
  ])("one of them is a day: %s", (text, expected) => {
    expect(dated(text)).toBe(expected);
  });
});

describe("D1: a day with its weekday, its part and its hour is one time", () => {
  it.each([
    ["周六晚上六点半见", "2026年12月5日（周六）晚上六点半见"],
    ["周六六点见", "2026年12月5日（周六）六点见"],
    ["明天周二我飞奥斯陆", "2026年12月1日（周二）我飞奥斯陆"],
    ["后天（周三）我去医院", "2026年12月2日（周三）我去医院"],
    ["今天周四", "2026年11月30日（周一）"],
    ["周一三五我去健身房", "周一三五我去健身房"],
    ["Tomorrow, Tuesday, I fly", "On Tuesday, 1 December 2026 I fly"],
    ["I fly tomorrow (Tuesday) at 9", "I fly on Tuesday, 1 December 2026 at 9"],
  ])("%s", (text, expected) => {
    expect(dated(text)).toBe(expected);
  });
});
