import { Option } from "commander";
import type { Register } from "../context.ts";
import type { ConsolidateOptions } from "../run/consolidate.ts";

/** `consolidate`: the nightly work, now or by the clock. */
export const consolidateCommand: Register = (program, context) => {
  program
    .command("consolidate")
    .summary("merge, summarise and put away old memories")
    .description(
      "Keep the memory in order: mark what is out of date, merge statements that repeat each other, tell old events of one " +
        "topic in one, put away what was not used for 90 days and matters little, and keep the number of episodes within the " +
        "cap. Nothing is deleted; whatever was stopped goes on where it was.",
    )
    .option("--all", "everyone's memory and the shared namespaces, one after the other")
    .option("--dry-run", "change nothing, only say what would be done and why")
    .addOption(
      new Option("--undo <run>", "take back what that run did to the user's memory").conflicts(["all", "dryRun"]),
    )
    .addOption(
      new Option(
        "--schedule <cron>",
        'go on until stopped, at the times of a cron pattern such as "0 3 * * *"',
      ).conflicts(["dryRun", "undo"]),
    )
    .action(async (_: ConsolidateOptions, command) => {
      const options: ConsolidateOptions = command.optsWithGlobals();
      await (await import("../run/consolidate.ts")).consolidate(context, options);
    });
};
