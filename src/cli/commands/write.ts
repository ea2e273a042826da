import { text as readAll } from "node:stream/consumers";
import { Option } from "commander";
import type { NewMemory, Remembered } from "../../memory/types.ts";
import { type GlobalOptions, type Register, withMemory } from "../context.ts";
import { EXIT } from "../failure.ts";
import { note, say } from "../io.ts";
import { KIND_CHOICES, unitInterval, words } from "../options.ts";
import { REFUSALS } from "../refusals.ts";
import { json, memoryLines } from "../render.ts";
import { timeOption } from "../times.ts";

interface WriteOptions extends GlobalOptions {
  kind?: (typeof KIND_CHOICES)[number];
  tags?: string[];
  importance?: number;
  happened?: string;
  namespace?: string;
  thread?: string;
  verbatim?: boolean;
}

/** `hindsight write TEXT`: store one memory. */
export const writeCommand: Register = (program, context) => {
  program
    .command("write")
    .summary("store one memory")
    .description("Store one memory. A text that holds several statements becomes several memories.")
    .argument("<text>", "what to remember; - reads it from standard input")
    .addOption(new Option("--kind <kind>", "an event, or a standing statement").choices(KIND_CHOICES))
    .option("--tags <a,b>", "tags, separated by commas", words)
    .option("--importance <0..1>", "0 trivial, 1 vital", unitInterval)
    .option("--happened <time>", "when it happened (ISO date or time; default now)")
    .option("--namespace <name>", "a shared namespace instead of the user's own")
    .option("--thread <id>", "the conversation it belongs to")
    .option("--verbatim", "store the text exactly as it is, without the checks that refuse small talk")
    .action(async (text: string, _: WriteOptions, command) => {
      const options: WriteOptions = command.optsWithGlobals();
      const content = text === "-" ? await readAll(context.io.stdin) : text;
      await withMemory(context, options, async (memory) => {
        const draft: NewMemory = {
          content,
          ...(options.kind !== undefined && { kind: options.kind }),
          ...(options.tags !== undefined && { tags: options.tags }),
          ...(options.importance !== undefined && { importance: options.importance }),
          ...(options.happened !== undefined && {
            happenedAt: timeOption("--happened", options.happened, memory.timeZone, "start"),
          }),
          ...(options.namespace !== undefined && { namespace: options.namespace }),
          ...(options.thread !== undefined && { thread: options.thread }),
          ...(options.verbatim === true && { verbatim: true }),
        };
        const written = await memory.remember(draft);
        await say(context.io, options.json === true ? json(asJson(written)) : asText(written, memory.timeZone));
        if (written.some((one) => one.outcome !== "refused")) return;
        context.exitCode = EXIT.failed;
        await note(context.io, "error: nothing was stored\nhint: --verbatim stores a text as it is.");
      });
    });
};

/** What `write --json` prints. */
function asJson(written: readonly Remembered[]) {
  return {
    stored: written.flatMap((one) => (one.outcome === "stored" ? [one.record] : [])),
    duplicates: written.flatMap((one) => (one.outcome === "duplicate" ? [one.record] : [])),
    refused: written.flatMap((one) =>
      one.outcome === "refused" ? [{ content: one.content, reason: one.reason }] : [],
    ),
  };
}

function asText(written: readonly Remembered[], zone: string): string {
  return written
    .map((one) => {
      if (one.outcome === "refused") return `refused: ${REFUSALS[one.reason]}`;
      const word = one.outcome === "stored" ? "stored" : "known already";
      return `${word}: ${memoryLines(one.record, zone)}`;
    })
    .join("\n");
}
