import type { Register } from "../context.ts";
import { several } from "../options.ts";
import type { OneOptions } from "../run/one.ts";

const COMMANDS = [
  ["show", "show every field of one memory", "its id"],
  ["history", "show all versions of one memory, oldest first", "the id of any version"],
  ["forget", "forget one memory; restore brings it back", "its id"],
  ["restore", "bring a forgotten memory back", "its id"],
] as const;

/** `show`, `history`, `output`, `forget`, `restore`: one memory, by its id. */
export const oneMemoryCommands: Register = (program, context) => {
  for (const [name, description, id] of COMMANDS) {
    const one = program
      .command(name)
      .description(description)
      .argument("<id>", id)
      .option("--namespace <name>", "look in this shared namespace too (may be given several times)", several);
    if (name === "show")
      one.option("--original", "also what it was made of: the words, the events, what a summary compresses");
    one.action(async (given: string, _: OneOptions, command) => {
      const options: OneOptions = command.optsWithGlobals();
      await (await import("../run/one.ts"))[name](context, options, given);
    });
  }
  program
    .command("output")
    .description("print the whole result of a tool, of which an episode holds the summary")
    .argument("<id>", "the id that the episode's step names, see show")
    .action(async (id: string, _: OneOptions, command) => {
      await (await import("../run/one.ts")).output(context, command.optsWithGlobals(), id);
    });
};
