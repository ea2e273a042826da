import { type CompiledGraph, END, START, StateGraph } from "@langchain/langgraph";
import { registry } from "@langchain/langgraph/zod";
import { z } from "zod";
import { isHindsightError, messageOf } from "../domain/errors.ts";
import { ownerKey, userOwner } from "../domain/scope.ts";
import { type Begun, type Proposal, STEPS, type Step, type Upkeeper } from "../memory/consolidate/upkeep.ts";
import type { Log } from "../ports/log.ts";
import { identify, isAuthenticated, type Run } from "./identity.ts";

/** The nightly graph (E6): for one owner after the other, the steps of upkeep in their order. */

const ownerSchema = z.object({ kind: z.enum(["user", "shared"]), id: z.string() });
const stepSchema = z.object({ step: z.enum(STEPS), done: z.number(), skipped: z.number(), records: z.number() });
const reportSchema = z.object({
  owner: ownerSchema,
  /** Id of the run, to undo it by; null when it could not begin. */
  run: z.string().nullable(),
  steps: z.array(stepSchema),
  /** Why it did not come to its end; `busy` when another run has this memory. */
  problem: z.string().nullable(),
});
export type UpkeepReport = z.infer<typeof reportSchema>;

const kept = <T extends z.ZodType>(schema: T, start: () => z.output<T>) =>
  schema.register(registry, { default: start });

const stateSchema = z.object({
  all: kept(z.boolean().describe("Everyone's memory and the shared ones, not only the user's"), () => false),
  dry_run: kept(z.boolean().describe("Only say what would be done"), () => false),
  /** Owners still to come. */
  queue: kept(z.array(ownerSchema), () => []),
  current: kept(reportSchema.nullable(), () => null),
  /** Owners of whom something was changed, or something went wrong. */
  reports: kept(z.array(reportSchema), () => []),
  /** Owners looked at. */
  seen: kept(z.number(), () => 0),
});
export type UpkeepState = z.output<typeof stateSchema>;

const inputSchema = z.object({
  all: z.boolean().describe("Everyone's memory and the shared ones, not only the user's").optional(),
  dry_run: z.boolean().describe("Only say what would be done").optional(),
});
const contextSchema = z.object({
  user_id: z
    .string()
    .nullish()
    .describe("Whose memory to keep up; ignored in favour of authentication where there is any"),
});
type UpkeepContext = z.infer<typeof contextSchema>;

/** What a run tells of itself while it works (stream mode `custom`). `about` holds content: only in a dry run of one user. */
export type UpkeepEvent =
  | { type: "begin"; owner: z.infer<typeof ownerSchema>; left: number }
  | ({ type: "change" } & Pick<Proposal, "step" | "ids" | "why"> & { about: string | null });

export interface UpkeepOptions {
  upkeep: Upkeeper;
  /** The user when neither authentication nor the run names one. */
  user: string;
  log: Log;
}

export type UpkeepGraph = CompiledGraph<
  string,
  UpkeepState,
  Partial<UpkeepState>,
  UpkeepContext,
  z.infer<typeof inputSchema>,
  UpkeepState
>;

/** The graph, compiled: choose → outdated → merge → compress → archive → cap → finish, for each owner. */
export function createUpkeepGraph({ upkeep, user, log }: UpkeepOptions): UpkeepGraph {
  /** What is begun in this process; a run resumed elsewhere begins anew and goes on at its cursor. */
  const held = new Map<string, Begun>();

  async function begin(
    state: UpkeepState,
    report: UpkeepReport,
    signal: AbortSignal | undefined,
  ): Promise<Begun | string> {
    const key = `${ownerKey(report.owner)}${state.dry_run}`;
    const known = held.get(key);
    if (known !== undefined) return known;
    const begun = await upkeep.begin(report.owner, {
      dryRun: state.dry_run,
      ...(signal === undefined ? {} : { signal }),
    });
    if (typeof begun !== "string") held.set(key, begun);
    return begun;
  }

  async function end(state: UpkeepState, report: UpkeepReport, complete: boolean): Promise<void> {
    const key = `${ownerKey(report.owner)}${state.dry_run}`;
    const begun = held.get(key);
    held.delete(key);
    await begun?.end(complete);
  }

  async function choose(state: UpkeepState, run: Run): Promise<Partial<UpkeepState>> {
    let { queue } = state;
    if (state.seen === 0 && queue.length === 0)
      // whoever is signed in keeps up their own memory only
      queue = state.all && !isAuthenticated(run) ? await upkeep.owners() : [userOwner(identify(run, user).user)];
    const [owner, ...left] = queue;
    if (owner === undefined) return { queue, current: null };
    run.writer?.({ type: "begin", owner, left: left.length } satisfies UpkeepEvent);
    return { queue: left, current: { owner, run: null, steps: [], problem: null }, seen: state.seen + 1 };
  }

  const stepNode =
    (step: Step) =>
    async (state: UpkeepState, run: Run): Promise<Partial<UpkeepState>> => {
      const report = state.current!;
      if (report.problem !== null) return {};
      try {
        const begun = await begin(state, report, run.signal);
        if (typeof begun === "string") return { current: { ...report, problem: begun } };
        const done = await begun.step(step, ({ ids, why, about }) =>
          run.writer?.({
            type: "change",
            step,
            ids,
            why,
            about: state.dry_run && !state.all ? about : null,
          } satisfies UpkeepEvent),
        );
        return {
          current: { ...report, run: begun.run, steps: done === null ? report.steps : [...report.steps, done] },
        };
      } catch (error) {
        await end(state, report, false);
        if (run.signal?.aborted === true) throw error;
        log.warn({ error: messageOf(error) }, `upkeep stopped at the step ${step}`);
        return { current: { ...report, problem: isHindsightError(error, "LEASE_LOST") ? "busy" : messageOf(error) } };
      }
    };

  async function finish(state: UpkeepState): Promise<Partial<UpkeepState>> {
    const report = state.current!;
    await end(state, report, report.problem === null);
    const nothing =
      report.problem === "nothing" ||
      (report.problem === null && report.steps.every(({ done, skipped }) => done + skipped === 0));
    return { current: null, reports: nothing ? state.reports : [...state.reports, report] };
  }

  let graph = new StateGraph({ state: stateSchema, input: inputSchema, context: contextSchema }).addNode(
    "choose",
    choose,
  ) as unknown as Building;
  for (const step of STEPS) graph = graph.addNode(step, stepNode(step));
  graph = graph.addNode("finish", finish).addEdge(START, "choose");
  graph.addConditionalEdges("choose", ({ current }) => (current === null ? END : STEPS[0]), [STEPS[0], END]);
  for (const [i, step] of STEPS.entries()) graph.addEdge(step, STEPS[i + 1] ?? "finish");
  graph.addEdge("finish", "choose");
  const compiled = graph.compile({ name: "upkeep" });
  return compiled.withConfig({ recursionLimit: MOST_NODES });
}

/** Nodes one run may pass through: a hundred thousand owners. */
const MOST_NODES = 1_000_000;

/** The builder with nodes whose names come from a list, which its types cannot follow. */
interface Building {
  addNode(name: string, node: (state: UpkeepState, run: Run) => Promise<Partial<UpkeepState>>): Building;
  addEdge(from: string, to: string): Building;
  addConditionalEdges(from: string, next: (state: UpkeepState) => string, to: string[]): Building;
  compile(options: { name: string }): UpkeepGraph;
}
