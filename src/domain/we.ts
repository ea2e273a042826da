/**
 * What "we" say is true of the user: "We live in Bergen" is read as "I live in Bergen". Null where it is not true of one
 * alone ("we met", "we are two"), or said to the listener ("shall we", "let's", 我们走吧).
 */

const TOGETHER =
  /\b(?:let['’]s|shall we|should we|we (?:should|could|shall|might|can)\b(?! not)|(?:both|all|some|each|one|none|neither|two|three|four|most|many) of us|we (?:all|both|two|three|each)|the (?:two|three|four) of us|we (?:met|meet|separated|split up|broke up|divorced|agree[ds]?|disagree[ds]?|argue[ds]?|fight|fought|talked|spoke|chatted|know each other)|each other|one another|together)\b|\b(?:we['’]re|we are|we were|we will be|we have been|we['’]ve been)\s+(?:also |now |still |just |only )*(?:an?|the|two|three|four|five|six|\d+|both|all|friends|neighbou?rs|colleagues|partners|siblings|sisters|brothers|parents|twins|\p{L}+(?:ers|ists|ians|ans|ents))\b/iu;
const ENGLISH: readonly [RegExp, string][] = [
  [/\bwe['’]re\b/giu, "I'm"],
  [/\bwe['’](ve|d|ll)\b/giu, "I'$1"],
  [/\bwe are\b/giu, "I am"],
  [/\bwe aren['’]t\b/giu, "I'm not"],
  [/\bwe were\b/giu, "I was"],
  [/\bwe weren['’]t\b/giu, "I wasn't"],
  [/\bwe\b/giu, "I"],
  [/\bours\b/giu, "mine"],
  [/\bourselves\b/giu, "myself"],
];
const OUR = /\b(o)ur\b/giu;
const US = /\bus\b/gu;

const TOGETHER_ZH =
  /(?:我们|咱们?)(?:俩|两个?|三个?|几个|都|全|一起|互相|彼此|之间|应该|可以|要不|来|去.*吧|还是|先|再|就)|吧[。！!]*$|(?:我们|咱们?)(?:见面|认识|分手|离婚|吵架|聊)|(?:我们|咱们?)是(?:一对|夫妻|朋友|同学|同事|邻居|[两二三四五六七八九十\d])/u;

/** The sentence with "I" for "we"; as it was where it speaks of no "we", null where that would not be true. */
export function asOne(sentence: string): string | null {
  if (/我们|咱/u.test(sentence)) {
    if (TOGETHER_ZH.test(sentence)) return null;
    return sentence.replace(/(?:我们|咱们?)(?:家)?的/gu, "我的").replace(/(?:我们|咱们?)(?:一家人?)?/gu, "我");
  }
  if (!/\b(?:we|us|our|ours|ourselves|we['’]\p{L}+|let['’]s)\b/iu.test(sentence)) return sentence;
  if (TOGETHER.test(sentence)) return null;
  let made = sentence.replace(OUR, (_, letter: string) => (letter === "O" ? "My" : "my")).replace(US, "me");
  for (const [words, one] of ENGLISH) made = made.replace(words, one);
  return made;
}
