import type { Register } from "../context.ts";
import type { ReembedOptions } from "../run/reembed.ts";

/** `reembed`: over to another embedding model. */
export const reembedCommand: Register = (program, context) => {
  program
    .command("reembed")
    .summary("change over to the embedding model of the settings")
    .description(
      "Embed every memory of the user anew with the model HINDSIGHT_EMBEDDING_MODEL names. The memory can be searched " +
        "throughout; the new vectors take the place of the old ones at once when all are there. Stopped at any point, the " +
        "next run goes on where it was.",
    )
    .option("--all", "everyone's memory and the shared namespaces")
    .action(async (_: ReembedOptions, command) => {
      await (await import("../run/reembed.ts")).reembedCommandRun(context, command.optsWithGlobals());
    });
};
