import { diedByName, saidWhose } from "../domain/belonging.ts";
import { contradicts } from "../domain/conflict.ts";
import { absoluteDates, type Moment } from "../domain/dates.ts";
import { gate, passes, type RefusalReason } from "../domain/gate.ts";
import { isFirstPerson } from "../domain/person-en.ts";
import { isChineseFirstPerson } from "../domain/person-zh.ts";
import { type MemoryRecord, makeRecord, type RecordDraft } from "../domain/record.ts";
import { describe, type Statement, statements } from "../domain/statement.ts";
import { noteWriter, withStore } from "./access.ts";
import { amendmentOf, changeIn } from "./amend.ts";
import { underCap } from "./cap.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import { type Retried, retriedCall } from "./fixed-call.ts";
import { understood } from "./graph.ts";
import { indexed } from "./index-record.ts";
import { noteRefusals } from "./judge.ts";
import { neighbours } from "./neighbours.ts";
import { place } from "./place.ts";
import { withRestored } from "./restored.ts";
import { scored } from "./score.ts";
import type { NewMemory, Remembered } from "./types.ts";
import { checkNewMemory } from "./validate.ts";

export { rememberAll } from "./import.ts";

/** What is inferred is believed less than what was said, and that less than what was confirmed (G2). */
export const CONFIDENCE = { user: 0.8, confirmed: 0.95, tool: 0.8, imported: 0.8, system: 0.8, agent: 0.6 } as const;

/** Whether the text may pass: the gate's rules, and where they cannot tell the scoring model. */
async function admitted(
  deps: MemoryDeps,
  scope: Scope,
  text: string,
  recalled: readonly string[],
): Promise<RefusalReason | null> {
  const verdict = gate(text, { preset: deps.preset, recalled });
  if (verdict.decision === "keep") return null;
  // "Call the plumber" handed over to be stored is a note, not a request to whoever stores it.
  if (verdict.decision === "refuse") return verdict.reason === "request" ? null : verdict.reason;
  if (deps.scorer.builtin) return null; // asked to be stored, and no rule speaks against it
  const score = await scored(deps, scope, text, verdict.score);
  return passes(score, deps.preset) ? null : "low_score";
}

type Part = { statement: Statement } | { refused: RefusalReason; content: string };

/** The text as it is, described but not rewritten. */
function verbatim(memory: NewMemory, moment: Moment): Statement {
  const described = describe(memory.content, memory.content, moment);
  return { ...described, validUntil: null, happenedAt: null };
}

/** The text of a memory to be, its first pronoun said in full where what was told before says whom it means. */
function saidInFull(deps: MemoryDeps, scope: Scope, memory: NewMemory, moment: Moment): Promise<string> {
  const place = { thread: memory.thread ?? null, happenedAt: new Date(moment.said).toISOString() };
  return withStore(deps, scope, memory.namespace, async (store) =>
    understood(store, place, await withRestored(store, memory.content, place.happenedAt)),
  );
}

/** True when one of the statements contradicts what is remembered. */
function changesKnown(
  deps: MemoryDeps,
  scope: Scope,
  memory: NewMemory,
  found: readonly Statement[],
): Promise<boolean> {
  const now = new Date(deps.clock.now()).toISOString();
  return withStore(deps, scope, memory.namespace, async (store) => {
    for (const { content } of found) {
      const around = await neighbours(store, { content, vector: null }, now);
      if (around.some(({ record }) => contradicts(content, record.content))) return true;
    }
    return false;
  });
}

/** The statements, those of a death said with whose it was: "the user's dog Rex died" where Rex is known as a dog. */
function withWhose(
  deps: MemoryDeps,
  scope: Scope,
  memory: NewMemory,
  found: readonly Statement[],
): Promise<readonly Statement[]> {
  const now = new Date(deps.clock.now()).toISOString();
  if (found.every(({ content }) => diedByName(content) === null)) return Promise.resolve(found);
  return withStore(deps, scope, memory.namespace, (store) =>
    Promise.all(
      found.map(async (statement) => {
        if (diedByName(statement.content) === null) return statement;
        const around = await neighbours(store, { content: statement.content, vector: null }, now);
        const known = around.map(({ record }) => record.content);
        return { ...statement, content: saidWhose(statement.content, known) };
      }),
    ),
  );
}

/** The user's words as statements; what is refused, whole or in part, with the reason. */
async function partsOf(deps: MemoryDeps, scope: Scope, memory: NewMemory, moment: Moment): Promise<Part[]> {
  const { recalled = [] } = memory;
  const content = await saidInFull(deps, scope, memory, moment);
  const found = await withWhose(deps, scope, memory, statements(content, moment));
  const whole = await admitted(deps, scope, content, recalled);
  // However thin the words, a change of what is known is worth as much as that was.
  if (whole !== null && !(whole === "low_score" && (await changesKnown(deps, scope, memory, found))))
    return [{ refused: whole, content }];
  // To be kept, but of no form the rules can take apart, or a note such as "Meet at gate 12": kept as it is.
  const speaksOfNobody =
    found.length === 1 && found[0]!.quoted && !isFirstPerson(content) && !isChineseFirstPerson(content);
  if (found.length === 0 || speaksOfNobody)
    return [{ statement: describe(absoluteDates(content, moment).text, content, moment) }];
  if (found.length === 1) return [{ statement: found[0]! }];
  const parts: Part[] = [];
  for (const statement of found) {
    const said = statement.context ?? statement.content;
    const { decision, reason, score } = gate(said, { preset: deps.preset, recalled });
    const refused = reason ?? "low_score";
    if (
      decision === "keep" ||
      (decision === "unsure" && passes(score, deps.preset)) ||
      (refused === "low_score" && (await changesKnown(deps, scope, memory, [statement])))
    )
      parts.push({ statement });
    else parts.push({ refused, content: said });
  }
  return parts;
}

function draftOf(scope: Scope, memory: NewMemory, statement: Statement, index: number): RecordDraft {
  const kind = memory.kind ?? "semantic";
  const source = memory.source ?? "user";
  const happenedAt = memory.happenedAt ?? (kind === "episodic" ? (statement.happenedAt ?? undefined) : undefined);
  return {
    user: scope.user,
    namespace: memory.namespace ?? "private",
    thread: memory.thread ?? null,
    kind,
    type: memory.type ?? (kind === "episodic" ? "event" : statement.type),
    content: statement.content,
    context: statement.context,
    speaker: memory.speaker ?? null,
    tags: [...new Set(memory.tags ?? [])],
    entities: [...new Set([...(memory.entities ?? []), ...statement.entities])],
    importance: memory.importance ?? statement.importance,
    confidence: memory.confidence ?? CONFIDENCE[source],
    source,
    language: statement.language,
    timeZone: scope.timeZone,
    validUntil: memory.validUntil !== undefined ? memory.validUntil : kind === "semantic" ? statement.validUntil : null,
    originKey: memory.originKey == null ? null : index === 0 ? memory.originKey : `${memory.originKey}#${index}`,
    metadata: memory.metadata ?? {},
    ...(happenedAt === undefined ? {} : { happenedAt }),
    ...(memory.createdAt === undefined ? {} : { createdAt: memory.createdAt }),
  };
}

/**
 * Gates a text, takes it apart into statements that stand alone, and stores each: one result a statement, in order. An
 * exact or near duplicate counts as a use of the one that is there; a contradiction supersedes it. A text that takes back
 * ("forget that …") or puts right ("no, I meant …") what was said before does that. Durable when it resolves.
 * @param asked when the write was asked for, in milliseconds since 1970: what "yesterday" counts from; default now
 * @throws HindsightError INVALID_INPUT naming the field, NOT_GRANTED for a namespace, WRITE_CAP past the day's writes,
 * EMBEDDING_FAILED, and what the store throws.
 */
export async function remember(
  deps: MemoryDeps,
  scope: Scope,
  given: NewMemory,
  asked = deps.clock.now(),
): Promise<Remembered[]> {
  const memory = checkNewMemory(given, scope);
  const said = memory.happenedAt === undefined ? asked : Date.parse(memory.happenedAt);
  const moment = { said, timeZone: scope.timeZone };
  const change = memory.verbatim === true ? null : changeIn(memory);
  const amends =
    change === null
      ? null
      : await withStore(deps, scope, memory.namespace, (store) =>
          amendmentOf(deps, scope, store, change, memory, moment),
        );
  if (amends !== null && "done" in amends) {
    if (amends.done.outcome === "refused") await noteRefusals(deps, scope, [amends.done.reason]);
    return [amends.done];
  }
  const retried =
    memory.source === "tool"
      ? await withStore(deps, scope, memory.namespace, (store) => retriedCall(store, memory, said))
      : null;
  const content = amends?.content ?? retried?.content ?? memory.content;
  const replaces = amends?.replaces ?? retried?.replaces ?? null;
  return stored(deps, scope, { ...memory, content }, moment, asked, { replaces, retried });
}

/** Stores what the text says; `replaces` is what its only statement is known to replace, a failed call by its `retried` one. */
async function stored(
  deps: MemoryDeps,
  scope: Scope,
  memory: NewMemory,
  moment: Moment,
  asked: number,
  { replaces, retried }: { replaces: MemoryRecord | null; retried: Retried | null },
): Promise<Remembered[]> {
  const parts =
    memory.verbatim === true ? [{ statement: verbatim(memory, moment) }] : await partsOf(deps, scope, memory, moment);
  const records = parts.map((part, index) =>
    "statement" in part
      ? makeRecord(
          {
            ...draftOf(scope, memory, part.statement, index),
            ...(retried === null ? {} : { episode: retried.episode, importance: retried.importance }),
          },
          asked,
        )
      : part,
  );
  const writes = records.filter((one) => "id" in one);
  const refusal = (part: { refused: RefusalReason; content: string }): Remembered => ({
    outcome: "refused",
    content: part.content,
    reason: part.refused,
  });
  await noteRefusals(
    deps,
    scope,
    parts.flatMap((part) => ("refused" in part ? [part.refused] : [])),
  );
  if (writes.length === 0) return records.flatMap((one) => ("refused" in one ? [refusal(one)] : []));
  const fingerprint = await deps.embedder.fingerprint();
  const items = await indexed(deps.embedder, writes);
  await noteWriter(deps, scope, memory.namespace);
  return withStore(deps, scope, memory.namespace, (store) =>
    underCap(deps, scope, store, items.length, async () => {
      const results: Remembered[] = [];
      let at = 0;
      for (const one of records) {
        if ("refused" in one) {
          results.push(refusal(one));
          continue;
        }
        const placed = await place(
          deps,
          scope,
          store,
          items[at++]!,
          fingerprint,
          writes.length === 1 ? replaces : null,
        );
        results.push(placed.outcome === "duplicate" ? placed : { outcome: "stored", record: placed.record });
      }
      return results;
    }),
  );
}
