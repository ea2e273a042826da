import type { MemoryRecord, Status } from "../../domain/record.ts";
import type { Amendment, AuditEntry, MemoryStore } from "../../ports/store.ts";
import type { MemoryDeps } from "../deps.ts";

/** The steps of upkeep in their order. Each may be run again at any time: what is done is not proposed twice. */
export const STEPS = ["outdated", "promote", "merge", "compress", "archive", "cap"] as const;
export type Step = (typeof STEPS)[number];

/** Who changes memories at night, in the audit. */
export const ACTOR = "upkeep";

/** What a step works with. */
export interface Upkeep {
  deps: MemoryDeps;
  store: MemoryStore;
  /** Names the run on all that it changes. */
  run: string;
  /** Milliseconds since 1970; the same for the whole step. */
  now: number;
  /** IANA zone dates are read in. */
  timeZone: string;
  /** Most active episodes; null: by how active the user is. */
  episodeCap: number | null;
  signal: AbortSignal;
}

/** One change that upkeep would make, whole or not at all. */
export interface Proposal {
  step: Step;
  /** The records it is about; a new one first. */
  ids: string[];
  /** Why, without any content. */
  why: string;
  /** What it is about, for a dry run only: never logged, never in the audit. */
  about: string;
  amendment: Omit<Amendment, "fence" | "audit">;
}

/** What upkeep did to a record, on the record itself. */
export interface Trace {
  run: string;
  step: Step;
  at: string;
  why: string;
  /** Its status before; a record that upkeep made has none. */
  was?: Status;
  /** The same run had made it before it put it away. */
  made?: true;
  /** The record that stands for it now. */
  into?: string;
}

/** Where records keep it. */
export const TRACE = "upkeep";

/** The change of one record's status, with the reason on the record. */
export function marked(
  at: Upkeep,
  step: Step,
  record: MemoryRecord,
  change: { status: Status; why: string; into?: string; tags?: string[] },
): NonNullable<Amendment["patch"]>[number] {
  const { status, why, into, tags } = change;
  const before = traceOf(record);
  const trace = {
    run: at.run,
    step,
    at: new Date(at.now).toISOString(),
    why,
    was: record.status,
    ...(before?.run === at.run && isMade(before) ? { made: true as const } : {}),
    ...(into === undefined ? {} : { into }),
  } satisfies Trace;
  const metadata = { ...record.metadata, [TRACE]: trace };
  return { id: record.id, when: record.status, patch: { status, metadata, ...(tags === undefined ? {} : { tags }) } };
}

/** What upkeep did to that record last; null when nothing. */
export function traceOf(record: MemoryRecord): Trace | null {
  const trace = record.metadata[TRACE];
  return typeof trace === "object" && trace !== null && !Array.isArray(trace) && "run" in trace
    ? (trace as unknown as Trace)
    : null;
}

/** Whether the run wrote the record itself, wherever it put it since. */
export const isMade = ({ was, made }: Trace): boolean => was === undefined || made === true;

/** The audit of a proposal: one entry a record. */
export function auditOf(at: Upkeep, { ids, step, why }: Proposal): AuditEntry[] {
  const when = new Date(at.now).toISOString();
  return ids.map((id) => ({ at: when, actor: ACTOR, action: "change", id, detail: `${step}: ${why} (run ${at.run})` }));
}

/** Records of one page while all are read. */
const PAGE = 1_000;

/** Every active record of a kind, oldest first. */
export async function allActive(store: MemoryStore, kind: MemoryRecord["kind"]): Promise<MemoryRecord[]> {
  const all: MemoryRecord[] = [];
  for (;;) {
    const last = all.at(-1)?.id;
    const page = await store.list({ kinds: [kind] }, { limit: PAGE, ...(last === undefined ? {} : { after: last }) });
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

/** By author: in a shared namespace nothing of two people is put together, so that either can be erased. */
export function byAuthor(records: readonly MemoryRecord[]): MemoryRecord[][] {
  return Array.from(Map.groupBy(records, ({ user }) => user).values());
}
