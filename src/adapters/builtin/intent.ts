import { askedToRemember, isRequest, isStandingInstruction } from "../../domain/cues.ts";
import { emptyTalk } from "../../domain/phrases.ts";
import { isQuestion, sentences } from "../../domain/sentences.ts";

/** What a message wants of the built-in model. */
export type Intent =
  | { kind: "greeting" | "farewell" | "thanks" | "acknowledgement" | "identity" | "clock" }
  /** Everything known about the user. */
  | { kind: "about_me"; question: string }
  | { kind: "question"; question: string; personal: boolean }
  | { kind: "request"; request: string; personal: boolean }
  | { kind: "remember"; content: string }
  | { kind: "search"; query: string }
  | { kind: "statement" };

const FAREWELL = /\b(?:bye|goodbye|good night|see (?:you|ya)|take care)\b|再见|拜拜|晚安|回头见|明天见/iu;
const THANKS = /\b(?:thanks|thank you|thx|cheers|appreciate)\b|谢|感谢|多谢/iu;
const IDENTITY =
  /^(?:who|what) (?:are|r) you\b|\bwhat can you do\b|\bhow do you work\b|\bare you (?:an? )?(?:ai|robot|bot|human|person|language model|llm|chatgpt)\b|\bwhich (?:model|llm)\b.*\byou\b|^help[?!.]*$|你是(?:谁|什么|哪)|你(?:能|会|可以)(?:做|干)(?:什么|啥|些)|你是(?:不是)?.{0,4}(?:机器人|语言模型|人工智能|AI|真人)|^帮助[？?。]*$|你用的(?:是)?什么模型/iu;
const CLOCK =
  /\bwhat(?:'s|’s| is) (?:the |today['’]?s? )?(?:date|time|day)\b(?! (?:of|for|is my))|\bwhat (?:day|time|date) is (?:it|today)\b|今天(?:是)?(?:几号|星期几|周几|几月几号|什么日子|礼拜几)|现在(?:是)?(?:几点|什么时间|什么时候)/iu;
const ABOUT_ME =
  /\b(?:know|remember|recall|have|noted|stored|learn(?:ed|t)?|saved|recorded|kept|tell|say|aware|informed?)\b.{0,40}\b(?:about|on|of|regarding) (?:me|us|myself)\b|\babout me\b|\bwho am i\b|\bmy profile\b|\bwhat have i told you\b|\bdo you (?:know|remember) me\b|关于我(?!们的|的[^，。？?]{2})|知道我(?:的)?(?:什么|哪些|多少|情况|吗)|了解我(?:什么|哪些|多少|吗|的情况)|记得我(?:什么|哪些|吗|的情况)|认识我吗|我是谁|我的(?:资料|档案|情况|信息)|我(?:都)?(?:告诉|跟)(?:过)?你(?:说)?(?:过)?(?:什么|哪些)|我有(?:什么|哪些)(?:要求|特点|情况|需要|忌讳|注意|信息|习惯)/iu;
const PERSONAL = /\b(?:i|me|my|mine|myself|we|us|our|ours)\b|\bi['’](?:m|ve|d|ll)\b|我|咱|俺/iu;
/** Orders to tell something: questions in another form. */
const TELL =
  /^(?:please |pls |can you |could you )*(?:tell me|show me|list|give me|remind me (?:of|about|what|when|where|who|which|how)|find out|look up|i (?:want|need|would like) to know|let me know)\b|^(?:请|麻烦)?(?:你)?(?:告诉我|列出|列一下|说说|讲讲|提醒我一下|给我看|我想知道)/iu;
const SEARCH_EN =
  /^(?:please |pls |can you |could you |would you |now )*(?:search|look|check|query|consult|go)\b(?: (?:in|into|through|up|for|at))*(?: (?:your|my|the))? ?(?:long-term )?(?:memory|memories|notes)\b(?: (?:for|about|on|to see|to find(?: out)?|regarding))?\s*(.*)$/iu;
const SEARCH_EN_TAIL =
  /^(?:please |pls |can you |could you |would you )*(?:search(?: for)?|look (?:for|up)|find)\s+(.+?)\s+(?:in|from|through) (?:your|my|the) (?:long-term )?(?:memory|memories|notes)\b/iu;
const SEARCH_ZH =
  /^(?:请|麻烦|帮我|给我|你|能不能|可以)*(?:在|从|到)?(?:你的|我的)?(?:搜索|搜一?下?|查找|查询|检索|翻|查|找)?(?:一下|一查)?(?:你的|我的)?(?:记忆|回忆|笔记)(?:库)?(?:里|中|里面)?(?:面)?(?:搜索|搜|查找|查询|检索|查|找)?(?:一下|找)?(?:关于|有关|里|：|:|，|,)?(.*?)(?:的(?:内容|信息|记录|事情?))?[。？?！!]*$/u;
const SEARCH_ZH_CUE = /搜|查|检索|翻|找/u;

function searched(text: string): string | null {
  const english = SEARCH_EN_TAIL.exec(text)?.[1] ?? SEARCH_EN.exec(text)?.[1];
  if (english !== undefined) return english.replace(/[.?!]+$/u, "").trim();
  const chinese = SEARCH_ZH_CUE.test(text) ? SEARCH_ZH.exec(text)?.[1] : undefined;
  return chinese === undefined ? null : chinese.trim();
}

/** True for a sentence that wants something, rather than tells something. */
export function wants(sentence: string): boolean {
  return isQuestion(sentence) || TELL.test(sentence) || (isRequest(sentence) && !isStandingInstruction(sentence));
}

/** Reads a message by rules. */
export function intentOf(message: string): Intent {
  const text = message.trim();
  const empty = emptyTalk(text);
  if (empty !== null) {
    if (FAREWELL.test(text)) return { kind: "farewell" };
    if (THANKS.test(text)) return { kind: "thanks" };
    return { kind: empty === "greeting" ? "greeting" : "acknowledgement" };
  }
  if (IDENTITY.test(text)) return { kind: "identity" };
  if (CLOCK.test(text)) return { kind: "clock" };
  const query = searched(text);
  if (query !== null && query !== "") return { kind: "search", query };
  const content = askedToRemember(text);
  if (content !== null && content !== "") return { kind: "remember", content };
  const asked = sentences(text).filter((sentence) => isQuestion(sentence) || TELL.test(sentence));
  if (asked.length > 0) {
    const question = asked.join(" ");
    if (ABOUT_ME.test(question)) return { kind: "about_me", question };
    return { kind: "question", question, personal: PERSONAL.test(question.replace(TELL, "")) };
  }
  if (ABOUT_ME.test(text) && isRequest(text)) return { kind: "about_me", question: text };
  const requests = sentences(text).filter((sentence) => isRequest(sentence) && !isStandingInstruction(sentence));
  if (requests.length > 0) {
    const request = requests.join(" ");
    return { kind: "request", request, personal: PERSONAL.test(request) };
  }
  return { kind: "statement" };
}
