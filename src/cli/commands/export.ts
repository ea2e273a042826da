import { Option } from "commander";
import type { Register } from "../context.ts";
import { KIND_CHOICES, STATUS_CHOICES, several } from "../options.ts";
import type { ExportOptions } from "../run/export.ts";

/** `export [FILE]`: every memory of the user as JSON Lines, old versions and forgotten ones included. */
export const exportCommand: Register = (program, context) => {
  program
    .command("export")
    .summary("write all memories as JSON Lines")
    .description(
      "Write all memories of the user as JSON Lines, one a line: every version and status, so that importing the file into an " +
        "empty home brings back the same memory.",
    )
    .argument("[file]", "where to; - or none is standard output", "-")
    .addOption(new Option("--kind <kind>", "only events, or only standing statements").choices(KIND_CHOICES))
    .addOption(new Option("--status <status>", "only those of this status").choices(STATUS_CHOICES))
    .option("--namespace <name>", "those of this shared namespace too (may be given several times)", several)
    .action(async (file: string, _: ExportOptions, command) => {
      const options: ExportOptions = command.optsWithGlobals();
      await (await import("../run/export.ts")).exportFile(context, options, file);
    });
};
