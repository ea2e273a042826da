import type { GlobalOptions, Register } from "../context.ts";

/** `gate FILE`: does the gate keep what is worth keeping, and nothing else? */
export const gateCommand: Register = (program, context) => {
  program
    .command("gate")
    .summary("judge a file of turns whose right decision is known")
    .description(
      "Judge a file of conversation turns whose right decision is known and print the share the rules settle alone, " +
        "precision, recall, what was refused as what, and every turn that was decided wrongly. Nothing is stored.",
    )
    .argument("<file>", "the turns, JSON Lines; - reads standard input")
    .addHelpText(
      "after",
      '\nA line: {"text", "keep": true or false}, optional "reason" (why it is to be refused), "preset", "recalled" (texts recalled\n' +
        'before), "scene". docs/gate.md has it all.',
    )
    .action(async (file: string, _: GlobalOptions, command) => {
      const options: GlobalOptions = command.optsWithGlobals();
      await (await import("../run/gate.ts")).gateFile(context, options, file);
    });
};
