import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkedLines } from "../../src/mcp/lines.ts";

/** What came through and what was answered, for bytes in pieces. */
async function through(chunks: readonly Uint8Array[], most = 1_000) {
  const answers: { id: unknown; error: { code: number; message: string } }[] = [];
  const reported: string[] = [];
  const lines = checkedLines({
    most,
    answer: (line) => answers.push(JSON.parse(line)),
    report: (error) => reported.push(error.message),
  });
  const passed = await text(Readable.from(chunks.map((chunk) => Buffer.from(chunk))).pipe(lines));
  return {
    passed: passed
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
    answers,
    reported,
  };
}

const bytes = (line: string) => Buffer.from(line);
const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });

describe("lines before the SDK (F4)", () => {
  test("messages pass, however they are cut, with a byte order mark, CRLF, blank lines or without a last line end", async () => {
    const whole = bytes(
      `\ufeff${JSON.stringify(ping(1))}\r\n\n  \n${JSON.stringify({ ...ping(2), params: { q: "奥斯陆 🌧" } })}`,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(whole.length), { maxLength: 8 }), async (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), whole.length];
        const { passed, answers } = await through(at.slice(1).map((end, i) => whole.subarray(at[i], end)));
        expect(passed).toMatchObject([{ id: 1 }, { id: 2, params: { q: "奥斯陆 🌧" } }]);
        expect(answers).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test("whatever else a line holds is answered once or reported, and the line after it passes", async () => {
    const line = fc.oneof(
      fc.uint8Array({ maxLength: 80 }).map((raw) => Buffer.from(raw.filter((byte) => byte !== 0x0a))),
      fc.jsonValue().map((value) => bytes(JSON.stringify(value))),
      fc
        .record({ jsonrpc: fc.constant("2.0"), id: fc.jsonValue(), method: fc.jsonValue(), params: fc.jsonValue() })
        .map((value) => bytes(JSON.stringify(value))),
      fc.nat(3_000).map((n) => bytes("[".repeat(n))),
      fc.constant(bytes("x".repeat(5_000))),
    );
    await fc.assert(
      fc.asyncProperty(line, async (one) => {
        const { passed, answers, reported } = await through([one, bytes("\n"), bytes(`${JSON.stringify(ping(7))}\n`)]);
        expect(passed.at(-1)).toEqual(ping(7));
        const isBlank = one.toString().replace("\ufeff", "").trim() === "";
        expect(passed.length - 1 + answers.length + reported.length).toBe(isBlank ? 0 : 1);
        for (const { error } of answers) expect([-32_700, -32_600, -32_602]).toContain(error.code);
      }),
      { numRuns: 200 },
    );
  });

  test("a line that is too long is refused as soon as it is, and never held", async () => {
    const piece = bytes("y".repeat(600));
    const { passed, answers } = await through([piece, piece, piece, piece, bytes(`\n${JSON.stringify(ping(1))}\n`)]);
    expect(answers).toMatchObject([{ id: null, error: { code: -32_600 } }]);
    expect(passed).toEqual([ping(1)]);
  });

  test("bytes that are no UTF-8 are no JSON", async () => {
    const { answers } = await through([Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a])]);
    expect(answers).toMatchObject([{ id: null, error: { code: -32_700 } }]);
  });

  test("broken notifications and responses are reported, not answered", async () => {
    const { answers, reported } = await through([
      bytes('{"jsonrpc":"2.0","method":"notifications/x","params":3}\n{"jsonrpc":"2.0","id":4,"result":5}\n'),
    ]);
    expect(answers).toEqual([]);
    expect(reported).toHaveLength(2);
  });
});
