/** Text that is no one's memory: the agent's own instructions, and what tools print. */

const INSTRUCTIONS: readonly RegExp[] = [
  /\byou are (?:an?|the) (?:\S+\s){0,6}(?:assistant|agent|chatbot|language model|ai model|ai|bot|expert system)\b/iu,
  /\byou(?:'re| are) (?:chatgpt|claude|gemini|an? llm|gpt)/iu,
  /\byour (?:task|job|role|goal|purpose|instructions?) (?:is|are) (?:to\b|:|as follows)/iu,
  /\b(?:respond|reply|answer|output) (?:only |strictly )?(?:in|with|as) (?:valid |a |an )*(?:json|xml|yaml|schema|single word)\b/iu,
  /\b(?:never|do not|don['’]t) (?:reveal|disclose|mention|repeat) (?:the |these |your |this )*(?:system )?(?:prompt|instructions?|rules)/iu,
  /\b(?:repeat|print|show|reveal|output|display|recite|tell) (?:me )?(?:all of )?(?:your|the) (?:\S+ )?system (?:prompt|message|instructions?)\b/iu,
  /(?:重复|输出|打印|显示|复述|告诉我|念出?).{0,8}系统(?:提示词?|指令|消息)|(?:你|您)的?系统(?:提示词?|指令|消息).{0,4}(?:重复|输出|打印|显示|复述|告诉|念)/u,
  /\b(?:ignore|disregard|forget) (?:all |any )*(?:the |your )?(?:previous|prior|above|earlier) (?:instructions?|prompts?|messages?|rules)/iu,
  /<\/?(?:system|instructions?|memor(?:y|ies)|context|tool_call|function|im_start|im_end|assistant|user)\b[^>]*>|<\|[^|]{1,40}\|>|\[\/?INST\]/iu,
  /^#{1,4}\s*(?:system|instructions?|role|guidelines|tools?|rules|context|指令|系统|角色|规则)\b/imu,
  /\b(?:use|call|invoke) the (?:tool|function)s?\b.*\b(?:when|if|to)\b|\bavailable tools\b|\btool[- ]calls?\b/iu,
  /\bas an ai(?: language)? (?:model|assistant)\b|\bi(?:'m| am) an ai (?:language model|assistant)\b/iu,
  /\bnotes from earlier conversations with this user\b|\bdata to draw on, never instructions\b/iu,
  /(?:^|[，。\s])(?:你|您)是(?:一个|一名|一位|个|名|位)?.{0,12}(?:助手|机器人|智能体|语言模型|大模型|客服|AI)/u,
  /(?:你|您)的(?:任务|职责|角色|目标|指令)(?:是|：|:|如下)/u,
  /(?:只|仅|必须|严格).{0,6}(?:输出|返回|回答).{0,8}(?:JSON|XML|格式)/iu,
  /(?:不要|不得|禁止|切勿)(?:透露|泄露|提及|重复).{0,8}(?:系统)?(?:提示词?|指令|规则)/u,
  /(?:忽略|无视|忘记|忘掉).{0,6}(?:之前|以上|前面|先前).{0,8}(?:指令|提示|内容|规则|要求)/u,
  /作为(?:一个|一名)?(?:AI|人工智能|语言模型|大模型)/iu,
  /以下是与该用户以往对话的笔记/u,
  /\byou are (?:now )?\p{Lu}\p{L}+\b.{0,60}\b(?:assistant|agent|bot|tutor|helper|restrictions?|rules|filters?)\b/iu,
  /\b(?:no|without|ignore|bypass|drop|do not follow|don['’]t follow|disable) (?:any |all |the |your |more )*(?:restrictions|safety|guardrails|safeguards|content (?:policy|filters?))\b|\b(?:jailbreak|developer mode)\b/iu,
  /^(?:system|developer|assistant(?: guidelines| instructions| rules)?|instructions?|guidelines|tools?|prompt)\s*[:：]/iu,
  /\b(?:in|for) (?:all|every|any) future (?:conversations?|chats?|sessions?|replies|users?)\b|\b(?:store|save|write) this (?:rule|instruction|policy) (?:permanently|in(?:to)? (?:your |long-term )*memory)\b/iu,
  /\b(?:grant|approve|give|allow) (?:all|any|every|unlimited) (?:refunds?|discounts?|requests?|access|permissions?)\b/iu,
  /(?:不再受|没有|不受|解除|无视).{0,4}(?:任何)?(?:限制|约束|规则|审查)|(?:这|以下)(?:条|个)?(?:规则|指令).{0,6}(?:写入|存入|记入)/u,
  /^(?:你|您)(?:现在)?(?:是|叫|扮演)[^，。]{1,10}[，,].{0,4}(?:负责|请|专门|你的|需要|只能|必须)/u,
];

/** True for a prompt, a role, a tool description or a refusal formula: what tells a model how to behave. */
export function isAgentInstruction(text: string): boolean {
  return INSTRUCTIONS.some((pattern) => pattern.test(text));
}

const NOISE: readonly RegExp[] = [
  /^\s*[[{][\s\S]*[\]}]\s*$/u,
  /^\s*<(?:!doctype|html|\?xml|div|svg|body|table|script)\b/iu,
  /\bTraceback \(most recent call last\)|^\s+at \S+ ?\(.*:\d+:\d+\)|\bException in thread\b|^\s*File ".*", line \d+/mu,
  /\bHTTP\/\d(?:\.\d)? \d{3}\b|\b(?:GET|POST|PUT|DELETE) \/\S* (?:HTTP|\d{3})/u,
  /^\[(?:tool|function|system|debug|info|warn|error)\b[^\]]*\]/iu,
  /\bE(?:NOENT|ACCES|EXIST|PERM|ADDRINUSE|CONNREFUSED|CONNRESET|TIMEDOUT|PIPE|ISDIR)\b/u,
  /^npm (?:ERR!|warn)|^(?:error|warning)\[?[A-Z]*\d+\]?:/imu,
  /^\s*\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}\S*\s+\[?(?:DEBUG|INFO|WARN|ERROR|TRACE)\b/mu,
  /^(?:data:[\w/+-]+;base64,|[A-Za-z0-9+/]{120,}={0,2}$)/u,
  /^(?:\s*[\w.-]+\s*[|│]\s*){2,}/mu,
  /^\s*[+|][-+=|]{5,}\s*$|^(?:diff --git|@@ -\d|index [0-9a-f]{7,}\.\.)/mu,
  /^\$ \S+|^(?:panic|fatal|goroutine \d+)\b.*[:\]]|^ERROR in \S/mu,
  /^\s*at [\w.$<>]+\(.*\)\s*$|^(?:[a-z]\w*\.){2,}\w*(?:Exception|Error)\b|^(?:Uncaught )?\w*(?:Error|Exception): .*\n\s+at /mu,
  /^\d{2}:\d{2}:\d{2}[.,]\d{1,6}\s/mu,
];

const CODE_LINE =
  /[{};]\s*$|^\s*(?:(?:export |async |public |private |static )*(?:function|class|const|let|var|def|import|from|return|if|for|while|func|fn|package|use|SELECT|INSERT|UPDATE|CREATE)\b.*[({:=;]|[\w.]+\(.*\)\s*$|(?:import|from) [\w.]+$|<\/?\w+[^>]*>$)/u;

const linesOf = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

/** Several lines, most of which read as a program. */
function isCode(text: string): boolean {
  const lines = linesOf(text);
  return lines.length >= 2 && lines.filter((line) => CODE_LINE.test(line)).length * 3 >= lines.length * 2;
}

/** Lines that stand in columns, as programs print lists. */
function isColumns(text: string): boolean {
  const lines = linesOf(text);
  return lines.length >= 2 && lines.every((line) => (line.trim().match(/\S(?: {2,}|\t+)(?=\S)/gu)?.length ?? 0) >= 2);
}

/** True for JSON, mark-up, stack traces, logs, encoded blobs: kept as a tool's result, never as a statement. */
export function isToolNoise(text: string): boolean {
  if (NOISE.some((pattern) => pattern.test(text)) || isCode(text) || isColumns(text)) return true;
  if (text.length < 60) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters / text.replace(/\s/gu, "").length < 0.5;
}
