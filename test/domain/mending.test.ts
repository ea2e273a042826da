import { describe, expect, it } from "vitest";
import { tellsFailure, tellsFix, toldLessons } from "../../src/domain/mending.ts";

describe("B1: a failure and what fixed it, in the user's own words", () => {
  it.each([
    [
      "en",
      ["deploy failed: missing env var DB_URL", "set DB_URL in .env and it works now"],
      {
        when: "deploy failed: missing env var DB_URL",
        do: "set DB_URL in .env",
        because: 'that ended "missing env var DB_URL"',
      },
    ],
    [
      "en",
      ["The import crashes on row 12.", "We converted the file to UTF-8, that fixed it."],
      {
        when: "The import crashes on row 12",
        do: "converted the file to UTF-8",
        because: 'that ended "The import crashes on row 12"',
      },
    ],
    [
      "zh",
      ["部署失败：缺少环境变量 DB_URL", "在 .env 里加上 DB_URL，现在好了"],
      {
        when: "部署失败：缺少环境变量 DB_URL",
        do: "在 .env 里加上 DB_URL",
        because: "这样之后“部署失败：缺少环境变量 DB_URL”就解决了",
      },
    ],
  ] as const)("%s: %s", (language, said, lesson) => {
    expect(toldLessons(said, language)).toEqual([lesson]);
    expect(tellsFailure(said[0])).toBe(true);
    expect(tellsFix(said[1])).toBe(true);
  });

  it.each([
    "It works now.",
    "set DB_URL in .env, does it work now?",
    "I set DB_URL and it still fails",
    "if I set DB_URL it works now",
    "My brother works at Siemens now.",
    "现在好了",
    "加上 DB_URL 就好了吗？",
    "加上 DB_URL 还是没好",
  ])("no fix: %s", (said) => expect(toldLessons(["deploy failed: missing env var DB_URL", said], "en")).toEqual([]));
});

describe("A2: what was found out later ends the failure told before", () => {
  it.each([
    [
      "en",
      [
        "kubectl get pods keeps giving me 'Unauthorized'",
        "it was the clock on my laptop. After syncing NTP it works again.",
      ],
      { do: "syncing NTP", because: "it was the clock on my laptop" },
    ],
    [
      "en",
      ["The ETL job dies with OOMKilled", "found it: the join had no partition key, repartitioning fixed it"],
      { do: "the join had no partition key, repartitioning" },
    ],
    [
      "zh",
      ["登录一直提示证书过期", "查到了，是电脑时间不对，同步时间之后就能登录了"],
      { do: "是电脑时间不对，同步时间" },
    ],
    [
      "zh",
      ["打印机老是没反应", "原来是线松了。重新插了一下线就好了"],
      { because: "原来是线松了", do: "重新插了一下线" },
    ],
  ] as const)("%s: %s", (language, said, lesson) =>
    expect(toldLessons(said, language)).toEqual([expect.objectContaining(lesson)]),
  );
});
