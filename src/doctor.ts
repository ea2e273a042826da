import { access, constants, statfs } from "node:fs/promises";
import { isHindsightError, messageOf } from "./domain/errors.ts";
import { userOwner } from "./domain/scope.ts";
import type { Hindsight } from "./hindsight.ts";
import { within } from "./memory/budget.ts";
import { NODE_ADVICE, nodeProblem } from "./node-version.ts";
import { placesOf } from "./places.ts";
import type { Reranker } from "./ports/reranker.ts";
import { version } from "./version.ts";

/** One thing looked at. */
export interface Check {
  name: string;
  ok: boolean;
  /** What was found. */
  detail: string;
  /** What to do about it, when it is not ok. */
  advice?: string;
}

/** Longest wait for an endpoint, in milliseconds. */
const PATIENCE_MS = 5_000;
/** Longest wait for a word of the chat model: one that is loaded first takes this long. */
const TALK_MS = 30_000;
/** Free space below which writes are about to fail. */
const LOW_DISK_BYTES = 100 * 2 ** 20;
/** A job that may run and has waited so long has no worker. */
const LONG_WAIT_MS = 10 * 60_000;

/** Looks at everything hindsight stands on, for one user. Never throws: what cannot be looked at is a check that failed. */
export async function examine(
  hindsight: Hindsight,
  user: string,
  { model = false }: { model?: boolean } = {},
): Promise<Check[]> {
  const { settings } = hindsight;
  const checks: Promise<Check>[] = [
    look("node", NODE_ADVICE, async () => nodeVersion()),
    look("home", "Set HINDSIGHT_HOME (or --home) to a folder with room that this user may write to.", () =>
      home(settings.home),
    ),
    settings.qdrantUrl === null
      ? look("memory file", "Restore the file from a backup, or export what can be read and erase it.", () =>
          memories(hindsight, user),
        )
      : look("memories", "Restore the collection from a snapshot, or export what can be read and erase it.", () =>
          memories(hindsight, user),
        ),
    look("threads", "Correct HINDSIGHT_CHECKPOINTS, or start what it names.", () => threads(hindsight)),
    look("embedding model", "Check the embedding settings.", () => embedding(hindsight, user)),
    look(
      "dead letters",
      "`hindsight stats` lists them, with --json also what the model said. Correct the model or its settings, then `hindsight retry --all`; `hindsight discard ID` drops one.",
      () => letters(hindsight, user),
    ),
    look("queued work", "Run `hindsight worker`, or start the application that works on the queue.", () =>
      queued(hindsight),
    ),
    look(
      "daily writes",
      "Look for what writes so much: `hindsight list` shows the newest. HINDSIGHT_DAILY_WRITES is the cap.",
      () => daily(hindsight, user),
    ),
    look("chat model", "Check OPENAI_BASE_URL, OPENAI_API_KEY and HINDSIGHT_MODEL.", () =>
      model ? talk(hindsight) : chat(hindsight),
    ),
  ];
  if (hindsight.reranker !== null) {
    const { reranker } = hindsight;
    checks.push(
      look("reranker", "Check the HINDSIGHT_RERANK settings.", () =>
        reranking(reranker, settings.rerankTimeoutMs, hindsight.counts()),
      ),
    );
  }
  if (settings.mcpConfig !== null)
    checks.push(
      look("tool servers", "Correct the entries in the file HINDSIGHT_MCP_CONFIG names.", () => tools(hindsight)),
    );
  return Promise.all(checks);
}

type Outcome = { ok: boolean; detail: string; advice?: string };

async function look(name: string, advice: string, work: () => Promise<Outcome>): Promise<Check> {
  try {
    const { ok, detail, advice: better } = await work();
    return ok ? { name, ok, detail } : { name, ok, detail, advice: better ?? advice };
  } catch (error) {
    return {
      name,
      ok: false,
      detail: messageOf(error).split("\n\nTroubleshooting URL:", 1)[0]!,
      advice: isHindsightError(error) ? error.hint : advice,
    };
  }
}

function nodeVersion(): Outcome {
  return {
    ok: nodeProblem() === null,
    detail: `hindsight ${version()}, Node ${process.versions.node}, ${process.platform} ${process.arch}`,
  };
}

async function home(folder: string): Promise<Outcome> {
  await access(folder, constants.R_OK | constants.W_OK);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  return { ok: free >= LOW_DISK_BYTES, detail: `${folder}, ${Math.round(free / 2 ** 20)} MiB free` };
}

async function memories(hindsight: Hindsight, user: string): Promise<Outcome> {
  const owner = userOwner(user);
  const { qdrantUrl, encryptionKey } = hindsight.settings;
  const sealed = encryptionKey === null ? "not encrypted" : "encrypted";
  const where = qdrantUrl === null ? sealed : placesOf(hindsight.settings).memories;
  if (!(await hindsight.stores.exists(owner)))
    return { ok: true, detail: `nothing stored yet for this user, ${where}` };
  const store = await hindsight.stores.open(owner);
  try {
    const problems = await store.check();
    const { total, bytes } = await store.stats();
    if (problems.length > 0) return { ok: false, detail: problems.join("; ") };
    return { ok: true, detail: `${total} memories, ${Math.ceil(bytes / 1024)} KiB, sound, ${where}` };
  } finally {
    await store.close();
  }
}

/** Reads from the checkpointer: a damaged file fails here and not in the next talk. */
async function threads(hindsight: Hindsight): Promise<Outcome> {
  await hindsight.reachThreads();
  return { ok: true, detail: `working memory can be read: ${placesOf(hindsight.settings).workingMemory}` };
}

async function embedding(hindsight: Hindsight, user: string): Promise<Outcome> {
  const now = await hindsight.embedder.fingerprint();
  const name = `${now.model}@${now.version} (${now.dimensions} dimensions)`;
  const owner = userOwner(user);
  if (!(await hindsight.stores.exists(owner))) return { ok: true, detail: name };
  const store = await hindsight.stores.open(owner);
  try {
    const stored = await store.embedding();
    if (
      stored === null ||
      (stored.model === now.model && stored.version === now.version && stored.dimensions === now.dimensions)
    )
      return { ok: true, detail: name };
    return {
      ok: false,
      detail: `the memories were embedded with ${stored.model}@${stored.version} (${stored.dimensions}), the setting is ${name}`,
      advice: `Set HINDSIGHT_EMBEDDING_MODEL back to ${stored.model}, or run hindsight reembed to change over.`,
    };
  } finally {
    await store.close();
  }
}

async function letters({ ledger }: Hindsight, user: string): Promise<Outcome> {
  const [own, all] = [await ledger.countDeadLetters(user), await ledger.countDeadLetters()];
  const others = all - own > 0 ? `; ${all - own} of other users (\`hindsight --user ID stats\`)` : "";
  const detail = own === 0 ? "none" : `${own} reflection(s) or other jobs failed for good`;
  return { ok: all === 0, detail: `${detail}${others}` };
}

async function queued({ queue, clock, settings }: Hindsight): Promise<Outcome> {
  const { waiting, delayed, running, oldest } = await queue.counts();
  const where = settings.redisUrl === null ? "" : ` (${placesOf(settings).queue})`;
  if (waiting + delayed + running === 0) return { ok: true, detail: `none${where}` };
  const waited = oldest === null ? 0 : clock.now() - Date.parse(oldest);
  const since = oldest === null ? "" : `, the oldest since ${oldest}`;
  return {
    ok: waited < LONG_WAIT_MS,
    detail: `${waiting} waiting${since}; ${delayed} put off or to be tried again; ${running} running${where}`,
  };
}

async function daily(hindsight: Hindsight, user: string): Promise<Outcome> {
  const { count, cap } = await hindsight.user(user).writesToday();
  return { ok: cap === null || count < cap, detail: cap === null ? `${count}, no cap` : `${count} of ${cap}` };
}

async function chat({ settings }: Hindsight): Promise<Outcome> {
  if (settings.model === null) {
    const unused = settings.apiKey !== null || settings.baseUrl !== null;
    const hint = unused ? "; an endpoint is set, name a model with HINDSIGHT_MODEL to use it" : "";
    return { ok: true, detail: `built-in rules, no language model${hint}` };
  }
  const url = `${(settings.baseUrl ?? "https://api.openai.com/v1").replace(/\/+$/u, "")}/models`;
  const headers: Record<string, string> =
    settings.apiKey === null ? {} : { authorization: `Bearer ${settings.apiKey}` };
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
  await answer.body?.cancel();
  if (answer.status === 401 || answer.status === 403)
    return { ok: false, detail: `${url} refused the key (HTTP ${answer.status})`, advice: "Check OPENAI_API_KEY." };
  // Servers without a list of models answer 404 and still serve chat.
  const ok = answer.ok || answer.status === 404;
  return {
    ok,
    detail: `${settings.model}: ${url} answered (HTTP ${answer.status}); \`hindsight doctor --model\` tries it for some 30 tokens`,
  };
}

/** Asks it twice, since the first time may be spent loading, and holds the second against the time budget. */
async function reranking(reranker: Reranker, budgetMs: number, counts: Record<string, number>): Promise<Outcome> {
  const ask = () => reranker.rank("Where do I live?", ["The user lives in Bergen.", "The kettle is broken."]);
  const first = await within("the reranker's first answer", PATIENCE_MS, undefined, ask);
  const started = performance.now();
  const answer = first.ok ? await ask() : first;
  const ms = Math.round(performance.now() - started);
  if (!answer.ok) return { ok: false, detail: `${reranker.name}: ${answer.reason}: ${answer.detail}` };
  const seen = Object.entries(counts).filter(([name]) => name.startsWith("rerank."));
  const told = seen.map(([name, count]) => `, ${name} ${count}`).join("");
  const detail = `${reranker.name} answered in ${ms} ms; recall waits ${budgetMs} ms${told}`;
  const advice = "Raise HINDSIGHT_RERANK_TIMEOUT_MS, or choose a smaller model.";
  return ms <= budgetMs ? { ok: true, detail } : { ok: false, detail, advice };
}

/** Asks the chat model for one word, as the agent would ask it. */
async function talk(hindsight: Hindsight): Promise<Outcome> {
  const { settings } = hindsight;
  if (settings.model === null) return chat(hindsight);
  const model = await hindsight.chatModel();
  const started = performance.now();
  const signal = AbortSignal.timeout(Math.min(settings.modelTimeoutMs, TALK_MS));
  let said = "";
  for await (const chunk of await model.stream("Answer with one word: ready", { signal })) said += chunk.text;
  const ms = Math.round(performance.now() - started);
  if (said.trim() === "") return { ok: false, detail: `${settings.model} answered with nothing after ${ms} ms` };
  return { ok: true, detail: `${settings.model} answered "${said.trim().slice(0, 40)}" after ${ms} ms` };
}

async function tools(hindsight: Hindsight): Promise<Outcome> {
  const servers = await hindsight.toolServers();
  await servers.tools();
  const status = servers.status();
  const text = status.map(({ name, state, error }) => `${name}: ${state}${error === null ? "" : ` (${error})`}`);
  return { ok: status.every(({ state }) => state === "ready"), detail: text.join("; ") || "none named" };
}
