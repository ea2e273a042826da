import type { Register } from "../context.ts";
import { percent, several, wholeNumber } from "../options.ts";
import type { ProbeOptions } from "../run/probe.ts";

/** `probe FILE`: does recall find what it must? */
export const probeCommand: Register = (program, context) => {
  program
    .command("probe")
    .summary("ask a file of questions and measure what recall finds")
    .description(
      "Ask a file of questions whose answers are known and print hit@k, recall@k and MRR, with every miss and what was found " +
        "instead. Nothing is counted as used. With --memories the questions are asked of those memories, in a temporary " +
        "folder, and nobody's own are touched.",
    )
    .argument("<file>", "the questions, JSON Lines; - reads standard input")
    .option("-k, --k <n>", "results that count", wholeNumber(1, 1_000), 5)
    .option("--memories <file>", "ask of the memories of this JSON Lines file, as import takes it")
    .option("--fail-under <percent>", "exit 1 when recall@k is lower or something appears that must not", percent)
    .option("--noise-over <percent>", "exit 1 when more of the off-topic questions found something", percent)
    .option("--namespace <name>", "search this shared namespace too (may be given several times)", several)
    .addHelpText(
      "after",
      '\nA line: {"query", "expect": [id or words of the memory, …]}, optional "absent" (must not appear), "nothing" (off topic: true), "user", "group",\n' +
        '"askedAt", "asOf", "conversation". docs/probes.md has it all.',
    )
    .action(async (file: string, _: ProbeOptions, command) => {
      const options: ProbeOptions = command.optsWithGlobals();
      await (await import("../run/probe.ts")).probeFile(context, options, file);
    });
};
