import { createReadStream, type Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { messageOf } from "../../domain/errors.ts";
import { type Context, type GlobalOptions, type Hindsight, withHindsight } from "../context.ts";
import { Failure } from "../failure.ts";
import { count, json } from "../format.ts";
import { type Io, note, printable, say } from "../io.ts";
import { type Checked, checkAll, createImporter, type Target } from "../jsonl/importer.ts";
import { type Mapping, readMapping } from "../jsonl/mapping.ts";
import { progress } from "../progress.ts";

export interface ImportOptions extends GlobalOptions {
  map?: string[];
  where?: string[];
  lenient?: boolean;
}

/** Stores the memories of a JSON Lines file and says how many. */
export async function importFile(context: Context, options: ImportOptions, file: string): Promise<void> {
  const { io } = context;
  const mapping = readMapping(options.map ?? [], options.where ?? [], options.lenient === true);
  await withHindsight(context, options, async (hindsight) => {
    const named = options.user !== undefined || (io.env.HINDSIGHT_USER ?? "").trim() !== "";
    const target: Target = { user: hindsight.settings.user, named, zone: hindsight.settings.timeZone };
    const done =
      file === "-"
        ? await fromStdin(io, hindsight, mapping, target)
        : await fromFile(io, hindsight, file, mapping, target);
    await say(io, options.json === true ? json(done) : asText(done));
    if (done.lines === 0)
      await note(
        io,
        mapping.conditions.length > 0 ? "No line meets the --where conditions." : "The file holds no memories.",
      );
  });
}

/** What became of an import, as `--json` prints it. */
interface Done {
  lines: number;
  stored: number;
  duplicates: number;
  /** By user. */
  users: Record<string, { stored: number; duplicates: number }>;
}

async function fromFile(io: Io, hindsight: Hindsight, file: string, mapping: Mapping, target: Target): Promise<Done> {
  let found: Stats;
  try {
    found = await stat(file);
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${messageOf(error)}`, "Check the path; - reads standard input.", {
      cause: error,
    });
  }
  if (found.isDirectory())
    throw new Failure(
      `${file} is a folder`,
      "Name a file of JSON Lines; several files are imported one after the other.",
    );
  if (!found.isFile()) return store(createReadStream(file), hindsight, mapping, target, () => {}); // a pipe: as it comes
  const { size } = found;
  const checking = await progress(io, "Checking ", size);
  let checked: Checked;
  try {
    checked = await checkAll(createReadStream(file), mapping, target, (at) => checking.update(at.bytes, at.lines));
  } finally {
    checking.stop();
  }
  if (target.named && checked.owner !== undefined && checked.owner !== target.user)
    await note(io, `The lines of "${printable(checked.owner)}" go to user "${printable(target.user)}".`);
  const bar = await progress(io, "Importing", size);
  try {
    return await store(createReadStream(file), hindsight, mapping, target, (bytes, lines) => bar.update(bytes, lines));
  } finally {
    bar.stop();
  }
}

/** A pipe cannot be read twice: it is stored as it comes, and stops at the first line that is wrong. */
function fromStdin(io: Io, hindsight: Hindsight, mapping: Mapping, target: Target): Promise<Done> {
  return store(io.stdin, hindsight, mapping, target, () => {});
}

async function store(
  chunks: AsyncIterable<Uint8Array | string>,
  hindsight: Hindsight,
  mapping: Mapping,
  target: Target,
  onProgress: (bytes: number, lines: number) => void,
): Promise<Done> {
  const importer = createImporter((user, namespace) =>
    hindsight.user(user, { namespaces: namespace === "private" ? [] : [namespace] }),
  );
  try {
    await importer.run(chunks, mapping, target, onProgress);
  } catch (error) {
    const { stored } = importer.done();
    if (stored === 0 || !(error instanceof Error)) throw error;
    const hint = "hint" in error && typeof error.hint === "string" ? error.hint : "";
    throw new Failure(
      `${error.message} (${count(stored, "memory", "memories")} before it ${stored === 1 ? "is" : "are"} stored)`,
      `${hint} Import again: what is stored already is recognised.`.trim(),
      { cause: error },
    );
  }
  return importer.done();
}

function asText(done: Done): string {
  const again = (n: number) => (n === 0 ? "" : ` (${count(n, "line")} stored already)`);
  const users = Object.entries(done.users);
  const each =
    users.length < 2
      ? []
      : users.map(([user, n]) => `  ${printable(user)}: ${n.stored.toLocaleString("en")}${again(n.duplicates)}`);
  const whom =
    users.length === 0
      ? ""
      : users.length === 1
        ? ` for user "${printable(users[0]?.[0] ?? "")}"`
        : ` for ${count(users.length, "user")}`;
  return [`${count(done.stored, "memory", "memories")} imported${whom}${again(done.duplicates)}`, ...each].join("\n");
}
