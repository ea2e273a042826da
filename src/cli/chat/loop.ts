import { createInterface } from "node:readline";
import { EXIT, Interrupted, reportFailure } from "../failure.ts";
import { coloured, dim, type Io, note } from "../io.ts";

export interface LoopOptions {
  /**
   * Answers one line; aborting the signal stops it. `aside` shows lines that come later, above the prompt and never
   * inside a reply.
   */
  answer(line: string, signal: AbortSignal, aside: (lines: readonly string[]) => void): Promise<void>;
  help: string;
  /** Word for a reply that was stopped. */
  stopped: (line: string) => string;
}

const QUIT = new Set(["/quit", "/exit", "/q"]);

/**
 * Reads lines and answers each before the next, until `/quit`, the end of input, or nobody reads any more. On a terminal
 * Ctrl-C stops the reply under way, and at the prompt leaves the chat; from a pipe it ends the chat at once. A second
 * Ctrl-C while the first is still at work ends the process. A turn that fails is said so, and the chat goes on.
 * @returns exit code 0, or 1 when a turn failed and nobody was there to see it.
 * @throws Interrupted
 */
export async function chatLoop(io: Io, options: LoopOptions): Promise<number> {
  const terminal = io.stdin.isTTY === true && io.stderr.isTTY === true;
  const prompt = terminal ? (coloured(io.stderr, io.env) ? "\u001b[1m> \u001b[22m" : "> ") : "";
  const lines = createInterface({
    input: io.stdin,
    ...(terminal && { output: io.stderr }),
    terminal,
    prompt,
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let turn: AbortController | undefined;
  let interrupted: NodeJS.Signals | null = null;
  let failed = false;
  let closed = false;
  lines.once("close", () => {
    closed = true;
  });
  const ask = () => {
    if (terminal && !closed) lines.prompt(); // closed with lines still to answer: Ctrl-D was typed ahead
  };
  const asides: string[] = [];
  const showAsides = () => {
    if (turn !== undefined || asides.length === 0) return;
    const text = `${asides.splice(0).join("\n")}\n`;
    const atPrompt = terminal && !closed;
    void io.stderr.write(atPrompt ? `\r\u001b[K${text}` : text);
    if (atPrompt) lines.prompt(true); // with what is typed so far
  };
  const aside = (more: readonly string[]) => {
    asides.push(...more);
    showAsides();
  };
  const leave = () => {
    turn?.abort(new Interrupted());
    lines.close();
  };
  const onInterrupt = () => {
    if (turn?.signal.aborted) process.exit(EXIT.interrupted); // what is stored is stored: every write is durable
    if (turn === undefined || !terminal) {
      if (!terminal) interrupted = "SIGINT";
      leave();
    } else turn.abort(new Interrupted());
  };
  const onTerminate = (signal: NodeJS.Signals) => {
    interrupted = signal;
    leave();
  };
  lines.on("SIGINT", onInterrupt);
  process.on("SIGINT", onInterrupt).on("SIGTERM", onTerminate).on("SIGHUP", onTerminate);
  io.gone.addEventListener("abort", leave, { once: true });
  try {
    ask();
    for await (const raw of lines) {
      const line = raw.trim();
      if (QUIT.has(line)) break;
      if (line === "/help") await note(io, options.help);
      else if (/^\/\p{L}+$/u.test(line)) await note(io, `There is no command ${line}. ${options.help}`);
      else if (line !== "") {
        turn = new AbortController();
        try {
          await options.answer(line, turn.signal, aside);
        } catch (error) {
          if (turn.signal.aborted) await note(io, dim(io, `  ${options.stopped(line)}`));
          else {
            failed = true;
            await reportFailure(error, io);
          }
        } finally {
          turn = undefined;
          showAsides();
        }
      }
      if (interrupted !== null || io.gone.aborted) break;
      ask();
    }
  } finally {
    lines.close();
    process.off("SIGINT", onInterrupt).off("SIGTERM", onTerminate).off("SIGHUP", onTerminate);
    io.gone.removeEventListener("abort", leave);
  }
  if (interrupted !== null) throw new Interrupted(interrupted);
  if (terminal) await note(io, "");
  return failed && !terminal ? EXIT.failed : EXIT.done;
}
