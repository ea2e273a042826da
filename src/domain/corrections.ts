/** What the user takes back or puts right, English and Chinese. */

const RETRACTS: readonly RegExp[] = [
  /^(?:please\s+|pls\s+|(?:can|could|would) you (?:please )?|and\s+|also\s+|actually,?\s+|no,?\s+)*(?:forget|erase|delete|remove|discard|drop|don['’]t (?:remember|store|keep|save)|stop remembering)\s+(?:about\s+)?(?:(?:the fact |what i said about |what you know about |the memory |my memory |everything about |the note )(?:that |about |of )?|that\s+|(?=my\b))(.+?)[.!]*$/iu,
  /^(?:请|麻烦|帮我|你|您|那就|还是|把)*(?:忘掉|忘记|忘了吧?|删掉|删除|去掉|不要再?记(?:住|得)?|别再?记(?:住|得)?)(?:关于|我说(?:过)?的?|之前说的|那条|有关)?[：:，,]?(.+?)(?:的?(?:事|事情|那件事|这件事|记忆|记录|信息|内容))?(?:吧|了)?[。.！!]*$/u,
];
/** "Never mind", "forget it": not about a memory. */
const EMPTY_RETRACT = /^(?:it|that|about it|this|everything i said|them|previous instructions|它|这个?|那个?|了|吧)$/iu;

/** What the user wants forgotten, in their words; `null` when nothing. */
export function retraction(sentence: string): string | null {
  for (const pattern of RETRACTS) {
    const match = pattern.exec(sentence.trim());
    if (match?.[1] !== undefined && !EMPTY_RETRACT.test(match[1].trim())) return match[1].trim();
  }
  return null;
}

const CORRECTS: readonly RegExp[] = [
  /^(?:no|nope|sorry|wait|oops|hold on|actually|correction|i misspoke)?[,.!\s—–:-]*(?:sorry|wait|actually)?[,\s]*(?:i meant(?: to say)?|i mean|make (?:that|it)|it should (?:be|say|have been)|i should have said|the correct (?:one|value|answer) is|it['’]s actually|that should be)\s+(.+?)[.!]*$/iu,
  /^(?:no|nope|sorry|wait|actually|correction)[,.!\s]+(?:it['’]s\s+)?not\s+[^,;]+[,;]\s*(?:but\s+|it['’]s\s+)?(.+?)[.!]*$/iu,
  /^correction[:,]\s*(.+?)[.!]*$/iu,
  /^(?:不对|不是|错了|说错了|我说错了|等等|更正(?:一下)?|纠正(?:一下)?|抱歉|不好意思)*[，,。：:\s]*(?:我的意思是|我是说|我想说的是|应该是|应当是|正确的是|改成|改为)(.+?)[。.！!]*$/u,
  /^(?:不对|错了|说错了|我说错了)[，,：:\s]*(?:不是[^，,]+[，,]\s*)?(?:而?是)(.+?)[。.！!]*$/u,
];

/** What the user puts in place of what they said just before ("no, I meant Bergen"); `null` when it is no correction. */
export function correction(sentence: string): string | null {
  for (const pattern of CORRECTS) {
    const match = pattern.exec(sentence.trim());
    if (match?.[1] !== undefined) return match[1].trim();
  }
  return null;
}
