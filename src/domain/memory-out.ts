/** What the model is told in a turn in which the memory failed, so that it promises nothing. */
export const MEMORY_OUT = {
  en: "Your long-term memory is not answering in this turn: what the user says now may not be kept. Do not say that you noted or will remember it.",
  zh: "本轮你的长期记忆没有响应：用户现在说的话可能不会被保存。不要说你已经记下或会记住。",
} as const;

/** True when a system text says so, in either language. */
export function saysMemoryOut(system: string): boolean {
  return system.includes(MEMORY_OUT.en) || system.includes(MEMORY_OUT.zh);
}
