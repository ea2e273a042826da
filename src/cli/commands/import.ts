import type { Register } from "../context.ts";
import { several, words } from "../options.ts";
import type { ImportOptions } from "../run/import.ts";

/** `import FILE`: memories from JSON Lines. */
export const importCommand: Register = (program, context) => {
  program
    .command("import")
    .summary("store memories from a JSON Lines file")
    .description(
      "Store memories from a JSON Lines file, exactly as they are. A file is checked as a whole before anything is stored; " +
        "what is stored already is recognised, so an import may be repeated.",
    )
    .argument("<file>", "the file; - reads standard input")
    .option("--map <field=key,…>", "which key of the file holds which field, e.g. content=body,happenedAt=date", words)
    .option("--where <key=value>", "only lines whose key holds exactly this (may be given several times)", several)
    .option("--lenient", "keep unknown keys in metadata instead of refusing the line")
    .addHelpText(
      "after",
      "\nA line needs content; id kind thread speaker happenedAt createdAt tags entities importance confidence source namespace\n" +
        "validUntil metadata are optional. text, time and pool are taken for content, happenedAt and user. docs/import.md has it all.",
    )
    .action(async (file: string, _: ImportOptions, command) => {
      const options: ImportOptions = command.optsWithGlobals();
      await (await import("../run/import.ts")).importFile(context, options, file);
    });
};
