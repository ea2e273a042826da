import { z } from "zod";
import { HindsightError } from "../domain/errors.ts";
import type { MemoryRecord } from "../domain/record.ts";
import {
  problemsOf,
  type ReflectInput,
  type Reflection,
  reflectionSchema,
  type SemanticUpdate,
} from "../domain/reflection.ts";
import { statements } from "../domain/statement.ts";
import { fill } from "../domain/template.ts";
import { languageOf } from "../domain/text.ts";
import type { StructuredRequest } from "../ports/model.ts";
import type { Prompt } from "../ports/prompts.ts";
import type { MemoryStore } from "../ports/store.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import { understoodTurns } from "./graph.ts";
import { lastSaidIn } from "./last-said.ts";
import { neighbours } from "./neighbours.ts";
import type { FinishedTask } from "./types.ts";

/** Known memories shown to the model at most, and of the turns' statements those they are looked up by. */
const SHOWN = 20;
const LOOKED_UP = 12;

const turnSchema = z.object({
  role: z.enum(["user", "assistant", "tool"]),
  content: z.string(),
  id: z.string().min(1),
  at: z.iso.datetime({ offset: true }),
});
const taskSchema = z.object({ thread: z.string().min(1), turns: z.array(turnSchema).min(1) });

/** @throws HindsightError INVALID_INPUT naming what is wrong with the task */
export function checkTask(task: FinishedTask): void {
  const parsed = taskSchema.safeParse(task);
  if (parsed.success) return;
  const issue = parsed.error.issues[0];
  throw new HindsightError(
    "INVALID_INPUT",
    `task field "${issue?.path.join(".") ?? "?"}": ${issue?.message ?? "invalid"}`,
    "A task has a thread and at least one turn, each with role, content, id and a time stamp.",
    { cause: parsed.error },
  );
}

/** The language the user spoke; English where their words are of no language, such as a lone number. */
export function languageOfTask(task: FinishedTask): "en" | "zh" {
  const said = task.turns.filter((turn) => turn.role === "user").map((turn) => turn.content);
  return languageOf(said.join("\n")) === "zh" ? "zh" : "en";
}

/** Active statements of the user that the task may touch, nearest first. */
export async function relatedStatements(
  deps: MemoryDeps,
  scope: Scope,
  store: MemoryStore,
  task: FinishedTask,
): Promise<MemoryRecord[]> {
  const texts = task.turns
    .filter((turn) => turn.role === "user")
    .flatMap((turn) => [
      turn.content.slice(0, 2_000),
      ...statements(turn.content, { said: Date.parse(turn.at), timeZone: scope.timeZone }).map((one) => one.content),
    ])
    .filter((text) => text.trim() !== "")
    .slice(-LOOKED_UP);
  if (texts.length === 0 || (await store.overview()).count === 0) return [];
  const vectors = await deps.embedder.embedDocuments(texts);
  const now = new Date(deps.clock.now()).toISOString();
  const last = await lastSaidIn(store, { thread: task.thread, until: task.turns[0]!.at });
  const found = new Map<string, MemoryRecord>(last === undefined ? [] : [[last.id, last]]);
  for (const [i, content] of texts.entries())
    for (const { record } of await neighbours(store, { content, vector: vectors[i]! }, now))
      found.set(record.id, record);
  return Array.from(found.values()).slice(0, SHOWN);
}

/** The task as the built-in rules read it, which look at one turn at a time: pronouns that begin one are resolved. */
export async function understoodInput(
  store: MemoryStore,
  task: FinishedTask,
  input: ReflectInput,
): Promise<ReflectInput> {
  const place = { thread: task.thread, happenedAt: new Date(task.turns[0]!.at).toISOString() };
  return { ...input, turns: await understoodTurns(store, place, input.turns) };
}

/** The task as data: turns and known memories numbered from 1, so that no long id has to be copied by a model. */
export function inputOf(
  deps: MemoryDeps,
  scope: Scope,
  task: FinishedTask,
  known: readonly MemoryRecord[],
): ReflectInput {
  return {
    language: languageOfTask(task),
    timeZone: scope.timeZone,
    preset: deps.preset,
    turns: task.turns.map(({ role, content, at }, i) => ({ n: i + 1, role, content, at })),
    steps: (task.steps ?? []).map(({ tool, input, result, error }) => ({
      tool,
      input,
      result: result ?? null,
      error: error ?? null,
    })),
    error: task.error ?? null,
    existing: known.map(({ type, content }, i) => ({ n: i + 1, type, content })),
    lastSaid: known.findIndex(({ thread }) => thread === task.thread) + 1 || null,
    recalled: [...(task.recalled ?? [])],
  };
}

const NONE = { en: "(none)", zh: "（无）" } as const;

function lines(list: readonly string[], language: "en" | "zh"): string {
  return list.length === 0 ? NONE[language] : list.join("\n");
}

/** The request to the model: prompt, data and checks. */
export function reflectRequest(prompt: Prompt, input: ReflectInput, localNow: string): StructuredRequest<Reflection> {
  const { language } = input;
  const steps = input.steps.map(({ tool, input: given, result, error }) =>
    JSON.stringify({ tool, input: given, ...(error === null ? { result } : { error }) }),
  );
  const text = fill(prompt.text, {
    now: localNow,
    turns: lines(
      input.turns.map(({ n, role, content, at }) => `[${n}] ${role} ${at}: ${content}`),
      language,
    ),
    steps: lines([...steps, ...(input.error === null ? [] : [JSON.stringify({ run_failed: input.error })])], language),
    known: lines(
      input.existing.map(({ n, type, content }) => `[${n}] (${type}) ${content}`),
      language,
    ),
    recalled: lines(
      input.recalled.map((content) => `- ${content}`),
      language,
    ),
  });
  return {
    name: "reflect",
    schema: reflectionSchema,
    messages: [{ role: "user", content: text }],
    input,
    check: (reflection) => Array.from(new Set(problemsOf(reflection, input).map(({ why }) => why))),
  };
}

/** A semantic update with its numbers mapped back to a record and to who said it. */
export interface Resolved {
  update: SemanticUpdate;
  /** The known memory it is about; null for none, and where the number stood for none. */
  target: MemoryRecord | null;
  source: "user" | "tool" | "agent";
}

/** Maps numbers back to what they stood for; a number that stands for nothing is dropped, with the reason. */
export function resolved(
  updates: readonly SemanticUpdate[],
  input: ReflectInput,
  known: readonly MemoryRecord[],
  inferred: ReadonlySet<SemanticUpdate> = new Set(),
): { resolved: Resolved[]; dropped: { part: string; why: string }[] } {
  const dropped: { part: string; why: string }[] = [];
  const made = updates.flatMap((update): Resolved[] => {
    const roles = update.evidence.map((n) => input.turns[n - 1]?.role);
    const told = roles.includes("user") ? "user" : roles.includes("tool") ? "tool" : "agent";
    const source = inferred.has(update) ? "agent" : told;
    const target = update.target === null ? null : (known[update.target - 1] ?? null);
    if (update.target !== null && target === null)
      dropped.push({
        part: update.statement,
        why: `target ${update.target} names no memory; ${known.length} were shown`,
      });
    if (update.op !== "retract") return [{ update, target, source }];
    if (target !== null && source === "user") return [{ update, target, source }];
    if (target !== null || update.target === null)
      dropped.push({
        part: update.statement,
        why: target === null ? "a retraction names no memory" : "only the user can take a memory back",
      });
    return [];
  });
  return { resolved: made, dropped };
}
