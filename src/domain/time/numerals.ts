/** Numbers in words, English and Chinese, as far as people count days and years. */

const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety";
const ORDINALS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth";

/** English number words: 0 … 19 and the tens. */
export const ENGLISH_NUMBERS: ReadonlyMap<string, number> = new Map([
  ...ONES.split(" ").map((word, n): [string, number] => [word, n]),
  ...TENS.split(" ").map((word, n): [string, number] => [word, (n + 2) * 10]),
]);

/** English ordinal words: 1 … 20 and 30. */
export const ENGLISH_ORDINALS: ReadonlyMap<string, number> = new Map([
  ...ORDINALS.split(" ").map((word, n): [string, number] => [word, n + 1]),
  ["thirtieth", 30],
]);

const HAN_DIGITS = "零一二三四五六七八九";
const HAN_VALUES: ReadonlyMap<string, number> = new Map([
  ...Array.from(HAN_DIGITS, (digit, n): [string, number] => [digit, n]),
  ["〇", 0],
  ["两", 2],
]);
const HAN_UNITS: ReadonlyMap<string, number> = new Map([
  ["十", 10],
  ["百", 100],
]);

/** The characters of a Chinese or Arabic number below a thousand, for building patterns. */
export const HAN_NUMBER = "[0-9零〇一二两三四五六七八九十百廿卅]";

/**
 * The value of a Chinese or Arabic number: `29`, 二十九, 廿九, 一百零五, 两, or digit by digit as years are read (二零二三).
 * Null where it is none or of a thousand and more, years apart.
 */
export function hanNumber(text: string): number | null {
  if (/^\d{1,4}$/u.test(text)) return Number(text);
  const written = text.replace(/廿/gu, "二十").replace(/卅/gu, "三十");
  const characters = Array.from(written);
  if (characters.length === 0) return null;
  if (characters.every((c) => HAN_VALUES.has(c))) {
    if (characters.length > 1 && characters.includes("两")) return null;
    return characters.length > 4 ? null : characters.reduce((sum, c) => sum * 10 + (HAN_VALUES.get(c) ?? 0), 0);
  }
  let total = 0;
  let digit: number | null = null;
  let below = 1_000;
  for (const c of characters) {
    const unit = HAN_UNITS.get(c);
    const value = HAN_VALUES.get(c);
    if (unit !== undefined) {
      if (unit >= below) return null;
      total += (digit ?? 1) * unit;
      digit = null;
      below = unit;
    } else if (value !== undefined && digit === null) digit = value === 0 ? null : value;
    else return null;
  }
  return total + (digit ?? 0);
}
