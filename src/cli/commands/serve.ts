import type { Register } from "../context.ts";
import { wholeNumber } from "../options.ts";
import type { ServeOptions } from "../run/serve.ts";

/** Where `serve` listens unless told otherwise. */
const PORT = 8477;

/** `serve`: the memory over HTTP. */
export const serveCommand: Register = (program, context) => {
  program
    .command("serve")
    .summary("serve the memory over HTTP: MCP, health and readiness")
    .description(
      "Serve memory over HTTP: /mcp (Model Context Protocol, Streamable HTTP), /livez and /readyz. Without tokens it serves " +
        "the user's own memory to this machine only; with HINDSIGHT_TOKEN or HINDSIGHT_TOKENS each bearer token opens the " +
        "memory of its user (docs/serve.md). Ctrl-C or SIGTERM ends it when the requests under way are answered.",
    )
    .option("--port <n>", "port to listen on; 0 for any free one", wholeNumber(0, 65_535), PORT)
    .option("--host <host>", "address to listen on; 0.0.0.0 for all, which needs tokens", "127.0.0.1")
    .action(async (_: ServeOptions, command) => {
      await (await import("../run/serve.ts")).serve(context, command.optsWithGlobals());
    });
};
