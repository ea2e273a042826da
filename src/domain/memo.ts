/** Readings kept at most; the statements around a new one are mostly those around the one before. */
const KEPT = 5_000;

/** A pure function of one text that remembers what it made of the last texts. */
export function memo<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, { made: T }>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found.made;
    if (known.size >= KEPT) known.clear();
    const made = make(text);
    known.set(text, { made });
    return made;
  };
}
