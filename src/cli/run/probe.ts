import { createReadStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf } from "../../domain/errors.ts";
import type { Memory } from "../../memory/types.ts";
import { type Context, type GlobalOptions, type Hindsight, withHindsight } from "../context.ts";
import { EXIT, Failure, UsageError } from "../failure.ts";
import { json } from "../format.ts";
import { type Io, note, printable, say } from "../io.ts";
import { createImporter } from "../jsonl/importer.ts";
import { readMapping } from "../jsonl/mapping.ts";
import { type Asked, ask } from "../probes/ask.ts";
import { summarise } from "../probes/figures.ts";
import { type Known, knownMemories } from "../probes/names.ts";
import { type Probe, readProbes } from "../probes/read.ts";
import { asJson, asText, shortfall } from "../probes/report.ts";
import { progress } from "../progress.ts";

export interface ProbeOptions extends GlobalOptions {
  k: number;
  memories?: string;
  failUnder?: number;
  noiseOver?: number;
  namespace?: string[];
}

/** Asks the probes of a file and prints figures and misses; exit 1 when they are below `--fail-under` or above `--noise-over`. */
export async function probeFile(context: Context, options: ProbeOptions, file: string): Promise<void> {
  if (options.memories === undefined)
    return withHindsight(context, options, (hindsight) => probe(context, options, file, hindsight));
  if (options.home !== undefined)
    throw new UsageError(
      "--memories and --home exclude each other",
      "With --memories the probes are asked in a temporary folder; leave one of the two out.",
    );
  const { memories } = options;
  const home = await mkdtemp(join(tmpdir(), "hindsight-probe-"));
  try {
    await withHindsight(context, { ...options, home }, async (hindsight) => {
      await fill(context.io, hindsight, memories);
      await probe(context, options, file, hindsight);
    });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Each line goes to the user it names, else to the user of the command. */
async function fill(io: Io, hindsight: Hindsight, file: string): Promise<void> {
  const { user, timeZone } = hindsight.settings;
  const importer = createImporter((id, namespace) =>
    hindsight.user(id, { namespaces: namespace === "private" ? [] : [namespace] }),
  );
  const target = { user, named: false, zone: timeZone };
  const { size } = await stated(file);
  const bar = await progress(io, "Importing", size);
  try {
    await importer.run(createReadStream(file), readMapping([], [], false), target, (bytes, lines) =>
      bar.update(bytes, lines),
    );
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(`--memories ${file}: ${error.message}`, error.hint, { cause: error });
  } finally {
    bar.stop();
  }
}

async function probe(context: Context, options: ProbeOptions, file: string, hindsight: Hindsight): Promise<void> {
  const { io } = context;
  const probes = await readProbes(await chunksOf(io, file), hindsight.settings.timeZone);
  const asked = await askAll(io, hindsight, probes, options);
  const failed = new Map(asked.flatMap(({ failures }) => failures).map(({ route, message }) => [route, message]));
  for (const [route, message] of failed) await note(io, `warning: the ${route} route failed: ${printable(message)}`);
  const summary = summarise(asked, options.k);
  await say(io, options.json === true ? json(asJson(summary, asked)) : asText(summary, asked));
  const short = shortfall(summary, {
    ...(options.failUnder !== undefined && { least: options.failUnder }),
    ...(options.noiseOver !== undefined && { most: options.noiseOver }),
  });
  if (short === null) return;
  context.exitCode = EXIT.failed;
  await note(io, `failed: ${short}`);
}

async function askAll(io: Io, hindsight: Hindsight, probes: readonly Probe[], options: ProbeOptions): Promise<Asked[]> {
  const namespaces = (options.namespace ?? []).filter((name) => name !== "private");
  const users = new Map<string, { memory: Memory; known: Known[] }>();
  const bar = await progress(io, "Asking   ", probes.length);
  const asked: Asked[] = [];
  let memories = 0;
  try {
    for (const one of probes) {
      const id = one.user ?? hindsight.settings.user;
      let user = users.get(id);
      if (user === undefined) {
        const memory = hindsight.user(id, { namespaces });
        user = { memory, known: await knownMemories(memory, ["private", ...namespaces]) };
        users.set(id, user);
        memories += user.known.length;
      }
      asked.push(await ask(user.memory, user.known, one, options.k));
      bar.update(asked.length, memories);
    }
  } finally {
    bar.stop();
  }
  return asked;
}

async function chunksOf(io: Io, file: string): Promise<AsyncIterable<Uint8Array | string>> {
  if (file === "-") return io.stdin;
  await stated(file);
  return createReadStream(file);
}

/** @throws Failure when there is no such file. */
async function stated(file: string) {
  try {
    return await stat(file);
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${messageOf(error)}`, "Check the path; - reads standard input.", {
      cause: error,
    });
  }
}
