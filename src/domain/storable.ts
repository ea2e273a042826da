/** Text as every store takes it. */

/**
 * Controls but tab and line ends, halves of surrogate pairs, marks that turn the direction of writing, byte order marks and
 * noncharacters. Nobody sees them; Postgres refuses a NUL, Qdrant and Redis change half a pair, SQLite keeps them all, and
 * a turned direction shows another text than is stored.
 */
const UNSTORABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/gu;
/** These part words. */
const SPACES = /[\v\f\u0085]/gu;

/** The text without what no store should hold; as it was where there is none. */
export function storable(text: string): string {
  return text.replace(SPACES, " ").replace(UNSTORABLE, "");
}

/** The same in all texts of a value, keys too. */
export function storableDeep<T>(value: T): T {
  const walk = (one: unknown): unknown => {
    if (typeof one === "string") return storable(one);
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [storable(key), walk(inner)]));
  };
  return walk(value) as T;
}
