import { Transform } from "node:stream";
import { parseJSONRPCMessage } from "@modelcontextprotocol/server";
import { messageOf } from "../domain/errors.ts";

/** Codes of JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INVALID_PARAMS = -32_602;

/** Deeper than any real message, far from where reading it by recursion would fail. */
const DEEPEST = 256;
const LINE_FEED = 0x0a;

export interface LinesOptions {
  /** Largest line taken, in bytes; a longer one is answered with an error and skipped. */
  most: number;
  /** Sends one line to the client. */
  answer(line: string): void;
  /** Hears of what nobody can be told: a broken notification or response. */
  report(error: Error): void;
}

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

/** Without recursion, which is what it guards. */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return false;
}

type Fault = { code: number; message: string };

/** Why the protocol cannot take this as a message, or `null`. */
function faultOf(value: unknown): Fault | null {
  const invalid = (message: string): Fault => ({ code: INVALID_REQUEST, message: `Invalid request: ${message}` });
  if (Array.isArray(value)) return invalid("batches are not supported, send one message a line");
  if (typeof value !== "object" || value === null) return invalid("a message is a JSON object");
  if (isTooDeep(value)) return invalid(`nested deeper than ${DEEPEST} levels`);
  if (property(value, "jsonrpc") !== "2.0") return invalid('"jsonrpc" must be "2.0"');
  const id = property(value, "id");
  if (id !== undefined && typeof id !== "string" && !Number.isSafeInteger(id))
    return invalid('"id" must be a text or a whole number');
  const params = property(value, "params");
  if (params !== undefined && (typeof params !== "object" || params === null || Array.isArray(params)))
    return { code: INVALID_PARAMS, message: 'Invalid params: "params" must be an object' };
  try {
    parseJSONRPCMessage(value);
    return null;
  } catch (error) {
    return invalid(
      `it is no request, notification or response (${messageOf(error).replace(/\s+/gu, " ").slice(0, 200)})`,
    );
  }
}

/**
 * Lines of JSON-RPC on their way to the SDK's transport, which drops what it cannot read without a word, so that a
 * client would wait for ever. Here such a line is answered as JSON-RPC says: no JSON with -32700, no message with
 * -32600, wrong `params` with -32602. A byte order mark, `\r\n` and blank lines are fine; so is a last line without end.
 */
export function checkedLines({ most, answer, report }: LinesOptions): Transform {
  const decoder = new TextDecoder("utf-8", { fatal: true }); // drops a byte order mark
  let parts: Buffer[] = [];
  let held = 0;
  let skipping = false;

  function refuse(id: unknown, fault: Fault): void {
    const known = typeof id === "string" || Number.isSafeInteger(id) ? id : null;
    answer(`${JSON.stringify({ jsonrpc: "2.0", id: known, error: fault })}\n`);
  }

  /** The line as it may go on, or `null` when it was dealt with. */
  function checked(raw: Buffer): string | null {
    let value: unknown;
    try {
      const text = decoder.decode(raw);
      if (text.trim() === "") return null;
      value = JSON.parse(text);
    } catch (error) {
      refuse(null, {
        code: PARSE_ERROR,
        message: `Parse error: the line is no JSON (${messageOf(error).slice(0, 200)})`,
      });
      return null;
    }
    const fault = faultOf(value);
    if (fault === null) return `${JSON.stringify(value)}\n`;
    const has = (key: string) => !Array.isArray(value) && property(value, key) !== undefined;
    const isResponse = !has("method") && (has("result") || has("error"));
    const isNotification = has("method") && !has("id");
    if (isResponse || isNotification)
      report(new Error(fault.message)); // JSON-RPC answers neither
    else refuse(property(value, "id"), fault);
    return null;
  }

  function end(): string | null {
    const line = Buffer.concat(parts);
    parts = [];
    held = 0;
    if (!skipping) return checked(line);
    skipping = false;
    return null;
  }

  function take(piece: Buffer): void {
    if (skipping) return;
    held += piece.length;
    parts.push(piece);
    if (held <= most) return;
    parts = [];
    skipping = true;
    refuse(null, { code: INVALID_REQUEST, message: `Invalid request: the line is longer than ${most} bytes` });
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let start = 0;
      for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, start)) {
        take(chunk.subarray(start, at));
        start = at + 1;
        const line = end();
        if (line !== null) this.push(line);
      }
      if (start < chunk.length) take(Buffer.from(chunk.subarray(start)));
      done();
    },
    flush(done) {
      const line = end();
      if (line !== null) this.push(line);
      done();
    },
  });
}
