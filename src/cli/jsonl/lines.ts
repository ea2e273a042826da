import { Failure } from "../failure.ts";

/** One line of a file: its number from 1, its text, and how many bytes were read up to its end. */
export interface Line {
  number: number;
  text: string;
  bytes: number;
}

/** Longest line taken, in bytes: far above any memory, far below what would hurt. */
const MAX_LINE = 16 * 1_024 * 1_024;
const LINE_FEED = 0x0a;

/**
 * The lines of a UTF-8 stream, one at a time, so that a file of any size can be read. A byte order mark, `\r\n` and blank
 * lines are fine.
 * @throws Failure naming the line that is too long or no UTF-8.
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Line> {
  const decoder = new TextDecoder("utf-8", { fatal: true }); // drops a byte order mark
  let rest = Buffer.alloc(0);
  let number = 0;
  let bytes = 0;

  const line = (raw: Buffer): Line | null => {
    number++;
    let text: string;
    try {
      text = decoder.decode(raw);
    } catch (error) {
      throw new Failure(`line ${number} is not valid UTF-8`, "Convert the file to UTF-8 and import it again.", {
        cause: error,
      });
    }
    return text.trim() === "" ? null : { number, text, bytes };
  };
  const tooLong = () =>
    new Failure(`line ${number + 1} is longer than ${MAX_LINE} bytes`, "A file of JSON Lines holds one memory a line.");

  for await (const chunk of chunks) {
    const data =
      typeof chunk === "string" ? Buffer.from(chunk) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    let start = 0;
    for (let end = data.indexOf(LINE_FEED); end !== -1; end = data.indexOf(LINE_FEED, start)) {
      const piece = data.subarray(start, end);
      if (rest.length + piece.length > MAX_LINE) throw tooLong();
      const raw = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      bytes += raw.length + 1;
      rest = Buffer.alloc(0);
      start = end + 1;
      const found = line(raw);
      if (found !== null) yield found;
    }
    const tail = data.subarray(start);
    if (rest.length + tail.length > MAX_LINE) throw tooLong();
    rest = Buffer.concat([rest, tail]);
  }
  bytes += rest.length;
  const last = rest.length === 0 ? null : line(rest);
  if (last !== null) yield last;
}
