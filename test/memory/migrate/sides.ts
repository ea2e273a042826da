import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSqliteLedger } from "../../../src/adapters/sqlite/ledger.ts";
import { createSqliteOutputs } from "../../../src/adapters/sqlite/outputs.ts";
import { createSqliteStores } from "../../../src/adapters/sqlite/stores.ts";
import { nameKey, ownedKey } from "../../../src/domain/entities/keys.ts";
import type { RecordDraft } from "../../../src/domain/record.ts";
import { type Owner, sharedOwner, userOwner } from "../../../src/domain/scope.ts";
import { type Migrated, migrate, type Side } from "../../../src/memory/migrate/migrate.ts";
import type { Indexed, MemoryStore } from "../../../src/ports/store.ts";
import { daysAgo, FINGERPRINT, memory, NOW_INSTANT } from "../../conformance/fixtures.ts";
import { namespaceOf } from "../../conformance/store.ts";
import { dumped, inOrder } from "../../conformance/store-dump.ts";

export const KEY = "the key of the target's files";

export interface OpenSide extends Side {
  home: string;
  close(): Promise<void>;
}

/** A home folder opened anew, as another process would. */
export function sideOf(home: string, encryptionKey: string | null): OpenSide {
  const place = { home, encryptionKey };
  const [stores, ledger] = [createSqliteStores(place), createSqliteLedger(place)];
  return {
    name: home,
    home,
    stores,
    ledger,
    outputs: createSqliteOutputs(place),
    async close() {
      await stores.close();
      await ledger.close();
    },
  };
}

export const newHome = () => mkdtempSync(join(tmpdir(), "hindsight-migrate-"));
export const remove = (home: string) => rmSync(home, { recursive: true, force: true });

export const OWNERS: readonly Owner[] = [userOwner("ada"), userOwner("博"), sharedOwner("team")];

export function make(store: MemoryStore, content: string, draft: Partial<RecordDraft> = {}): Indexed {
  return memory(content, {
    user: store.owner.kind === "user" ? store.owner.id : "ada",
    namespace: namespaceOf(store),
    ...draft,
  });
}

/** Memories of every status with versions, a graph, uses and audit, and something of everything that is kept beside them. */
export async function fill({ stores, ledger, outputs }: Side): Promise<void> {
  for (const owner of OWNERS) {
    await ledger.noteOwner(owner, daysAgo(3));
    const store = await stores.open(owner);
    const [anna, cat] = [nameKey("Anna"), ownedKey("user", "cat")];
    const said: Indexed = {
      ...make(store, "我的猫 Miso was at Anna's: C++ 🐈", { thread: "t/1", metadata: { b: 1, a: [null, "二"] } }),
      mentions: [
        { key: cat, name: "cat", type: "animal", weight: 1, aliases: ["miso", "猫"] },
        { key: anna, name: "Anna", type: "person", weight: 0.25, aliases: [] },
      ],
      relations: [{ from: anna, to: cat, relation: "owns", weight: 0.75 }],
    };
    const old = make(store, "Ada lives in Oslo.", { originKey: "t/1#0" });
    const rest = ["archived", "compressed", "quarantined", "forgotten"] as const;
    const others = rest.map((status) => make(store, `It is ${status}.`, { status }));
    const entry = { at: daysAgo(1), actor: "ada", action: "write" as const, id: said.record.id, detail: "" };
    await store.insert([said, old, ...others], FINGERPRINT, [entry]);
    await store.supersede(old.record.id, make(store, "Ada lives in Bergen."), FINGERPRINT, [
      { ...entry, action: "supersede", id: old.record.id },
    ]);
    await store.touch([said.record.id], NOW_INSTANT, 0.125);
    for (let i = 0; i < 2; i++) await store.audit({ ...entry, action: "read", id: null, detail: "the same twice" });
    await store.close();
    if (owner.kind === "shared") continue;
    const user = owner.id;
    for (const thread of ["open", "ended"]) await ledger.noteThread(user, `${user} ${thread}`, daysAgo(2));
    await ledger.endSession(`${user} ended`, daysAgo(2));
    await ledger.noteNamespace(user, "team");
    await ledger.addRefusals(user, { greeting: 3, empty: 1 });
    const letter = { at: daysAgo(1), user, thread: null, job: "reflect", reason: "not_json", detail: "", model: "m" };
    for (let i = 0; i < 2; i++)
      await ledger.addDeadLetter({ ...letter, rung: "prompt", raw: "她说 sorry", input: "{}" });
    for (const id of ["b", "a"])
      await outputs.put(user, {
        id: `${user} ${id}`,
        tool: "browse",
        thread: null,
        at: NOW_INSTANT,
        text: `網頁 ${id}`,
      });
  }
  await ledger.noteThread("only a thread", "theirs", daysAgo(1));
  await ledger.endSession("theirs", daysAgo(1));
}

/** All that is kept at a side, read without the code under test. */
export async function everything({ stores, ledger, outputs }: Side) {
  const memories = await Promise.all(
    OWNERS.map(async (owner) => {
      if (!(await stores.exists(owner))) return null;
      const store = await stores.open(owner);
      const all = {
        records: inOrder(await dumped(store)),
        audit: await store.auditTrail(1_000),
        sound: await store.check(),
      };
      await store.close();
      return all;
    }),
  );
  const idle = await ledger.idleThreads("9999-12-31T23:59:59.999Z", 1_000);
  const users = await Promise.all(
    (await ledger.users()).map(async (user) => [
      user,
      await ledger.threads(user),
      idle.filter((one) => one.user === user).map(({ thread }) => thread),
      await ledger.namespaces(user),
      await ledger.refusals(user),
      await ledger.deadLetters(user),
      await outputs.dump(user, { limit: 100 }),
    ]),
  );
  return { owners: await ledger.owners(), memories, users };
}

export const clock = { now: Date.now };

/** Moves all, with claims that run out at once, so that a run after a kill need not wait. */
export function move(from: Side, to: Side, options: { user?: string; dryRun?: boolean } = {}): Promise<Migrated[]> {
  return migrate(from, to, clock, {
    user: options.user,
    dryRun: options.dryRun === true,
    sameLedger: false,
    signal: new AbortController().signal,
    claimMs: 0,
  });
}

/** A side whose every call is told to `before` first; what it throws is thrown. */
export function watched(side: Side, before: (call: string) => void): Side {
  const watch = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(of, key, receiver) {
        const value: unknown = Reflect.get(of, key, receiver);
        if (typeof value !== "function" || key === "close") return value;
        return async (...args: unknown[]) => {
          before(String(key));
          const answer: unknown = await (value as (...args: unknown[]) => unknown).apply(of, args);
          return key === "open" ? watch(answer as object) : answer;
        };
      },
    });
  return { name: side.name, stores: watch(side.stores), ledger: watch(side.ledger), outputs: watch(side.outputs) };
}
