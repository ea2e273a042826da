import type { Register } from "../context.ts";
import type { MigrateCommandOptions } from "../run/migrate.ts";

/** `migrate`: from one store to another. */
export const migrateCommand: Register = (program, context) => {
  program
    .command("migrate")
    .summary("move everything to another store, and compare both sides")
    .description(
      "Copy the memories of everyone (or of --user), with versions, graph, vectors and audit, the ledger beside them and " +
        "the tools' outputs, between home folders and Qdrant, either way; then compare both sides to the last bit. " +
        "A place is a home folder (a path, or sqlite:///path) or http(s)://host:6333?prefix=hindsight. Nothing is deleted at " +
        "the source. Stopped or killed at any point, the same command goes on with what is missing. Do not use the target " +
        "before it is whole. Exit code 1 when something differs.",
    )
    .requiredOption("--from <place>", "where the memories are")
    .requiredOption("--to <place>", "where they shall be")
    .option(
      "--from-key <variable>",
      "environment variable with the source's key (of its files' encryption, or of Qdrant), or none; " +
        "default HINDSIGHT_ENCRYPTION_KEY or QDRANT_API_KEY",
    )
    .option("--to-key <variable>", "the same for the target")
    .option("--dry-run", "only compare, and say what would be copied")
    .option("--leave-queue", "go on although jobs are still queued at the source; they stay there")
    .action(async (_: MigrateCommandOptions, command) => {
      await (await import("../run/migrate.ts")).migrateCommandRun(context, command.optsWithGlobals());
    });
};
