import type { Register } from "../context.ts";
import type { LettersOptions } from "../run/letters.ts";

/** `retry` and `discard`: work that failed for good, once more or never. */
export const letterCommands: Register = (program, context) => {
  for (const [name, description] of [
    ["retry", "do the work of a dead letter again; it goes when that succeeds (stats lists them)"],
    ["discard", "remove a dead letter without doing its work (stats lists them)"],
  ] as const)
    program
      .command(name)
      .description(description)
      .argument("[id]", "its id")
      .option("--all", "all of the user's")
      .action(async (id: string | undefined, _: LettersOptions, command) => {
        const options: LettersOptions = command.optsWithGlobals();
        await (await import("../run/letters.ts"))[name](context, options, id);
      });
};
