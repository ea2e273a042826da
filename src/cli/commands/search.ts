import { Option } from "commander";
import type { Register } from "../context.ts";
import { KIND_CHOICES, several, wholeNumber, words } from "../options.ts";
import type { SearchOptions } from "../run/search.ts";

/** `hindsight search QUERY`: recall. */
export const searchCommand: Register = (program, context) => {
  program
    .command("search")
    .summary("recall what fits a question or a few words")
    .description(
      "Recall what fits a question or a few words, best first. A bare date in --since is its first moment; --until takes in " +
        "the whole of it; --as-of answers as that day closed. Times without an offset are in the user's zone.",
    )
    .argument(
      "<query>",
      "a question or a few words, in any language; an empty one shows what matters most and the newest",
    )
    .option("-k, --k <n>", "most results (default 8)", wholeNumber(1, 1_000))
    .option("--as-of <time>", "what was believed then")
    .option("--since <time>", "only what happened then or later")
    .option("--until <time>", "only what happened before")
    .addOption(new Option("--kind <kind>", "only events, or only standing statements").choices(KIND_CHOICES))
    .option("--tag <tag>", "only memories with all of these tags", words)
    .option("--thread <id>", "only this conversation")
    .option("--namespace <name>", "search this shared namespace too (may be given several times)", several)
    .option("--explain", "show how each result came to its place, and the best that were left out")
    .action(async (query: string, _: SearchOptions, command) => {
      const options: SearchOptions = command.optsWithGlobals();
      await (await import("../run/search.ts")).search(context, options, query);
    });
};
