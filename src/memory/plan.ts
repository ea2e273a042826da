import { v7 as uuidv7 } from "uuid";
import { isSaid } from "../domain/conflict.ts";
import { CORRECTIONS, correctedText } from "../domain/corrected.ts";
import { entitiesOf } from "../domain/entities.ts";
import { gate, type RefusalReason } from "../domain/gate.ts";
import { lessonText } from "../domain/lesson.ts";
import type { PutRight } from "../domain/put-right.ts";
import { type Fingerprint, type MemoryRecord, makeRecord } from "../domain/record.ts";
import type { ReflectInput, Reflection } from "../domain/reflection.ts";
import { isRecalled, withoutRecalled } from "../domain/similar.ts";
import { validUntil } from "../domain/statement.ts";
import { requestOf, summaryOf } from "../domain/task.ts";
import { languageOf } from "../domain/text.ts";
import type { Indexed, MemoryStore } from "../ports/store.ts";
import { auditEntry } from "./access.ts";
import type { Change } from "./apply.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import { indexed } from "./index-record.ts";
import { neighbours } from "./neighbours.ts";
import { nearDuplicate, nextVersion } from "./place.ts";
import type { Resolved } from "./reflection.ts";
import { CONFIDENCE } from "./remember.ts";
import { toldInTalk } from "./retold.ts";
import { contradicted, isFounded, settle } from "./settle.ts";
import { correctionsBesideStatements, onlyTold, summaryBesideStatements } from "./told.ts";
import type { FinishedTask } from "./types.ts";

/** Longest summary and answer kept on an episode, in UTF-16 units. */
const LONGEST_SUMMARY = 1_000;
const LONGEST_ANSWER = 4_000;

export type OriginOf = (kind: "episode" | "semantic", index: number) => string;

export interface Making {
  deps: MemoryDeps;
  scope: Scope;
  task: FinishedTask;
  input: ReflectInput;
  /** The input as it was meant, and what was put right in it. */
  meant: ReflectInput;
  putRight: readonly PutRight[];
  /** The episode of an earlier talk that this one puts right; it is replaced. */
  corrected: MemoryRecord | null;
  origin: OriginOf;
  /** Stored on what the reflection produced. */
  promptVersion: string;
  /** The episode of an earlier run that used a part of the answer only, or of the failure this task mended; replaced. */
  earlier: string | null;
}

/** When the task was said to be done: its last turn. */
function endOf(task: FinishedTask): string {
  return new Date(task.turns.at(-1)!.at).toISOString();
}

/** What the entity graph reads of an episode beside its words: relations, and entities that have other names. */
function toldOf({ relations, entities }: Reflection) {
  const renamed = entities.filter(({ aliases }) => aliases.length > 0);
  return { ...(relations.length === 0 ? {} : { relations }), ...(renamed.length === 0 ? {} : { entities: renamed }) };
}

/** The episode of requirement A2. What came from recall is not in it, else it would come back as new. */
export function episodeOf(making: Making, reflection: Reflection, plan: Plan): MemoryRecord {
  const { deps, scope, task, input, meant, corrected, origin, promptVersion } = making;
  const { recalled } = input;
  const usable = reflection.summary.length <= LONGEST_SUMMARY && !isRecalled(reflection.summary, recalled);
  const whole = usable ? reflection.summary : summaryOf(meant);
  const told = deps.reflector.builtin ? summaryBesideStatements(making, plan, whole) : whole;
  const corrections = correctionsBesideStatements(making, plan);
  const note = correctedText(corrections, input.language);
  const content = note === "" ? told : `${told}${input.language === "zh" ? "" : " "}${note}`;
  const answer = task.turns.findLast((turn) => turn.role === "assistant")?.content ?? "";
  const failed = reflection.outcome !== "success";
  const lessons = reflection.lessons.map((lesson) => lessonText(lesson, input.language));
  const now = deps.clock.now();
  return makeRecord(
    {
      id: uuidv7({ msecs: now }), // its own event, however alike the summaries of two tasks are
      user: scope.user,
      thread: task.thread,
      kind: "episodic",
      type: "task",
      content,
      // What kind of task it was is what the next one of the kind finds it by.
      tags: input.steps.length > 0 ? [...new Set([reflection.taskType, ...input.steps.map(({ tool }) => tool)])] : [],
      entities: reflection.entities.map((entity) => entity.name).slice(0, 32),
      importance: failed ? 0.6 : lessons.length > 0 || input.steps.length > 0 ? 0.5 : 0.4,
      source: deps.reflector.builtin ? "system" : "agent",
      language: languageOf(content),
      timeZone: scope.timeZone,
      // What is put right happened when it did; that it is so is known from now.
      happenedAt: corrected?.happenedAt ?? endOf(task),
      validFrom: endOf(task),
      status: onlyTold(making, reflection, plan) ? "compressed" : "active",
      originKey: origin("episode", 0),
      promptVersion,
      episode: {
        request: requestOf(meant).slice(0, LONGEST_ANSWER),
        steps: input.steps.map((step, i) => {
          const output = task.steps?.[i]?.output;
          return output === undefined ? step : { ...step, output };
        }),
        outcome: reflection.outcome,
        answer: withoutRecalled(answer, recalled).slice(0, LONGEST_ANSWER),
        taskType: reflection.taskType,
        decisions: reflection.decisions.filter((decision) => !isRecalled(decision, recalled)),
        lessons,
      },
      metadata: { ...toldOf(reflection), ...(corrections.length === 0 ? {} : { [CORRECTIONS]: corrections }) },
    },
    now,
  );
}

function statementOf(making: Making, { update, source }: Resolved, index: number): MemoryRecord {
  const { deps, scope, task, origin, promptVersion } = making;
  const said = Math.max(...update.evidence.map((n) => Date.parse(task.turns[n - 1]?.at ?? "") || 0));
  const moment = { said: said || deps.clock.now(), timeZone: scope.timeZone };
  const words = update.evidence
    .map((n) => task.turns[n - 1])
    .filter((turn) => turn?.role === "user")
    .map((turn) => turn!.content)
    .join("\n");
  return makeRecord(
    {
      user: scope.user,
      thread: task.thread,
      kind: "semantic",
      type: update.type,
      content: update.statement.trim(),
      context: words === "" || words === update.statement ? null : words.slice(0, LONGEST_ANSWER),
      entities: entitiesOf(update.statement, moment.timeZone, moment.said).map((entity) => entity.name),
      importance: update.importance,
      confidence: source === "user" ? update.confidence : Math.min(update.confidence, CONFIDENCE[source]),
      source,
      language: languageOf(update.statement),
      timeZone: scope.timeZone,
      happenedAt: new Date(moment.said).toISOString(),
      validUntil: validUntil(update.statement, moment),
      originKey: origin("semantic", index),
      promptVersion,
    },
    deps.clock.now(),
  );
}

export interface Plan {
  adds: Indexed[];
  changes: Change[];
  /** Ids of what was known already: their use is counted. */
  known: string[];
  /** What those say, as it was told before and as it is now. */
  knownContents: string[];
  refused: { content: string; reason: RefusalReason }[];
}

/** Refusals of what a statement is worth, which the reflection judged already: "Use pnpm in this repo" reads as a request. */
const OF_WORTH: ReadonlySet<RefusalReason> = new Set(["low_score", "request"]);

/**
 * What to do with each statement: nothing when it came from recall or is known, a change when it replaces or takes back
 * a memory, else an addition. A statement that contradicts a memory the model did not name changes it all the same, and
 * hearsay changes nothing the user said: it stands beside it.
 */
export async function planOf(making: Making, store: MemoryStore, updates: readonly Resolved[]): Promise<Plan> {
  const { deps, input } = making;
  const plan: Plan = { adds: [], changes: [], known: [], knownContents: [], refused: [] };
  const now = new Date(deps.clock.now()).toISOString();
  const records = updates.map((one, index) => (one.update.op === "retract" ? null : statementOf(making, one, index)));
  const items = await indexed(
    deps.embedder,
    records.filter((record) => record !== null),
  );
  const byId = new Map(items.map((item) => [item.record.id, item]));
  const replaced = new Set<string>();
  for (const [index, { update, target }] of updates.entries()) {
    const record = records[index] ?? null;
    if (record === null) {
      if (target !== null) plan.changes.push({ op: "retract", target: target.id });
      continue;
    }
    const verdict = gate(record.content, { preset: deps.preset, recalled: input.recalled });
    if (verdict.decision === "refuse" && verdict.reason !== null && !OF_WORTH.has(verdict.reason)) {
      plan.refused.push({ content: record.content, reason: verdict.reason });
      continue;
    }
    const item = byId.get(record.id)!;
    if (target !== null && isSaid(record.content, target.content)) {
      plan.known.push(target.id);
      plan.knownContents.push(target.content, record.content);
      continue;
    }
    const around = await neighbours(
      store,
      { content: record.content, vector: deps.embedder.nearDuplicate === null ? null : item.vector },
      now,
    );
    const same =
      around.find((one) => one.record.contentHash === record.contentHash) ??
      nearDuplicate(deps.embedder, record, around);
    if (same !== undefined) {
      plan.known.push(same.record.id);
      plan.knownContents.push(same.record.content, record.content);
      continue;
    }
    if (plan.adds.some((add) => isSaid(record.content, add.record.content))) continue;
    const founded = target !== null && isFounded(record, target);
    const old = update.op === "update" && founded ? target : contradicted(record, around, deps.clock.now())[0];
    if (old === undefined || replaced.has(old.id)) plan.adds.push(item);
    else {
      replaced.add(old.id);
      plan.changes.push({ op: "update", target: old.id, record });
    }
  }
  const met = updates.flatMap(({ update, target }) => (update.op === "retract" && target ? [target.content] : []));
  for (const { id } of await toldInTalk(store, input.turns, met, now)) plan.changes.push({ op: "retract", target: id });
  return plan;
}

/**
 * Writes episode and additions in one transaction, with the changes to come on the episode. `first` is false when
 * another run of the same task had written already; then nothing is. An earlier episode is replaced after the additions
 * are safe, whose origin keys make doing it again harmless.
 */
export async function write(
  making: Making,
  store: MemoryStore,
  episode: MemoryRecord,
  plan: Plan,
  fingerprint: Fingerprint,
): Promise<{ first: boolean; added: MemoryRecord[]; duplicates: number }> {
  const [item] = await indexed(making.deps.embedder, [episode]);
  const earlier = making.earlier === null ? [] : await store.history(making.earlier);
  const old = earlier.findLast(({ status }) => status === "active" || status === "compressed");
  const batch = old === undefined ? [item!, ...plan.adds] : plan.adds;
  const { deps, scope } = making;
  const audit = batch.map(({ record }) => auditEntry(deps, scope, "write", record.id, record.kind));
  const results = await store.insert(batch, fingerprint, audit);
  if (old !== undefined) {
    const replaces = auditEntry(deps, scope, "supersede", episode.id, `replaces ${old.id}`);
    await store.supersede(old.id, { ...item!, record: nextVersion(episode, old) }, fingerprint, [replaces]);
  }
  const added = batch.flatMap(({ record }, i) =>
    results[i]!.outcome === "stored" && record.id !== episode.id ? [record] : [],
  );
  const first = old !== undefined || results[0]!.outcome === "stored";
  for (const record of added) {
    const vector =
      deps.embedder.nearDuplicate === null ? null : batch.find((one) => one.record.id === record.id)!.vector;
    await settle(deps, scope, store, record, vector, fingerprint);
  }
  return { first, added, duplicates: plan.adds.length - added.length + plan.known.length };
}
