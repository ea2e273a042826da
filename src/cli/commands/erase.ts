import { isHindsightError } from "../../domain/errors.ts";
import type { EraseReceipt, Memory } from "../../memory/types.ts";
import { type GlobalOptions, type Register, withMemory } from "../context.ts";
import { EXIT, UsageError } from "../failure.ts";
import { count, json } from "../format.ts";
import { note, printable, say } from "../io.ts";

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
        if (options.yes !== true)
          throw new UsageError(
            `this would erase everything of user "${printable(memory.user)}" for good: ${await holdings(memory)}, and all conversations`,
            "Add --yes to do it. hindsight export FILE keeps a copy first.",
          );
        const receipt = await memory.erase();
        if (receipt.left.length > 0) context.exitCode = EXIT.failed;
        await say(context.io, options.json === true ? json(receipt) : asText(receipt));
        for (const { place, why } of receipt.left) await note(context.io, `error: not erased, ${place}: ${why}`);
        if (receipt.left.length > 0) await note(context.io, "hint: See to that, then run erase --yes again.");
      });
    });
};

/** What there is to erase, also where it cannot be read. */
async function holdings(memory: Memory): Promise<string> {
  try {
    const { total } = await memory.stats();
    return `${count(total, "memory", "memories")} of every status, their vectors and history`;
  } catch (error) {
    if (!isHindsightError(error)) throw error;
    return `memories that cannot be read (${error.message})`;
  }
}

function asText(receipt: EraseReceipt): string {
  const places = Object.entries(receipt.erased).map(
    ([place, n]) => `  ${place.padEnd(18)} ${n === null ? "unknown, it could not be read" : n.toLocaleString("en")}`,
  );
  const what = receipt.left.length === 0 ? "erased" : "partly erased";
  return [`${what} user "${printable(receipt.user)}" at ${receipt.at}`, ...places].join("\n");
}
