/** What people say without telling anything: greetings, acknowledgements, small talk; English and Chinese. */

const greetings = `hi|hello|hey|hiya|yo|howdy|greetings|good morning|good afternoon|good evening|good day|good night|goodnight|morning|evening|welcome back|bye|goodbye|bye bye|see you|see you later|see ya|later|take care|have a nice day|have a good day|have a good one|have a great day|have a nice weekend|nice to meet you|pleased to meet you|long time no see|cheers|talk to you later|talk later|good to see you|there|everyone|all
|你好|您好|大家好|嗨|哈喽|哈啰|哈罗|早上好|上午好|中午好|下午好|晚上好|早安|午安|晚安|早|再见|拜拜|回头见|明天见|回见|好久不见|在吗|在不在|在么|很高兴认识你|幸会|喂|哎`;

const acknowledgements = `ok|okay|k|kk|okey|okay then|ok then|yes|yeah|yep|yup|ya|sure|sure thing|no|nope|nah|alright|all right|right|fine|good|great|nice|cool|perfect|awesome|excellent|wonderful|brilliant|amazing|fantastic|lovely|super|thanks|thank you|thank you very much|thank you so much|thanks a lot|thanks a million|many thanks|thx|ty|tysm|much appreciated|appreciated|i appreciate it|got it|i got it|gotcha|i see|understood|i understand|noted|makes sense|that makes sense|sounds good|sounds great|sounds right|that works|works for me|works|perfect thanks|exactly|indeed|agreed|i agree|correct|that's right|that's correct|thats right|you're right|you are right|true|of course|certainly|absolutely|definitely|no problem|no worries|np|never mind|nevermind|don't worry|please do|please|go ahead|go on|continue|carry on|keep going|next|done|well done|good job|nice work|great job|good bot|hmm|hm|mm|mhm|uh|uh huh|um|oh|ah|aha|wow|haha|hahaha|lol|lmao|oops|sorry|my bad|excuse me|let me think|one moment|one sec|just a second|wait|hold on|maybe|perhaps|i guess|i think so|i guess so|not really|not sure|i don't know|idk|no idea|whatever|so|and|but|well|then|very|much|again|will do|that's all|that is all|that's it|nothing else|nothing|anything|for now|it is|it was|that's great|that's good|that's nice|that's perfect|that's fine|that is fine|that helps|very helpful|this is great|this is helpful|this is perfect|looks good|looks great|looks right|looks good to me|lgtm|i like it|i love it|love it|like it|you're welcome|you too|same|me too|ok cool|for your help|for the help|for that|so much|a lot|guys|man|dude|mate|buddy
|好|好的|好呀|好啊|好吧|好嘞|好哒|行|行吧|可以|可以的|没问题|没关系|没事|不客气|嗯|嗯嗯|嗯呐|哦|噢|喔|啊|哈哈|哈哈哈|呵呵|嘿嘿|嘻嘻|是|是的|是啊|是吧|对|对的|对啊|没错|不是|不对|不用|不用了|不用谢|不必|明白|明白了|知道|知道了|我知道了|我明白了|了解|了解了|懂了|收到|谢谢|谢谢你|谢谢您|多谢|感谢|非常感谢|太感谢了|谢啦|谢了|辛苦|辛苦了|麻烦了|麻烦你了|太好了|太棒了|棒|真棒|很好|不错|挺好|挺好的|很不错|厉害|完美|牛|赞|同意|当然|当然可以|继续|继续吧|下一个|请|请继续|完成|搞定|就这样|就这样吧|先这样|没了|没有了|没有|算了|随便|都行|都可以|无所谓|不知道|不清楚|不好意思|抱歉|对不起|稍等|等一下|等等|哎呀|哇|哇塞|天哪|真的|真的吗|原来如此|这样啊|原来是这样|有道理|说得对|你说得对|帮大忙了|很有帮助|的|了|吧|呢|呀|哈|啦|哟|我也是|一样|谢谢你的帮助|谢谢帮助`;

const smallTalk = `how are you|how are you doing|how are you today|how's it going|how is it going|how have you been|what's up|whats up|sup|how was your day|how's your day|i'm fine|i am fine|i'm good|i'm well|i'm ok|i'm okay|i'm doing well|i'm great|pretty good|not bad|not too bad|doing well|fine thanks|can't complain|same old|what's new|nice weather|lovely weather|nice weather today|(?:the )?weather is (?:so |really |very )?(?:nice|good|great|bad|awful|terrible|lovely|cold|hot|warm)(?: today)?|it(?:'s| is) (?:so |really |very )?(?:hot|cold|warm|sunny|rainy|raining|snowing|windy)(?: today| outside)?|what a (?:nice|lovely|beautiful|great|long|bad|terrible) day|i'm (?:so )?(?:bored|tired|sleepy|hungry)(?: today| now)?|tell me a joke|make me laugh|you're (?:so |very |really )?(?:funny|smart|great|awesome|nice|cute|helpful|the best)|you are (?:so |very |really )?(?:funny|smart|great|awesome|nice|cute|helpful|the best)|are you (?:a )?(?:human|real|robot|bot|there|ok|okay)|thank god it's friday|tgif|just kidding|just joking|just testing|this is a test|test|testing|ping
|你怎么样|最近怎么样|最近好吗|近来可好|过得怎么样|你今天怎么样|吃了吗|吃饭了吗|在干嘛|在干什么|忙吗|忙什么呢|我很好|我挺好的|我还好|还好|还行|还不错|老样子|一般般|凑合|今天天气(?:真|很|挺|不|太)?(?:好|错|不错|热|冷|差|糟)(?:啊|呀|了|呢)?|天气(?:真|很|挺|不|太)?(?:好|错|不错|热|冷|差)(?:啊|呀|了|呢)?|好无聊|无聊|我好无聊|好累|好累啊|我好累|好困|我困了|我饿了|讲个笑话|说个笑话|讲个笑话吧|你真(?:聪明|棒|好|可爱|厉害|有趣|搞笑|逗)|你太(?:聪明|棒|好|可爱|厉害|有趣|搞笑|逗)了|你是(?:机器人|真人|人)吗|开玩笑的|开个玩笑|测试|测试一下|试一下`;

/** Splits at `|` outside parentheses. */
function split(list: string): string[] {
  const made: string[] = [];
  let depth = 0;
  let current = "";
  for (const character of list.replace(/\n/gu, "")) {
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (character === "|" && depth === 0) {
      made.push(current);
      current = "";
    } else current += character;
  }
  return [...made, current].filter((phrase) => phrase !== "");
}

/** Phrases by their first character; those with choices in them as patterns that match where they stand. */
interface Vocabulary {
  plain: ReadonlyMap<string, readonly string[]>;
  patterns: readonly RegExp[];
}

function vocabulary(...lists: string[]): Vocabulary {
  const all = lists.flatMap(split);
  const plain = new Map<string, string[]>();
  for (const phrase of all.filter((one) => !one.includes("("))) {
    const first = phrase[0]!;
    plain.set(first, [...(plain.get(first) ?? []), phrase]);
  }
  return { plain, patterns: all.filter((one) => one.includes("(")).map((one) => new RegExp(one, "uy")) };
}

const GREETING = vocabulary(greetings);
const ACKNOWLEDGEMENT = vocabulary(greetings, acknowledgements);
const SMALL_TALK = vocabulary(greetings, acknowledgements, smallTalk);

const IS_HAN = /\p{Script=Han}/u;

/** Where a phrase that ends at `end` lets the next begin: a word ends at a space, a Han phrase anywhere. */
function nextStart(text: string, end: number): number | null {
  if (end >= text.length) return text.length;
  if (text[end] === " ") return end + 1;
  return IS_HAN.test(text[end]!) || IS_HAN.test(text[end - 1]!) ? end : null;
}

/** The positions that can be reached from the start by phrases of the vocabulary alone; time linear in the text. */
function reach(text: string, words: Vocabulary): Set<number> {
  const reached = new Set([0]);
  for (let at = 0; at < text.length; at++) {
    if (!reached.has(at)) continue;
    const ends = (words.plain.get(text[at]!) ?? [])
      .filter((phrase) => text.startsWith(phrase, at))
      .map((phrase) => at + phrase.length);
    for (const pattern of words.patterns) {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (match !== null && match[0] !== "") ends.push(at + match[0].length);
    }
    for (const end of ends) {
      const next = nextStart(text, end);
      if (next !== null) reached.add(next);
    }
  }
  return reached;
}

const isOnly = (text: string, words: Vocabulary): boolean => reach(text, words).has(text.length);

/** A greeting and at most one word, a name, after it. */
function isGreeting(text: string): boolean {
  const reached = reach(text, GREETING);
  if (reached.has(text.length)) return true;
  const name = text.lastIndexOf(" ") + 1;
  return name > 0 && reached.has(name) && /^\p{L}{2,}$/u.test(text.slice(name));
}

const ONLY_THANKS = /^(?:thanks|thank you|thx|cheers|谢谢|多谢)\s*\p{L}{1,12}$/u;

/** Lower case, punctuation and emoji to spaces. */
function bare(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/’/gu, "'")
    .replace(/[^\p{L}\p{N}']+/gu, " ")
    .trim();
}

/** Which empty thing the text is from beginning to end; `null` when it says something. Long texts are never empty. */
export function emptyTalk(text: string): "greeting" | "acknowledgement" | "small_talk" | null {
  const words = bare(text);
  if (words === "" || words.length > 120) return null;
  if (isGreeting(words)) return "greeting";
  if (isOnly(words, ACKNOWLEDGEMENT) || ONLY_THANKS.test(words)) return "acknowledgement";
  return isOnly(words, SMALL_TALK) ? "small_talk" : null;
}

const OPENING =
  /^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|ok(?:ay)?(?: so)?|thanks|thank you|well|so|oh|yes|yeah|right|sure|btw|by the way|fyi|for your information|just so you know|actually|in fact|honestly|to be honest|你好|您好|嗨|早上好|下午好|晚上好|好的|嗯|谢谢|对了|顺便说一下|顺便)(?:\s*[,，!！.。:：~～—-]+\s*|\s+(?=i\b|i['’]|my\b))|(?:我?先?来?自我介绍一下|介绍一下(?:我)?自己)[，,：:]\s*|(?:其实|说实话|老实说)[，,]?|(?:it )?turns out,? (?:that )?(?=(?:i|my|we|our)\b)|(?:(?:复查|检查|体检)(?:之?后)?|后来)(?:才|又)?(?:发现|确认|得知)[，,]?(?=我)|(?:(?:actually,? )?no(?:,? wait)?|nope|wait|hold on|oops|sorry|correction|不对|不是|错了|等等|等一下|说错了|抱歉|不好意思|更正(?:一下)?|纠正(?:一下)?)[,，!！:：]\s*(?=(?:i|my|we|our|the)\b|(?!(?:it|that|this|there|he|she|what|let)\b)(?-i:\p{Lu})\p{L}+['’]s \p{L}[\p{L} ]*? (?:is|are)\b|我|[^，,。是应改我正]{1,8}(?:是|在|改))(?!i (?:mean|meant|said|misspoke)\b|我(?:的意思|是说|想说|说错)))/iu;

/** What only leads over to what is told: "Great, …", "Big news: …", "And Bengt …", 好消息：…. Case tells a name. */
const LEAD_IN = new RegExp(
  [
    String.raw`^(?:[Gg]reat|[Pp]erfect|[Nn]ice|[Cc]ool|[Aa]wesome|[Ll]ovely|[Ww]onderful|[Gg]ood|[Aa]lright|[Dd]one|[Aa]nyway|[Aa]nyways)[,!]\s+(?=\p{L})`,
    String.raw`^(?:(?:[Oo]ne|[Aa]|[Ss]mall|[Qq]uick|[Ss]ome|[Mm]ore|[Bb]ig|[Gg]ood|[Gg]reat|[Bb]ad|[Ss]ad|[Ff]un|[Jj]ust|[Aa]nother)\s+){0,2}(?:[Nn]ews|[Cc]orrection|[Uu]pdate|[Ff]act|[Nn]ote|[Hh]eads[- ]up|[Tt]hing)\s*[:—–-]\s+(?=\p{L})`,
    String.raw`^(?:[Aa]nd|[Ss]o|[Aa]ctually|[Aa]lso|[Pp]lus|[Aa]nyway|[Bb]tw|[Bb]y the way),?\s+(?=(?:the|my|our|his|her|their)\s|\p{Lu}\p{Ll}+(?:['’]s)?\s)`,
    "^(?:好消息|坏消息|大消息|大新闻|新消息|更新(?:一下)?|补充(?:一下|一点)?|提醒一下|更正(?:一下)?|另外|还有|太好了|好极了|说起来|话说|总之)[，,：:！!]\\s*(?=\\p{Script=Han}|\\p{L})",
  ].join("|"),
  "u",
);

/** A sentence that lost its first words, with a capital, where its first word is one that any sentence may begin with. */
const capitalised = (text: string): string =>
  /^\p{Ll}[\p{Ll}'’]*(?=[\s,])/u.test(text) ? text[0]!.toUpperCase() + text.slice(1) : text;

/** The text without an opening that tells nothing ("Hi, …", "Big news: …", 你好，…). */
export function withoutOpening(text: string): string {
  let rest = text.trim();
  for (;;) {
    const greeted = rest.replace(OPENING, "").trim();
    const next = greeted === rest ? capitalised(rest.replace(LEAD_IN, "")) : greeted;
    if (next === "" || next === rest || (greeted === rest && !LEAD_IN.test(rest))) return rest;
    rest = next;
  }
}
