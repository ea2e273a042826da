/**
 * Microseconds since 1970 of a point in time as Qdrant reads it: RFC 3339, or without a zone (then UTC), with a blank
 * for the T, without seconds, or the date alone (`DateTimeWrapper::from_str`, lib/segment/src/types.rs).
 * `undefined` for anything else.
 */
export function microseconds(text: string): number | undefined {
  const parts =
    /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/.exec(
      text,
    );
  if (!parts) return undefined;
  const [, year, month, day, hour = "00", minute = "00", second = "00", fraction = "", zone = "Z"] = parts;
  const milliseconds = Date.UTC(+year!, +month! - 1, +day!, +hour, +minute, +second);
  const date = new Date(milliseconds);
  if (date.getUTCMonth() !== +month! - 1 || date.getUTCDate() !== +day! || +hour > 23 || +minute > 59 || +second > 59)
    return undefined;
  return milliseconds * 1000 + Number(fraction.padEnd(6, "0").slice(0, 6)) - minutesOf(zone) * 60_000_000;
}

function minutesOf(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const digits = zone.replaceAll(/\D/g, "");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0);
  return zone.startsWith("-") ? -minutes : minutes;
}
