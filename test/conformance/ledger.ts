import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sharedOwner, userOwner } from "../../src/domain/scope.ts";
import type { DeadLetter, Ledger } from "../../src/ports/ledger.ts";
import { daysAgo, NOW_INSTANT } from "./fixtures.ts";

/** What an adapter gives the suite: ledgers on one place that is empty at first. */
export interface LedgerFixture {
  /** A ledger on that place; a second one stands for another process or a restart. */
  ledger(): Ledger;
  remove(): Promise<void>;
}

const letter = (user: string, change: Partial<DeadLetter> = {}) => ({
  at: NOW_INSTANT,
  user,
  thread: "t1",
  job: "reflect",
  reason: "not_json",
  detail: "no brace",
  model: "m",
  rung: "prompt",
  raw: "她说 sorry",
  input: '{"a":1}',
  ...change,
});

/** The contract of Ledger as tests; every adapter runs it. */
export function ledgerConformance(name: string, fixture: () => Promise<LedgerFixture>): void {
  describe(`ledger conformance: ${name}`, () => {
    let place: LedgerFixture;
    const opened: Ledger[] = [];
    const open = () => {
      const ledger = place.ledger();
      opened.push(ledger);
      return ledger;
    };
    beforeEach(async () => {
      place = await fixture();
    });
    afterEach(async () => {
      for (const ledger of opened.splice(0)) await ledger.close();
      await place.remove();
    });

    it("owners are noted once and seen by every process", async () => {
      const [here, there] = [open(), open()];
      await here.noteOwner(userOwner("ada"), NOW_INSTANT);
      await there.noteOwner(userOwner("ada"), daysAgo(1));
      await there.noteOwner(sharedOwner("ada"), NOW_INSTANT);
      await here.noteOwner(userOwner("ada "), NOW_INSTANT);
      expect(new Set((await here.owners()).map(({ kind, id }) => `${kind}:${id}`))).toEqual(
        new Set(["user:ada", "shared:ada", "user:ada "]),
      );
    });

    it("G1: a thread belongs to the user who came first", async () => {
      const ledger = open();
      await ledger.noteThread("ada", "t1", daysAgo(2));
      await ledger.noteThread("ada", "t2", daysAgo(1));
      await ledger.noteThread("ada", "t1", NOW_INSTANT);
      await ledger.noteThread("ada", "t1", daysAgo(3));
      for (const other of ["bo", "ada ", "Ada"])
        await expect(ledger.noteThread(other, "t1", NOW_INSTANT)).rejects.toMatchObject({ code: "NOT_GRANTED" });
      expect(await ledger.threads("ada")).toEqual([
        { thread: "t1", lastActiveAt: NOW_INSTANT },
        { thread: "t2", lastActiveAt: daysAgo(1) },
      ]);
      expect(await ledger.threads("bo")).toEqual([]);
    });

    it("idle threads are those not active since, until their session is ended; new activity opens it again", async () => {
      const ledger = open();
      await ledger.noteThread("ada", "old", daysAgo(3));
      await ledger.noteThread("bo", "older", daysAgo(5));
      await ledger.noteThread("ada", "new", NOW_INSTANT);
      const idle = async () =>
        (await ledger.idleThreads(daysAgo(1), 10)).map(({ user, thread }) => `${user} ${thread}`);
      expect(await idle()).toEqual(["bo older", "ada old"]);
      expect(await ledger.idleThreads(daysAgo(1), 1)).toEqual([
        { user: "bo", thread: "older", lastActiveAt: daysAgo(5) },
      ]);
      await ledger.endSession("older", daysAgo(5));
      await ledger.endSession("nobody's", daysAgo(5));
      expect(await idle()).toEqual(["ada old"]);
      await ledger.noteThread("bo", "older", daysAgo(2));
      await ledger.endSession("old", daysAgo(4)); // active again since it was looked at
      expect(await idle()).toEqual(["ada old", "bo older"]);
    });

    it("G1: of two users who claim a new thread at the same moment one gets it", async () => {
      const [here, there] = [open(), open()];
      const claims = await Promise.allSettled([
        here.noteThread("ada", "t", NOW_INSTANT),
        there.noteThread("bo", "t", NOW_INSTANT),
      ]);
      expect(claims.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    });

    it("namespaces a user wrote to", async () => {
      const ledger = open();
      await ledger.noteNamespace("ada", "team");
      await ledger.noteNamespace("ada", "team");
      await ledger.noteNamespace("ada", "club");
      expect(await ledger.namespaces("ada")).toEqual(["club", "team"]);
      expect(await ledger.namespaces("bo")).toEqual([]);
    });

    it("D3: a dead letter keeps everything, newest first, by user; failing again counts an attempt", async () => {
      const ledger = open();
      const first = await ledger.addDeadLetter(letter("ada", { at: daysAgo(2) }));
      expect(first).toEqual({ ...letter("ada", { at: daysAgo(2) }), id: first.id, attempts: 1 });
      const other = await ledger.addDeadLetter(letter("bo", { at: daysAgo(1), thread: null }));
      const again = await ledger.addDeadLetter(letter("ada", { reason: "wrong_shape", raw: "{}" }));
      expect(again).toEqual({ ...letter("ada", { reason: "wrong_shape", raw: "{}" }), id: first.id, attempts: 2 });
      expect(await ledger.deadLetters()).toEqual([again, other]);
      expect(await ledger.deadLetters("bo")).toEqual([other]);
      expect(await ledger.countDeadLetters()).toBe(2);
      expect(await ledger.countDeadLetters("ada")).toBe(1);
      await ledger.addDeadLetter(letter("ada", { input: "{}" }));
      expect(await ledger.countDeadLetters("ada")).toBe(2);
      expect(await ledger.removeDeadLetter(other.id)).toBe(true);
      expect(await ledger.removeDeadLetter(other.id)).toBe(false);
      expect(await ledger.deadLetters("bo")).toEqual([]);
    });

    it("a dead letter of another ledger is kept as it is, once", async () => {
      const [here, there] = [open(), open()];
      const moved = { ...letter("ada", { at: daysAgo(2) }), id: "0190aaaa-0000-7000-8000-000000000001", attempts: 3 };
      await here.restoreDeadLetter(moved);
      await there.restoreDeadLetter(moved);
      expect(await here.deadLetters()).toEqual([moved]);
      expect(await here.addDeadLetter(letter("ada"))).toMatchObject({ id: moved.id, attempts: 4 });
      await there.restoreDeadLetter(moved);
      expect(await here.deadLetters("ada")).toMatchObject([{ id: moved.id, attempts: 4 }]);
      expect(await there.removeDeadLetter(moved.id)).toBe(true);
    });

    it("users are those anything is kept of, by whichever part", async () => {
      const ledger = open();
      await ledger.noteOwner(userOwner("owner"), NOW_INSTANT);
      await ledger.noteOwner(sharedOwner("team"), NOW_INSTANT);
      await ledger.noteThread("thread", "t", NOW_INSTANT);
      await ledger.noteNamespace("namespace", "team");
      await ledger.addDeadLetter(letter("letter"));
      await ledger.addRefusals("猫", { empty: 1 });
      await ledger.noteThread("owner", "t2", NOW_INSTANT);
      await ledger.takeLease("l", "leaseholder", 0, 1);
      expect(await ledger.users()).toEqual(["letter", "namespace", "owner", "thread", "猫"]);
      await ledger.eraseUser("letter");
      expect(await ledger.users()).not.toContain("letter");
    });

    it("B2: refusals are counted by user and reason, also from two processes", async () => {
      const [here, there] = [open(), open()];
      await here.addRefusals("ada", { greeting: 1, question: 2 });
      await Promise.all([here.addRefusals("ada", { question: 1 }), there.addRefusals("ada", { question: 3 })]);
      await there.addRefusals("bo", { empty: 1 });
      expect(await here.refusals("ada")).toEqual({ question: 6, greeting: 1 });
      expect(await here.refusals("nobody")).toEqual({});
    });

    it("E5: erasing a user removes what names them and nothing of anyone else", async () => {
      const ledger = open();
      for (const user of ["ada", "bo", "%", "ad_"]) {
        await ledger.noteOwner(userOwner(user), NOW_INSTANT);
        await ledger.noteThread(user, `${user} thread`, NOW_INSTANT);
        await ledger.noteNamespace(user, "team");
        await ledger.addDeadLetter(letter(user));
        await ledger.addRefusals(user, { greeting: 2 });
        await ledger.takeLease(`upkeep of ${user}`, user, 0, 1_000);
      }
      await ledger.noteOwner(sharedOwner("ada"), NOW_INSTANT);
      expect(await ledger.eraseUser("%")).toEqual({
        owners: 1,
        threads: 1,
        namespaces: 1,
        refusals: 1,
        deadLetters: 1,
        leases: 1,
      });
      expect(await ledger.eraseUser("ada")).toEqual({
        owners: 1,
        threads: 1,
        namespaces: 1,
        refusals: 1,
        deadLetters: 1,
        leases: 1,
      });
      expect(await ledger.eraseUser("ada")).toEqual({
        owners: 0,
        threads: 0,
        namespaces: 0,
        refusals: 0,
        deadLetters: 0,
        leases: 0,
      });
      expect((await ledger.owners()).length).toBe(3);
      expect((await ledger.threads("bo")).length).toBe(1);
      expect(await ledger.countDeadLetters()).toBe(2);
      await ledger.noteThread("bo", "ada thread", NOW_INSTANT);
    });

    it("E6: a lease has one holder at a time; who takes it over after it ran out has a higher fence and goes on at the cursor", async () => {
      const [here, there] = [open(), open()];
      expect(await here.takeLease("night", "ada", 1_000, 500)).toEqual({ fence: 1, cursor: null });
      expect(await there.takeLease("night", "ada", 1_499, 500)).toBeNull();
      expect(await here.keepLease("night", 1, 1_400, 500, "step 2")).toBe(true);
      expect(await there.takeLease("night", "ada", 1_500, 500)).toBeNull();
      expect(await there.takeLease("night", "ada", 1_900, 500)).toEqual({ fence: 2, cursor: "step 2" });
      expect(await here.keepLease("night", 1, 1_950, 500, "step 3")).toBe(false);
      await here.dropLease("night", 1);
      expect(await here.takeLease("night", "ada", 2_000, 500)).toBeNull();
      expect(await there.keepLease("night", 2, 2_000, 500, null)).toBe(true);
      await there.dropLease("night", 2);
      expect(await here.takeLease("night", "ada", 2_001, 500)).toEqual({ fence: 3, cursor: null });
      expect(await there.takeLease("day", null, 2_001, 500)).toEqual({ fence: 1, cursor: null });
    });

    it("E6: a clock that jumped back by years leaves no lease held for years; who is alive keeps theirs", async () => {
      const [here, there] = [open(), open()];
      const YEAR = 365 * 86_400_000;
      await here.takeLease("night", "ada", YEAR, 500);
      await here.keepLease("night", 1, YEAR, 500, "step 2");
      await here.takeLease("day", "ada", YEAR, 500);
      expect(await here.keepLease("day", 1, 1_000, 500, null)).toBe(true); // alive, and by the new clock
      expect(await there.takeLease("day", "ada", 1_100, 500)).toBeNull();
      expect(await there.takeLease("night", "ada", 1_000, 500)).toEqual({ fence: 2, cursor: "step 2" });
      expect(await here.keepLease("night", 1, 1_100, 500, null)).toBe(false);
      expect(await here.takeLease("night", "ada", 1_000 - 30_000, 500)).toBeNull(); // clocks that differ a little
    });

    it("a closed ledger is CLOSED; a new one finds everything", async () => {
      const ledger = open();
      await ledger.noteOwner(userOwner("ada"), NOW_INSTANT);
      await ledger.close();
      await ledger.close();
      await expect(ledger.owners()).rejects.toMatchObject({ code: "CLOSED" });
      expect(await open().owners()).toEqual([userOwner("ada")]);
    });
  });
}
