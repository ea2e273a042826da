import { emptyTalk } from "./phrases.ts";
import { normalised } from "./record.ts";
import { isQuestion, sentences } from "./sentences.ts";
import { terms } from "./text.ts";
import { countTokens } from "./tokens.ts";

/** A turn about to leave the working memory; `summary` is the summary so far, one statement a line. */
export interface SummaryTurn {
  role: "user" | "assistant" | "tool" | "summary";
  content: string;
}

const SPEAKERS = {
  en: { user: "User: ", assistant: "Assistant: ", tool: "Tool: " },
  zh: { user: "用户：", assistant: "助手：", tool: "工具：" },
} as const;
/** The speaker of a line of an earlier summary. */
const SPEAKER = /^(?:(?:User|Assistant|Tool): |(?:用户|助手|工具)：)/u;

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
interface Statement {
  line: string;
  value: number;
  place: number;
}

/** How much a sentence is worth keeping; 0 for what carries no signal at all. */
export function worth(sentence: string, role: Exclude<SummaryTurn["role"], "summary">): number {
  if (emptyTalk(sentence) !== null || terms(sentence).length < 2) return 0;
  let value = NAME.test(sentence) ? 1.5 : 0;
  for (const [weight, pattern] of SIGNALS) if (pattern.test(sentence)) value += weight;
  if (value === 0) return 0;
  value += role === "user" ? 1 : 0.3;
  return isQuestion(sentence) ? value * 0.5 : value;
}

/** What was worth keeping once, stays worth it: a line of the summary so far. */
function worthOfLine(line: string): number {
  return 2 + SIGNALS.reduce((sum, [weight, pattern]) => sum + (pattern.test(line) ? weight : 0), 0);
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
 * A running summary without a model: the lines of the summary so far and the sentences that carry numbers, names, dates,
 * preferences, limits and decisions, as they were said, with the speaker, in order, one a line, within `maxTokens` (by
 * `countTokens`). What counts least goes first, of equals the older; greetings, thanks and repetitions go always. Empty
 * when nothing is worth keeping.
 */
export function summariseByRules(turns: readonly SummaryTurn[], maxTokens: number, language: string): string {
  const speakers = language === "zh" ? SPEAKERS.zh : SPEAKERS.en;
  const found = new Map<string, Statement>();
  let place = 0;
  // The same statement again moves to where it was last said.
  const note = (said: string, line: string, value: number) =>
    void found.set(normalised(said), { line, value, place: place++ });
  for (const { role, content } of turns) {
    if (role === "summary") {
      for (const line of content.split("\n").filter((part) => part.trim() !== ""))
        note(line.replace(SPEAKER, ""), line.trim(), worthOfLine(line));
      continue;
    }
    for (const sentence of sentences(content)) {
      const value = worth(sentence, role);
      if (value > 0) note(sentence, `${speakers[role]}${sentence}`, value);
    }
  }
  const ranked = Array.from(found.values()).sort((a, b) => b.value - a.value || b.place - a.place);
  const kept: Statement[] = [];
  let left = maxTokens;
  for (const statement of ranked) {
    const cost = countTokens(statement.line) + 1;
    if (cost <= left) {
      kept.push(statement);
      left -= cost;
    } else if (kept.length === 0) return cut(statement.line, maxTokens);
  }
  return kept
    .sort((a, b) => a.place - b.place)
    .map(({ line }) => line)
    .join("\n");
}
