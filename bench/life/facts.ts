/** What changes in a life, and what does not: how it is told, how it is asked for, and which values it takes. */
export interface ChangingFact {
  name: string;
  language: "en" | "zh";
  /** Values in no particular order; no value is part of another's wording. */
  values: readonly string[];
  /** Ways of telling that it has this value now. */
  tell: readonly ((value: string) => string)[];
  ask: readonly string[];
  /** Days between changes, about. */
  every: number;
}

const is = (thing: string) => [
  (value: string) => `My ${thing} is ${value} now.`,
  (value: string) => `By the way, my ${thing} is ${value}.`,
];

/** Each is told in its own language; the first two also in the other one, as bilingual people do. */
export const CHANGING: readonly ChangingFact[] = [
  {
    name: "home",
    language: "en",
    values: ["Oslo", "Bergen", "Tromsø", "Stavanger", "Drammen", "Bodø"],
    tell: [
      (v) => `I moved to ${v}.`,
      (v) => `I live in ${v} now.`,
      (v) => `We've just moved to ${v}, still unpacking.`,
    ],
    ask: ["Where do I live?", "Which city do I live in now?"],
    every: 70,
  },
  {
    name: "employer",
    language: "en",
    values: ["Equinor", "Telenor", "Norsk Hydro", "Yara", "Schibsted"],
    tell: [(v) => `I work at ${v} now.`, (v) => `I started working for ${v} this week.`],
    ask: ["Where do I work?", "Who do I work for?"],
    every: 90,
  },
  {
    name: "favourite colour",
    language: "en",
    values: ["green", "orange", "purple", "yellow", "turquoise"],
    tell: is("favourite colour"),
    ask: ["What is my favourite colour?"],
    every: 45,
  },
  {
    name: "favourite band",
    language: "en",
    values: ["Radiohead", "Kraftwerk", "Portishead", "Sigur Rós", "Massive Attack"],
    tell: is("favourite band"),
    ask: ["What's my favourite band?"],
    every: 60,
  },
  {
    name: "budget",
    language: "en",
    values: ["12,000 kr", "18,500 kr", "25,000 kr", "9,900 kr", "31,000 kr"],
    tell: is("monthly budget"),
    ask: ["What is my monthly budget?"],
    every: 50,
  },
  {
    name: "manager",
    language: "en",
    values: ["Kari", "Henrik", "Ingrid", "Torstein", "Solveig"],
    tell: is("manager"),
    ask: ["Who is my manager?"],
    every: 80,
  },
  {
    name: "seat",
    language: "en",
    values: ["window seats", "aisle seats"],
    tell: [(v) => `I prefer ${v}.`, (v) => `From now on I prefer ${v} when I fly.`],
    ask: ["Which seats do I prefer on a plane?"],
    every: 75,
  },
  {
    name: "diet",
    language: "en",
    values: ["vegetarian", "vegan", "pescatarian"],
    tell: [(v) => `I'm ${v} now.`, (v) => `I became ${v}.`],
    ask: ["What is my diet? Vegetarian, vegan or pescatarian?"],
    every: 95,
  },
  {
    name: "颜色",
    language: "zh",
    values: ["红色", "蓝色", "绿色", "紫色", "橙色"],
    tell: [(v) => `我现在最喜欢的颜色是${v}。`, (v) => `我最喜欢的颜色是${v}。`],
    ask: ["我最喜欢的颜色是什么？"],
    every: 45,
  },
  {
    name: "邮箱",
    language: "zh",
    values: ["lin@example.cn", "kai@example.com", "bao@example.org", "mei@example.net"],
    tell: [(v) => `我的邮箱是${v}。`, (v) => `我的邮箱改成${v}了。`],
    ask: ["我的邮箱是什么？"],
    every: 85,
  },
  {
    name: "房租",
    language: "zh",
    values: ["5200元", "5600元", "6100元", "4800元", "6900元"],
    tell: [(v) => `我的房租现在是${v}。`, (v) => `我的房租改为${v}了。`],
    ask: ["我的房租是多少？"],
    every: 80,
  },
  {
    name: "体重",
    language: "zh",
    values: ["68公斤", "71公斤", "74公斤", "66公斤", "79公斤"],
    tell: [(v) => `我的体重是${v}。`, (v) => `我的体重现在是${v}。`],
    ask: ["我的体重是多少？"],
    every: 40,
  },
  {
    name: "手机号",
    language: "zh",
    values: ["13800138021", "13900139042", "13700137063"],
    tell: [(v) => `我的手机号是${v}。`, (v) => `我的手机号换成${v}了。`],
    ask: ["我的手机号是多少？"],
    every: 120,
  },
];

/** Told once in the first days, true for ever. */
export const LASTING: readonly { tell: string; ask: string; answer: string; language: "en" | "zh" }[] = [
  { tell: "I'm allergic to peanuts.", ask: "What am I allergic to?", answer: "peanuts", language: "en" },
  { tell: "My sister Anna is a nurse.", ask: "What does my sister do?", answer: "nurse", language: "en" },
  { tell: "My birthday is 14 March 1987.", ask: "When is my birthday?", answer: "14 March", language: "en" },
  { tell: "My brother Tom lives in Denver.", ask: "Where does my brother Tom live?", answer: "Denver", language: "en" },
  { tell: "I play chess every Sunday.", ask: "What do I play on Sundays?", answer: "chess", language: "en" },
  { tell: "I drive a red Volvo.", ask: "What car do I drive?", answer: "Volvo", language: "en" },
  { tell: "My dentist is called Dr. Hansen.", ask: "What is my dentist called?", answer: "Hansen", language: "en" },
  { tell: "I hate cilantro.", ask: "Which herb do I hate?", answer: "cilantro", language: "en" },
  { tell: "我会弹钢琴。", ask: "我会弹什么乐器？", answer: "钢琴", language: "zh" },
  { tell: "我的女儿叫小雨。", ask: "我的女儿叫什么？", answer: "小雨", language: "zh" },
  { tell: "我不喝咖啡。", ask: "我不喝什么？", answer: "咖啡", language: "zh" },
  { tell: "我对海鲜过敏。", ask: "我对什么过敏？", answer: "海鲜", language: "zh" },
  { tell: "我的猫叫豆豆。", ask: "我的猫叫什么名字？", answer: "豆豆", language: "zh" },
];

/** The same wish over and over. */
export const WISHES: readonly { tell: readonly string[]; language: "en" | "zh" }[] = [
  {
    tell: ["Please keep your answers short.", "Please keep your answers short!", "please keep your answers short"],
    language: "en",
  },
  { tell: ["请用简短的句子回答。", "请用简短的句子回答", "请用简短的句子回答！"], language: "zh" },
];
