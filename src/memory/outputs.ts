import { v5 as uuidv5 } from "uuid";
import { HindsightError } from "../domain/errors.ts";
import { BULKY, outputSummary } from "../domain/output.ts";
import type { ToolOutput } from "../ports/outputs.ts";
import { noteWriter } from "./access.ts";
import type { MemoryDeps, Scope } from "./deps.ts";

/** Namespace of the ids below: a random UUID made for this purpose. */
const OUTPUTS = "5b1d5a0e-7a53-4c02-a3f6-0f2f9a0c6d11";

/** A tool's result on its way into memory. */
export interface NewOutput {
  tool: string;
  text: string;
  thread?: string | null;
  /** The same key is the same output. */
  key: string;
}

/** What stands in a record instead of a tool's result. */
export interface KeptOutput {
  /** The text itself where it is short. */
  summary: string;
  /** Where the whole is kept; `null` when the summary is all of it. */
  id: string | null;
}

/** Keeps a bulky result apart and gives what stands for it; a short one stands for itself. @throws what the store throws */
export async function keepOutput(deps: MemoryDeps, scope: Scope, given: NewOutput): Promise<KeptOutput> {
  const { tool, text, thread = null, key } = given;
  if (text.length <= BULKY) return { summary: text, id: null };
  const id = uuidv5(JSON.stringify([scope.user, key]), OUTPUTS);
  await noteWriter(deps, scope, undefined); // so that erasing and batch work know the user
  await deps.outputs.put(scope.user, { id, tool, thread, at: new Date(deps.clock.now()).toISOString(), text });
  return { summary: outputSummary(text), id };
}

/** @throws HindsightError NOT_FOUND when it is not this user's, or is no longer kept */
export async function outputOf(deps: MemoryDeps, scope: Scope, id: string): Promise<ToolOutput> {
  const found = await deps.outputs.get(scope.user, id);
  if (found !== null) return found;
  throw new HindsightError(
    "NOT_FOUND",
    `no tool output has the id ${id}`,
    "hindsight show ID names the outputs of an episode; the oldest are dropped past 64 MB.",
  );
}
