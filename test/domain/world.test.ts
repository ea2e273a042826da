import { describe, expect, it } from "vitest";
import { asksOfWorld } from "../../src/domain/world.ts";

describe("C8: a question about the world at large is known by its form", () => {
  it.each([
    "Who wrote Hamlet?",
    "What is the capital of Portugal?",
    "What is entropy?",
    "How far is the moon?",
    "How do I reverse a list in Python?",
    "What does GDP stand for?",
    "When was the Eiffel Tower built?",
    "Name three prime numbers",
    "唐朝是哪一年建立的",
    "谁发明了电灯",
    "什么是量子力学",
    "怎么做红烧肉",
    "世界上最长的河是哪条",
    "蚂蚁有几条腿",
  ])("%s", (question) => {
    expect(asksOfWorld(question)).toBe(true);
  });

  it.each([
    "How do I take my coffee?",
    "How do I get to work?",
    "How long is its warranty?",
    "What is my capital plan?",
    "What did the investors ask about churn?",
    "When did she start her new job?",
    "Where does Anna work?",
    "Who is coming on Friday?",
    "我怎么去公司",
    "她是什么时候开始学琴的",
    "我的目标是什么",
    "那本书的作者是谁",
    "nginx 的支付配置文件在哪里",
    "小林什么时候打网球",
  ])("and what may be remembered is not: %s", (question) => {
    expect(asksOfWorld(question)).toBe(false);
  });
});
