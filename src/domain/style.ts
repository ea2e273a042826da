/** How long or formal what is written is to be: "likes short emails", "give me long answers from now on", 回答详细一点. */

const THING: readonly (readonly [string, RegExp])[] = [
  ["email", /\be-?mails?\b|邮件/iu],
  ["answer", /\b(?:answers?|repl(?:y|ies)|responses?|explanations?)\b|回答|回复|答案|解释/iu],
  ["summary", /\bsummar(?:y|ies)\b|总结|摘要/iu],
  ["message", /\bmessages?\b|消息|短信/iu],
  ["report", /\breports?\b|报告/iu],
];
const SIDES: readonly (readonly [string, RegExp, RegExp])[] = [
  [
    "length",
    /\b(?:short|shorter|brief|concise|terse|succinct)\b|简短|简洁|短一?点|(?<![长])短(?=的?(?:邮件|回答|回复|总结|消息|报告))|精简/iu,
    /\b(?:long|longer|detailed|thorough|in[- ]depth|elaborate)\b|详细|详尽|长一?点|长(?=的?(?:邮件|回答|回复|总结|消息|报告))/iu,
  ],
  [
    "tone",
    /\b(?:formal|formally)\b|正式/iu,
    /\b(?:informal|informally|casual|casually|relaxed)\b|随意|随便|轻松|口语/iu,
  ],
];
const WANTS =
  /^The user (?:now |also |really |still |always |usually )*(?:likes|loves|prefers|wants|would like|would rather have)\b|^用户(?:现在|目前|还是|更|比较|一直|都|很|最)*(?:喜欢|偏好|偏爱|想要|要)/u;
const ORDERS = /^The user asked the assistant: "|^用户要求助手：“/u;
const DENIES = /\b(?:no longer|not|n['’]t|never|hates?|dislikes?)\b|不|别|讨厌/iu;

/** Of what which side is wanted; `order` where the assistant is told so outright, which holds until it is told otherwise. */
export function styleOf(statement: string): { key: string; side: string; order: boolean } | null {
  const order = ORDERS.test(statement);
  if (!order && !WANTS.test(statement)) return null;
  const thing = THING.find(([, pattern]) => pattern.test(statement))?.[0];
  if (thing === undefined || DENIES.test(statement)) return null;
  for (const [name, one, other] of SIDES) {
    const [a, b] = [one.test(statement), other.test(statement)];
    if (a !== b) return { key: `style ${name}:${thing}`, side: a ? "one" : "other", order };
  }
  return null;
}
