import type { GlobalOptions, Register } from "../context.ts";

/** `reflect`: what do the finished tasks show together? */
export const reflectCommand: Register = (program, context) => {
  program
    .command("reflect")
    .summary("look across finished tasks for patterns")
    .description(
      "Look across the finished tasks of the user for what several show together: the same kind of offer turned down three " +
        "times, the same change asked for after every answer. Each pattern names the tasks it rests on. Run again without " +
        "new tasks it adds nothing.",
    )
    .action(async (_: GlobalOptions, command) => {
      const options: GlobalOptions = command.optsWithGlobals();
      await (await import("../run/reflect.ts")).reflect(context, options);
    });
};
