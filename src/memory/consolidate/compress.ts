import { createHash } from "node:crypto";
import { DateTime } from "luxon";
import { clusters, type Topic } from "../../domain/cluster.ts";
import {
  type CompressInput,
  type Compression,
  compressionSchema,
  eventOf,
  fits,
  keyFacts,
  problemsOfCompression,
} from "../../domain/compress.ts";
import { type MemoryRecord, makeRecord } from "../../domain/record.ts";
import { fill } from "../../domain/template.ts";
import { languageOf, terms } from "../../domain/text.ts";
import { COMPRESS, isOld } from "../../domain/upkeep.ts";
import type { DeadLetter } from "../../ports/ledger.ts";
import type { StructuredRequest } from "../../ports/model.ts";
import { UNFINISHED } from "../apply.ts";
import { indexed } from "../index-record.ts";
import type { CompressJob } from "../job-input.ts";
import { ACTOR, allActive, auditOf, byAuthor, marked, type Proposal, TRACE, type Upkeep } from "./proposal.ts";

/** Prompt version on what the built-in rules wrote. */
const RULES_VERSION = "compress.rules@3";
const MOST_ENTITIES = 32;

function topicOf(record: MemoryRecord): Topic {
  const { content } = eventOf(record);
  const names = terms([...record.entities, ...keyFacts([content]).names].join(" "));
  return { terms: [...terms(`${content} ${record.episode?.taskType ?? ""}`), ...names], names };
}

/** Old events by topic, ready to be told in one. What taught a lesson stays as it is. */
function groups(records: readonly MemoryRecord[], now: number): MemoryRecord[][] {
  const old = records
    .filter((record) => record.type !== "summary" && isOld(record, now))
    .filter((record) => eventOf(record).content !== "")
    .filter(({ tags, episode }) => !tags.includes(UNFINISHED) && (episode?.lessons.length ?? 0) === 0)
    .sort((a, b) => (a.happenedAt < b.happenedAt ? -1 : 1))
    .slice(0, COMPRESS.looked);
  const byLanguage = Map.groupBy(old, ({ content }) => (languageOf(content) === "zh" ? "zh" : "en"));
  return Array.from(byLanguage.values()).flatMap((some) =>
    clusters(some.map(topicOf), COMPRESS).flatMap((group) => tellable(group.map((i) => some[i]!))),
  );
}

const compressInputOf = (group: readonly MemoryRecord[]): CompressInput => ({
  language: languageOf(group.map(({ content }) => content).join("\n")) === "zh" ? "zh" : "en",
  events: group.map(eventOf),
});

/** A group in parts that one summary each can hold, none smaller than `COMPRESS.least`; what is left waits for its like. */
function tellable(group: MemoryRecord[]): MemoryRecord[][] {
  if (group.length <= COMPRESS.least || fits(compressInputOf(group))) return [group];
  const half = Math.ceil(group.length / 2);
  return group.length >= 2 * COMPRESS.least
    ? [...tellable(group.slice(0, half)), ...tellable(group.slice(half))]
    : tellable(group.slice(0, -1));
}

function requestOf(at: Upkeep, input: CompressInput): StructuredRequest<Compression> {
  const prompt = at.deps.prompts.get("compress", input.language);
  const lines = input.events.map(({ content, happenedAt, timeZone, failed }, i) => {
    const day = DateTime.fromISO(happenedAt, { zone: timeZone }).toISODate();
    return `[${i + 1}] ${day}${failed ? " (failed)" : ""}: ${content}`;
  });
  return {
    name: "compress",
    schema: compressionSchema,
    messages: [{ role: "user", content: fill(prompt.text, { events: lines.join("\n") }) }],
    input,
    check: (made) => problemsOfCompression(made, input),
    signal: at.signal,
  };
}

/** The work of a dead letter: which events of which namespace were to be told in one. */
const inputOf = (group: readonly MemoryRecord[]) =>
  JSON.stringify({ namespace: group[0]!.namespace, ids: group.map(({ id }) => id) } satisfies CompressJob);

/** The summary of a group; the dead letter when the model's answer could not be used. */
async function summaryOf(
  at: Upkeep,
  group: readonly MemoryRecord[],
): Promise<{ text: string; version: string } | { letter: DeadLetter }> {
  const { reflector, prompts, ledger } = at.deps;
  const input = compressInputOf(group);
  const { language } = input;
  const result = await reflector.structured(requestOf(at, input));
  const version = reflector.builtin ? RULES_VERSION : prompts.get("compress", language).version;
  if (result.ok) return { text: result.value.summary, version };
  const letter = await ledger.addDeadLetter({
    at: new Date(at.now).toISOString(),
    user: group[0]!.user,
    thread: null,
    job: "compress",
    reason: result.reason,
    detail: result.detail,
    model: result.model,
    rung: result.rung,
    raw: result.raw,
    input: inputOf(group),
  });
  return { letter };
}

/** The dead letters of a group that was told in one after all are of no use any more. */
async function settleLetters({ deps }: Upkeep, group: readonly MemoryRecord[]): Promise<void> {
  const input = inputOf(group);
  for (const letter of await deps.ledger.deadLetters(group[0]!.user))
    if (letter.job === "compress" && letter.input === input) await deps.ledger.removeDeadLetter(letter.id);
}

function recordOf(
  at: Upkeep,
  group: readonly MemoryRecord[],
  summary: { text: string; version: string },
): MemoryRecord {
  const [first, last] = [group[0]!, group.at(-1)!];
  const ids = group.map(({ id }) => id);
  return makeRecord(
    {
      user: first.user,
      namespace: first.namespace,
      kind: "episodic",
      type: "summary",
      content: summary.text,
      tags: first.tags.filter((tag) => group.every(({ tags }) => tags.includes(tag))),
      entities: [...new Set(group.flatMap(({ entities }) => entities))].slice(0, MOST_ENTITIES),
      importance: Math.min(1, Math.max(...group.map(({ importance }) => importance)) + 0.1),
      confidence: Math.min(...group.map(({ confidence }) => confidence)),
      source: at.deps.reflector.builtin ? "system" : "agent",
      language: languageOf(summary.text),
      timeZone: last.timeZone,
      happenedAt: last.happenedAt,
      originKey: JSON.stringify([
        "compress",
        createHash("sha256")
          .update([...ids].sort().join())
          .digest("hex"),
      ]),
      promptVersion: summary.version,
      metadata: { compresses: ids, since: first.happenedAt, by: ACTOR, [TRACE]: { run: at.run, step: "compress" } },
    },
    at.now,
  );
}

/** What tells a group in one, to be proposed; the dead letter when the model's answer could not be used. */
async function proposalOf(at: Upkeep, group: readonly MemoryRecord[]): Promise<Proposal | { letter: DeadLetter }> {
  const summary = await summaryOf(at, group);
  if ("letter" in summary) return summary;
  const record = recordOf(at, group, summary);
  const [item] = await indexed(at.deps.embedder, [record]);
  const { names, numbers } = keyFacts(group.map((one) => eventOf(one).content));
  const held = new Set(item!.terms);
  const more = [...new Set(terms([...names, ...numbers].join(" ")))].filter((term) => !held.has(term));
  const why = `${group.length} events of one topic, ${record.content.length} characters`;
  return {
    step: "compress",
    ids: [record.id, ...group.map(({ id }) => id)],
    why,
    about: record.content,
    amendment: {
      insert: [{ ...item!, terms: [...item!.terms, ...more] }],
      patch: group.map((one) => marked(at, "compress", one, { status: "compressed", why, into: record.id })),
    },
  };
}

/**
 * E3: five to ten old events on one topic, as many as fit, become one summary that keeps names, dates and numbers. The originals stay, out
 * of recall, linked both ways; the summary is also found by the names and numbers it had no room for.
 */
export async function* compress(at: Upkeep): AsyncGenerator<Proposal> {
  for (const records of byAuthor(await allActive(at.store, "episodic")))
    for (const group of groups(records, at.now)) {
      at.signal.throwIfAborted();
      const proposal = await proposalOf(at, group);
      if ("letter" in proposal) continue;
      yield proposal;
      if (!at.deps.reflector.builtin) await settleLetters(at, group);
    }
}

/**
 * Tells the events of a dead letter in one after all. Events that were put away, forgotten or told otherwise since are
 * nobody's wish any more: then nothing is done. The dead letter when it failed again; the summary when it was written.
 */
export async function compressAgain(
  at: Upkeep,
  ids: readonly string[],
): Promise<{ summary: MemoryRecord | null; letter: DeadLetter | null }> {
  const group = await at.store.get(ids);
  const nothing = { summary: null, letter: null };
  if (group.length < ids.length || group.some(({ status }) => status !== "active")) return nothing;
  const proposal = await proposalOf(at, group);
  if ("letter" in proposal) return { summary: null, letter: proposal.letter };
  const made = await at.store.amend(
    { ...proposal.amendment, audit: auditOf(at, proposal) },
    await at.deps.embedder.fingerprint(),
  );
  return made ? { summary: proposal.amendment.insert![0]!.record, letter: null } : nothing;
}
