import { type GlobalOptions, type Register, withMemory } from "../context.ts";
import { UsageError } from "../failure.ts";
import { count, json } from "../format.ts";
import { printable, say } from "../io.ts";

interface EraseOptions extends GlobalOptions {
  yes?: boolean;
}

/** `erase`: everything of one user, for good. */
export const eraseCommand: Register = (program, context) => {
  program
    .command("erase")
    .description("erase everything of the user for good: memories, vectors, history, conversations; prints a receipt")
    .option("--yes", "really do it")
    .action(async (_: EraseOptions, command) => {
      const options: EraseOptions = command.optsWithGlobals();
      await withMemory(context, options, async (memory) => {
        if (options.yes !== true) {
          const { total } = await memory.stats();
          throw new UsageError(
            `this would erase everything of user "${printable(memory.user)}" for good: ${count(total, "memory", "memories")} of every status, their vectors and history, and all conversations`,
            "Add --yes to do it. hindsight export FILE keeps a copy first.",
          );
        }
        const receipt = await memory.erase();
        if (options.json === true) return say(context.io, json(receipt));
        const places = Object.entries(receipt.erased).map(
          ([place, n]) => `  ${place.padEnd(18)} ${n.toLocaleString("en")}`,
        );
        await say(context.io, [`erased user "${printable(receipt.user)}" at ${receipt.at}`, ...places].join("\n"));
      });
    });
};
