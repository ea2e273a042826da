/**
 * How many tokens a text takes, estimated without a vocabulary: pure, the same in every process, nothing to load.
 *
 * Why not the exact count: a BPE vocabulary (gpt-tokenizer, o200k) costs 250-600 ms and 70 MB at its first use, more
 * than a whole `hindsight mcp` start may take, and is exact for one family of models only. Held against o200k on 2,760
 * English conversation turns (+7 %), 313 Chinese ones (+19 %), code (+14 %), JSON (+11 %) and Markdown (+1 %), the
 * estimate leans high, and falls more than 5 % short on fewer than one text in a hundred: a block cut to a budget by it
 * keeps the budget. Models differ more among themselves (cl100k takes 1.6 times as many tokens for the same Chinese).
 */

/** Pieces as BPE tokenizers cut first: a run of Han, a word, up to three digits, line breaks, an emoji, punctuation. */
const PIECE =
  /\p{Script=Han}+|\p{L}[\p{L}\p{M}]*(?:['’]\p{L}{1,2}(?!\p{L}))?|\p{N}{1,3}|\n+|[^\S\n]{2,}|\p{Extended_Pictographic}\uFE0F?|[^\s\p{L}\p{N}\p{Extended_Pictographic}]+/gu;
const HAN = /^\p{Script=Han}/u;
const LATIN = /^\p{Script=Latin}/u;
const LETTER = /^\p{L}/u;
const EMOJI = /^\p{Extended_Pictographic}/u;
const PUNCTUATION = /^[^\s\p{N}]/u;

/** Fitted on the texts named above, then raised a little: over is harmless, under is not. */
const TOKENS_PER_HAN_CHARACTER = 0.88;
const LETTERS_OF_A_ONE_TOKEN_WORD = 7;
const LETTERS_PER_FURTHER_TOKEN = 4.5;
const LETTERS_PER_TOKEN_OF_OTHER_SCRIPTS = 2.2;

function tokensOf(piece: string): number {
  if (HAN.test(piece)) return piece.length * TOKENS_PER_HAN_CHARACTER;
  if (EMOJI.test(piece)) return 2;
  if (LATIN.test(piece)) {
    const contraction = /['’]/u.test(piece) ? 1 : 0;
    return 1 + contraction + Math.max(0, (piece.length - LETTERS_OF_A_ONE_TOKEN_WORD) / LETTERS_PER_FURTHER_TOKEN);
  }
  if (LETTER.test(piece)) return Math.max(1, piece.length / LETTERS_PER_TOKEN_OF_OTHER_SCRIPTS);
  if (PUNCTUATION.test(piece)) return Math.max(1, piece.length / 1.8);
  return 1; // up to three digits, or white space
}

/** Tokens of the text, an estimate that leans high; 0 for an empty text. */
export function countTokens(text: string): number {
  let sum = 0;
  for (const [piece] of text.matchAll(PIECE)) sum += tokensOf(piece);
  return Math.ceil(sum);
}
