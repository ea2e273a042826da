import { languageOf } from "../../domain/text.ts";

/** The few words of the chat's own, in the language the user writes. */
export interface Words {
  recalled: string;
  kept: string;
  changed: string;
  retracted: string;
  folded: string;
  problem: string;
  stopped: string;
}

const ENGLISH: Words = {
  recalled: "recalled",
  kept: "kept",
  changed: "changed",
  retracted: "no longer held",
  folded: "older turns folded into a summary",
  problem: "memory",
  stopped: "stopped",
};

const CHINESE: Words = {
  recalled: "想起",
  kept: "记住",
  changed: "更新",
  retracted: "不再成立",
  folded: "较早的对话已并入摘要",
  problem: "记忆",
  stopped: "已停止",
};

export function wordsFor(text: string): Words {
  return languageOf(text) === "zh" ? CHINESE : ENGLISH;
}
