import { Command } from "commander";
import { version } from "../version.ts";
import { browseCommands } from "./commands/browse.ts";
import { chatCommand } from "./commands/chat.ts";
import { consolidateCommand } from "./commands/consolidate.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { eraseCommand } from "./commands/erase.ts";
import { exportCommand } from "./commands/export.ts";
import { gateCommand } from "./commands/gate.ts";
import { importCommand } from "./commands/import.ts";
import { letterCommands } from "./commands/letters.ts";
import { mcpCommand } from "./commands/mcp.ts";
import { migrateCommand } from "./commands/migrate.ts";
import { oneMemoryCommands } from "./commands/one.ts";
import { probeCommand } from "./commands/probe.ts";
import { reembedCommand } from "./commands/reembed.ts";
import { reflectCommand } from "./commands/reflect.ts";
import { searchCommand } from "./commands/search.ts";
import { serveCommand } from "./commands/serve.ts";
import { workerCommand } from "./commands/worker.ts";
import { writeCommand } from "./commands/write.ts";
import type { Context, Register } from "./context.ts";
import { reportFailure } from "./failure.ts";
import type { Io } from "./io.ts";

const FAMILIES: readonly Register[] = [
  chatCommand,
  writeCommand,
  searchCommand,
  oneMemoryCommands,
  browseCommands,
  importCommand,
  exportCommand,
  eraseCommand,
  reflectCommand,
  consolidateCommand,
  reembedCommand,
  migrateCommand,
  probeCommand,
  gateCommand,
  doctorCommand,
  letterCommands,
  mcpCommand,
  serveCommand,
  workerCommand,
];

/** The command line: `hindsight <command>`. */
function createProgram(context: Context): Command {
  const program = new Command("hindsight");
  program
    .description("Long-term memory for agents: it recalls before it answers and keeps what matters.")
    .option("--user <id>", "whose memory (default $HINDSIGHT_USER, else local)")
    .option("--home <dir>", "folder of all files (default $HINDSIGHT_HOME, else ~/.hindsight)")
    .option("--json", "print the answer as JSON")
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [command]", "show help for a command")
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void context.io.stdout.write(text),
      writeErr: (text) => void context.io.stderr.write(text),
      outputError: () => {}, // said by reportFailure
    });
  for (const register of FAMILIES) register(program, context);
  return program;
}

/**
 * Runs one command and returns the exit code: 0 done, 1 failed, 2 bad usage, 130 and the like when
 * stopped by a signal. Never throws for what the
 * user, the machine or the memory did.
 * @param args the command line without node and script.
 */
export async function run(args: readonly string[], io: Io, open: Context["open"]): Promise<number> {
  const context: Context = { io, open, exitCode: 0 };
  try {
    await createProgram(context).parseAsync(args, { from: "user" });
    return context.exitCode;
  } catch (error) {
    return reportFailure(error, io);
  }
}
