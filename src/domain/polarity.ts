/** Whether a text denies what it says, English and Chinese. */

const ENGLISH =
  /(?<!\b(?:is|am|are|was|get|got|getting|[’']m|not) )\bused to(?= \p{L})|\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|hardly|stopped|quit|gave up)\b|n['’]t\b/giu;
/** 不 and 没 as a denial, not as part of 不过, 不错, 不但 … */
const CHINESE =
  /不(?!过(?!敏)|错|但|仅|同|久|少|断|论|管|得不|客气|好意思)|没(?!关系|事|问题)|未(?!来)|无(?!论|线|人机|锡)|别(?!人|的|墅|名)|戒(?!指)|非(?!常|洲)|(?<=用户|我)(?:以前|从前|曾经?)(?!的)/gu;

/** How many denials the text holds. */
export function negations(text: string): number {
  return (text.match(ENGLISH)?.length ?? 0) + (text.match(CHINESE)?.length ?? 0);
}

const LIKES =
  /\b(?:likes?|loves?|enjoys?|adores?|prefers?|fond of|fan of|favou?rites?)\b|喜欢|喜爱|热爱|最爱|偏好|爱吃|爱喝|爱看|爱玩/iu;
const DISLIKES =
  /\b(?:hates?|dislikes?|detests?|loathes?|avoids?|can['’]?t stand|cannot stand|despises?)\b|讨厌|厌恶|反感|受不了|拒绝/iu;

/** 1 for a liking, −1 for an aversion or a denied liking, 0 when the text holds neither. */
export function attitude(text: string): -1 | 0 | 1 {
  const denied = negations(text) % 2 === 1;
  if (DISLIKES.test(text)) return denied && !/\b(?:can['’]?t|cannot) stand\b|受不了/iu.test(text) ? 1 : -1;
  if (LIKES.test(text)) return denied ? -1 : 1;
  return 0;
}
