import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sharedOwner } from "../../src/domain/scope.ts";
import { erase } from "../../src/memory/erase.ts";
import { reflect } from "../../src/memory/reflect.ts";
import { remember } from "../../src/memory/remember.ts";
import { AT, type Bench, bench, scripted, talk } from "../support/memory-deps.ts";

let at: Bench;
let asked: [string, readonly string[]][];
beforeEach(() => {
  asked = [];
  at = bench({
    erasers: [
      async (user, threads) => {
        asked.push([user, threads]);
        return { checkpoints: 3 };
      },
    ],
  });
  at.scope.namespaces = ["team"];
});
afterEach(() => at.close());

function everything(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString("latin1"))
    .join("\n");
}

describe("E5: erase is hard and covers every place", () => {
  it("leaves nothing of the user in any file, keeps others, and says how much it removed", async () => {
    const bob = { ...at.scope, user: "bob" };
    await at.deps.ledger.noteThread("ada", "t1", AT);
    await remember(at.deps, at.scope, { content: "I am allergic to zanzibarnuts" });
    await remember(at.deps, at.scope, { content: "I prefer zanzibarseats", namespace: "team" });
    await remember(at.deps, bob, { content: "I prefer quietcarriages", namespace: "team" });
    at.deps.reflector = scripted({ fails: "not_json", raw: "zanzibarraw" });
    await reflect(at.deps, at.scope, talk(["I love zanzibarsongs"]));
    expect(everything(at.home)).toContain("zanzibar");

    const receipt = await erase(at.deps, { ...at.scope, namespaces: [] }); // also where it is no longer granted
    expect(receipt).toMatchObject({ user: "ada", at: AT, erased: { checkpoints: 3, deadLetters: 1 } });
    expect(receipt.erased.records).toBeGreaterThanOrEqual(2);
    expect(asked).toEqual([["ada", ["t1"]]]);
    expect(await at.deps.ledger.owners()).not.toContainEqual({ kind: "user", id: "ada" });

    const shared = await at.deps.stores.open(sharedOwner("team"));
    expect((await shared.list({}, { limit: 10 })).map((record) => record.content)).toEqual([
      "The user prefers quietcarriages",
    ]);
    await shared.close();
    await at.deps.stores.close();
    await at.deps.ledger.close();
    expect(everything(at.home)).not.toContain("zanzibar");
  });

  it("of a user who never wrote it is an empty receipt, and twice does no harm", async () => {
    await erase(at.deps, at.scope);
    const { erased } = await erase(at.deps, at.scope);
    expect(Object.entries(erased).filter(([place, count]) => place !== "checkpoints" && count !== 0)).toEqual([]);
  });
});
