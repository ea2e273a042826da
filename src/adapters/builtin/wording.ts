export type Language = "en" | "zh";

/** Everything the built-in model says by itself; the rest is quotation. */
export interface Wording {
  greeting: string;
  farewell: string;
  thanks: string;
  acknowledged: string;
  noted: (what: string) => string;
  notedAll: string;
  /** Instead of the two above while the memory does not answer. */
  notNoted: (what: string) => string;
  notNotedAll: string;
  /** Above what is going to be forgotten; whether it was, the memory tells afterwards. */
  forgetting: string;
  /** Several memories fit what is to be forgotten; above them. */
  whichToForget: string;
  nothingToForget: (what: string) => string;
  quoted: (what: string) => string;
  /** Above a list that answers a question. */
  remembered: string;
  /** Above everything known of the user. */
  known: string;
  /** What bears on a request the model cannot carry out. */
  bearing: string;
  earlier: string;
  nothing: string;
  nothingAtAll: string;
  whatIAm: string;
  cannot: string;
  found: (query: string) => string;
  notFound: (query: string) => string;
  saved: string;
  knownAlready: string;
  notSaved: (reason: string) => string;
  toolSays: (tool: string) => string;
  toolFailed: (tool: string) => string;
  date: (today: string) => string;
}

const CONNECT_EN =
  "To talk to a language model, set OPENAI_API_KEY (or OPENAI_BASE_URL for a server of your own) and HINDSIGHT_MODEL.";
const CONNECT_ZH = "要接入语言模型，请设置 OPENAI_API_KEY（自建服务再设置 OPENAI_BASE_URL）和 HINDSIGHT_MODEL。";

export const WORDING: Record<Language, Wording> = {
  en: {
    greeting: "Hello! Tell me something to remember, or ask me what I know.",
    farewell: "Goodbye! What you told me is kept.",
    thanks: "You're welcome.",
    acknowledged: "All right.",
    noted: (what) => `Noted: ${what}`,
    notedAll: "Noted:",
    notNoted: (what) => `My memory is not answering, so I may not be able to keep this: ${what}`,
    notNotedAll: "My memory is not answering, so I may not be able to keep this:",
    forgetting: "To be forgotten:",
    whichToForget: "Several memories fit that, and I forget none of them before you say which:",
    nothingToForget: (what) => `I recall nothing like “${what}”.`,
    quoted: (what) => `“${what}”`,
    remembered: "From what I remember:",
    known: "What I remember about you:",
    bearing: "What I remember that bears on it:",
    earlier: "earlier in this conversation",
    nothing: "I have nothing about that in memory.",
    nothingAtAll: "I have nothing about you in memory yet. Tell me something and I will keep it.",
    whatIAm: `I am hindsight's built-in model: rules, no language model. I keep what you tell me, find it again and quote it, in English and Chinese. ${CONNECT_EN}`,
    cannot: `That needs a language model, and none is configured: I am hindsight's built-in rules, which keep what you tell me and quote it. ${CONNECT_EN}`,
    found: (query) => `In memory about “${query}”:`,
    notFound: (query) => `I searched and have nothing about “${query}” in memory.`,
    saved: "Saved:",
    knownAlready: "I knew that already:",
    notSaved: (reason) => `Not kept (${reason}):`,
    toolSays: (tool) => `${tool} answered:`,
    toolFailed: (tool) => `${tool} failed:`,
    date: (today) => `It is ${today}.`,
  },
  zh: {
    greeting: "你好！告诉我想让我记住的事，或者问我知道什么。",
    farewell: "再见！你告诉我的事都会保留。",
    thanks: "不客气。",
    acknowledged: "好的。",
    noted: (what) => `记下了：${what}`,
    notedAll: "记下了：",
    notNoted: (what) => `我的记忆现在没有响应，这句话可能没能记住：${what}`,
    notNotedAll: "我的记忆现在没有响应，这些话可能没能记住：",
    forgetting: "将要忘掉：",
    whichToForget: "有几条记忆都符合，请说明是哪一条，在那之前一条也不会忘掉：",
    nothingToForget: (what) => `我没有想起与“${what}”有关的内容。`,
    quoted: (what) => `“${what}”`,
    remembered: "我记得：",
    known: "关于你，我记得：",
    bearing: "我记得与此有关的：",
    earlier: "本次对话中所说",
    nothing: "我的记忆里没有相关内容。",
    nothingAtAll: "我的记忆里还没有关于你的内容。告诉我一些事，我会记住。",
    whatIAm: `我是 hindsight 的内置模型：只有规则，不是语言模型。我会记住你说的事，并在需要时找出来原样引用，支持中文和英文。${CONNECT_ZH}`,
    cannot: `这需要语言模型，而现在没有配置：我是 hindsight 的内置规则，只会记住并引用你说过的事。${CONNECT_ZH}`,
    found: (query) => `记忆中与“${query}”有关的：`,
    notFound: (query) => `我搜索过了，记忆里没有与“${query}”有关的内容。`,
    saved: "已保存：",
    knownAlready: "这些我已经知道：",
    notSaved: (reason) => `没有保留（${reason}）：`,
    toolSays: (tool) => `${tool} 的回答：`,
    toolFailed: (tool) => `${tool} 失败了：`,
    date: (today) => `现在是${today}。`,
  },
};
