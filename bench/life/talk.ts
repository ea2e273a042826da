import type { Random } from "./random.ts";

/** What else is said in a life: nothing that a memory should keep, and errands that become episodes. */

export const SMALL_TALK = {
  en: [
    "Thanks!",
    "Good morning!",
    "ok",
    "Haha, nice one",
    "How are you today?",
    "Great, thank you so much!",
    "See you tomorrow",
    "lol",
    "Hello again",
    "Good night",
  ],
  zh: ["谢谢！", "早上好", "好的", "哈哈", "你好吗？", "太好了，谢谢你", "明天见", "嗯嗯", "晚安", "辛苦了"],
} as const;

export const QUESTIONS = {
  en: [
    "What is the capital of Peru?",
    "How many grams are in an ounce?",
    "Can you explain recursion?",
    "What's the weather like?",
  ],
  zh: ["秘鲁的首都是哪里？", "一盎司是多少克？", "能解释一下递归吗？", "今天天气怎么样？"],
} as const;

export const TOOL_NOISE = [
  '{"status":200,"items":[{"sku":"A-1","stock":4},{"sku":"B-7","stock":0}],"next":null}',
  "Traceback (most recent call last):\n  File \"app.py\", line 12, in <module>\nKeyError: 'id'",
  '<html><body><div class="price">199</div></body></html>',
  "2026-01-04T10:22:31Z ERROR worker: ECONNREFUSED 127.0.0.1:6379",
] as const;

export interface Errand {
  request: string;
  tool: string;
  input: string;
  result: string | null;
  error: string | null;
  answer: string;
}

const PEOPLE = { en: ["Nora", "Lars", "Emma", "Jonas"], zh: ["李娜", "王强", "张伟", "刘洋"] } as const;
const PLACES = { en: ["Maaemo", "Brasserie Rivoli", "Lofoten Grill"], zh: ["全聚德", "海底捞", "外婆家"] } as const;

/** One task with a tool: a table, a parcel, a flight, an export that may fail. */
export function errand(random: Random, language: "en" | "zh", number: number): Errand {
  const who = random.pick(PEOPLE[language]);
  const where = random.pick(PLACES[language]);
  const people = 2 + random.below(6);
  const code = `ORD-${10_000 + number}`;
  const failed = random.chance(0.15);
  const zh = language === "zh";
  const kinds: (() => Errand)[] = [
    () => ({
      request: zh
        ? `帮我在${where}订一张${people}人的桌子，和${who}一起`
        : `Book a table at ${where} for ${people} people, with ${who}`,
      tool: "book_table",
      input: JSON.stringify({ where, people }),
      result: failed ? null : JSON.stringify({ booking: code }),
      error: failed ? (zh ? "当晚已满" : "fully booked that evening") : null,
      answer: failed
        ? zh
          ? "那晚已经订满了。"
          : "They are fully booked that evening."
        : zh
          ? `订好了，编号${code}。`
          : `Booked, number ${code}.`,
    }),
    () => ({
      request: zh ? `查一下我的包裹${code}到哪了` : `Where is my parcel ${code}?`,
      tool: "track_parcel",
      input: JSON.stringify({ code }),
      result: JSON.stringify({ status: "in transit" }),
      error: null,
      answer: zh ? "包裹正在路上。" : "It is on its way.",
    }),
    () => ({
      request: zh ? `把${number}月的报表导出给${who}` : `Export the report ${number} for ${who} as CSV`,
      tool: "export_report",
      input: JSON.stringify({ report: number }),
      result: failed ? null : "done",
      error: failed ? "timeout after 30 s" : null,
      answer: failed ? (zh ? "导出失败了。" : "The export failed.") : zh ? "已经导出。" : "Exported.",
    }),
  ];
  return random.pick(kinds)();
}
