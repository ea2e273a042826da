import { constants } from "node:os";
import { CommanderError } from "commander";
import { isHindsightError, messageOf } from "../domain/errors.ts";
import type { Io } from "./io.ts";
import { note } from "./io.ts";

/** Exit codes of every command. */
export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** The command was given in a way it cannot be carried out: exit code 2. */
export class UsageError extends Error {
  readonly hint: string;
  constructor(message: string, hint: string) {
    super(message);
    this.name = "UsageError";
    this.hint = hint;
  }
}

/** The command ran and did not do what was asked, for a reason that is no defect: exit code 1. */
export class Failure extends Error {
  readonly hint: string;
  constructor(message: string, hint: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "Failure";
    this.hint = hint;
  }
}

/** Stopped by Ctrl-C or another signal: exit code 128 and the signal's number, as a shell reports it. */
export class Interrupted extends Error {
  readonly exitCode: number;
  constructor(signal: NodeJS.Signals = "SIGINT") {
    super("interrupted");
    this.name = "Interrupted";
    this.exitCode = 128 + constants.signals[signal];
  }
}

const USAGE_CODES = ["INVALID_USER", "INVALID_SETTING"] as const;

/** What to try when commander itself refused the command line. */
function usageHint(error: CommanderError): string {
  if (error.code === "commander.unknownOption")
    return "Put -- before a text that begins with a dash; hindsight <command> --help lists the options.";
  if (error.code === "commander.unknownCommand") return "hindsight --help lists the commands.";
  return "hindsight <command> --help shows how it is used.";
}

/**
 * Says on standard error what went wrong and what to do, and returns the exit code. Never a stack trace, except with
 * HINDSIGHT_LOG=debug.
 */
export async function reportFailure(error: unknown, io: Io): Promise<number> {
  if (error instanceof Interrupted) return error.exitCode;
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.done; // --help, --version
    if (error.code === "commander.help") return EXIT.usage; // the help itself was shown
    await note(
      io,
      `error: ${error.message.replace(/^error: /, "").replace(/\s*\n\s*/g, " ")}\nhint: ${usageHint(error)}`,
    );
    return EXIT.usage;
  }
  const usage = error instanceof UsageError || USAGE_CODES.some((code) => isHindsightError(error, code));
  const hint =
    error instanceof UsageError || error instanceof Failure || isHindsightError(error)
      ? error.hint
      : "This was not foreseen; run it again with HINDSIGHT_LOG=debug to see where it comes from.";
  await note(io, `error: ${messageOf(error)}\nhint: ${hint}`);
  if (io.env.HINDSIGHT_LOG === "debug" && error instanceof Error) {
    await note(io, error.stack ?? "");
    if (error.cause !== undefined)
      await note(io, `cause: ${error.cause instanceof Error ? error.cause.stack : error.cause}`);
  }
  return usage ? EXIT.usage : EXIT.failed;
}
