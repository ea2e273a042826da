import { type GlobalOptions, type Register, withMemory } from "../context.ts";
import { untilSignal } from "../signals.ts";

/** `mcp`: the memory as an MCP server on standard input and output. */
export const mcpCommand: Register = (program, context) => {
  program
    .command("mcp")
    .summary("serve the memory over MCP on standard input and output")
    .description(
      "Serve the user's memory over the Model Context Protocol on standard input and output, for desktop assistants and " +
        "editors. docs/mcp.md shows their configuration. Ends when the client closes its end.",
    )
    .action(async (_: GlobalOptions, command) => {
      const options: GlobalOptions = command.optsWithGlobals();
      await untilSignal(async (signal) => {
        const protocol = (await import("../../mcp/guard.ts")).guardStdout(); // before anything can print
        const server = import("../../mcp/stdio.ts"); // beside opening the memory, not after it
        await withMemory(context, options, async (memory) => (await server).serveOnStdio(memory, protocol, signal));
      });
    });
};
