import type { Register } from "../context.ts";
import type { ChatOptions } from "../run/chat.ts";

/** `chat`: talk to the agent that remembers. */
export const chatCommand: Register = (program, context) => {
  program
    .command("chat")
    .summary("talk to the agent that remembers")
    .description(
      "Talk to the agent. It recalls what it knows about you before it answers and keeps what matters after. A new thread " +
        "is begun unless --thread names one. Lines are read from a pipe too; with --json each turn is one JSON object.",
    )
    .option("--thread <id>", "go on with this thread")
    .option("--once <text>", "send one message, print the reply and end")
    .action(async (_: ChatOptions, command) => {
      const options: ChatOptions = command.optsWithGlobals();
      await (await import("../run/chat.ts")).chat(context, options);
    });
};
