import { normalised } from "./record.ts";
import { terms } from "./text.ts";
import { countTokens } from "./tokens.ts";

/** A turn about to leave the working memory; `summary` is the summary so far, one statement a line. */
export interface SummaryTurn {
  role: "user" | "assistant" | "tool" | "summary";
  content: string;
}

const SPEAKERS = {
  en: { user: "User: ", assistant: "Assistant: ", tool: "Tool: ", summary: "" },
  zh: { user: "用户：", assistant: "助手：", tool: "工具：", summary: "" },
} as const;

const SENTENCE = /[^。！？!?\n]*?(?:[。！？!?]+["'”’」』)]*|\.(?=\s|$)|\n|$)/gu;
/** What a later turn is likely to need, and how much it weighs. Weights are by judgement: any one of them saves a line. */
const SIGNALS: readonly [weight: number, pattern: RegExp][] = [
  [2, /\p{N}|[一二三四五六七八九十百千两]+(?:点|号|月|日|年|个|天|块|元|人|次|岁|楼|级)/u],
  [
    2,
    /\b(?:allerg\w*|prefer\w*|favou?rite|always|never|must|can['’]?t|cannot|only|hate|love|like|don['’]?t (?:eat|drink|like|want|use)|need|remember|important|promise\w*)\b|过敏|喜欢|偏好|最爱|讨厌|不吃|不喝|不要|不能|必须|只|总是|从不|从来|记住|重要|答应|保证/iu,
  ],
  [
    1.5,
    /\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow|yesterday|tonight|next (?:week|month|year)|january|february|march|april|june|july|august|september|october|november|december)\b|今天|明天|昨天|后天|周[一二三四五六日末]|星期|下周|上周|下个?月|明年/iu,
  ],
  [
    1.5,
    /\b(?:decid\w*|agreed|booked|order\w*|cancel\w*|chose|plan\w*|will|going to|moved?|bought|paid|failed|error|fixed|works?|solved)\b|决定|同意|预订|订了|取消|选|计划|打算|会去|搬|买|付|失败|报错|错误|解决|修好/iu,
  ],
  [1, /\b(?:my|our) \p{L}+|\bI(?:['’]m| am| was|['’]ve| have| live| work)\b|我(?:的|叫|是|在|住|有)|我们/u],
];
/** A capitalised word that does not open its sentence, or a name in Chinese quotation marks. */
const NAME = /\S\s+\p{Lu}\p{Ll}+|《[^》]+》|「[^」]+」/u;
const EMPTY_TALK =
  /^(?:(?:hi|hello|hey|thanks?|thank you|ok(?:ay)?|sure|great|nice|cool|yes|no|bye|you['’]?re welcome|good (?:morning|evening|night)|of course|no problem|certainly|sounds good|got it|i see|wow|please)\b[\s,.!]*)+(?:\p{L}+[\s.!]*)?$|^(?:你好|您好|谢谢|多谢|好的?|嗯+|行|可以|是的|不客气|没问题|再见|早上好|晚安|哈+|明白了?|知道了|当然)[啊呀哦吧呢了的，。！\s]*$/iu;

interface Statement {
  line: string;
  value: number;
  place: number;
}

function sentences(content: string): string[] {
  return Array.from(content.matchAll(SENTENCE), ([sentence]) => sentence.replace(/\s+/gu, " ").trim()).filter(
    (sentence) => sentence !== "",
  );
}

/** How much a sentence is worth keeping; 0 for what carries no signal at all. What was kept once stays worth it. */
function worth(sentence: string, role: SummaryTurn["role"]): number {
  if (EMPTY_TALK.test(sentence) || terms(sentence).length < 2) return 0;
  let value = NAME.test(sentence) ? 1.5 : 0;
  for (const [weight, pattern] of SIGNALS) if (pattern.test(sentence)) value += weight;
  if (value === 0 && role !== "summary") return 0;
  value += role === "summary" ? 2 : role === "user" ? 1 : 0.3;
  return /[?？]\s*$/u.test(sentence) ? value * 0.5 : value;
}

/** The text cut at a token count, marked where something is missing. */
function cut(text: string, maxTokens: number): string {
  if (countTokens(text) <= maxTokens) return text;
  const characters = Array.from(text);
  let low = 0;
  let high = characters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (countTokens(`${characters.slice(0, middle).join("")}…`) <= maxTokens) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? "" : `${characters.slice(0, low).join("")}…`;
}

/**
 * A running summary without a model: the sentences that carry numbers, names, dates, preferences, limits and decisions,
 * as they were said, with the speaker, in order, one a line, within `maxTokens` (by `countTokens`). What counts least
 * goes first, of equals the older; greetings, thanks and repetitions go always. Empty when nothing is worth keeping.
 */
export function summariseByRules(turns: readonly SummaryTurn[], maxTokens: number, language: string): string {
  const speakers = language === "zh" ? SPEAKERS.zh : SPEAKERS.en;
  const seen = new Map<string, Statement>();
  let place = 0;
  for (const { role, content } of turns) {
    for (const sentence of sentences(content)) {
      const value = worth(sentence, role);
      if (value === 0) continue;
      const line = `${speakers[role]}${sentence}`;
      const statement = { line, value, place: place++ };
      // The same statement again moves to where it was last said.
      seen.set(normalised(role === "summary" ? sentence.replace(/^[^:：]{1,12}[:：]\s*/u, "") : sentence), statement);
    }
  }
  const ranked = Array.from(seen.values()).sort((a, b) => b.value - a.value || b.place - a.place);
  const kept: Statement[] = [];
  let left = maxTokens;
  for (const statement of ranked) {
    const cost = countTokens(statement.line) + 1;
    if (cost <= left) {
      kept.push(statement);
      left -= cost;
    } else if (kept.length === 0) {
      return cut(statement.line, maxTokens);
    }
  }
  return kept
    .sort((a, b) => a.place - b.place)
    .map(({ line }) => line)
    .join("\n");
}
