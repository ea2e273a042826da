/** How people type in a hurry and talk into a microphone, put as one would write it, so that one set of rules reads both. */

const CHAT_SPELLING: readonly (readonly [RegExp, string])[] = [
  [/\bu\b/giu, "you"],
  [/\br\b(?= (?:you|we|they|the)\b)|(?<=\b(?:you|we|they) )r\b/giu, "are"],
  [/\bur\b/giu, "your"],
  [/\b(?:pls|plz|plse)\b/giu, "please"],
  [/\bwat\b/giu, "what"],
  [/\bhwo\b(?= (?:do|can|to|is|are|much|many|long)\b)/giu, "how"],
  [/\bim\b/giu, "I'm"],
  [/\bive\b/giu, "I've"],
  [/\b(do|does|did|is|are|was|were|ca|wo|has|have|should|could|would)nt\b/giu, "$1n't"],
  [/\b(?:thyre|theyre)\b/giu, "they're"],
  [/\b(?:gonna)\b/giu, "going to"],
  [/\bwanna\b/giu, "want to"],
  [/\bgotta\b/giu, "have to"],
  [/\bi\b(?=['’ ])/gu, "I"],
];

/** Sounds and phrases that open speech and carry nothing. */
const SPOKEN =
  /^(?:(?:um+|uh+|er+m?|hmm*|oh|yeah|yep|yes|okay|ok|so|well|right|like|basically|anyway|listen|look|alright|also|and|btw|by the way|actually|you know|i mean|i just wanted to (?:tell you|say|let you know)(?: that)?|just (?:to|wanted to) (?:tell you|let you know)(?: that)?|i wanted to (?:tell you|say|mention)(?: that)?)[\s,.…—-]+|(?:呃|额|嗯|啊|哦|唉|诶|那个|这个(?=我)|就是(?!说)|然后(?=我)|话说|对了|我就?是?想说(?:一下)?|我(?:就是)?(?:想)?跟你说(?:一下|一声)?(?:啊|哈|呀)?|跟你说(?:一下|一声)?(?:啊|哈|呀)?)[，,、…\s]*)+/iu;

/** "Um", 呃 in the middle of a sentence. */
const HESITATION = /(?<=[\s,])(?:um+|uh+|er+m?)(?=[\s,])[,]?\s?|呃+[，,]?/giu;

/** The text with chat spelling written out, and without the sounds speech opens with; as it was when that is all there is. */
export function plainly(text: string): string {
  let plain = text.trim();
  for (const [pattern, words] of CHAT_SPELLING) plain = plain.replace(pattern, words);
  const rest = plain.replace(HESITATION, "").replace(SPOKEN, "").trim();
  return /[\p{L}\p{N}]/u.test(rest) ? rest : plain;
}

/** Words whose loss could hurt, known also with one slip of the keyboard. */
const WEIGHTY =
  "allergic allergies allergy vegetarian diabetic diabetes epileptic pregnant penicillin birthday asthmatic medication intolerant".split(
    " ",
  );

/** True when `b` is `a` with one letter lost, doubled, wrong, or two neighbours swapped. */
function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false;
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  if (a.length === b.length)
    return (
      a.slice(i + 1) === b.slice(i + 1) || (a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2))
    );
  return a.length > b.length ? a.slice(i + 1) === b.slice(i) : a.slice(i) === b.slice(i + 1);
}

/** The text with misspelt weighty words put right: "alergic to penicilin" is as grave as the words it means. */
export function withSlipsMended(text: string): string {
  return text.replace(/\p{L}{6,}/gu, (word) => {
    const lower = word.toLowerCase();
    if (WEIGHTY.includes(lower)) return word;
    return WEIGHTY.find((right) => isOneSlip(right, lower)) ?? word;
  });
}
