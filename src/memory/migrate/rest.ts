import { canonicalValue, checksum } from "./canonical.ts";
import type { Side } from "./owner.ts";

/** What is kept of a user beside the memories, as lines: what the source has, and what of it the target lacks. */
export interface RestComparison {
  lines: string[];
  lacking: string[];
}

/** Later than any instant. */
const EVER = "9999-12-31T23:59:59.999Z";
/** Tool outputs of one page: each may be two million characters long. */
const OUTPUTS_PAGE = 4;

/** Threads whose session is not ended, of everyone; as the ledger is asked once for all. */
export async function openThreads({ ledger }: Side): Promise<Set<string>> {
  const idle = await ledger.idleThreads(EVER, Number.MAX_SAFE_INTEGER);
  return new Set(idle.map(({ thread }) => thread));
}

/** What the ledger keeps of a user: threads, namespaces written to, refusals, dead letters. */
async function ledgerLines({ ledger }: Side, user: string): Promise<string[]> {
  const [threads, namespaces, refusals, letters] = [
    await ledger.threads(user),
    await ledger.namespaces(user),
    await ledger.refusals(user),
    await ledger.deadLetters(user),
  ];
  return [
    ...threads.map((one) => `thread ${canonicalValue(one)}`),
    ...namespaces.map((name) => `namespace ${canonicalValue(name)}`),
    ...Object.entries(refusals).map((one) => `refusals ${canonicalValue(one)}`),
    ...letters.map((letter) => `dead letter ${canonicalValue(letter)}`),
  ].sort();
}

async function outputLines({ outputs }: Side, user: string): Promise<string[]> {
  const lines: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await outputs.dump(user, { limit: OUTPUTS_PAGE, ...(after !== undefined && { after }) });
    for (const output of page) {
      const sum = checksum();
      sum.add(canonicalValue(output));
      lines.push(`tool output ${output.id} ${sum.digest()}`);
    }
    if (page.length < OUTPUTS_PAGE) return lines.sort();
    after = page.at(-1)!.id;
  }
}

/** How what is kept beside the memories compares. `ledger: false` when both sides have the same one. */
export async function compareRest(from: Side, to: Side, user: string, ledger: boolean): Promise<RestComparison> {
  const linesOf = async (side: Side) => [
    ...(ledger ? await ledgerLines(side, user) : []),
    ...(await outputLines(side, user)),
  ];
  const lines = await linesOf(from);
  const there = new Set(await linesOf(to));
  return { lines, lacking: lines.filter((line) => !there.has(line)) };
}

/**
 * Copies what the ledger keeps of a user. Each step may be done again without harm.
 * @throws HindsightError NOT_GRANTED when a thread is another user's at the target
 */
export async function copyLedger(from: Side, to: Side, user: string, open: ReadonlySet<string>): Promise<void> {
  for (const { thread, lastActiveAt } of await from.ledger.threads(user)) {
    await to.ledger.noteThread(user, thread, lastActiveAt);
    if (!open.has(thread)) await to.ledger.endSession(thread, lastActiveAt);
  }
  for (const namespace of await from.ledger.namespaces(user)) await to.ledger.noteNamespace(user, namespace);
  const known = await to.ledger.refusals(user);
  const more = Object.entries(await from.ledger.refusals(user))
    .map(([reason, n]) => [reason, n - (known[reason] ?? 0)] as const)
    .filter(([, n]) => n > 0);
  if (more.length > 0) await to.ledger.addRefusals(user, Object.fromEntries(more));
  for (const letter of (await from.ledger.deadLetters(user)).reverse()) await to.ledger.restoreDeadLetter(letter);
}

/** Copies the outputs of a user's tools, in the order they were put; those that are there are not written again. */
export async function copyOutputs(from: Side, to: Side, user: string, signal: AbortSignal): Promise<void> {
  for (let after: string | undefined; ; ) {
    signal.throwIfAborted();
    const page = await from.outputs.dump(user, { limit: OUTPUTS_PAGE, ...(after !== undefined && { after }) });
    for (const output of page) if ((await to.outputs.get(user, output.id)) === null) await to.outputs.put(user, output);
    if (page.length < OUTPUTS_PAGE) return;
    after = page.at(-1)!.id;
  }
}
