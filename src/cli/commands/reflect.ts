import type { Register } from "../context.ts";
import type { ReflectOptions } from "../run/reflect.ts";

/** `reflect`: what do the finished tasks show together, or what does a thread still hold? */
export const reflectCommand: Register = (program, context) => {
  program
    .command("reflect")
    .summary("look across finished tasks for patterns, or keep what a thread still holds")
    .description(
      "Look across the finished tasks of the user for what several show together: the same kind of offer turned down three " +
        "times, the same change asked for after every answer. Each pattern names the tasks it rests on. Run again without " +
        "new tasks it adds nothing. With --thread it reflects upon what of that thread was not reflected upon yet, as the end " +
        "of a session does.",
    )
    .option("--thread <id>", "this thread instead")
    .action(async (_: ReflectOptions, command) => {
      const options: ReflectOptions = command.optsWithGlobals();
      await (await import("../run/reflect.ts")).reflect(context, options);
    });
};
