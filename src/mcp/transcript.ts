/** Who speaks, as people write it in front of a line. */
const SPEAKERS: Record<string, "user" | "assistant" | "tool"> = {
  user: "user",
  human: "user",
  用户: "user",
  我: "user",
  assistant: "assistant",
  ai: "assistant",
  agent: "assistant",
  助手: "assistant",
  tool: "tool",
  工具: "tool",
};
const SPOKEN = new RegExp(`^\\s*(${Object.keys(SPEAKERS).join("|")})\\s*[:：]\\s*(.*)$`, "iu");

/**
 * The turns of a conversation written as one text, `User: …` and `Assistant: …` (or 用户：… 助手：…) at the start of
 * lines. What stands before the first such line, or a text without any, was said by the user.
 */
export function transcript(text: string): { role: "user" | "assistant" | "tool"; content: string }[] {
  const turns: { role: "user" | "assistant" | "tool"; content: string }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, speaker, said] = SPOKEN.exec(line) ?? [];
    const last = turns.at(-1);
    if (speaker !== undefined) turns.push({ role: SPEAKERS[speaker.toLowerCase()] ?? "user", content: said ?? "" });
    else if (last !== undefined) last.content += `\n${line}`;
    else if (line.trim() !== "") turns.push({ role: "user", content: line });
  }
  return turns.map(({ role, content }) => ({ role, content: content.trim() })).filter(({ content }) => content !== "");
}
