/** One line of JSON. */
export function json(value: unknown): string {
  return JSON.stringify(value);
}

/** `1 memory`, `2 memories`, `1,000 memories`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}

/** Bytes as people read them, in powers of 1,024. */
export function bytes(n: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  let value = n;
  let at = 0;
  while (value >= 1_024 && at < units.length - 1) {
    value /= 1_024;
    at++;
  }
  return at === 0 ? `${value} bytes` : `${value.toFixed(1)} ${units[at]}`;
}
