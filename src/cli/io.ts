import { writeSync } from "node:fs";
import type { Readable, Writable } from "node:stream";

/** A stream that may be a terminal. */
type Input = Readable & { isTTY?: boolean };
type Output = Writable & { isTTY?: boolean; columns?: number };

/** What a command sees of the process, so that tests can stand in for it. */
export interface Io {
  stdin: Input;
  /** The answer, and nothing else. */
  stdout: Output;
  /** Progress, logs, errors. */
  stderr: Output;
  env: Readonly<Record<string, string | undefined>>;
  /** Aborted when nobody reads standard output any more (`| head`). */
  gone: AbortSignal;
}

const NOBODY_READS = new Set(["EPIPE", "ERR_STREAM_DESTROYED"]);

/** The real process. A reader that leaves early is not an error: `gone` tells, and further output goes nowhere. */
export function processIo(): Io {
  const gone = new AbortController();
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (stream === process.stderr) return; // there is nowhere left to say so
      if (NOBODY_READS.has(error.code ?? "")) gone.abort();
      else endUnwritten(error);
    });
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    gone: gone.signal,
  };
}

/** The answer cannot be written (a full disk): the command is of no use any more. Exits with 1, as `reportFailure` would. */
function endUnwritten(error: Error): never {
  writeSync(
    process.stderr.fd,
    `error: the output could not be written: ${error.message}\nhint: Make room where it goes, or write it elsewhere.\n`,
  );
  process.exit(1);
}

/** Writes and waits until the text is handed on, so that a slow reader slows the writer. */
export async function write(stream: Writable, text: string): Promise<void> {
  if (stream.destroyed) return;
  await new Promise<void>((resolve) => stream.write(text, () => resolve())); // a failure arrives as the stream's "error"
}

/** One or more lines of the answer. */
export function say(io: Io, text: string): Promise<void> {
  return write(io.stdout, `${text}\n`);
}

/** One or more lines beside the answer. */
export function note(io: Io, text: string): Promise<void> {
  return write(io.stderr, `${text}\n`);
}

/** Whether a stream may be coloured: a terminal, NO_COLOR not set, TERM not dumb. */
export function coloured(stream: Output, env: Io["env"]): boolean {
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
}

/** Dimmed on a stream that may be coloured, else as it is. */
export function dim(io: Io, text: string): string {
  return coloured(io.stderr, io.env) ? `\u001b[2m${text}\u001b[22m` : text;
}

/**
 * Text from memory as it may be shown on a terminal: control characters, which could move the cursor or change the
 * title, and marks that reverse the direction of writing become a visible mark; line breaks and tabs stay.
 */
export function printable(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");
}
