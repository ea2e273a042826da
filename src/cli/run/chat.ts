import { v7 as uuidv7 } from "uuid";
import type { MemoryEvent } from "../../agent/events.ts";
import type { Settings } from "../../settings.ts";
import { version } from "../../version.ts";
import { background, eventsOf, type Settle, withKept } from "../chat/kept.ts";
import { chatLoop, type LoopOptions } from "../chat/loop.ts";
import { lines, show } from "../chat/show.ts";
import { type StreamingAgent, turn } from "../chat/talk.ts";
import { wordsFor } from "../chat/words.ts";
import { type Context, type GlobalOptions, withHindsight } from "../context.ts";
import { Interrupted, UsageError } from "../failure.ts";
import { dim, type Io, note, printable } from "../io.ts";
import { untilSignal } from "../signals.ts";

export interface ChatOptions extends GlobalOptions {
  thread?: string;
  once?: string;
}

const HELP = "Write a message and press Enter. /quit (or Ctrl-D) leaves, /help shows this; Ctrl-C stops a reply.";

/** Talks to the agent: one message, or until the user leaves. */
export async function chat(context: Context, options: ChatOptions): Promise<void> {
  const { io } = context;
  if (options.thread?.trim() === "" || options.once?.trim() === "")
    throw new UsageError(`${options.once === undefined ? "--thread" : "--once"} must not be blank`, "Give it a text.");
  await withHindsight(context, options, async (hindsight) => {
    const { settings } = hindsight;
    const thread = options.thread ?? uuidv7();
    await introduce(io, settings, thread, options.thread === undefined);
    const agent: StreamingAgent = await hindsight.agent();
    const where = { user: settings.user, thread };
    const shown = { thread, zone: settings.timeZone, json: options.json === true };
    await hindsight.startWorker(); // also for what an earlier chat left
    const settle: Settle = (job, signal) => hindsight.settled(settings.user, job, signal);
    const answer = async (line: string, signal: AbortSignal) => {
      await show(io, line, withKept(turn(agent, where, line, signal), settle, signal), shown);
    };
    if (options.once !== undefined) return once(options.once, io, answer);
    const rest = background(settle);
    let last = "";
    const answerAndGoOn: LoopOptions["answer"] = async (line, signal, aside) => {
      const say = (event: MemoryEvent) =>
        aside(lines(event, wordsFor(line), settings.timeZone).map((text) => dim(io, `  ${text}`)));
      await show(io, line, rest.follow(turn(agent, where, line, signal), say), shown);
    };
    const typed = io.stdin.isTTY === true && options.json !== true;
    const heard: LoopOptions["answer"] = (line, ...more) => {
      last = line;
      return (typed ? answerAndGoOn : answer)(line, ...more);
    };
    const loop = { help: HELP, stopped: (line: string) => wordsFor(line).stopped };
    context.exitCode = await chatLoop(io, { answer: heard, ...loop });
    await untilKept(io, async (signal) => {
      await rest.settled(signal);
      const job = await hindsight.endSession(settings.user, thread);
      if (job === null) return;
      for (const event of eventsOf(await settle(job, signal)))
        for (const line of lines(event, wordsFor(last), settings.timeZone)) await note(io, dim(io, `  ${line}`));
    });
  });
}

/** Waits for what is still being written. @throws Interrupted on Ctrl-C: it stays queued. */
async function untilKept(io: Io, wait: (signal: AbortSignal) => Promise<void>): Promise<void> {
  try {
    await interruptible(io, wait);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    await note(io, "What is still being written is finished by the next start, or by hindsight worker.");
    throw error;
  }
}

/** Who answers whom, and where: on standard error. */
async function introduce(io: Io, settings: Settings, thread: string, isNew: boolean): Promise<void> {
  const model =
    settings.model === null
      ? "the built-in one, which follows rules and quotes your memories; it is no language model.\n" +
        "          To connect one, set HINDSIGHT_MODEL and OPENAI_API_KEY (or OPENAI_BASE_URL)"
      : `${settings.model}${settings.baseUrl === null ? "" : ` at ${new URL(settings.baseUrl).host}`}`;
  const rows = [
    `hindsight ${version()}`,
    `  user    ${printable(settings.user)}`,
    `  model   ${model}`,
    `  thread  ${printable(thread)}${isNew ? ` (new; --thread ${thread} comes back to it)` : ""}`,
  ];
  if (io.stdin.isTTY === true) rows.push(HELP);
  await note(io, rows.join("\n"));
}

/** One message. @throws Interrupted on Ctrl-C. */
function once(text: string, io: Io, answer: (line: string, signal: AbortSignal) => Promise<void>): Promise<void> {
  return interruptible(io, (signal) => answer(text.trim(), signal));
}

/** Work that Ctrl-C, a signal, or a reader that leaves ends; the last one quietly. @throws Interrupted */
function interruptible(io: Io, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  return untilSignal(async (signal) => {
    try {
      await work(AbortSignal.any([signal, io.gone]));
    } catch (error) {
      if (io.gone.aborted) return; // nobody reads any more: quiet
      throw signal.aborted ? signal.reason : error;
    }
  });
}
