import type { Migrated } from "../../memory/migrate/migrate.ts";
import type { Migration } from "../../migrate.ts";
import { type Context, type GlobalOptions, withHindsight } from "../context.ts";
import { EXIT, UsageError } from "../failure.ts";
import { count, json } from "../format.ts";
import { type Io, note, printable, say } from "../io.ts";
import { type Progress, progress } from "../progress.ts";
import { untilSignal } from "../signals.ts";

export interface MigrateCommandOptions extends GlobalOptions {
  from: string;
  to: string;
  fromKey?: string;
  toKey?: string;
  dryRun?: boolean;
  leaveQueue?: boolean;
}

/** The key in that variable; `null` for none, `undefined` for the setting's. */
function keyOf(option: string, variable: string | undefined, io: Io): string | null | undefined {
  if (variable === undefined) return undefined;
  if (variable === "none") return null;
  const key = io.env[variable]?.trim();
  if (key !== undefined && key !== "") return key;
  throw new UsageError(`${option}: the variable ${variable} is not set`, "Put the key into it, or write none.");
}

/** Moves everyone's memory, or one user's, and says how both sides compare. */
export async function migrateCommandRun(context: Context, options: MigrateCommandOptions): Promise<void> {
  const { io } = context;
  const route = {
    from: options.from,
    to: options.to,
    fromKey: keyOf("--from-key", options.fromKey, io),
    toKey: keyOf("--to-key", options.toKey, io),
  };
  const dryRun = options.dryRun === true;
  await untilSignal((signal) =>
    withHindsight(context, options, async (hindsight) => {
      let bar: Promise<Progress> | undefined;
      let seen = 0;
      let place = 0;
      try {
        const migration = await hindsight.migrate(route, {
          user: options.user,
          dryRun,
          leaveQueue: options.leaveQueue === true,
          signal,
          onOwner(_, at, of) {
            bar ??= progress(io, dryRun ? "Comparing" : "Moving", of);
            place = at - 1;
            void bar.then((shown) => shown.update(place, seen));
          },
          onRecord() {
            if (++seen % 1_000 === 0) void bar?.then((shown) => shown.update(place, seen));
          },
        });
        (await bar)?.stop();
        if (!dryRun && migration.owners.some(({ outcome }) => outcome !== "same")) context.exitCode = EXIT.failed;
        if (options.json === true) return say(io, json(migration));
        await report(io, migration, dryRun);
      } finally {
        (await bar)?.stop();
      }
    }),
  );
}

const named = ({ owner }: Migrated) => `${owner.kind === "user" ? "user" : "namespace"} "${printable(owner.id)}"`;

async function report(io: Io, { owners, from, to }: Migration, dryRun: boolean): Promise<void> {
  for (const one of owners.filter(({ outcome }) => outcome !== "same"))
    await say(
      io,
      dryRun && one.outcome === "differs"
        ? `${named(one)}: ${one.missing.toLocaleString("en")} of ${count(one.records, "memory", "memories")} would be copied${astray(one)}`
        : [`${named(one)} ${one.outcome === "failed" ? "failed" : "differs"}:`, ...one.problems].join("\n  "),
    );
  const same = owners.filter(({ outcome }) => outcome === "same");
  const sum = (of: (one: Migrated) => number) => same.reduce((total, one) => total + of(one), 0);
  const held = `${count(
    sum(({ records }) => records),
    "memory",
    "memories",
  )}, ${count(
    sum(({ audit }) => audit),
    "audit entry",
    "audit entries",
  )}, ${count(
    sum(({ beside }) => beside),
    "thread, dead letter or other entry",
    "threads, dead letters and other entries",
  )}`;
  await say(
    io,
    `${same.length.toLocaleString("en")} of ${count(owners.length, "owner")} the same on both sides: ${held}`,
  );
  if (dryRun) return note(io, "Nothing was changed.");
  await note(
    io,
    `${count(
      owners.reduce((total, { written }) => total + written, 0),
      "memory",
      "memories",
    )} written from ${printable(from)} to ${printable(to)}.`,
  );
}

const astray = ({ problems, missing }: Migrated) =>
  problems.length > 0 && missing === 0 ? ` (${problems.join("; ")})` : "";
