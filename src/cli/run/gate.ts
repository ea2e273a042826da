import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { messageOf } from "../../domain/errors.ts";
import { type Context, type GlobalOptions, withMemory } from "../context.ts";
import { Failure } from "../failure.ts";
import { json } from "../format.ts";
import { readLog } from "../gate/read.ts";
import { asJson, asText, figuresOf, type Judged } from "../gate/report.ts";
import { type Io, printable, say } from "../io.ts";
import { progress } from "../progress.ts";

/** Asks the gate about every turn of a log and prints how often it decided as it should have. */
export async function gateFile(context: Context, options: GlobalOptions, file: string): Promise<void> {
  const { io } = context;
  const turns = await readLog(await chunksOf(io, file));
  await withMemory(context, options, async (memory) => {
    const judged: Judged[] = [];
    const bar = await progress(io, "Judging  ", turns.length);
    try {
      for (const turn of turns) {
        const got = await memory.judge(turn.text, {
          recalled: turn.recalled,
          ...(turn.preset === undefined ? {} : { preset: turn.preset }),
        });
        judged.push({ ...turn, got });
        bar.update(judged.length, judged.length);
      }
    } finally {
      bar.stop();
    }
    const figures = figuresOf(judged);
    await say(io, options.json === true ? json(asJson(figures, judged)) : printable(asText(figures, judged)));
  });
}

async function chunksOf(io: Io, file: string): Promise<AsyncIterable<Uint8Array | string>> {
  if (file === "-") return io.stdin;
  try {
    await stat(file);
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${messageOf(error)}`, "Check the path; - reads standard input.", {
      cause: error,
    });
  }
  return createReadStream(file);
}
