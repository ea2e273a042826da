import { z } from "zod";
import { meanScore, type Scores } from "../domain/gate.ts";
import { fill } from "../domain/template.ts";
import { languageOf } from "../domain/text.ts";
import type { MemoryDeps, Scope } from "./deps.ts";

const judgement = z.number().min(1).max(5);

/** The scoring model's judgement of a doubtful text, 1 … 5 each (requirement B2). */
export const scoreSchema = z.strictObject({
  density: judgement.describe("How much it tells for its length"),
  timeliness: judgement.describe("How long it stays true and of use"),
  reusability: judgement.describe("In how many later conversations it could matter"),
});

/** Input of the `score` request, for the built-in rules. */
export interface ScoreInput {
  text: string;
}

/**
 * The weighted mean of a text the gate's rules could not decide, 1 … 5, by the scoring model; by the rules' own
 * `estimate` when there is none. When the model fails the rules decide and a dead letter says so.
 */
export async function scored(deps: MemoryDeps, scope: Scope, text: string, byRules: number): Promise<number> {
  if (deps.scorer.builtin) return byRules;
  const prompt = deps.prompts.get("score", languageOf(text) === "zh" ? "zh" : "en");
  const input: ScoreInput = { text };
  const result = await deps.scorer.structured<Scores>({
    name: "score",
    schema: scoreSchema,
    messages: [{ role: "user", content: fill(prompt.text, { text }) }],
    input,
  });
  if (result.ok) return meanScore(result.value);
  const letter = await deps.ledger.addDeadLetter({
    at: new Date(deps.clock.now()).toISOString(),
    user: scope.user,
    thread: null,
    job: "score",
    reason: result.reason,
    detail: result.detail,
    model: result.model,
    rung: result.rung,
    raw: result.raw,
    input: JSON.stringify({ text, timeZone: scope.timeZone }),
  });
  deps.log.warn({ deadLetter: letter.id, reason: result.reason }, "scoring failed; the rules decided instead");
  return byRules;
}
