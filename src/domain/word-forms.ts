/**
 * Other ways in which the words of a text are written, so that a search finds them although a memory has them otherwise:
 * codes without their joiners, parts of words that run together, figures without separators, the end of a long number.
 * They stand beside the words in the index and in a query, so what is written the same way still matches best.
 */

/** A code with joiners: E-47, ORD-2024-118. */
const JOINED_CODE = /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}_-]*\d)[a-z]+(?:[-_][a-z0-9]+)+(?![\p{L}\p{N}_-])/giu;
/** A word with a capital inside: armController, HTTPServer. */
const CAPITAL_INSIDE = /[A-Za-z0-9]*(?:[a-z][A-Z]|[A-Z]{2}[a-z])[A-Za-z0-9]*/g;
const BEFORE_CAPITAL = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;
/** Letters and figures run together: Moorhuhn5G, DE7741XK9. */
const MIXED = /(?<![\p{L}\p{N}])(?=[a-z0-9]*[a-z])(?=[a-z0-9]*\d)[a-z0-9]+(?![\p{L}\p{N}])/giu;
/** Figures in groups of three, apart from those with commas, which all texts are read without: 1.240, 1'240. */
const GROUPED = /(?<![\p{N}.,'’])\d{1,3}(?:[.'’\u00a0\u202f]\d{3})+(?![\p{N}]|[.'’]\d)/gu;

/** Letters from which a part is a word by itself: "arm", but not the "i" of iPhone; more beside figures, where `kl` names no thing. */
const LEAST_PART = 3;
const LEAST_BESIDE_FIGURES = 4;
const LEAST_FIGURES = 3;

/** Words that a text holds in another form, as they would be written by themselves. */
export function otherForms(text: string): string[] {
  const found: string[] = [];
  if (/[a-z][A-Z]|[A-Z]{2}[a-z]/.test(text))
    for (const [word] of text.matchAll(CAPITAL_INSIDE)) {
      const parts = word.split(BEFORE_CAPITAL);
      if (parts.length > 1 && parts.every((part) => part.length >= LEAST_PART)) found.push(...parts);
    }
  if (!/\d/.test(text)) return found;
  for (const [code] of text.matchAll(JOINED_CODE)) found.push(code.replace(/[-_]/g, ""));
  for (const [word] of text.matchAll(MIXED)) {
    found.push(...(word.match(/[a-z]+/gi) ?? []).filter((part) => part.length >= LEAST_BESIDE_FIGURES));
    // at the end they are the code's own parts already
    found.push(...(word.match(/\d+(?=[a-z])/gi) ?? []).filter((part) => part.length >= LEAST_FIGURES));
  }
  for (const [figure] of text.matchAll(GROUPED)) found.push(figure.replace(/\D/gu, ""));
  return found;
}

/** Figures with commas between their thousands: 1,240. Three figures in front may also be a list: 101,102. */
const THOUSANDS = /(?<![\p{N}.,])\d{1,3}(?:,\d{3})+(?!\d|,\d)/gu;

/** The text with 1,240 as 1240; what may be a list besides as it was. */
export function withoutSeparators(text: string): string {
  if (!/\d,\d{3}/.test(text)) return text;
  return text.replace(THOUSANDS, (figure) => {
    const whole = figure.replaceAll(",", "");
    return figure.indexOf(",") === 3 ? `${whole} ${figure}` : whole;
  });
}

/** A phone, card or account number. */
const LONG_NUMBER = /(?<![\p{N}.])\d{7,}(?![\p{N}])/gu;
const FOUR = /(?<![\p{N}.,:/-])\d{4}(?![\p{N}]|[.,:/-]\d)/gu;
const LOOKS_LIKE_A_YEAR = /^(?:19|20)/;
const SAYS_TAIL = /尾号|[后末]四位|末尾|结尾|\bend(?:s|ing)? (?:in|with)\b|\blast (?:four|4)\b/iu;

const tail = (figures: string): string => `~${figures.slice(-4)}`;

/** Terms for the last four figures of the long numbers in a memory, which numbers are spoken of by: 尾号8000. */
export function tailsOf(text: string): string[] {
  return Array.from(text.matchAll(LONG_NUMBER), ([number]) => tail(number));
}

/** The same terms for the four figures a question names; a year only where it says that it means the end of a number. */
export function tailsAsked(text: string): string[] {
  const named = Array.from(text.matchAll(FOUR), ([figures]) => figures);
  return named.filter((figures) => !LOOKS_LIKE_A_YEAR.test(figures) || SAYS_TAIL.test(text)).map(tail);
}
