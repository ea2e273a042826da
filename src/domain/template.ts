import { HindsightError } from "./errors.ts";

const MARK = /\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/gu;

/**
 * The text with every `{{name}}` replaced by its value. Values are put in as they are: marks inside a value stay text.
 * @throws HindsightError INVALID_INPUT for a mark without a value, or a value without a mark.
 */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  const marks = new Set(Array.from(text.matchAll(MARK), (match) => match[1]!));
  const missing = Array.from(marks).filter((name) => !Object.hasOwn(values, name));
  const unknown = Object.keys(values).filter((name) => !marks.has(name));
  if (missing.length > 0 || unknown.length > 0) {
    const parts = [
      missing.length > 0 ? `no value for ${missing.map((name) => `{{${name}}}`).join(", ")}` : "",
      unknown.length > 0 ? `no mark for ${unknown.join(", ")}` : "",
    ];
    throw new HindsightError(
      "INVALID_INPUT",
      `prompt template: ${parts.filter(Boolean).join("; ")}`,
      "Make the marks in the prompt file and the values passed to fill() agree.",
    );
  }
  return text.replace(MARK, (_, name: string) => values[name]!);
}
