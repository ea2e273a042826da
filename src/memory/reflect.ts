import { DateTime } from "luxon";
import { USE_GAIN } from "../domain/constants.ts";
import { HindsightError, isHindsightError } from "../domain/errors.ts";
import { putRight } from "../domain/put-right.ts";
import type { MemoryRecord } from "../domain/record.ts";
import type { Reflection } from "../domain/reflection.ts";
import type { DeadLetter } from "../ports/ledger.ts";
import type { StructuredResult } from "../ports/model.ts";
import type { MemoryStore } from "../ports/store.ts";
import { noteWriter, withStore } from "./access.ts";
import { heldAgainst, type Usable, usable } from "./answer.ts";
import { finish, finishInterrupted, withChanges } from "./apply.ts";
import { capReached, checkCap, roomToday, underCap } from "./cap.ts";
import { withCorrected } from "./corrected.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import { indexed } from "./index-record.ts";
import { noteRefusals } from "./judge.ts";
import { withFailure } from "./mended.ts";
import { place } from "./place.ts";
import { episodeOf, type Making, type Plan, planOf, write } from "./plan.ts";
import { firstConstraint, portioned } from "./portion.ts";
import { checkTask, inputOf, reflectRequest, relatedStatements, resolved, understoodInput } from "./reflection.ts";
import { withRestoredTurns } from "./restored.ts";
import type { FinishedTask, Reflected } from "./types.ts";
import { refusalsOf, worthReflecting } from "./worth.ts";

export { worthReflecting };

/** Prompt version on what the built-in rules produced. */
const RULES_VERSION = "reflect.rules@1";

const nothing = (): Reflected => ({
  episode: null,
  added: [],
  updated: [],
  retracted: [],
  duplicates: 0,
  refused: [],
  dropped: [],
  deadLetter: null,
  rung: null,
});

/** The job of a dead letter, as `retryDeadLetter` reads it. `salt` sets apart the retry of what was partly used. */
export interface ReflectJob {
  task: FinishedTask;
  timeZone: string;
  salt: string | null;
}

async function bury(
  deps: MemoryDeps,
  scope: Scope,
  job: ReflectJob,
  result: Pick<DeadLetter, "reason" | "detail" | "raw" | "rung" | "model">,
): Promise<DeadLetter> {
  const letter = await deps.ledger.addDeadLetter({
    at: new Date(deps.clock.now()).toISOString(),
    user: scope.user,
    thread: job.task.thread,
    job: "reflect",
    reason: result.reason,
    detail: result.detail,
    model: result.model,
    rung: result.rung,
    raw: result.raw,
    input: JSON.stringify(job),
  });
  deps.log.warn({ deadLetter: letter.id, reason: result.reason }, "a reflection could not be used");
  return letter;
}

/** What nobody waits for in a queue can be retried on another day. */
const buryCapped = (deps: MemoryDeps, scope: Scope, job: ReflectJob, { code, message }: HindsightError) =>
  bury(deps, scope, job, { reason: code, detail: message, raw: "", rung: "", model: deps.reflector.name });

/** With one write left that goes to a constraint, and the talk waits as a whole: an allergy must not wait for a day. */
async function writeAhead({ deps, scope }: Making, store: MemoryStore, plan: Plan): Promise<boolean> {
  const first = firstConstraint(plan);
  if (first === undefined) return false;
  const record = "item" in first ? first.item.record : first.change.record;
  const known = "change" in first ? await store.history(first.change.target) : [];
  const old = known.findLast(({ status }) => status === "active") ?? null;
  const [item] = await indexed(deps.embedder, [{ ...record, originKey: null }]); // that of the statement in the talk to come
  await place(deps, scope, store, item!, await deps.embedder.fingerprint(), old);
  return true;
}

async function carryOut(
  making: Making,
  store: MemoryStore,
  answer: Usable,
  known: readonly MemoryRecord[],
): Promise<Reflected & { waiting: number }> {
  const { deps, scope } = making;
  const mapped = resolved(answer.reflection.semanticUpdates, making.input, known, answer.inferred);
  const whole = await planOf(making, store, mapped.resolved);
  const room = await roomToday(deps, scope, store);
  const { now: plan, later, waits } = portioned(room, whole);
  if (room === 1 && later.length > 0 && (await writeAhead(making, store, whole))) throw capReached(deps, scope);
  const episode = withChanges(episodeOf(making, answer.reflection, plan), [...plan.changes, ...later]);
  const now = new Date(deps.clock.now()).toISOString();
  const fingerprint = await deps.embedder.fingerprint();
  const most = 1 + plan.adds.length + plan.changes.filter(({ op }) => op === "update").length;
  const { first, added, duplicates } = await underCap(deps, scope, store, most, () =>
    write(making, store, episode, plan, fingerprint),
  );
  const [written] = await store.byOrigin([episode.originKey!]);
  const [kept] = await store.get(written === undefined ? [] : [written]);
  if (!first || kept === undefined) return { ...nothing(), episode: kept ?? null, rung: answer.rung, waiting: 0 };
  if (plan.known.length > 0) await store.touch(plan.known, now, USE_GAIN);
  await noteRefusals(
    deps,
    scope,
    plan.refused.map(({ reason }) => reason),
  );
  const applied = await finish(deps, scope, store, kept);
  const [clean] = await store.get([kept.id]);
  return {
    ...nothing(),
    episode: clean ?? kept,
    added: [...added, ...applied.added],
    updated: applied.updated,
    retracted: applied.retracted,
    duplicates,
    refused: plan.refused,
    dropped: [...answer.dropped, ...mapped.dropped, ...waits],
    rung: answer.rung,
    waiting: applied.waiting,
  };
}

/** What an earlier run of the same task had begun, and what is left of it. @throws HindsightError WRITE_CAP while some must wait */
async function goneOn(
  deps: MemoryDeps,
  scope: Scope,
  store: MemoryStore,
  id: string,
  running: Running | undefined,
): Promise<Reflected> {
  const [episode] = await store.get([id]);
  if (episode === undefined || (episode.status !== "active" && episode.status !== "compressed"))
    return { ...nothing(), episode: episode ?? null };
  await running?.stillOurs();
  const { waiting, ...applied } = await finish(deps, scope, store, episode);
  if (waiting > 0) throw capReached(deps, scope);
  const [clean] = await store.get([id]);
  await finishInterrupted(deps, scope, store);
  return { ...nothing(), ...applied, episode: clean ?? episode };
}

/** How a reflection runs that a worker does. */
export interface Running {
  signal: AbortSignal;
  /** Asked before anything is written. @throws HindsightError LEASE_LOST */
  stillOurs(): Promise<void>;
}

/**
 * @throws HindsightError MODEL_FAILED when the model could not be reached, MODEL_TIMED_OUT when it did not end in time
 */
function throwIfAway({ reason, model, detail }: StructuredResult<Reflection> & { ok: false }): void {
  const code = { unreachable: "MODEL_FAILED", timed_out: "MODEL_TIMED_OUT" } as const;
  if (reason !== "unreachable" && reason !== "timed_out") return;
  throw new HindsightError(code[reason], `${model}: ${detail}`, "Check the endpoint.");
}

/**
 * Reflects upon a task under origin keys that hold `salt`, if any. With `running`, a model that cannot be reached or
 * does not end in time is an error, for the worker to try again; without, a dead letter.
 * @throws HindsightError MODEL_FAILED, MODEL_TIMED_OUT, and as `reflect` does
 */
export async function reflectJob(
  deps: MemoryDeps,
  scope: Scope,
  job: ReflectJob,
  running?: Running,
): Promise<Reflected> {
  const { task: given, salt } = job;
  checkTask(given);
  if (given.safety !== true && !worthReflecting(given)) {
    const refused = refusalsOf(given);
    await noteRefusals(
      deps,
      scope,
      refused.map(({ reason }) => reason),
    );
    return { ...nothing(), refused };
  }
  const last = given.turns.at(-1)!.id;
  const originOf = (mark: string | null) => (kind: string, index: number) =>
    JSON.stringify(["reflect", given.thread, last, kind, index, ...(mark === null ? [] : [mark])]);
  const origin = originOf(salt);
  await noteWriter(deps, scope, undefined);
  return withStore(deps, scope, undefined, async (store) => {
    const [before, earlier] = await store.byOrigin([origin("episode", 0), originOf(null)("episode", 0)]);
    if (before !== undefined) return goneOn(deps, scope, store, before, running);
    await finishInterrupted(deps, scope, store);
    await checkCap(deps, scope, store); // before a model is asked
    const fixed = await withFailure(store, given);
    const { task, corrected } = await withCorrected(store, fixed.task, scope.timeZone);
    const restored = await withRestoredTurns(store, task, scope.timeZone);
    const known = await relatedStatements(deps, scope, store, restored);
    const data = inputOf(deps, scope, restored, known);
    const understood = await understoodInput(store, task, data);
    const input = deps.reflector.builtin ? understood : data;
    const { turns, corrections } = putRight(understood.turns, scope.timeZone);
    const prompt = deps.prompts.get("reflect", input.language);
    const localNow = DateTime.fromMillis(deps.clock.now(), { zone: scope.timeZone }).setLocale(input.language);
    const request = reflectRequest(prompt, input, localNow.toFormat("cccc yyyy-MM-dd HH:mm ZZZZ"));
    const result = await deps.reflector.structured(
      running === undefined ? request : { ...request, signal: running.signal },
    );
    if (running !== undefined && !result.ok) throwIfAway(result);
    await running?.stillOurs();
    const answer = usable(result, input);
    if (answer === null) {
      const letter = result.ok ? null : await bury(deps, scope, { ...job, timeZone: scope.timeZone }, result);
      return { ...nothing(), deadLetter: letter, rung: result.rung };
    }
    const promptVersion = deps.reflector.builtin ? RULES_VERSION : prompt.version;
    const { waiting, ...reflected } = await carryOut(
      {
        deps,
        scope,
        task,
        input,
        meant: { ...understood, turns },
        putRight: corrections,
        corrected,
        origin,
        promptVersion,
        earlier: (salt === null ? null : earlier) ?? corrected?.id ?? fixed.failed,
      },
      store,
      deps.reflector.builtin ? answer : heldAgainst(answer, understood),
      known,
    );
    const letter = result.ok
      ? null
      : await bury(deps, scope, { task: given, timeZone: scope.timeZone, salt: salt ?? "again" }, result);
    if (waiting === 0) return { ...reflected, deadLetter: letter };
    const reached = capReached(deps, scope);
    if (running !== undefined) throw reached; // the job waits
    return { ...reflected, deadLetter: letter ?? (await buryCapped(deps, scope, job, reached)) };
  });
}

/**
 * Distils a finished task: one episode, and the statements it adds, updates and takes back. A task in which nothing is
 * worth keeping leaves nothing. Run again with the same messages, also after a crash at any point, it writes once.
 * What the model answered and could not be used is in the dead letter with the raw text; so is, to be retried on another
 * day, a task past the daily cap of writes.
 * @throws HindsightError INVALID_INPUT for a task without thread or turns, EMBEDDING_FAILED, and what the store throws;
 * nothing was written then, or what was begun is completed by the next reflection.
 */
export async function reflect(deps: MemoryDeps, scope: Scope, task: FinishedTask): Promise<Reflected> {
  const job: ReflectJob = { task, timeZone: scope.timeZone, salt: null };
  try {
    return await reflectJob(deps, scope, job);
  } catch (error) {
    if (!isHindsightError(error, "WRITE_CAP")) throw error;
    return { ...nothing(), deadLetter: await buryCapped(deps, scope, job, error) };
  }
}
