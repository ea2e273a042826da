import { type GlobalOptions, type Register, withMemory } from "../context.ts";
import { say } from "../io.ts";
import { several } from "../options.ts";
import { json, memoryDetails, memoryLines } from "../render.ts";

interface OneOptions extends GlobalOptions {
  namespace?: string[];
}

const NAMESPACE = ["--namespace <name>", "look in this shared namespace too (may be given several times)"] as const;

/** `show`, `history`, `forget`, `restore`: one memory, by its id. */
export const oneMemoryCommands: Register = (program, context) => {
  program
    .command("show")
    .description("show every field of one memory")
    .argument("<id>", "its id")
    .option(...NAMESPACE, several)
    .action(async (id: string, _: OneOptions, command) => {
      const options: OneOptions = command.optsWithGlobals();
      await withMemory(context, options, async (memory) => {
        const record = await memory.show(id);
        await say(context.io, options.json === true ? json(record) : memoryDetails(record, memory.timeZone));
      });
    });

  program
    .command("history")
    .description("show all versions of one memory, oldest first")
    .argument("<id>", "the id of any version")
    .option(...NAMESPACE, several)
    .action(async (id: string, _: OneOptions, command) => {
      const options: OneOptions = command.optsWithGlobals();
      await withMemory(context, options, async (memory) => {
        const versions = await memory.history(id);
        await say(
          context.io,
          options.json === true
            ? json({ memories: versions })
            : versions.map((record) => memoryLines(record, memory.timeZone)).join("\n"),
        );
      });
    });

  program
    .command("forget")
    .description("forget one memory; restore brings it back")
    .argument("<id>", "its id")
    .option(...NAMESPACE, several)
    .action(async (id: string, _: OneOptions, command) => {
      const options: OneOptions = command.optsWithGlobals();
      await withMemory(context, options, async (memory) => {
        const record = await memory.forget(id);
        await say(
          context.io,
          options.json === true
            ? json(record)
            : `forgotten: ${memoryLines(record, memory.timeZone)}\nhindsight restore ${record.id} brings it back.`,
        );
      });
    });

  program
    .command("restore")
    .description("bring a forgotten memory back")
    .argument("<id>", "its id")
    .option(...NAMESPACE, several)
    .action(async (id: string, _: OneOptions, command) => {
      const options: OneOptions = command.optsWithGlobals();
      await withMemory(context, options, async (memory) => {
        const record = await memory.restore(id);
        await say(
          context.io,
          options.json === true ? json(record) : `restored: ${memoryLines(record, memory.timeZone)}`,
        );
      });
    });
};
