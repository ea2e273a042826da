import { Option } from "commander";
import type { Register } from "../context.ts";
import { KIND_CHOICES, unitInterval, words } from "../options.ts";
import type { WriteOptions } from "../run/write.ts";

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
      await (await import("../run/write.ts")).write(context, options, text);
    });
};
