import type { Register } from "../context.ts";
import { wholeNumber } from "../options.ts";
import type { WorkerOptions } from "../run/worker.ts";

/** `worker`: does what agents queued. */
export const workerCommand: Register = (program, context) => {
  program
    .command("worker")
    .summary("do what agents queued: reflections and other writes")
    .description(
      "Do the queued work of all users: reflections and other writes, each user's in order. Runs until it is stopped; on " +
        "Ctrl-C or SIGTERM it finishes what is under way or gives it back. Several may run at the same time.",
    )
    .option("--once", "do what is queued and end")
    .option("--port <n>", "answer /livez and /readyz on this port", wholeNumber(0, 65_535))
    .option("--host <host>", "address for --port", "127.0.0.1")
    .action(async (_: WorkerOptions, command) => {
      await (await import("../run/worker.ts")).work(context, command.optsWithGlobals());
    });
};
