import { z } from "zod";
import { REWRITE } from "../domain/constants.ts";
import { messageOf } from "../domain/errors.ts";
import { redacted } from "../domain/privacy.ts";
import { needsRewriting } from "../domain/question.ts";
import { fill } from "../domain/template.ts";
import { languageOf } from "../domain/text.ts";
import { OutOfTime, within } from "./budget.ts";
import type { MemoryDeps } from "./deps.ts";

/** What a model makes of a question: text to search by, and nothing that could widen or narrow whose memories are read. */
export const rewriteSchema = z.strictObject({
  standalone: z.string().min(1).max(REWRITE.characters).describe("The question, understandable by itself"),
  parts: z
    .array(z.string().min(1).max(REWRITE.characters))
    .max(REWRITE.parts)
    .describe("Questions for each fact that is needed; empty when one is enough"),
});

/** What is searched for beside the question itself. */
export interface Rewritten {
  /** `null` when there was nothing to rewrite, or it could not be done. */
  standalone: string | null;
  parts: string[];
  failures: { route: string; message: string }[];
}

interface Asking {
  query: string;
  conversation: readonly { role: "user" | "assistant"; content: string }[];
  signal: AbortSignal | undefined;
}

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/**
 * Rewrites a question with the conversation by the model of the settings (C2), when the rules say that it needs it and
 * within a time budget. The question as it was asked is always searched too, so a bad rewriting loses nothing. Where there
 * is no model, or it fails or is late, the rules read the question (`readQuestion`, `planOf`); the reason is counted.
 */
export async function rewrite(deps: MemoryDeps, { query, conversation, signal }: Asking): Promise<Rewritten> {
  const none = { standalone: null, parts: [], failures: [] };
  const { rewriter, rewriteTimeoutMs, counts } = deps;
  if (rewriter.builtin || rewriteTimeoutMs === 0 || !needsRewriting(query, conversation.length > 0)) return none;
  const without = (reason: string, message: string): Rewritten => {
    counts.add(`rewrite.${reason}`);
    deps.log.info({ reason, model: rewriter.name }, "the rules read the question instead of the model");
    return { ...none, failures: [{ route: "rewrite", message: `${reason}: ${message}` }] };
  };
  const said = conversation
    .slice(-REWRITE.turns)
    .map(({ role, content }) => `${role}: ${redacted(content).slice(0, REWRITE.characters)}`)
    .join("\n");
  const prompt = deps.prompts.get("rewrite", languageOf(query) === "zh" ? "zh" : "en");
  const question = redacted(query).slice(0, REWRITE.characters);
  try {
    await rewriter.prepare?.();
    const result = await within("rewriting", rewriteTimeoutMs, signal, (both) =>
      rewriter.structured({
        name: "rewrite",
        schema: rewriteSchema,
        messages: [{ role: "user", content: fill(prompt.text, { conversation: said, question }) }],
        input: { question, conversation: said },
        signal: both,
      }),
    );
    if (!result.ok) return without(result.reason, result.detail);
    counts.add("rewrite.used");
    const { standalone, parts } = result.value;
    return {
      standalone: same(standalone, query) ? null : standalone,
      parts: parts.filter((part) => !same(part, query) && !same(part, standalone)),
      failures: [],
    };
  } catch (error) {
    signal?.throwIfAborted();
    return without(error instanceof OutOfTime ? "timeout" : "broken", messageOf(error));
  }
}
