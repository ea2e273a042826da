/** What the user wishes they had not told, with "wipe it" said of it in the same breath; English and Chinese. */

const IT = "(?:it|that|this|them|those|all of (?:it|that|them))";
const WIPE = "(?:forget|unlearn|wipe|delete|remove|erase|scratch|drop|strike|purge|lose|get rid of)";
/** "Remove it", "and please wipe that from your memory". */
const ORDER = new RegExp(
  `^(?:(?:so|and|please|just|now|can you|could you|would you|you can|you should)[,\\s]+)*${WIPE} ${IT}(?:[,\\s]+(?:please|now|again|at once|(?:from|out of) (?:your|the) \\p{L}+))*[\\s.!?]*$`,
  "iu",
);
const ORDER_ZH =
  /^(?:请|麻烦|快|就|那?你|都)*(?:把(?:它|他|她|这个?|那个?|这些|这事|这条)(?:们|都|全|给我|从你?的?(?:脑子|记忆|记录)(?:里|中)?)*)?(?:忘了|忘掉|忘记|删了|删掉|删除|抹掉|抹去|清除|清掉|去掉)(?:它们?|这个?|这些|这事|这件事)?(?:吧|了)?[\s。！!]*$/u;

const HEADS: readonly RegExp[] = [
  /^(my .+?|the .+?|\p{Lu}\p{L}+) (?:is|are|was|were)(?:n['’]t| not)? (?:really |actually |any |of )*(?:none of your|your|no) (?:business|concern)(?: of yours)?$/iu,
  /^(my .+?) (?:is|are) (?:really |actually |a |something |very )*(?:private|secret|personal|not for you(?: to know)?|nothing you need to know)(?: matter| thing)?$/iu,
  /^i (?:should(?:n['’]t| not| never) have|wish i (?:hadn['’]t|had not|had never)|regret having) (?:told you|mentioned|shared|given you|said)(?: to you)?(?: about)? (.+)$/iu,
  /^(?:i regret|sorry for) (?:telling you|mentioning|sharing|giving you)(?: about)? (.+)$/iu,
  /^(?:please )?(?:let['’]s not|don['’]t|do not|stop|never) (?:talk(?:ing)? about|mention(?:ing)?|bring(?:ing)? up)(?: about)? (.+?)(?: again| any ?more| ever again)?$/iu,
  /^you (?:don['’]t|do not) need(?: to know)?(?: about)? (.+)$/iu,
];
const HEADS_ZH: readonly RegExp[] = [
  /^(?:你|请|以后)*(?:别|不要|不用|不许)再?(?:提起?|说|谈|问|讲)(.+?)了?$/u,
  /^我?(?:真|就)?不(?:该|应该|应当)(?:把)?(?:告诉你|跟你说|和你说|提)(.+?)的?$/u,
  /^我?(?:真|就)?不(?:该|应该|应当)把(.+?)(?:告诉你|说出来|说给你听)的?$/u,
  /^(.+?)(?:不关你的?事|(?:与|跟|和)你(?:无关|没关系)|是(?:我的)?(?:隐私|私事|秘密)|不用你(?:管|知道))$/u,
];
const JOINT = /[,，;；.。!！—–]\s*|\s+(?=(?:and|so) )/u;

/** What "my salary is none of your business, wipe it" and 别再提我的工资了，忘了它 want gone, in the user's words; else null. */
export function disowned(text: string): string | null {
  const plain = text.trim();
  for (const joint of plain.matchAll(new RegExp(JOINT, "gu"))) {
    const order = plain.slice(joint.index + joint[0].length).trim();
    if (!ORDER.test(order) && !ORDER_ZH.test(order)) continue;
    const head = plain.slice(0, joint.index).trim();
    const what = [...HEADS, ...HEADS_ZH].map((one) => one.exec(head)?.[1]).find((one) => one !== undefined);
    if (what !== undefined) return what;
  }
  return null;
}

/** True for "Remove it." and 删了吧: an order whose object stands before it. */
export const isBareOrder = (sentence: string): boolean => ORDER.test(sentence) || ORDER_ZH.test(sentence);
