import { describe, expect, it } from "vitest";
import { fill } from "../../src/domain/template.ts";

describe("fill", () => {
  it("replaces every mark, with white space inside it or not, as often as it occurs", () => {
    expect(fill("{{name}} met {{ name }} in {{city}}.", { name: "Ada", city: "奥斯陆" })).toBe(
      "Ada met Ada in 奥斯陆.",
    );
  });

  it("puts values in as they are: neither marks nor dollar signs in a value mean anything", () => {
    expect(fill("{{a}} {{b}}", { a: "{{b}} $& $1", b: "" })).toBe("{{b}} $& $1 ");
  });

  it("refuses a mark without a value, a value without a mark, and names them", () => {
    expect(() => fill("{{a}} {{b}}", { a: "1" })).toThrow(/\{\{b\}\}/u);
    expect(() => fill("{{a}}", { a: "1", c: "2" })).toThrow(/no mark for c/u);
    expect(() => fill("{{constructor}}", {})).toThrow(/constructor/u);
  });
});
