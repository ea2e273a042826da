import { DateTime } from "luxon";
import { USE_GAIN } from "../domain/constants.ts";
import { HindsightError, isHindsightError } from "../domain/errors.ts";
import { reflectByRules } from "../domain/extract.ts";
import { grounded, withOverlooked } from "../domain/grounded.ts";
import { putRight } from "../domain/put-right.ts";
import type { MemoryRecord } from "../domain/record.ts";
import {
  problemsOf,
  type ReflectInput,
  type Reflection,
  reflectionSchema,
  type SemanticUpdate,
  withoutProblems,
} from "../domain/reflection.ts";
import { storableDeep } from "../domain/storable.ts";
import { summaryOf, taskTypeOf } from "../domain/task.ts";
import type { DeadLetter } from "../ports/ledger.ts";
import type { Rung, StructuredResult } from "../ports/model.ts";
import type { MemoryStore } from "../ports/store.ts";
import { noteWriter, withStore } from "./access.ts";
import { finish, finishInterrupted, withChanges } from "./apply.ts";
import { checkCap, roomToday, underCap } from "./cap.ts";
import { withCorrected } from "./corrected.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import { noteRefusals } from "./judge.ts";
import { withFailure } from "./mended.ts";
import { episodeOf, type Making, type Plan, planOf, write } from "./plan.ts";
import { checkTask, inputOf, reflectRequest, relatedStatements, resolved, understoodInput } from "./reflection.ts";
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

/** Why part of an answer was left out. */
type Dropped = Reflected["dropped"];

interface Usable {
  reflection: Reflection;
  rung: Rung;
  dropped: Dropped;
  /** Statements the model concluded; what the rules read is said. */
  inferred: ReadonlySet<SemanticUpdate>;
}

/** The JSON object in what a model said: the whole text, or the part between the first and last brace. */
export function parsed(raw: string): unknown {
  for (const text of [raw, raw.slice(raw.indexOf("{"), raw.lastIndexOf("}") + 1)]) {
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}

/**
 * What can be used of an answer. One that has the right shape and failed the checks also after its repair is used
 * without the parts that are wrong: one empty lesson must not cost the facts beside it. `null` when nothing can be used.
 */
function usable(result: StructuredResult<Reflection>, input: ReflectInput): Usable | null {
  if (result.ok) return { reflection: result.value, rung: result.rung, dropped: [], inferred: new Set() };
  if (result.reason !== "failed_check") return null;
  const shape = reflectionSchema.safeParse(storableDeep(parsed(result.raw)));
  if (!shape.success) return null;
  const problems = problemsOf(shape.data, input);
  const reflection = withoutProblems(shape.data, problems);
  const bad = new Set(problems.map(({ drop }) => drop));
  return {
    reflection: {
      ...reflection,
      ...(bad.has("summary") ? { summary: summaryOf(input) } : {}),
      ...(bad.has("taskType") ? { taskType: taskTypeOf(input) } : {}),
    },
    rung: result.rung,
    dropped: problems.map(({ part, why }) => ({ part, why })),
    inferred: new Set(),
  };
}

/** A model's answer held against the task: without what it made up, with what it left out of what was said outright. */
function heldAgainst(answer: Usable, input: ReflectInput): Usable {
  const { reflection, inferred, dropped } = grounded(answer.reflection, input);
  const whole = withOverlooked(reflection, reflectByRules(input));
  return { ...answer, reflection: whole, inferred, dropped: [...answer.dropped, ...dropped] };
}

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

/** As much of the plan as the day has room for beside the episode: replacements first, which keep what is known true. */
function within(room: number, plan: Plan): { plan: Plan; left: Dropped } {
  let free = room - 1;
  const left: Dropped = [];
  const fits = (part: string) => {
    if (free-- > 0) return true;
    left.push({ part, why: "the day's cap of writes is reached (HINDSIGHT_DAILY_WRITES)" });
    return false;
  };
  const changes = plan.changes.filter((change) => change.op === "retract" || fits(change.record.content));
  const adds = plan.adds.filter(({ record }) => fits(record.content));
  return { plan: { ...plan, changes, adds }, left };
}

async function carryOut(
  making: Making,
  store: MemoryStore,
  answer: Usable,
  known: readonly MemoryRecord[],
): Promise<Reflected> {
  const { deps, scope } = making;
  const mapped = resolved(answer.reflection.semanticUpdates, making.input, known, answer.inferred);
  const whole = await planOf(making, store, mapped.resolved);
  const { plan, left } = within(await roomToday(deps, scope, store), whole);
  const episode = withChanges(episodeOf(making, answer.reflection, plan), plan.changes);
  const now = new Date(deps.clock.now()).toISOString();
  const fingerprint = await deps.embedder.fingerprint();
  const most = 1 + plan.adds.length + plan.changes.filter(({ op }) => op === "update").length;
  const { first, added, duplicates } = await underCap(deps, scope, store, most, () =>
    write(making, store, episode, plan, fingerprint),
  );
  const [written] = await store.byOrigin([episode.originKey!]);
  const [kept] = await store.get(written === undefined ? [] : [written]);
  if (!first || kept === undefined) return { ...nothing(), episode: kept ?? null, rung: answer.rung };
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
    added,
    updated: applied.updated,
    retracted: applied.retracted,
    duplicates,
    refused: plan.refused,
    dropped: [...answer.dropped, ...mapped.dropped, ...left],
    rung: answer.rung,
  };
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
    await finishInterrupted(deps, scope, store);
    const [before, earlier] = await store.byOrigin([origin("episode", 0), originOf(null)("episode", 0)]);
    if (before !== undefined) {
      const [episode] = await store.get([before]);
      return { ...nothing(), episode: episode ?? null };
    }
    await checkCap(deps, scope, store); // before a model is asked
    const fixed = await withFailure(store, given);
    const { task, corrected } = await withCorrected(store, fixed.task, scope.timeZone);
    const known = await relatedStatements(deps, scope, store, task);
    const data = inputOf(deps, scope, task, known);
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
    const reflected = await carryOut(
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
    if (result.ok) return reflected;
    const letter = await bury(deps, scope, { task: given, timeZone: scope.timeZone, salt: salt ?? "again" }, result);
    return { ...reflected, deadLetter: letter };
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
    const { code: reason, message: detail } = error;
    const letter = await bury(deps, scope, job, { reason, detail, raw: "", rung: "", model: deps.reflector.name });
    return { ...nothing(), deadLetter: letter };
  }
}
