import { describe, expect, it } from "vitest";
import { gate, passes } from "../../src/domain/gate.ts";

const kept = (text: string): boolean => {
  const { decision, score } = gate(text, { preset: "assistant" });
  return decision === "keep" || (decision === "unsure" && passes(score, "assistant"));
};

describe("B2: what all or none of the speaker's people do is a rule of the house", () => {
  it.each([
    "No one in our house eats pork",
    "Nobody in my family drinks alcohol",
    "None of us eats fish",
    "Neither of my kids eats meat",
    "Everyone in our office speaks French",
    "Both of us work nights",
    "All of my kids play chess",
    "No one on our team uses Windows",
    "Most of my friends live in Lyon",
    "Nobody in our flat can stand smoke",
    "我们家没有人吃猪肉",
    "我家没人喝酒",
    "家里谁都不吃辣",
    "我们家人人都会游泳",
    "我们公司没人用 Windows",
    "我们全家都不吃香菜",
    "我们宿舍大家都早睡",
    "我家个个对猫毛过敏",
    "我们团队所有人都在家办公",
    "我们办公室没人抽烟",
  ])("%s", (text) => expect(kept(text)).toBe(true));

  it.each(["Nobody in our house went out", "Everyone at the party was late", "没人理我", "大家都走了"])(
    "not %s",
    (text) => expect(kept(text)).toBe(false),
  );
});

describe("B2: why something went wrong and what put it right is worth keeping", () => {
  it.each([
    "The bug was because the timezone wasn't set; setting it to UTC fixed it",
    "The build failed because the cache was stale, clearing it fixed it",
    "The crash was caused by a null pointer; adding a check fixed it",
    "It was slow because the index was missing, adding one solved it",
    "The tests hung due to an open socket, closing it did the trick",
    "The culprit was the proxy, bypassing it resolved the error",
    "The printer jammed because the paper was damp, drying it helped",
    "The deploy broke because of a stale lock, removing it fixed that",
    "The reason was a wrong certificate; with the new one it works again",
    "The lamp flickered because the bulb was loose, tightening it cured that",
    "这个 bug 是因为 timezone 没设置，设成 UTC 就好了",
    "报错是因为没装依赖，装上就好了",
    "这个问题是因为缓存没清，清一下就好了",
    "编译失败是因为版本太旧，升级之后就行了",
    "打印机卡纸是因为纸受潮，换一包就正常了",
    "页面打不开是由于证书过期，续期后恢复了",
    "原因是端口被占用，换成 8081 就能用了",
    "测试挂了是因为时区不对，改成 UTC 解决了",
    "登录失败是密码里有空格导致的，去掉就好了",
    "网速慢是因为路由器太远，挪近一点就可以了",
  ])("%s", (text) => expect(kept(text)).toBe(true));

  it.each(["I'm late because of the traffic", "因为下雨，我在家"])("not %s", (text) => expect(kept(text)).toBe(false));
});
