import { languageOf } from "../../domain/text.ts";
import type { PromptMessage } from "../../ports/model.ts";
import type { JsonSchema } from "./json-schema.ts";

/** The few words the ladder itself says to a model, in the language of the prompt. */
interface Words {
  useTool: (name: string) => string;
  answerInJson: (schema: string) => string;
  repair: (problems: string, schema: string) => string;
  shorter: string;
}

const WORDS: Record<"en" | "zh", Words> = {
  en: {
    useTool: (name) => `Give your answer by calling the function ${name} exactly once. Write nothing else.`,
    answerInJson: (schema) =>
      `Answer with one JSON object and nothing else: no explanation, no code fence. It must fit this JSON schema, with every field present and none added:\n${schema}`,
    repair: (problems, schema) =>
      `That answer cannot be used:\n${problems}\nGive the whole answer again, corrected, as one JSON object and nothing else. It must fit this JSON schema:\n${schema}`,
    shorter: "- It was cut off before it was complete. Be much shorter: fewer entries, shorter sentences.",
  },
  zh: {
    useTool: (name) => `请只调用一次函数 ${name} 来给出答案，不要写其他内容。`,
    answerInJson: (schema) =>
      `只用一个 JSON 对象回答，不要解释，不要代码块。它必须符合下面的 JSON schema，每个字段都要有，不得多出字段：\n${schema}`,
    repair: (problems, schema) =>
      `这个回答无法使用：\n${problems}\n请改正后重新给出完整的回答，只用一个 JSON 对象，符合下面的 JSON schema：\n${schema}`,
    shorter: "- 回答在写完之前被截断。请短得多：更少的条目，更短的句子。",
  },
};

/** Of a wrong answer, as much as is shown to the model again, in characters. */
const SHOWN = 4_000;

export function wordsFor(messages: readonly PromptMessage[]): Words {
  return WORDS[languageOf(messages.map((message) => message.content).join("\n")) === "zh" ? "zh" : "en"];
}

/** The messages with a rule added to the system message; many chat templates take only one, and only in front. */
export function withRule(messages: readonly PromptMessage[], rule: string): PromptMessage[] {
  const [first, ...rest] = messages;
  if (first?.role === "system") return [{ role: "system", content: `${first.content}\n\n${rule}` }, ...rest];
  return [{ role: "system", content: rule }, ...messages];
}

/** The messages followed by the wrong answer and what was wrong with it. */
export function withRepair(
  messages: readonly PromptMessage[],
  wrong: { raw: string; problems: readonly string[]; cutOff: boolean },
  schema: JsonSchema,
): PromptMessage[] {
  const words = wordsFor(messages);
  const problems = [...wrong.problems.map((problem) => `- ${problem}`), ...(wrong.cutOff ? [words.shorter] : [])];
  const said: PromptMessage[] =
    wrong.raw.trim() === "" ? [] : [{ role: "assistant", content: wrong.raw.slice(0, SHOWN) }];
  return [...messages, ...said, { role: "user", content: words.repair(problems.join("\n"), JSON.stringify(schema)) }];
}
