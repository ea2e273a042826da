import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import { v7 as uuidv7 } from "uuid";
import { HindsightError } from "../../domain/errors.ts";
import type { Owner } from "../../domain/scope.ts";
import { CLOCK_SLACK_MS, type Clock, systemClock } from "../../ports/clock.ts";
import type { DeadLetter, Ledger } from "../../ports/ledger.ts";
import type { RedisConnection } from "./connection.ts";
import { tagOf } from "./keys.ts";
import * as scripts from "./ledger-scripts.ts";
import { evaluate, type Script, type ScriptArgument, together } from "./script.ts";
import { createSeal } from "./seal.ts";

export interface RedisLedgerOptions {
  /** Closed with the ledger. */
  connection: RedisConnection;
  /** Encrypts dead letters; `null` leaves them in clear. */
  encryptionKey: string | null;
  /** Where the time in new ids comes from; default the system's clock. */
  clock?: Clock;
}

type LetterBody = Omit<DeadLetter, "id" | "attempts">;

/** The same work of the same user, however often it fails; and whose it is. */
function workOf({ user, thread, job, input }: LetterBody): string {
  const work = createHash("sha256")
    .update(JSON.stringify([user, thread, job, input]))
    .digest("base64url");
  return `${work} ${tagOf(user)}`;
}

const strings = (answer: unknown): string[] => (answer as Buffer[]).map(String);
const instant = (ms: string | undefined): string => new Date(Number(ms)).toISOString();

/**
 * The ledger in Redis, under one hash tag: it is small (some 500 bytes a thread) and asked about once a turn, so one node of
 * a cluster carries it, and each call is one atomic step. Several processes may use it at the same time. Contents of dead
 * letters are encrypted when there is a key; ids of users, threads and namespaces are not.
 */
export function createRedisLedger({ connection, encryptionKey, clock = systemClock }: RedisLedgerOptions): Ledger {
  const seal = createSeal(encryptionKey, "dead letters");
  const key = (...parts: string[]) => [`${connection.prefix}:{ledger}`, ...parts].join(":");
  const own = (place: string, user: string) => key(place, tagOf(user));
  const OWNERS = key("owners");
  /** Whoever has a thread, a namespace, a refusal or, once, had a dead letter here. */
  const USERS = key("users");
  const THREADS = [key("threads"), key("activity"), key("open")] as const;
  const [OF_THREAD, ACTIVITY, OPEN] = THREADS;
  const LETTERS = [
    key("letter-ids"),
    key("letters"),
    key("letter-attempts"),
    key("letter-works"),
    key("letters-by-time"),
  ];
  const [, BODIES, ATTEMPTS, WORKS, BY_TIME] = LETTERS as [string, string, string, string, string];
  const LEASES = key("leases");

  const run = <T>(commands: (client: Redis) => Promise<T>) => connection.run(commands);
  const call = (script: Script, keys: readonly string[], args: readonly ScriptArgument[] = []) =>
    run((client) => evaluate(client, script, keys, args));

  function letterOf(id: string, work: string, attempts: string, body: Buffer): DeadLetter {
    return { ...(JSON.parse(seal.open(body, work).toString()) as LetterBody), id, attempts: Number(attempts) };
  }

  const bodyOf = (letter: LetterBody): LetterBody => {
    const { at, user, thread, job, reason, detail, model, rung, raw, input } = letter;
    return { at, user, thread, job, reason, detail, model, rung, raw, input };
  };
  const sealed = (body: LetterBody, work: string) => seal.seal(Buffer.from(JSON.stringify(body)), work);

  return {
    noteOwner: ({ kind, id }) => run(async (client) => void (await client.sadd(OWNERS, `${kind}:${id}`))),
    async owners() {
      const found = await run((client) => client.smembers(OWNERS));
      return found.sort().map((owner): Owner => {
        const colon = owner.indexOf(":");
        return { kind: owner.slice(0, colon) as Owner["kind"], id: owner.slice(colon + 1) };
      });
    },
    async users() {
      const [owners, users] = await run((client) => Promise.all([client.smembers(OWNERS), client.smembers(USERS)]));
      const named = owners.filter((owner) => owner.startsWith("user:")).map((owner) => owner.slice("user:".length));
      return [...new Set([...named, ...users])].sort();
    },
    async noteThread(user, thread, at) {
      const noted = await call(
        scripts.NOTE_THREAD,
        [USERS, ...THREADS, own("threads", user)],
        [thread, user, Date.parse(at)],
      );
      if (noted === 0)
        throw new HindsightError(
          "NOT_GRANTED",
          "that thread belongs to another user",
          "Start a new thread: choose an id that is not taken.",
        );
    },
    async threads(user) {
      const found = await run((client) => client.zrevrange(own("threads", user), 0, -1, "WITHSCORES"));
      const threads: { thread: string; lastActiveAt: string }[] = [];
      for (let i = 0; i < found.length; i += 2)
        threads.push({ thread: found[i] as string, lastActiveAt: instant(found[i + 1]) });
      return threads;
    },
    async idleThreads(since, limit) {
      const found = strings(await call(scripts.IDLE_THREADS, [OF_THREAD, OPEN], [Date.parse(since), limit]));
      const idle: { user: string; thread: string; lastActiveAt: string }[] = [];
      for (let i = 0; i < found.length; i += 3)
        idle.push({ user: found[i] as string, thread: found[i + 1] as string, lastActiveAt: instant(found[i + 2]) });
      return idle;
    },
    async endSession(thread, lastActiveAt) {
      await call(scripts.END_SESSION, [ACTIVITY, OPEN], [thread, Date.parse(lastActiveAt)]);
    },
    noteNamespace: (user, namespace) =>
      run((client) => together(client.multi().sadd(USERS, user).sadd(own("namespaces", user), namespace))),
    namespaces: async (user) => (await run((client) => client.smembers(own("namespaces", user)))).sort(),
    async addDeadLetter(letter) {
      const body = bodyOf(letter);
      const work = workOf(body);
      const [id, attempts] = (await call(
        scripts.ADD_LETTER,
        [USERS, ...LETTERS, own("letters", body.user)],
        [body.user, work, uuidv7({ msecs: clock.now() }), sealed(body, work), Date.parse(body.at)],
      )) as [Buffer, number];
      return { ...body, id: String(id), attempts };
    },
    async restoreDeadLetter(letter) {
      const body = bodyOf(letter);
      const work = workOf(body);
      await call(
        scripts.RESTORE_LETTER,
        [USERS, ...LETTERS, own("letters", body.user)],
        [body.user, work, letter.id, sealed(body, work), Date.parse(body.at), letter.attempts],
      );
    },
    async deadLetters(user) {
      const list = user === undefined ? BY_TIME : own("letters", user);
      const found = (await call(scripts.LETTERS, [list, BODIES, ATTEMPTS, WORKS])) as Buffer[];
      const letters: DeadLetter[] = [];
      for (let i = 0; i < found.length; i += 4) {
        const [id, work, attempts] = found.slice(i, i + 3).map(String) as [string, string, string];
        letters.push(letterOf(id, work, attempts, found[i + 3] as Buffer));
      }
      return letters;
    },
    async removeDeadLetter(id) {
      const work = await run((client) => client.hget(WORKS, id));
      if (work === null) return false;
      const tag = work.slice(work.indexOf(" ") + 1);
      return (await call(scripts.REMOVE_LETTER, [...LETTERS, key("letters", tag)], [id, work])) === 1;
    },
    countDeadLetters: (user) => run((client) => client.zcard(user === undefined ? BY_TIME : own("letters", user))),
    addRefusals: (user, counts) =>
      run(async (client) => {
        const all = client.multi().sadd(USERS, user);
        for (const [reason, n] of Object.entries(counts)) all.hincrby(own("refusals", user), reason, n);
        await together(all);
      }),
    async refusals(user) {
      const found = await run((client) => client.hgetall(own("refusals", user)));
      const counts = Object.entries(found).map(([reason, n]) => [reason, Number(n)] as const);
      return Object.fromEntries(counts.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
    },
    async takeLease(name, user, now, ttl) {
      const keys = user === null ? [LEASES] : [LEASES, own("leases", user)];
      const taken = (await call(scripts.TAKE_LEASE, keys, [name, now, ttl, CLOCK_SLACK_MS])) as [number, Buffer] | null;
      if (taken === null) return null;
      const cursor = String(taken[1]);
      return { fence: taken[0], cursor: cursor === "" ? null : cursor.slice(1) };
    },
    keepLease: async (name, fence, now, ttl, cursor) =>
      (await call(scripts.KEEP_LEASE, [LEASES], [name, fence, now + ttl, cursor === null ? "" : `=${cursor}`])) === 1,
    async dropLease(name, fence) {
      await call(scripts.DROP_LEASE, [LEASES], [name, fence]);
    },
    async eraseUser(user) {
      const places = ["threads", "namespaces", "refusals", "letters", "leases"].map((place) => own(place, user));
      const counts = (await call(
        scripts.ERASE_USER,
        [OWNERS, USERS, ...THREADS, ...LETTERS, LEASES, ...places],
        [user],
      )) as number[];
      const [owners, threads, namespaces, refusals, deadLetters, leases] = counts as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      return { owners, threads, namespaces, refusals, deadLetters, leases };
    },
    close: connection.close,
  };
}
