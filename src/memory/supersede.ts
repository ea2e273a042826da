import { absoluteDates, type Moment } from "../domain/dates.ts";
import { HindsightError } from "../domain/errors.ts";
import type { MemoryRecord } from "../domain/record.ts";
import { makeRecord } from "../domain/record.ts";
import { describe, statements } from "../domain/statement.ts";
import { auditEntry, withRecord } from "./access.ts";
import { underCap } from "./cap.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import { indexed } from "./index-record.ts";
import { nextVersion } from "./place.ts";
import type { NewMemory } from "./types.ts";
import { checkNewMemory } from "./validate.ts";

/** The words as one statement: in the third person where the rules are certain of it, else with absolute dates. */
function standalone(content: string, moment: Moment): string {
  const [only, ...more] = statements(content, moment);
  return only !== undefined && more.length === 0 && !only.quoted ? only.content : absoluteDates(content, moment).text;
}

/**
 * Replaces a memory by a new version; the old one stays readable in the history. What `next` leaves out is taken from
 * the old version. It becomes a statement that stands alone, unless `verbatim`.
 * @throws HindsightError NOT_FOUND, CONFLICT when it was replaced already or says the same, INVALID_INPUT.
 */
export async function supersede(deps: MemoryDeps, scope: Scope, id: string, next: NewMemory): Promise<MemoryRecord> {
  const memory = checkNewMemory(next, scope);
  return withRecord(deps, scope, id, async (old, store) => {
    if (memory.namespace !== undefined && memory.namespace !== old.namespace)
      throw new HindsightError(
        "INVALID_INPUT",
        "a new version cannot change its namespace",
        "Write it there as a new memory and forget this one.",
      );
    const now = deps.clock.now();
    const at = memory.happenedAt ?? new Date(now).toISOString();
    const moment = { said: Date.parse(at), timeZone: scope.timeZone };
    const text = memory.verbatim === true ? memory.content : standalone(memory.content, moment);
    const said = describe(text, memory.content, moment);
    const record = nextVersion(
      makeRecord(
        {
          user: scope.user,
          namespace: old.namespace,
          thread: memory.thread !== undefined ? memory.thread : old.thread,
          kind: memory.kind ?? old.kind,
          type: memory.type ?? old.type,
          content: text,
          context: said.context,
          speaker: memory.speaker !== undefined ? memory.speaker : old.speaker,
          tags: [...(memory.tags ?? old.tags)],
          entities: [...(memory.entities ?? said.entities)],
          importance: memory.importance ?? Math.max(old.importance, said.importance),
          confidence: memory.confidence ?? old.confidence,
          source: memory.source ?? "user",
          language: said.language,
          timeZone: scope.timeZone,
          happenedAt: at,
          validUntil: memory.validUntil !== undefined ? memory.validUntil : said.validUntil,
          originKey: memory.originKey ?? null,
          episode: old.episode,
          metadata: memory.metadata ?? old.metadata,
        },
        now,
      ),
      old,
    );
    if (record.contentHash === old.contentHash && old.status === "active")
      throw new HindsightError("CONFLICT", `memory ${id} says that already`, "Nothing needs to change.");
    const [item] = await indexed(deps.embedder, [record]);
    const audit = auditEntry(deps, scope, "supersede", record.id, `replaces ${id}`);
    const fingerprint = await deps.embedder.fingerprint();
    await underCap(deps, scope, store, 1, () => store.supersede(id, item!, fingerprint, [audit]));
    return record;
  });
}
