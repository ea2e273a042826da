import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toLine } from "../../src/cli/jsonl/fields.ts";
import { linesOf } from "../../src/cli/jsonl/lines.ts";
import { readMapping } from "../../src/cli/jsonl/mapping.ts";
import { type ReadMemory, readMemories } from "../../src/cli/jsonl/read.ts";
import {
  KINDS,
  type MemoryRecord,
  makeRecord,
  recordSchema,
  SOURCES,
  STATUSES,
  TYPES,
} from "../../src/domain/record.ts";

async function* chunked(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (let i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function read(
  text: string,
  { map = [], where = [], lenient = false }: { map?: string[]; where?: string[]; lenient?: boolean } = {},
): Promise<ReadMemory[]> {
  return collect(readMemories(chunked(Buffer.from(text), [7]), readMapping(map, where, lenient), "Europe/Oslo"));
}

describe("lines of a file (I5)", () => {
  test("wherever the stream is cut, also inside a character, the lines are the same", async () => {
    const text = fc.string({ unit: "grapheme" }).map((line) => line.replace(/[\r\n]/g, " "));
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom("\n", "\r\n"),
        async (lines, sizes, ending) => {
          const expected = lines.flatMap((line, at) =>
            line.replace(/^\ufeff/, "").trim() === ""
              ? []
              : [{ number: at + 1, text: line.replace(/^\ufeff/, "").trimEnd() }],
          );
          const found = await collect(linesOf(chunked(Buffer.from(lines.join(ending)), sizes)));
          expect(found.map(({ number, text }) => ({ number, text: text.trimEnd() }))).toEqual(expected);
        },
      ),
    );
  });

  test("how far it is read is told in bytes, up to the whole", async () => {
    const bytes = Buffer.from('\ufeff{"a":1}\n\n{"b":"花"}');
    const found = await collect(linesOf(chunked(bytes, [4])));
    expect(found.map(({ number }) => number)).toEqual([1, 3]);
    expect(found.at(-1)?.bytes).toBe(bytes.length);
  });

  test("a line that is no UTF-8, or without end, is named", async () => {
    const bad = Buffer.concat([Buffer.from("{}\n"), Buffer.from([0xc3, 0x28, 0x0a])]);
    await expect(collect(linesOf(chunked(bad, [3])))).rejects.toThrow("line 2 is not valid UTF-8");
    const endless = chunked(Buffer.alloc(17 * 1_024 * 1_024, 0x61), [1_000_000]);
    await expect(collect(linesOf(endless))).rejects.toThrow(/line 1 is longer than/);
  });
});

describe("what a line may say (I5)", () => {
  test("a conversation log is understood as it is: text, time and pool", async () => {
    const [one] = await read(
      '{"pool":"p","id":"D1:3","thread":"session-1","time":"2023-05-08T13:58:00.000Z","speaker":"Ann","text":"Hi Bo"}',
    );
    expect(one).toMatchObject({
      user: "p",
      memory: {
        id: "D1:3",
        thread: "session-1",
        happenedAt: "2023-05-08T13:58:00.000Z",
        speaker: "Ann",
        content: "Hi Bo",
      },
    });
  });

  test("--map says which key holds a field, --where which lines are meant", async () => {
    const text = ['{"who":"a","body":"one","day":"2026-03-31"}', '{"who":"b","body":"two","day":"2026-04-01"}'].join(
      "\n",
    );
    const found = await read(text, { map: ["content=body", "happenedAt=day"], where: ["who=b"] });
    expect(found.map(({ line, memory }) => ({ line, memory }))).toEqual([
      { line: 2, memory: { content: "two", happenedAt: "2026-03-31T22:00:00.000Z" } },
    ]);
  });

  test.each([
    ['{"content":"x","colour":"red"}', 'line 1: unknown key "colour"'],
    ['{"content":"x","__proto__":{}}', 'line 1: unknown key "__proto__"'],
    ['{"content":"x"}\n{"content":"x","constructor":1}', 'line 2: unknown key "constructor"'],
    ['{"content":"x","text":"y"}', 'line 1: "content" and "text" both give content'],
    ['{"speaker":"Ann"}', "line 1 has no content"],
    ['{"content":"  "}', 'line 1, field "content": must not be empty or blank'],
    ['{"content":5}', 'line 1, field "content"'],
    ['{"text":5}', 'line 1, field "text"'],
    ['{"content":"x","importance":7}', 'line 1, field "importance"'],
    ['{"content":"x","kind":"odd"}', 'line 1, field "kind"'],
    ['{"content":"x","happenedAt":"last week"}', 'line 1, field "happenedAt": "last week" is no time stamp'],
    ['{"content":"x","tags":"a"}', 'line 1, field "tags"'],
    ['\n\n{"content":"x"', "line 3 is not valid JSON"],
    ['["content"]', "line 1 is not a JSON object"],
    ["null", "line 1 is not a JSON object"],
  ])("%s is refused, with line and field", async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  test("--lenient keeps unknown keys in metadata, where nothing is overwritten", async () => {
    const [one] = await read('{"content":"x","colour":"red","n":1,"metadata":{"n":2}}', { lenient: true });
    expect(one?.memory.metadata).toEqual({ colour: "red", n: 2 });
  });

  test("null says the same as nothing, and numbers may be ids", async () => {
    const [one] = await read('{"content":"x","id":7,"thread":3,"speaker":null,"tags":null}');
    expect(one?.memory).toEqual({ content: "x", id: "7", thread: "3" });
  });

  test("an export of any record is read back with every field as it was", async () => {
    const words = fc.array(fc.string({ unit: "grapheme" }), { maxLength: 3 });
    const at = fc
      .date({ min: new Date("0001-01-01T00:00:00Z"), max: new Date("9990-01-01T00:00:00Z"), noInvalidDate: true })
      .map((date) => date.toISOString());
    const key = fc.string().filter((name) => name !== "__proto__");
    const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
    const text = fc.string({ unit: "grapheme", minLength: 1 }).filter((s) => s.trim() !== "");
    const labels = fc.array(text, { maxLength: 3 });
    const record: fc.Arbitrary<MemoryRecord> = fc
      .record({
        content: text,
        kind: fc.constantFrom(...KINDS),
        type: fc.constantFrom(...TYPES),
        source: fc.constantFrom(...SOURCES),
        status: fc.constantFrom(...STATUSES),
        thread: maybe(text),
        speaker: maybe(text),
        context: maybe(fc.string()),
        summary: maybe(fc.string()),
        tags: labels,
        entities: labels,
        importance: fc.double({ min: 0, max: 1, noNaN: true }),
        confidence: fc.double({ min: 0, max: 1, noNaN: true }),
        createdAt: at,
        happenedAt: at,
        validFrom: at,
        validUntil: maybe(at),
        lastAccessedAt: maybe(at),
        accessCount: fc.nat(),
        version: fc.integer({ min: 1, max: 99 }),
        supersedes: maybe(fc.uuid()),
        supersededBy: maybe(fc.uuid()),
        originKey: maybe(fc.string()),
        promptVersion: maybe(text),
        metadata: fc.dictionary(key, fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), words)),
        timeZone: fc.constantFrom("UTC", "Europe/Oslo"),
        language: fc.constantFrom("en", "zh", "und"),
        episode: maybe(
          fc.record({
            request: fc.string(),
            steps: fc.array(
              fc.record({
                tool: fc.string(),
                input: fc.string(),
                result: maybe(fc.string()),
                error: maybe(fc.string()),
              }),
              { maxLength: 2 },
            ),
            outcome: fc.constantFrom("success" as const, "partial" as const, "failure" as const),
            answer: fc.string(),
            taskType: fc.string(),
            decisions: words,
            lessons: words,
          }),
        ),
      })
      .map((draft) => makeRecord({ ...draft, user: "ada" }, Date.UTC(2026, 0, 1)));
    await fc.assert(
      fc.asyncProperty(record, async (given) => {
        const [one, more] = await read(toLine(given));
        expect(more).toBeUndefined();
        expect(recordSchema.parse({ ...one?.memory, user: "ada", contentHash: given.contentHash })).toEqual(given);
      }),
    );
  });
});
