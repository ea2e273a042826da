/** Longest text of a tool that stands in a record as it is, in UTF-16 units; of a longer one a summary does, and a reference. */
export const BULKY = 4_000;

/** Longest summary, in UTF-16 units: what an episode's step holds. */
const LONGEST = 1_500;
/** Longest value of a field within one. */
const LONGEST_VALUE = 120;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const short = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

/** A value with long texts cut, lists shown by their beginning and their length, down to a depth. */
function outline(value: unknown, depth: number): unknown {
  if (typeof value === "string") return short(value, LONGEST_VALUE);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const shown = depth === 0 ? [] : value.slice(0, 3).map((one: unknown) => outline(one, depth - 1));
    return value.length > shown.length ? [...shown, `… +${value.length - shown.length}`] : shown;
  }
  if (depth === 0) return "{…}";
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, outline(one, depth - 1)]));
}

/** Where an element that shows nothing ends: at its closing tag, else at the end of the page. */
function endOf(text: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, "giu");
  closing.lastIndex = from;
  return closing.exec(text)?.index ?? text.length;
}

/** The readable text of a page: no scripts, styles and tags. One pass, since pages come from anywhere. */
function withoutMarkup(text: string): string {
  if (!/^\s*<(?:!doctype|html|\?xml|body|div|head)\b/iu.test(text.slice(0, 200))) return text;
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf("<", at);
    const until = open === -1 ? text.length : open;
    const said = text.slice(at, until).replace(/\s+/gu, " ").trim();
    if (said !== "") parts.push(said);
    if (open === -1) break;
    const close = text.indexOf(">", open);
    if (close === -1) break;
    const tag = text.slice(open + 1, open + 7).toLowerCase();
    const hidden = ["script", "style"].find((name) => tag.startsWith(name));
    at = hidden === undefined ? close + 1 : endOf(text, hidden, close + 1);
  }
  return parts.join("\n");
}

/**
 * What a tool returned, in brief: the outline of JSON (beginnings of lists with their length, long values cut), of a page its
 * readable text, of any other text its beginning and its end, where results and errors stand. Same language, no words of ours.
 */
export function outputSummary(text: string): string {
  return brief(text).toWellFormed(); // what is cut may end in half a character
}

function brief(text: string): string {
  const json = parsed(text);
  if (typeof json === "object" && json !== null) {
    for (const depth of [4, 3, 2, 1]) {
      const made = JSON.stringify(outline(json, depth));
      if (made.length <= LONGEST) return made;
    }
    return short(JSON.stringify(outline(json, 1)), LONGEST);
  }
  const readable = withoutMarkup(text);
  if (readable.length <= LONGEST) return readable;
  const end = Math.floor(LONGEST / 4);
  return `${readable.slice(0, LONGEST - end)}\n…\n${readable.slice(-end)}`;
}
