/** Controls, marks without width and marks that turn the direction of writing: nothing a reader sees, and a hiding place. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
/** Emoji are joined by this one. */
const JOINER = "\u200D";
const SEEN = new Set([JOINER, "\n", "\t"]);
const STRAY_JOINER = new RegExp(
  `(?<!\\p{Extended_Pictographic}\\uFE0F?)${JOINER}|${JOINER}(?!\\p{Extended_Pictographic})`,
  "gu",
);

/** The text without what nobody sees of it; line breaks and tabs stay. */
export function unseenOut(text: string): string {
  return text.replace(UNSEEN, (mark) => (SEEN.has(mark) ? mark : "")).replace(STRAY_JOINER, "");
}

/** Most English text: nothing to fold, to leave out or to escape. */
const PLAIN = /^[!-%'-;=-~]+(?: [!-%'-;=-~]+)*$/;
/** Whatever a model might take for a frame: any bracket before the word, also a wide one or the escaped form. */
const FRAME = /(?:[<\uFF1C\uFE64\u2039\u3008]|&lt;|&#0*60;|&#x0*3c;)(?=[\s/\uFF0F\\]*(?:memor|tool_result))/giu;

/** The text with nothing in it that can close or open a frame. */
export function unframed(text: string): string {
  return text.replace(FRAME, "(");
}

/** One line: white space folded, nothing unseen, and nothing in it can close or open the block. */
export function asData(text: string): string {
  if (PLAIN.test(text)) return text;
  return unframed(unseenOut(text.replace(/\s+/gu, " "))).trim();
}
