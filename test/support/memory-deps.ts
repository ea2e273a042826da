import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBuiltinEmbedder } from "../../src/adapters/builtin/embedder.ts";
import { createBuiltinLanguageModel } from "../../src/adapters/builtin/rules.ts";
import { createPrompts } from "../../src/adapters/prompts/files.ts";
import { createSqliteLedger } from "../../src/adapters/sqlite/ledger.ts";
import { createSqliteOutputs } from "../../src/adapters/sqlite/outputs.ts";
import { createSqliteQueue } from "../../src/adapters/sqlite/queue.ts";
import { createSqliteStores } from "../../src/adapters/sqlite/stores.ts";
import { userOwner } from "../../src/domain/scope.ts";
import { createBreaker } from "../../src/memory/breaker.ts";
import type { MemoryDeps, Scope } from "../../src/memory/deps.ts";
import type { FinishedTask, Turn } from "../../src/memory/types.ts";
import { createCounts } from "../../src/ports/counts.ts";
import { silentLog } from "../../src/ports/log.ts";
import type { LanguageModel, StructuredFailure, StructuredRequest, StructuredResult } from "../../src/ports/model.ts";
import type { MemoryStore, StoreProvider } from "../../src/ports/store.ts";

/** Monday, 30 November 2026, 04:33 in Oslo. */
export const NOW = Date.UTC(2026, 10, 30, 3, 33);
export const ZONE = "Europe/Oslo";
export const AT = new Date(NOW).toISOString();

export interface Bench {
  deps: MemoryDeps;
  scope: Scope;
  home: string;
  /** Moves the clock on by so many milliseconds. */
  pass(ms: number): void;
  /** The private store of the scope's user. */
  store(): Promise<MemoryStore>;
  close(): Promise<void>;
}

/** The use cases on the real embedded adapters, in a folder of their own, at a fixed time. */
export function bench(
  change: Partial<MemoryDeps> = {},
  user = "ada",
  home = mkdtempSync(join(tmpdir(), "hindsight-memory-")),
): Bench {
  let now = NOW;
  const clock = { now: () => now };
  const stores = createSqliteStores({ home, encryptionKey: null });
  const ledger = createSqliteLedger({ home, encryptionKey: null, clock });
  const queue = createSqliteQueue({ home, encryptionKey: null, clock });
  const model = createBuiltinLanguageModel({ clock });
  const deps: MemoryDeps = {
    stores,
    ledger,
    queue,
    outputs: createSqliteOutputs({ home, encryptionKey: null }),
    embedder: createBuiltinEmbedder(),
    embeddingTimeoutMs: 1_500,
    embeddingBreaker: createBreaker(clock),
    reflector: model,
    scorer: model,
    rewriter: model,
    rewriteTimeoutMs: 800,
    reranker: null,
    rerankTimeoutMs: 300,
    counts: createCounts(),
    prompts: createPrompts(),
    clock,
    log: silentLog,
    preset: "assistant",
    cache: null,
    recallTokens: 1_000,
    dailyWrites: 0,
    later: () => undefined,
    erasers: [],
    ...change,
  };
  return {
    deps,
    scope: { user, timeZone: ZONE, namespaces: [] },
    home,
    pass: (ms) => {
      now += ms;
    },
    store: () => stores.open(userOwner(user)),
    async close() {
      await stores.close();
      await queue.close();
      await ledger.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** A failure as the ladder reports it. */
export interface Fails {
  fails: StructuredFailure;
  raw: string;
}

/** A language model that answers what it is told, in turn; a function is given the request. Shape and checks are real. */
export function scripted(
  ...answers: (unknown | Fails | ((request: StructuredRequest<unknown>) => unknown))[]
): LanguageModel & { asked: StructuredRequest<unknown>[] } {
  const asked: StructuredRequest<unknown>[] = [];
  return {
    name: "scripted",
    builtin: false,
    asked,
    async structured<T>(request: StructuredRequest<T>): Promise<StructuredResult<T>> {
      asked.push(request as StructuredRequest<unknown>);
      const next = answers.shift();
      if (next === undefined) throw new Error(`no answer is left for ${request.name}`);
      const given: unknown = typeof next === "function" ? next(request) : next;
      const base = { rung: "json_schema", calls: 1, model: "scripted" } as const;
      if (typeof given === "object" && given !== null && "fails" in given) {
        const { fails, raw } = given as Fails;
        return { ok: false, reason: fails, detail: fails, raw, ...base };
      }
      const parsed = request.schema.safeParse(given);
      const raw = JSON.stringify(given);
      if (!parsed.success) return { ok: false, reason: "wrong_shape", detail: parsed.error.message, raw, ...base };
      const problems = request.check?.(parsed.data) ?? [];
      if (problems.length > 0) return { ok: false, reason: "failed_check", detail: problems.join("; "), raw, ...base };
      return { ok: true, value: parsed.data, repaired: false, ...base };
    },
  };
}

let count = 0;

/** A finished task of user turns, each answered; `thread` is new unless given. */
export function talk(said: readonly string[], more: Partial<FinishedTask> = {}): FinishedTask {
  const thread = more.thread ?? `thread-${++count}`;
  const turns = said.flatMap((content, i): Turn[] => [
    { role: "user", content, id: `${thread}-u${i}`, at: AT },
    { role: "assistant", content: "Noted.", id: `${thread}-a${i}`, at: AT },
  ]);
  return { thread, turns, ...more };
}

/** A provider whose stores throw at the chosen call: what a crash there leaves behind is what was written before. */
export function crashing(stores: StoreProvider, shouldCrash: (method: string, call: number) => boolean): StoreProvider {
  let calls = 0;
  const watched = (store: MemoryStore): MemoryStore =>
    new Proxy(store, {
      get(target, key, receiver) {
        const value: unknown = Reflect.get(target, key, receiver);
        if (typeof value !== "function" || key === "close") return value;
        return async (...args: unknown[]) => {
          if (shouldCrash(String(key), ++calls)) throw new Error(`crash before ${String(key)}`);
          return (value as (...args: unknown[]) => unknown).apply(target, args);
        };
      },
    });
  return { ...stores, open: async (owner) => watched(await stores.open(owner)) };
}
