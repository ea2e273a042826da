import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clauses } from "../../src/domain/clauses.ts";
import { danglingPronoun } from "../../src/domain/pronouns.ts";
import { statements } from "../../src/domain/statement.ts";
import { NOW, ZONE } from "../support/memory-deps.ts";

const moment = { said: NOW, timeZone: ZONE };
const contents = (text: string) => statements(text, moment).map((one) => one.content);

describe("B3: statements stand alone", () => {
  it("splits the peanut and the flight, in English and in Chinese", () => {
    const [allergy, flight] = statements("I'm allergic to peanuts and I fly to Oslo on Friday", moment);
    expect(allergy).toMatchObject({
      content: "The user is allergic to peanuts",
      type: "constraint",
      importance: 0.95,
      validUntil: null,
    });
    expect(flight).toMatchObject({
      content: "The user flies to Oslo on Friday, 4 December 2026",
      validUntil: "2026-12-04T23:00:00.000Z",
      entities: ["Oslo", "2026-12-04"],
    });
    const [过敏, 航班] = statements("我对花生过敏，周五飞奥斯陆", moment);
    expect(过敏).toMatchObject({ content: "用户对花生过敏", type: "constraint", importance: 0.95, language: "zh" });
    expect(航班).toMatchObject({
      content: "用户2026年12月4日（周五）飞奥斯陆",
      validUntil: "2026-12-04T23:00:00.000Z",
      entities: ["奥斯陆", "2026-12-04"],
    });
  });

  it.each([
    ["My wife's name is Anna and she's a nurse", ["The user's wife's name is Anna", "The user's wife is a nurse"]],
    ["My brother lives in Oslo. He is a chef.", ["The user's brother lives in Oslo.", "The user's brother is a chef."]],
    ["我老婆叫安娜，她是护士", ["用户的老婆叫安娜", "用户的老婆是护士"]],
    ["My sister has a daughter and she is 5", ["The user's sister has a daughter and she is 5"]],
    ["We fly to Oslo on Friday", ["The user flies to Oslo on Friday, 4 December 2026"]],
    [
      "We're moving to Bergen and our dog is called Bo",
      ["The user is moving to Bergen", "The user's dog is called Bo"],
    ],
    ["我们周五飞奥斯陆", ["用户2026年12月4日（周五）飞奥斯陆"]],
    ["我们家的猫叫米粒", ["用户的猫叫米粒"]],
    ["I no longer like tea", ["The user no longer likes tea"]],
    ["I don't eat meat but love fish", ["The user does not eat meat but loves fish"]],
    ["I live in Oslo and work at Equinor", ["The user lives in Oslo", "The user works at Equinor"]],
    ["I moved to Bergen and now work at NAV", ["The user moved to Bergen", "The user now works at NAV"]],
    ["When I travel, I prefer trains", ["When the user travels, the user prefers trains"]],
    ["I always read the news", ["The user always reads the news"]],
    ["I like to swim and run", ["The user likes to swim and run"]],
    ["I can swim and run", ["The user can swim and run"]],
    ["My wife and I moved to Bergen", ["The user's wife and the user moved to Bergen"]],
    ["my boss told me that I should rest", ["The user's boss told the user that the user should rest"]],
    ["I've never been to Japan", ["The user has never been to Japan"]],
    ["im vegan and i dont drink", ["The user is vegan", "The user does not drink"]],
    [
      "I love hiking, my favourite place is Lofoten",
      ["The user loves hiking", "The user's favourite place is Lofoten"],
    ],
    ["My cat is called Miso. She is ill.", ["The user's cat is called Miso.", "The user's cat is ill."]],
    ["Hi! I'm Ada.", ["The user's name is Ada."]],
    ["I'm vegan, what can I eat?", ["The user is vegan"]],
    ["Did you know I moved to Bergen last month?", ["The user moved to Bergen in October 2026"]],
    ["I'd never felt so happy before", ["The user had never felt so happy before"]],
    ["I'd never fly with them, says my brother", ['The user said: "I\'d never fly with them, says my brother"']],
    ["I'd go to Rome", ["The user would go to Rome"]],
    ["I met Anna. I like her.", ["The user met Anna. The user likes her."]],
    ["Prefer window seats", ["The user prefers window seats"]],
    ["Call me Al", ["The user wants to be called Al."]],
    ["Remember that my locker code is 4411", ["The user's locker code is 4411"]],
    [
      "Remember to call my mum on Friday",
      ["The user asked to be reminded to call the user's mum on Friday, 4 December 2026"],
    ],
    ["Ada prefers window seats.", ["Ada prefers window seats."]],
    ["I live in Oslo and work as a nurse", ["The user lives in Oslo", "The user works as a nurse"]],
    ["I am allergic to peanuts and I live in Oslo", ["The user is allergic to peanuts", "The user lives in Oslo"]],
    ["I wanted to move to Rome but I didn't", ["The user wanted to move to Rome but the user didn't"]],
    ["My son is allergic to nuts. Me too.", ['The user said: "My son is allergic to nuts. Me too."']],
    ["When I was a child I lived in Spain", ["When the user was a child the user lived in Spain"]],
    ["I haven't been to the gym since Monday", ["The user has not been to the gym since Monday, 23 November 2026"]],
    [
      "I'm on holiday from Monday to Thursday",
      ["The user is on holiday from Monday, 7 December 2026 to Thursday, 10 December 2026"],
    ],
    [
      "I used to work at Google but now I'm at Stripe.",
      ["The user used to work at Google", "The user is now at Stripe."],
    ],
    [
      "I prefer window seats. i drink oat milk. thanks!",
      ["The user prefers window seats.", "The user drinks oat milk."],
    ],
    [
      "Could you remind me that I have a dentist appointment on Monday at 3pm?",
      ["The user has a dentist appointment on Monday, 7 December 2026 at 3pm"],
    ],
    [
      "The deploy failed at step 3. The fix was to restart the worker.",
      ["The deploy failed at step 3. The fix was to restart the worker."],
    ],
  ])("English: %s", (text, expected) => expect(contents(text)).toEqual(expected));

  it.each([
    ["我喜欢喝茶，不喜欢咖啡", ["用户喜欢喝茶", "用户不喜欢咖啡"]],
    ["我妈妈住在杭州，我在上海工作", ["用户的妈妈住在杭州", "用户在上海工作"]],
    ["如果下雨，我就不去", ["如果下雨，用户就不去"]],
    ["我儿子对猫过敏，我也是", ["用户的儿子对猫过敏，用户也是"]],
    ["我是素食者，但我老婆不是", ["用户是素食者，但用户的老婆不是"]],
    ["自我介绍一下，我是个程序员", ["用户是个程序员"]],
    ["我国庆节去北京", ["用户2027年10月1日（国庆节）去北京"]],
    ["我在12号登机口", ["用户在12号登机口"]],
    ["我周一以后就没去健身房", ["用户2026年11月23日（周一）以后就没去健身房"]],
    ["我三月三号到十号在东京", ["用户2027年3月3日（周三）到2027年3月10日（周三）在东京"]],
    ["我从三月开始学大提琴", ["用户从2026年3月开始学大提琴"]],
    ["我打算从三月开始学大提琴", ["用户打算从2027年3月开始学大提琴"]],
    ["我的预算是五千元，不能超过", ["用户的预算是五千元，不能超过"]],
    ["我养了一只猫，它叫米粒", ["用户养了一只猫", "用户的猫叫米粒"]],
    ["我对虾过敏，能吃什么？", ["用户对虾过敏"]],
    ["请记住我的车牌是沪A12345", ["用户的车牌是沪A12345"]],
    ["对花生过敏", ["用户对花生过敏"]],
    ["叫我小王", ["用户希望被称呼为小王"]],
    ["记得提醒我周五交房租", ["用户要求提醒：2026年12月4日（周五）交房租"]],
    ["你好，我住在上海", ["用户住在上海"]],
  ])("Chinese: %s", (text, expected) => expect(contents(text)).toEqual(expected));

  it.each([
    ["I read the news", 'The user said: "I read the news"'], // reads or read: nobody can tell
    ["I just sort of made it up", 'The user said: "I just sort of made it up"'],
    ["I'd come with the dog", 'The user said: "I\'d come with the dog"'], // would come or had come
    ["She is allergic to peanuts", 'The user said: "She is allergic to peanuts"'],
    ["I zorble daily", 'The user said: "I zorble daily"'],
    ["I don't eat meat and love fish", 'The user said: "I don\'t eat meat and love fish"'],
    ["I've been vegan since 2019 and love it", 'The user said: "I\'ve been vegan since 2019 and love it"'],
    ["We should fly to Oslo", 'The user said: "We should fly to Oslo"'],
    ["We met in Rome", 'The user said: "We met in Rome"'],
    ["We are a family of four", 'The user said: "We are a family of four"'],
    ["I think you're right that I should rest", 'The user said: "I think you\'re right that I should rest"'],
    ["World War I fascinates me", 'The user said: "World War I fascinates me"'],
    ["Always answer in bullet points", 'The user asked the assistant: "Always answer in bullet points"'],
    ["我们一起去奥斯陆吧", "用户说：“我们一起去奥斯陆吧”"],
    ["我们是两个人", "用户说：“我们是两个人”"],
    ["我自我感觉良好", "用户说：“我自我感觉良好”"],
  ])("quotes rather than rewrite wrongly: %s", (text, expected) => expect(contents(text)).toEqual([expected]));

  it("keeps the user's words beside what it made of them", () => {
    expect(statements("I'm vegan", moment)[0]?.context).toBe("I'm vegan");
    expect(statements("Ada is vegan", moment)[0]?.context).toBeNull();
  });

  it("does not split what hangs together", () => {
    for (const text of [
      "If I fly and I'm tired, I sleep",
      "I think that I'm late and I need help",
      "I love my dog and my cat",
    ])
      expect(clauses(text)).toEqual([text]);
  });

  it("keeps lists and code in one piece, and cuts long reports at sentence ends", () => {
    expect(contents("To release:\n1. run the tests\n2. tag it\n3. publish")).toHaveLength(1);
    const long = Array.from({ length: 9 }, (_, i) => `Server number ${i} in Bergen keeps the backups of region ${i}.`);
    const made = contents(long.join(" "));
    expect(made.join(" ")).toBe(long.join(" "));
    for (const one of made) expect(one.length).toBeLessThanOrEqual(200);
  });

  it("a passing event is out of date after it, a move is not", () => {
    expect(statements("I move to Bergen on Friday", moment)[0]?.validUntil).toBeNull();
    expect(statements("我周五搬到杭州", moment)[0]?.validUntil).toBeNull();
    expect(statements("I flew to Oslo on Friday", moment)[0]?.validUntil).toBeNull();
  });

  const WEEK = "2026-12-07T03:33:00.000Z";
  const MONTH = "2026-11-30T23:00:00.000Z";
  for (const [text, until] of [
    ["My parcel is in Malmö", WEEK],
    ["My order is still being packed", WEEK],
    ["The package has not arrived", WEEK],
    ["My balance is 120 €", WEEK],
    ["The blue jacket is out of stock", WEEK],
    ["I'm currently in Oslo", WEEK],
    ["I'm at the airport right now", WEEK],
    ["I have a headache right now", "2026-12-01T03:33:00.000Z"],
    ["The plumber is here right now", "2026-12-01T03:33:00.000Z"],
    ["The dishwasher is broken at the moment", WEEK],
    ["I'm reading Dune right now", "2026-12-30T03:33:00.000Z"],
    ["我这会儿很忙", "2026-12-01T03:33:00.000Z"],
    ["我现在头疼", "2026-12-01T03:33:00.000Z"],
    ["洗碗机这会儿坏了", "2026-12-01T03:33:00.000Z"],
    ["水管工现在在我家", WEEK],
    ["I live in Oslo right now", null],
    ["I'm pregnant at the moment", null],
    ["I work at Equinor at the moment", null],
    ["我现在很喜欢喝茶", null],
    ["I work from home for now", "2026-12-30T03:33:00.000Z"],
    ["This month I'm on night shifts", MONTH],
    ["My budget this month is 300 euros", MONTH],
    ["This week I'm working from home", "2026-12-06T23:00:00.000Z"],
    ["My discount code is valid until March", "2027-03-31T22:00:00.000Z"],
    ["我的包裹在上海", WEEK],
    ["订单还没发货", WEEK],
    ["我的余额是120元", WEEK],
    ["那件蓝色外套缺货", WEEK],
    ["我现在在北京", WEEK],
    ["我现在在机场", WEEK],
    ["我暂时在家办公", "2026-12-30T03:33:00.000Z"],
    ["这个月我值夜班", MONTH],
    ["我这个月的预算是三百元", MONTH],
    ["这周我在家办公", "2026-12-06T23:00:00.000Z"],
    ["优惠码SAVE20有效期到12月31日", "2026-12-31T23:00:00.000Z"],
    ["优惠码SAVE20有效期到明年三月", "2027-03-31T22:00:00.000Z"],
    ["I live in Oslo", null],
    ["I'm currently living in Oslo", null],
    ["I'm currently in a relationship", null],
    ["I'm currently taking insulin", null],
    ["My order number is 4711", null],
    ["My New Balance shoes are size 42", null],
    ["My birthday is this month", null],
    ["I bought a car this month", null],
    ["I moved to Oslo this month", null],
    ["我现在在华为工作", null],
    ["我现在住在北京", null],
    ["我的订单号是4711", null],
    ["这个月我换了工作", null],
    ["我女儿这个月过生日", null],
  ] as const)
    it(`B9: a state that changes by itself is as of a day: ${text}`, () => {
      expect(statements(text, moment)[0]?.validUntil).toBe(until);
    });

  for (const [text, until] of [
    ["I am on a business trip in Madrid this week.", "2026-12-06T23:00:00.000Z"],
    ["I'm on vacation next week", "2026-12-13T23:00:00.000Z"],
    ["I'm visiting Rome this weekend", "2026-12-06T23:00:00.000Z"],
    ["I'm on holiday from Friday to Sunday", "2026-12-06T23:00:00.000Z"],
    ["我这周在马德里出差。", "2026-12-06T23:00:00.000Z"],
    ["我本周出差去北京", "2026-12-06T23:00:00.000Z"],
    ["我下周休假", "2026-12-13T23:00:00.000Z"],
    ["我这个周末去看望父母", "2026-12-06T23:00:00.000Z"],
  ] as const)
    it(`B9: a week is over at its own end: ${text}`, () => {
      expect(statements(text, moment)[0]?.validUntil).toBe(until);
    });

  for (const [text, expected] of [
    ["我养了一只狗，叫年糕。", ["用户养了一只狗，叫年糕。"]],
    ["我有个女儿，叫朵朵，今年五岁。", ["用户有个女儿，叫朵朵，2026年五岁。"]],
    ["我养了一只狗。叫年糕。今年三岁了。", ["用户养了一只狗，叫年糕，2026年三岁了。"]],
    ["我家有只猫。名字叫咪咪。我喜欢喝茶。", ["用户的家有只猫，名字叫咪咪。", "用户喜欢喝茶。"]],
    ["我喜欢喝茶。叫我小王。", ["用户喜欢喝茶。", "用户希望被称呼为小王"]],
    ["我新来了个同事，叫陈浩", ["用户新来了个同事，叫陈浩"]],
    ["我养了一只猫，叫团子，是橘猫", ["用户养了一只猫，叫团子，是橘猫"]],
    ["我有个哥哥，在上海工作，我在北京工作", ["用户有个哥哥，在上海工作", "用户在北京工作"]],
    ["我有个女儿，对花生过敏", ["用户有个女儿，对花生过敏"]],
    ["我住在北京，养了一只狗，叫年糕", ["用户住在北京", "用户养了一只狗，叫年糕"]],
    ["我叫王芳，住在北京", ["用户叫王芳", "用户住在北京"]],
    ["我姑姑叫李芳，住在大连。", ["用户的姑姑叫李芳，住在大连。"]],
    ["我姑姑叫李芳。住在大连。我喜欢喝茶。", ["用户的姑姑叫李芳，住在大连。", "用户喜欢喝茶。"]],
    ["我表哥是医生，在北京工作，我在上海工作", ["用户的表哥是医生，在北京工作", "用户在上海工作"]],
    ["我牌友叫赵敏，对花生过敏", ["用户牌友叫赵敏，对花生过敏"]],
    ["昨天李芳来找我，住在酒店", ["2026年11月29日（周日）李芳来找用户，住在酒店"]],
    ["周末我去爬山，喜欢看日出", ["周末用户去爬山", "用户喜欢看日出"]],
    ["My aunt is called Li Fang. Lives in Dalian.", ["The user's aunt is called Li Fang. Lives in Dalian."]],
    [
      "My aunt is called Rosa and lives in Oslo. I like tea.",
      ["The user's aunt is called Rosa and lives in Oslo.", "The user likes tea."],
    ],
    ["我有糖尿病，住在北京", ["用户有糖尿病", "用户住在北京"]],
    ["我来北京三个月了，喜欢喝茶", ["用户来北京三个月了", "用户喜欢喝茶"]],
    ["I have a dog, called Mochi", ["The user has a dog, called Mochi"]],
    ["I have a daughter, she is five", ["The user has a daughter, she is five"]],
  ] as const)
    it(`what follows someone just introduced is about them: ${text}`, () => {
      expect(contents(text)).toEqual(expected);
    });

  const subject = fc.constantFrom("I", "my sister", "my old car", "I also");
  const predicate = fc.constantFrom(
    "live in Oslo",
    "love green tea",
    "fly to Rome on Friday",
    "have two cats called Miso and Tofu",
    "can swim",
    "am allergic to nuts",
    "was born in 1990",
  );
  const joint = fc.constantFrom(" and ", ", and ", " but ", "; ", ". ", ", ");

  it("splitting never loses a word", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(subject, predicate, joint), { minLength: 1, maxLength: 5 }), (parts) => {
        const text = parts.map(([who, what, join]) => `${who} ${what}${join}`).join("");
        const words = (one: string) =>
          (one.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !/^(?:and|but)$/u.test(word));
        expect(clauses(text).flatMap(words)).toEqual(words(text));
      }),
    );
  });

  it("no statement speaks of I, you or a pronoun without a name, whatever is said", () => {
    const han = fc.constantFrom(
      "我住在上海",
      "我对花生过敏",
      "我妈妈喜欢喝茶",
      "我们周五出发",
      "你应该休息",
      "我在谷歌工作",
    );
    const said = fc.oneof(
      fc
        .array(fc.tuple(subject, predicate, joint), { minLength: 1, maxLength: 4 })
        .map((parts) => parts.map((part) => part.join("").replace(/^(\S+)(.*)$/u, "$1 $2")).join("")),
      fc.array(han, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("，")),
    );
    fc.assert(
      fc.property(said, (text) => {
        for (const { content } of statements(text, moment)) expect(danglingPronoun(content), content).toBeNull();
      }),
    );
  });
});
