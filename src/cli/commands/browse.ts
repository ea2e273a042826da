import { Option } from "commander";
import type { Register } from "../context.ts";
import { KIND_CHOICES, STATUS_CHOICES, several, wholeNumber, words } from "../options.ts";
import type { ListOptions, StatsOptions } from "../run/browse.ts";

/** `list` and `stats`: what there is. */
export const browseCommands: Register = (program, context) => {
  program
    .command("list")
    .description("list memories, newest first")
    .addOption(new Option("--kind <kind>", "only events, or only standing statements").choices(KIND_CHOICES))
    .addOption(
      new Option("--status <status>", "those of this status instead of the active ones").choices([
        ...STATUS_CHOICES,
        "all",
      ]),
    )
    .option("--tag <tag>", "only memories with all of these tags", words)
    .option("--thread <id>", "only this conversation")
    .option("--namespace <name>", "those of this shared namespace too (may be given several times)", several)
    .option("--limit <n>", "at most so many (default all)", wholeNumber(1, 1_000_000_000))
    .action(async (_: ListOptions, command) => {
      const options: ListOptions = command.optsWithGlobals();
      await (await import("../run/browse.ts")).list(context, options);
    });

  program
    .command("stats")
    .description("how many memories there are, of what kind, and how healthy the memory is")
    .option("--namespace <name>", "count this shared namespace too (may be given several times)", several)
    .action(async (_: StatsOptions, command) => {
      const options: StatsOptions = command.optsWithGlobals();
      await (await import("../run/browse.ts")).stats(context, options);
    });
};
