import { DateTime } from "luxon";
import { z } from "zod";
import { entitiesOf } from "../domain/entities.ts";
import {
  confidenceOf,
  LEAST_EVIDENCE,
  type Patterns,
  type PatternsInput,
  patternsSchema,
  problemsOfPatterns,
} from "../domain/patterns.ts";
import { type MemoryRecord, makeRecord, STATUSES } from "../domain/record.ts";
import { fill } from "../domain/template.ts";
import { languageOf } from "../domain/text.ts";
import type { DeadLetter } from "../ports/ledger.ts";
import type { StructuredResult } from "../ports/model.ts";
import type { MemoryStore } from "../ports/store.ts";
import { noteWriter, withStore } from "./access.ts";
import { parsed } from "./answer.ts";
import { withGain } from "./consolidate/gain.ts";
import { TRACE, type Trace } from "./consolidate/proposal.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import { indexed } from "./index-record.ts";
import { place } from "./place.ts";
import type { PatternsFound } from "./types.ts";

/** The newest tasks looked at: what was asked before them was asked in another life. */
const LOOKED_AT = 200;
/** Known statements shown, and the longest request of a task, in UTF-16 units. */
const KNOWN = 40;
const LONGEST_REQUEST = 400;
/** Longer than a batch takes, so that a lease outlives it; a crash gives it back after so many milliseconds. */
const LEASE_MS = 10 * 60_000;
/** What a pattern is found by, and the prompt version on those of the built-in rules. */
export const PATTERN = "pattern";
const RULES_VERSION = "patterns.rules@1";
/** Two patterns are one when they rest on the same tasks: so great a share of the smaller one's. */
const SAME_EVIDENCE = 0.5;

const evidenceSchema = z.array(z.string());
const evidenceOf = (record: MemoryRecord): string[] => evidenceSchema.parse(record.metadata.evidence ?? []);

async function tasksOf(store: MemoryStore): Promise<MemoryRecord[]> {
  const found = await store.list(
    { kinds: ["episodic"], types: ["task"], statuses: ["active", "compressed", "archived"] },
    { limit: LOOKED_AT, newestFirst: true },
  );
  return found.filter(({ episode }) => episode !== null).sort((a, b) => (a.happenedAt < b.happenedAt ? -1 : 1));
}

function inputOf(
  scope: Scope,
  at: string,
  language: "en" | "zh",
  tasks: readonly MemoryRecord[],
  known: readonly MemoryRecord[],
): PatternsInput {
  return {
    language,
    timeZone: scope.timeZone,
    at,
    tasks: tasks.map(({ episode, happenedAt }, i) => ({
      n: i + 1,
      day: DateTime.fromISO(happenedAt, { zone: scope.timeZone }).toFormat("yyyy-MM-dd"),
      request: episode!.request.slice(0, LONGEST_REQUEST),
      outcome: episode!.outcome,
    })),
    known: known.filter((one) => languageOf(one.content) === language).map(({ content }) => content),
  };
}

function ask(deps: MemoryDeps, input: PatternsInput): { version: string; result: Promise<StructuredResult<Patterns>> } {
  const prompt = deps.prompts.get("patterns", input.language);
  const none = input.language === "zh" ? "（无）" : "(none)";
  const text = fill(prompt.text, {
    now: DateTime.fromISO(input.at, { zone: input.timeZone }).toFormat("yyyy-MM-dd"),
    tasks: input.tasks.map(({ n, day, request, outcome }) => `[${n}] ${day} (${outcome}): ${request}`).join("\n"),
    known: input.known.map((content) => `- ${content}`).join("\n") || none,
  });
  const result = deps.reflector.structured({
    name: "patterns",
    schema: patternsSchema,
    messages: [{ role: "user", content: text }],
    input,
    check: (made) => problemsOfPatterns(made, input).map(({ why }) => why),
  });
  return { version: deps.reflector.builtin ? RULES_VERSION : prompt.version, result };
}

/** The usable patterns of an answer, and what was left out; null when nothing can be used. */
function usable(result: StructuredResult<Patterns>, input: PatternsInput) {
  if (result.ok) return { patterns: result.value.patterns, dropped: [] };
  if (result.reason !== "failed_check") return null;
  const shape = patternsSchema.safeParse(parsed(result.raw));
  if (!shape.success) return null;
  const problems = problemsOfPatterns(shape.data, input);
  return {
    patterns: shape.data.patterns.filter((_, i) => problems.every(({ index }) => index !== i)),
    dropped: problems.map(({ index, why }) => ({ part: shape.data.patterns[index]!.statement, why })),
  };
}

const shared = (a: readonly string[], b: readonly string[]): number =>
  a.filter((id) => b.includes(id)).length / Math.max(1, Math.min(a.length, b.length));

type Found = Patterns["patterns"][number] & { tasks: string[] };

/** What a run of upkeep leaves on a pattern that it found, by which the run can be taken back. */
const traceOf = (run: string, at: number, { tasks }: Found) => ({
  [TRACE]: {
    run,
    step: "promote",
    at: new Date(at).toISOString(),
    why: `seen in ${tasks.length} tasks`,
  } satisfies Trace,
});

function recordOf(
  deps: MemoryDeps,
  scope: Scope,
  found: Found,
  { promptVersion, run }: { promptVersion: string; run: string | null },
): MemoryRecord {
  const now = deps.clock.now();
  return makeRecord(
    {
      user: scope.user,
      kind: "semantic",
      type: found.type,
      content: found.statement.trim(),
      tags: [PATTERN],
      entities: entitiesOf(found.statement, scope.timeZone, now).map(({ name }) => name),
      importance: 0.6,
      confidence: confidenceOf(found.tasks.length),
      source: "agent",
      language: languageOf(found.statement),
      timeZone: scope.timeZone,
      promptVersion,
      metadata: { evidence: found.tasks, ...(run === null ? {} : traceOf(run, now, found)) },
    },
    now,
  );
}

/** Adds a pattern, or what it adds to one that rests on the same tasks, in whatever status: what was forgotten stays so. */
async function keep(
  deps: MemoryDeps,
  scope: Scope,
  store: MemoryStore,
  known: MemoryRecord[],
  found: Found,
  by: { promptVersion: string; run: string | null },
): Promise<{ added?: MemoryRecord; strengthened?: MemoryRecord }> {
  const same = known.find(
    (one) => one.content === found.statement.trim() || shared(evidenceOf(one), found.tasks) >= SAME_EVIDENCE,
  );
  if (same !== undefined) {
    const evidence = Array.from(new Set([...evidenceOf(same), ...found.tasks]));
    if (same.status !== "active" || evidence.length === evidenceOf(same).length) return {};
    const confidence = Math.max(same.confidence, confidenceOf(evidence.length));
    const change = { confidence, metadata: { ...same.metadata, evidence } };
    const patch = by.run === null ? change : withGain(by.run, same, change);
    await store.patch(same.id, patch, ["active"]);
    return { strengthened: { ...same, ...patch } };
  }
  const [item] = await indexed(deps.embedder, [recordOf(deps, scope, found, by)]);
  const placed = await place(deps, scope, store, item!, await deps.embedder.fingerprint());
  if (placed.outcome === "duplicate") return {};
  known.push(placed.record);
  return { added: placed.record };
}

/**
 * Looks across the finished tasks of a user for what several show together (requirement D4): by rules without a model, by
 * the reflection model where there is one. Each pattern is a statement that names the tasks it rests on and is the
 * surer the more there are. Run again without new tasks it adds nothing, nor does it bring back what was forgotten.
 * `run` is the run of upkeep it is part of, by which what it changes can be taken back.
 * @throws HindsightError EMBEDDING_FAILED, and what the store throws; what was added until then stays
 */
export async function reflectPatterns(
  deps: MemoryDeps,
  scope: Scope,
  run: string | null = null,
): Promise<PatternsFound> {
  const made: PatternsFound = { looked: 0, added: [], strengthened: [], dropped: [], deadLetters: [], busy: false };
  const name = `patterns user ${scope.user}`;
  const lease = await deps.ledger.takeLease(name, scope.user, deps.clock.now(), LEASE_MS);
  if (lease === null) return { ...made, busy: true };
  try {
    await noteWriter(deps, scope, undefined);
    await withStore(deps, scope, undefined, async (store) => {
      const tasks = await tasksOf(store);
      made.looked = tasks.length;
      const mark =
        tasks
          .map(({ id }) => id)
          .sort()
          .at(-1) ?? null;
      if (tasks.length < LEAST_EVIDENCE || (mark !== null && mark === lease.cursor)) return;
      const known = await store.list({ tags: [PATTERN], statuses: STATUSES }, { limit: LOOKED_AT });
      const standing = await store.list({ kinds: ["semantic"] }, { limit: KNOWN, newestFirst: true });
      const at = new Date(deps.clock.now()).toISOString();
      for (const language of ["en", "zh"] as const) {
        const spoken = tasks.filter(({ episode }) => (languageOf(episode!.request) === "zh") === (language === "zh"));
        if (spoken.length < LEAST_EVIDENCE) continue;
        const input = inputOf(scope, at, language, spoken, standing);
        const { version, result: pending } = ask(deps, input);
        const result = await pending;
        if (!result.ok) made.deadLetters.push(await bury(deps, scope, input, result));
        const answer = usable(result, input);
        made.dropped.push(...(answer?.dropped ?? []));
        for (const pattern of answer?.patterns ?? []) {
          const ids = pattern.evidence.map((n) => spoken[n - 1]!.id);
          const found = { ...pattern, tasks: Array.from(new Set(ids)) };
          const kept = await keep(deps, scope, store, known, found, { promptVersion: version, run });
          if (kept.added !== undefined) made.added.push(kept.added);
          if (kept.strengthened !== undefined) made.strengthened.push(kept.strengthened);
        }
      }
      if (made.deadLetters.length === 0)
        await deps.ledger.keepLease(name, lease.fence, deps.clock.now(), LEASE_MS, mark);
    });
    return made;
  } finally {
    await deps.ledger.dropLease(name, lease.fence);
  }
}

function bury(
  deps: MemoryDeps,
  scope: Scope,
  input: PatternsInput,
  result: StructuredResult<Patterns> & { ok: false },
): Promise<DeadLetter> {
  deps.log.warn({ reason: result.reason }, "patterns could not be used");
  return deps.ledger.addDeadLetter({
    at: input.at,
    user: scope.user,
    thread: null,
    job: "patterns",
    reason: result.reason,
    detail: result.detail,
    model: result.model,
    rung: result.rung,
    raw: result.raw,
    input: JSON.stringify({ tasks: input.tasks.length, language: input.language }),
  });
}
