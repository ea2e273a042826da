import fc from "fast-check";
import { expect, test } from "vitest";
import { overlap, overlaps, weighKeywordHits } from "../../src/domain/evidence.ts";
import {
  actsForUser,
  asksAboutUser,
  callsForMemory,
  leansOnContext,
  namesTopic,
  readQuestion,
} from "../../src/domain/question.ts";

test("the name of a speaker weighs less than what is asked about them", () => {
  const question = readQuestion("Where did Caroline go camping?", ["Caroline", "Melanie"]);
  expect(question.named).toEqual(["Caroline"]);
  const weight = (term: string) => question.terms.find((one) => one.term === term)?.weight;
  expect(weight("carolin")).toBe(0.5);
  expect(weight("camp")).toBe(1);
});

test("a question of nothing but a name still searches it fully", () => {
  expect(readQuestion("Caroline?", ["Caroline"]).terms).toEqual([{ term: "carolin", weight: 1 }]);
});

test("what was done is told by the words beside a verb that nearly any question has", () => {
  const light = (question: string, term: string) => readQuestion(question, []).terms.find((one) => one.term === term);
  expect(light("Did I go to Porto in March?", "go")!.weight).toBeLessThan(light("Did I go to Porto?", "porto")!.weight);
  expect(light("我三月去过波尔图吗？", "去过")!.weight).toBeLessThan(light("我三月去过波尔图吗？", "波尔")!.weight);
});

test.each([
  ["how long is its warranty?", "I bought a Bosch washing machine last week"],
  ["它的保修期多长？", "我上周买了一台博世洗衣机"],
])("C2: %s is read with the conversation", (question, said) => {
  expect(leansOnContext(question)).toBe(true);
  const alone = readQuestion(question, []).terms.length;
  const read = readQuestion(question, [], [{ role: "user", content: said }]);
  expect(read.terms.length).toBeGreaterThan(alone);
  expect(read.text).toContain(said);
  expect(read.terms.at(-1)?.weight).toBeLessThan(1);
});

test("a question that stands alone takes nothing from the conversation", () => {
  const question = "Which museum did Ada visit in Oslo?";
  expect(readQuestion(question, [], [{ role: "user", content: "I like tea" }])).toEqual(readQuestion(question, []));
});

test.each([
  "what should the airline know about me?",
  "What do you know about me?",
  "航空公司应该知道我什么？",
  "你了解我吗？",
  "你还记得我吗",
])("a question about the user at large is seen: %s", (question) => {
  expect(asksAboutUser(question)).toBe(true);
});

test.each(["What is the capital of France?", "Tell me a joke", "法国的首都是哪里？", "航班几点起飞？"])(
  "other questions are not: %s",
  (question) => {
    expect(asksAboutUser(question)).toBe(false);
  },
);

test.each([
  "Book me a table for Saturday",
  "Can you recommend a restaurant?",
  "what should I eat tonight",
  "Hi. Please order lunch for the team",
  "帮我订餐厅要注意什么？",
  "推荐一家餐厅",
  "今晚吃什么",
  "我们该吃什么？",
])("C3: what is to be done or chosen for the user calls up their constraints: %s", (question) => {
  expect(actsForUser(question)).toBe(true);
});

test.each([
  "When did I book my flight?",
  "Where is my order 8812?",
  "Which plan did we choose?",
  "Who recommended the dentist?",
  "我上次订的餐厅叫什么？",
  "我的订单到哪了？",
  "她给我推荐的书",
  "你帮我订的酒店在哪？",
])("and what was done is no such thing: %s", (question) => {
  expect(actsForUser(question)).toBe(false);
});

test("context of keyword hits: thread, speaker and question marks turn the order", () => {
  const base = { thread: null, speaker: null, asks: 0 as const, kind: "episodic" as const };
  const hit = (id: string, over: object, score = 1) => ({ candidate: { ...base, ...over, id }, score });
  const order = (hits: ReturnType<typeof hit>[]) =>
    weighKeywordHits(hits, { threads: new Map([["t", 2]]), named: new Set(["Ada"]), ceiling: 4 }).map(
      ({ candidate }) => candidate.id,
    );
  expect(order([hit("a", {}), hit("b", { thread: "t" })])).toEqual(["b", "a"]);
  expect(order([hit("a", {}), hit("b", { speaker: "Ada" })])).toEqual(["b", "a"]);
  expect(order([hit("a", { asks: 2 }), hit("b", {})])).toEqual(["b", "a"]);
  const [only] = weighKeywordHits([hit("a", {}, 2)], { threads: new Map(), named: new Set(), ceiling: 4 });
  expect(only?.evidence).toBe(0.5);
});

test("texts reach an overlap exactly where it is computed to be as much", () => {
  const words = fc.uniqueArray(fc.integer({ min: 0, max: 12 }).map(String), { maxLength: 12 });
  fc.assert(
    fc.property(words, words, (a, b) => {
      const [left, right] = [new Set(a), new Set(b)];
      for (const least of [0.5, 0.9, 1]) expect(overlaps(left, right, least)).toBe(overlap(left, right) >= least);
    }),
  );
});

test("overlap is Jaccard", () => {
  expect(overlap(new Set(["a", "b"]), new Set(["b", "c"]))).toBeCloseTo(1 / 3);
  expect(overlap(new Set(), new Set())).toBe(1);
});

test("C8: what a question speaks of decides how much a memory must have to do with it", () => {
  for (const ours of ["What did I eat in Oslo?", "我的航班是几点", "Book a seat", "上次聊了什么", "Where is my cat?"])
    expect(callsForMemory(ours, []), ours).toBe(true);
  for (const worlds of ["What is the capital of France?", "法国的首都是哪里", "Who wrote Hamlet?", "疫苗的原理是什么"])
    expect(callsForMemory(worlds, []), worlds).toBe(false);
  expect(callsForMemory("What does Tom play?", ["Tom"])).toBe(true);
  expect(callsForMemory("How long is its warranty?", [], [{ content: "The printer jams." }])).toBe(true);
});

test("time words apart, a question names a topic or asks for anything at all", () => {
  expect(namesTopic("What happened last Thursday?", ["last Thursday"])).toBe(false);
  expect(namesTopic("上周二发生了什么", ["上周二"])).toBe(false);
  expect(namesTopic("When did I first go sailing?", ["first"])).toBe(true);
  expect(namesTopic("我第一次爬山是什么时候", ["第一次"])).toBe(true);
});
