/**
 * A process of its own for the tests of several processes on one home. Waits for a line on standard input, then does
 * `process.argv[2]` on the home `process.argv[3]` as the user `process.argv[4]`; prints one JSON line an event.
 */
import { once } from "node:events";
import { writeSync } from "node:fs";
import { createSqliteLedger } from "../../../src/adapters/sqlite/ledger.ts";
import { createSqliteStores } from "../../../src/adapters/sqlite/stores.ts";
import { isHindsightError, messageOf } from "../../../src/domain/errors.ts";
import { userOwner } from "../../../src/domain/scope.ts";
import type { MemoryStore } from "../../../src/ports/store.ts";
import { asking, FINGERPRINT, memory, NOW_INSTANT, near } from "../../conformance/fixtures.ts";

const [, , job = "", home = "", user = "", setting = ""] = process.argv;
const say = (event: unknown) => writeSync(1, `${JSON.stringify(event)}\n`);
const mine = (text: string) => memory(text, { user });
const name = `${process.pid}-${Math.random().toString(36).slice(2)}`;

/** Writes for ever: single records, batches, versions and uses; each is announced only once it is durable. */
async function stream(store: MemoryStore): Promise<void> {
  for (let round = 0; ; round++) {
    const batch = Array.from({ length: 1 + (round % 7) * 3 }, (_, i) => mine(`crashword ${name} ${round} ${i}`));
    await store.insert(batch, FINGERPRINT);
    say(batch.map(({ record }) => record.id));
    const [first] = batch;
    const next = mine(`crashword ${name} ${round} next`);
    await store.supersede(first!.record.id, next, FINGERPRINT);
    say([next.record.id]);
    await store.touch([next.record.id], NOW_INSTANT, 0.01);
    await store.keyword(asking("crashword"));
  }
}

/** Writes and reads at full speed for so many seconds; every third content is one the other process writes too. */
async function race(store: MemoryStore, seconds: number): Promise<void> {
  const until = Date.now() + seconds * 1_000;
  const stored: string[] = [];
  const seen = new Set<string>();
  for (let i = 0; Date.now() < until; i++) {
    const item = i % 3 === 0 ? mine(`both say ${i}`) : mine(`raceword ${name} ${i}`);
    const [result] = await store.insert([item], FINGERPRINT);
    if (result?.outcome === "stored") stored.push(result.id);
    seen.add(result!.id);
    if (i % 10 === 0) {
      await store.keyword(asking("raceword"));
      await store.nearest(near(`both say ${i}`));
      await store.touch([result!.id], NOW_INSTANT, 0.001);
    }
  }
  say({ stored, seen: Array.from(seen) });
}

/** Writes until the memory is erased from outside. */
async function untilErased(store: MemoryStore): Promise<void> {
  for (let i = 0; ; i++) {
    await store.insert([mine(`eraseword ${name} ${i}`)], FINGERPRINT);
    await store.nearest(near("eraseword"));
    say({ written: i });
  }
}

say("ready");
await once(process.stdin, "data");
const stores = createSqliteStores({ home, encryptionKey: null });
try {
  const store = await stores.open(userOwner(user));
  if (job === "stream") await stream(store);
  if (job === "race") {
    const ledger = createSqliteLedger({ home, encryptionKey: null });
    // loads LangChain: not for the fifty children that only write and are killed
    const { createSqliteCheckpoints } = await import("../../../src/adapters/sqlite/checkpoints.ts");
    const checkpoints = createSqliteCheckpoints({ home, encryptionKey: null });
    await ledger.noteOwner(userOwner(user), NOW_INSTANT);
    await ledger.noteThread(user, name, NOW_INSTANT);
    await checkpoints.eraseThread(name);
    await race(store, Number(setting));
    await checkpoints.close();
    await ledger.close();
  }
  if (job === "erased") await untilErased(store);
} catch (error) {
  say({ error: messageOf(error), code: isHindsightError(error) ? error.code : null });
}
await stores.close();
process.exit(0);
