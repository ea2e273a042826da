/** Splitting running text into sentences, English and Chinese. Nothing is lost: the pieces hold every character but outer space. */

const ABBREVIATION =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|sr|jr|vs|etc|e\.g|i\.e|approx|no|vol|fig|dept|inc|ltd|co|a\.m|p\.m|u\.s|u\.k|\p{Lu})\.$/iu;
/** A full stop of either script with what closes after it. */
const STOP = /(?:[.!?]+|[。！？…]+)["'”’」』)）\]]*/gu;
/** Words that begin a sentence also in chat, where nobody writes capitals. */
const BEGINS_SMALL = /^\s+(?:i|i['’](?:m|ve|d|ll)|my|we|our|he|she|it|they|thanks?|thx|ok|okay|cheers)\b/u;
const WIDE = /[。！？]/u;
const LIST_LINE = /^\s*(?:[-*•–]|\d{1,2}[.)、]|[（(]\d{1,2}[)）])\s*\S/u;

/** True when the text is laid out: lists, code, tables; such text is kept in one piece. */
export function isLaidOut(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (/```|^\s*\|.*\|\s*$/mu.test(text)) return true;
  return lines.filter((line) => LIST_LINE.test(line)).length >= 2;
}

function endsSentence(text: string, start: number, end: number): boolean {
  const stop = text.slice(start, end);
  if (WIDE.test(stop)) return true;
  const rest = text.slice(end);
  if (rest === "") return true;
  if (/^…+$/u.test(stop)) return /^\s+\p{Lu}/u.test(rest);
  if (!/^\s/u.test(rest) && !/^\p{Script=Han}/u.test(rest)) return false; // 3.5, a.ts, example.org
  if (/^[!?]/u.test(stop)) return true;
  if (/^\.{2,}/u.test(stop)) return /^\s+\p{Lu}/u.test(rest);
  return !ABBREVIATION.test(text.slice(0, start + 1)) && (!/^\s+\p{Ll}/u.test(rest) || BEGINS_SMALL.test(rest));
}

function* pieces(line: string): Generator<string> {
  let from = 0;
  for (const match of line.matchAll(STOP)) {
    const end = match.index + match[0].length;
    if (!endsSentence(line, match.index, end)) continue;
    yield line.slice(from, end);
    from = end;
  }
  yield line.slice(from);
}

/** The sentences of a text in order, each trimmed and not empty. Line ends end a sentence. */
export function sentences(text: string): string[] {
  return text
    .split(/\r?\n+/u)
    .flatMap((line) => Array.from(pieces(line)))
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
}

/** Sentences as running text again: Chinese ones follow each other without a space. */
export function asText(pieces: readonly string[]): string {
  return pieces.reduce((text, piece) => {
    const close = text === "" || piece === "" || /[\p{Script=Han}。！？…，；：”』」）]$/u.test(text);
    return close ? text + piece : `${text} ${piece}`;
  }, "");
}

/** The first of them; empty where there is none. */
export function firstSentence(text: string): string {
  for (const line of text.split(/\r?\n+/u))
    for (const piece of pieces(line)) {
      const sentence = piece.trim();
      if (sentence !== "") return sentence;
    }
  return "";
}

const QUESTION_MARK = /[?？]["'”’」』)）\]]*$/u;
const ENGLISH_ASKS =
  /^(?:(?:and|but|so|ok|okay|well|hey|hi|please|also|then)[,\s]+)*(?:what|who|whom|whose|which|when|where|why|how|is|are|was|were|am|do|does|did|can|could|would|will|shall|should|may|might|have|has|had|isn't|aren't|don't|doesn't|didn't|can't|couldn't|won't|wouldn't|shouldn't)(?:'s|'re|'d)?\s+\S/iu;
const INVERTED =
  /^\S+\s+(?:i|you|we|they|he|she|it|there|this|that|these|those|the|my|your|our|any|anyone|someone)\b/iu;
const CHINESE_ASKS =
  /(?:吗|呢|么|没有|是不是|对不对|好不好|行不行)[。.！!~～]*$|^(?:请问|为什么|怎么|什么|谁|哪|几|多少|是否|能否|可否|能不能|可不可以|会不会|有没有)/u;
const CHINESE_ASKS_INSIDE =
  /(?:什么|怎么样|怎样|怎么|哪里|哪儿|哪个|哪些|哪家|为什么|多少|几点|几个|是不是|能不能|可不可以|会不会|有没有|要不要|应该知道)/u;
/** Words that make an inner question word part of a statement: 我知道怎么…, 不管什么…. */
const CHINESE_TELLS = /(?:知道|不管|无论|随便|告诉|记得|忘了|明白|任何|没什么|不怎么|什么都|哪里都|谁都|怎么都)/u;

/** True when a sentence asks rather than tells, with or without its question mark. */
export function isQuestion(sentence: string): boolean {
  const text = sentence.trim();
  if (QUESTION_MARK.test(text)) return true;
  if (/^(?:what|who|whom|whose|which|when|where|why|how)\b/iu.test(text) && ENGLISH_ASKS.test(text))
    return (
      !/^(?:when|where|whatever|whenever|what|how)\b[^,]*,/iu.test(text) &&
      !/^(?:when|where|how|what|why) (?:i|my|we|our|he|she|they)\b|^what an?\b/iu.test(text) // "When I was a child …"
    );
  if (
    ENGLISH_ASKS.test(text) &&
    INVERTED.test(text.replace(/^(?:(?:and|but|so|ok|okay|well|hey|hi|please|also|then)[,\s]+)+/iu, ""))
  )
    return !/^(?:have|had|do|may)\s+(?:the|my|any|a)\b/iu.test(text);
  if (/\p{Script=Han}/u.test(text)) {
    if (CHINESE_ASKS.test(text)) return !/(?:还没有|没有)[。.！!]*$/u.test(text) || /有没有/u.test(text);
    return CHINESE_ASKS_INSIDE.test(text) && !CHINESE_TELLS.test(text);
  }
  return false;
}
