import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outputSummary } from "../../src/domain/output.ts";

describe("B8: what a tool returned, in brief", () => {
  it("of JSON its outline: fields, beginnings of lists and how many follow", () => {
    const rows = Array.from({ length: 40 }, (_, i) => ({ id: i, name: `Row ${i}`, text: "很长".repeat(200) }));
    const made = outputSummary(JSON.stringify({ total: 40, rows }));
    expect(JSON.parse(made)).toMatchObject({ total: 40, rows: [{ id: 0, name: "Row 0" }, {}, {}, "… +37"] });
  });

  it("of a page its readable text, of other text its beginning and its end", () => {
    const page = `<!doctype html><html><head><style>p{}</style><script>let a = "<p>";</script></head><body><p>Hello</p></body></html>`;
    expect(outputSummary(page)).toBe("Hello");
    const made = outputSummary(`first line\n${"noise\n".repeat(2_000)}last line: failed`);
    expect(made).toMatch(/^first line/);
    expect(made).toMatch(/last line: failed$/);
  });

  it("is never longer than an episode's step holds, whatever comes", () => {
    const anything = fc.oneof(
      fc.string({ unit: "binary", minLength: 1_400, maxLength: 4_000 }),
      fc
        .array(fc.string({ unit: fc.constantFrom("<", ">", "<p>", "<script", "</script>", "😀", "一", "\n", "a") }))
        .map((parts) => `<html>${parts.join("")}`),
      fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(Array.from({ length: 200 }, () => value))),
    );
    fc.assert(
      fc.property(anything, (text) => {
        const made = outputSummary(text);
        return made.length <= 1_503 && made.isWellFormed();
      }),
    );
  });

  it("takes no longer than the text is long, also of a hostile page", () => {
    for (const piece of ["<script>", "<", "<style", "</", "\n\n "]) outputSummary(`<html>${piece.repeat(250_000)}`);
  });
});
