/** What a text holds: one JSON object, none, or several that say different things. */
export type FoundJson = { found: true; value: unknown } | { found: false; why: string };

const THOUGHT = /^\s*<think(?:ing)?>.*?<\/think(?:ing)?>/isu;
const FENCE = /```[a-z]*\s*\n(.*?)\n?\s*```/gisu;

function parsed(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** End (exclusive) of the object that starts at `start`, strings and escapes heeded; −1 when it never closes. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return at + 1;
  }
  return -1;
}

/**
 * The JSON object of a model's answer: the whole text, or the one object that stands in it, fenced or among prose, with
 * a leading `<think>` block left out. Broken JSON is not mended and of several different objects none is chosen: a guess
 * would put something in a memory that nobody said.
 */
export function findJson(text: string): FoundJson {
  const body = text
    .replace(/^\uFEFF/u, "")
    .replace(THOUGHT, "")
    .trim();
  if (body === "") return { found: false, why: "the answer was empty" };
  const whole = parsed(body);
  if (whole !== null && typeof whole.value === "object") return { found: true, value: whole.value };
  const fences = Array.from(body.matchAll(FENCE), (match) => parsed(match[1]!)).filter((block) => block !== null);
  if (fences.length === 1) return { found: true, value: fences[0]!.value };
  const objects = new Map<string, unknown>();
  let broken = false;
  for (let at = body.indexOf("{"); at >= 0; ) {
    const end = endOfObject(body, at);
    const candidate = end < 0 ? null : parsed(body.slice(at, end));
    if (candidate === null) broken = true;
    else objects.set(JSON.stringify(candidate.value), candidate.value);
    if (end < 0) break; // never closes: what is inside it is a fragment, not an answer
    at = body.indexOf("{", end);
  }
  const [value] = objects.values();
  if (objects.size === 1) return { found: true, value };
  if (objects.size > 1) return { found: false, why: `the answer holds ${objects.size} different JSON objects` };
  return { found: false, why: broken ? "the answer is not valid JSON" : "the answer holds no JSON object" };
}
