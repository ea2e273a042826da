import type { Instant } from "../domain/record.ts";
import type { Owner } from "../domain/scope.ts";

/** Work that failed for good, kept with the raw text until someone retries or discards it. */
export interface DeadLetter {
  id: string;
  at: Instant;
  user: string;
  thread: string | null;
  /** What was being done: `reflect`, `score`, … */
  job: string;
  /** A StructuredFailure or an error code. */
  reason: string;
  detail: string;
  model: string;
  rung: string;
  attempts: number;
  /** What the model said, as it said it. */
  raw: string;
  /** JSON of the job's input, enough to run it again. */
  input: string;
}

/** The right to do some work alone, until it ends or runs out. */
export interface Lease {
  /** One more each time the lease changes hands, so that stores can refuse what a former holder still sends. */
  fence: number;
  /** How far the work had come, as its last holder noted it; null at its beginning. */
  cursor: string | null;
}

/** What is kept beside the memories: who there is, which threads are theirs, and what failed. */
export interface Ledger {
  /** Notes an owner, so that batch work and erasing can find them. Idempotent. */
  noteOwner(owner: Owner, at: Instant): Promise<void>;
  owners(): Promise<Owner[]>;
  /** Every user anything is kept of here (owners, threads, namespaces, dead letters, refusals), sorted. */
  users(): Promise<string[]>;
  /** Binds a thread to its user. @throws HindsightError NOT_GRANTED when the thread is another user's. */
  noteThread(user: string, thread: string, at: Instant): Promise<void>;
  threads(user: string): Promise<{ thread: string; lastActiveAt: Instant }[]>;
  /** Threads not active since that moment whose session was not ended for their last activity, longest idle first. */
  idleThreads(since: Instant, limit: number): Promise<{ user: string; thread: string; lastActiveAt: Instant }[]>;
  /** Notes that the session which was last active then is over. Unknown threads are ignored. */
  endSession(thread: string, lastActiveAt: Instant): Promise<void>;
  /** Notes that the user wrote to a shared namespace, for erasing. */
  noteNamespace(user: string, namespace: string): Promise<void>;
  namespaces(user: string): Promise<string[]>;
  addDeadLetter(letter: Omit<DeadLetter, "id" | "attempts">): Promise<DeadLetter>;
  /** Keeps a letter of another ledger as it is, unless one of its id or of the same work is here already. */
  restoreDeadLetter(letter: DeadLetter): Promise<void>;
  /** Newest first; of one user, or of all. */
  deadLetters(user?: string): Promise<DeadLetter[]>;
  removeDeadLetter(id: string): Promise<boolean>;
  /** Counts by user without the text; for doctor and stats. */
  countDeadLetters(user?: string): Promise<number>;
  /** Adds to how often the gate refused something of that user, by reason; nothing of what was refused is kept. */
  addRefusals(user: string, counts: Readonly<Record<string, number>>): Promise<void>;
  /** How often, by reason; those that never happened are left out. */
  refusals(user: string): Promise<Record<string, number>>;
  /**
   * Takes the lease of that name for `ttl` milliseconds; null while someone else holds it. `user` is whom the work concerns,
   * for erasing. Times are milliseconds since 1970. One that would end later than any given now, by more than
   * `CLOCK_SLACK_MS`, was given by a clock that has gone back since, and is free.
   */
  takeLease(name: string, user: string | null, now: number, ttl: number): Promise<Lease | null>;
  /** Holds it for `ttl` more and notes how far the work has come; false when it was lost to someone else. */
  keepLease(name: string, fence: number, now: number, ttl: number, cursor: string | null): Promise<boolean>;
  /** Lets go of it. Without effect when it was lost. */
  dropLease(name: string, fence: number): Promise<void>;
  /** Removes everything that names the user; counts by place. */
  eraseUser(user: string): Promise<Record<string, number>>;
  close(): Promise<void>;
}
