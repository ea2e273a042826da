import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Backends, openBackends } from "./backends.ts";
import { HindsightError } from "./domain/errors.ts";
import type { Migrated, MigrateOptions, Side } from "./memory/migrate/migrate.ts";
import type { Clock } from "./ports/clock.ts";
import type { Log } from "./ports/log.ts";
import type { Settings } from "./settings.ts";

/** The file of a home folder that knows whose memories there are. */
const LEDGER = "hindsight.db";

/** Where to move from and to, as a person writes it. */
export interface Route {
  /** A home folder (a path, `file:` or `sqlite:` URL), or `http(s)://host:6333?prefix=hindsight` of a Qdrant. */
  from: string;
  to: string;
  /** The key of each side: of its files' encryption, or the API key of its Qdrant; `null` for none. */
  fromKey: string | null | undefined;
  toKey: string | null | undefined;
}

export interface MigrationOptions extends Omit<MigrateOptions, "sameLedger"> {
  /** Jobs still queued at the source stay there. */
  leaveQueue: boolean;
}

export interface Migration {
  from: string;
  to: string;
  owners: Migrated[];
}

/** The settings of one side, and its names: of the place, and of where its ledger is. */
interface Place {
  settings: Settings;
  name: string;
  ledger: string;
}

/**
 * Reads one side. A folder stands for all that is in it; a Qdrant for the memories, with ledger and queue where the settings
 * have them: in Redis, else in the home folder.
 * @throws HindsightError INVALID_SETTING
 */
export function placeOf(given: string, key: string | null | undefined, settings: Settings): Place {
  const wrong = (why: string) =>
    new HindsightError(
      "INVALID_SETTING",
      `${JSON.stringify(given)}: ${why}`,
      "Name a home folder such as ~/.hindsight or sqlite:///var/lib/hindsight, or a Qdrant such as http://localhost:6333?prefix=hindsight.",
    );
  if (/^https?:\/\//u.test(given)) {
    if (!URL.canParse(given)) throw wrong("is no URL");
    const url = new URL(given);
    const prefix = url.searchParams.get("prefix") ?? settings.qdrantPrefix;
    if (!/^[\w-]+$/u.test(prefix)) throw wrong("the prefix may have letters, digits, _ and - only");
    if (url.username !== "" || url.password !== "")
      throw wrong("the key does not belong into the URL: it is read from QDRANT_API_KEY");
    const others = [...url.searchParams.keys()].filter((name) => name !== "prefix");
    if (others.length > 0 || url.hash !== "") throw wrong(`only ?prefix= may follow, not ${others[0] ?? url.hash}`);
    const qdrantUrl = url.origin + url.pathname.replace(/\/$/u, "");
    return {
      settings: {
        ...settings,
        qdrantUrl,
        qdrantPrefix: prefix,
        qdrantKey: key === undefined ? settings.qdrantKey : key,
        checkpoints: "memory:",
      },
      name: `${qdrantUrl}?prefix=${prefix}`,
      ledger: ledgerOf(settings),
    };
  }
  if (/^(?!sqlite:|file:)[a-z][a-z\d+.-]+:/iu.test(given)) throw wrong("is neither a folder nor the URL of a Qdrant");
  const path = resolve(/^(?:sqlite|file):/iu.test(given) ? pathOf(given, wrong) : given);
  // With REDIS_URL the ledger of the home folder may be in Redis alone.
  const apart = settings.redisUrl !== null && path === resolve(settings.home) && !existsSync(join(path, LEDGER));
  return {
    settings: {
      ...settings,
      home: path,
      encryptionKey: key === undefined ? settings.encryptionKey : key,
      qdrantUrl: null,
      redisUrl: apart ? settings.redisUrl : null,
      checkpoints: "sqlite:",
    },
    name: path,
    ledger: apart ? ledgerOf(settings) : path,
  };
}

/** Where the settings have the ledger. */
function ledgerOf({ redisUrl, redisPrefix, home }: Settings): string {
  if (redisUrl === null) return resolve(home);
  const { host, pathname } = new URL(redisUrl);
  return `${host}${pathname} ${redisPrefix}`;
}

function pathOf(given: string, wrong: (why: string) => HindsightError): string {
  const rest = given.replace(/^(?:sqlite|file):/iu, "");
  if (rest === "") throw wrong("names no folder");
  if (!rest.startsWith("//")) return rest;
  if (!rest.startsWith("///")) throw wrong("names a host; write three slashes before an absolute path");
  return fileURLToPath(`file:${rest}`);
}

/**
 * Moves memories, ledger and tool outputs from one place to another, and compares them: `migrate` of memory/migrate says how.
 * @throws HindsightError INVALID_SETTING for a place that is none, NOT_FOUND for a source where nothing is, CONFLICT when
 * jobs are queued at the source
 */
export async function migrateBetween(
  route: Route,
  settings: Settings,
  parts: { clock: Clock; log: Log },
  options: MigrationOptions,
): Promise<Migration> {
  const [from, to] = [placeOf(route.from, route.fromKey, settings), placeOf(route.to, route.toKey, settings)];
  if (from.name === to.name)
    throw new HindsightError("INVALID_SETTING", "source and target are the same place", "Name two different ones.");
  if (from.ledger === from.name && !existsSync(join(from.name, LEDGER)))
    throw new HindsightError("NOT_FOUND", `${from.name} is no home folder of hindsight`, "Correct --from.");
  const sameLedger = from.ledger === to.ledger;
  const opened: Backends[] = [];
  const open = async ({ settings: of, name }: Place): Promise<Side & { backends: Backends }> => {
    const backends = await openBackends(of, parts.clock, parts.log);
    opened.push(backends);
    return { name, stores: backends.stores, ledger: backends.ledger, outputs: backends.outputs, backends };
  };
  try {
    const source = await open(from);
    const target = await open(to);
    if (!sameLedger && !options.leaveQueue && !options.dryRun) await checkQueue(source.backends, options.user);
    const { migrate } = await import("./memory/migrate/migrate.ts");
    const owners = await migrate(source, target, parts.clock, { ...options, sameLedger });
    return { from: from.name, to: to.name, owners };
  } finally {
    for (const backends of opened) await backends.close();
  }
}

/** @throws HindsightError CONFLICT when jobs are queued: what they would write would be missing at the target */
async function checkQueue({ queue }: Backends, user: string | undefined): Promise<void> {
  const { waiting, delayed, running } = await queue.counts(user);
  if (waiting + delayed + running === 0) return;
  throw new HindsightError(
    "CONFLICT",
    `${waiting + delayed + running} job(s) are still queued at the source, and what they keep would be missing`,
    "Run `hindsight worker --once` there first, or give --leave-queue: they stay at the source.",
  );
}
