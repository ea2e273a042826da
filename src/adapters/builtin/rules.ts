import { z } from "zod";
import { compressByRules, compressInputSchema } from "../../domain/compress.ts";
import { reflectByRules } from "../../domain/extract.ts";
import { estimate } from "../../domain/gate.ts";
import { patternsByRules, patternsInputSchema } from "../../domain/patterns.ts";
import { reflectInputSchema } from "../../domain/reflection.ts";
import type { Clock } from "../../ports/clock.ts";
import type { LanguageModel, StructuredRequest, StructuredResult } from "../../ports/model.ts";
import { BUILTIN_RULES } from "./names.ts";

const scoreInput = z.strictObject({ text: z.string() });

/** What the rules can do, by the name of the request. */
const ABILITIES: Readonly<Record<string, (input: unknown) => unknown>> = {
  reflect: (input) => reflectByRules(reflectInputSchema.parse(input)),
  compress: (input) => compressByRules(compressInputSchema.parse(input)),
  patterns: (input) => patternsByRules(patternsInputSchema.parse(input)),
  score: (input) => estimate(scoreInput.parse(input).text),
};

/**
 * What judges and distils when no endpoint is configured: rules, extraction and quotation, English and Chinese. Works on
 * the request's `input`, not on its prompt; deterministic; no language model and labelled as such. It is given the clock
 * as every adapter is, though its answers depend on the times in the input alone.
 */
export function createBuiltinLanguageModel(_options: { clock: Clock }): LanguageModel {
  return {
    name: BUILTIN_RULES,
    builtin: true,
    async structured<T>(request: StructuredRequest<T>): Promise<StructuredResult<T>> {
      request.signal?.throwIfAborted();
      const ability = Object.hasOwn(ABILITIES, request.name) ? ABILITIES[request.name] : undefined;
      if (ability === undefined) throw new TypeError(`the built-in rules know no request "${request.name}"`);
      const made = ability(request.input);
      const value = request.schema.parse(made);
      const problems = request.check?.(value) ?? [];
      if (problems.length === 0)
        return { ok: true, value, rung: "builtin", repaired: false, calls: 1, model: BUILTIN_RULES };
      return {
        ok: false,
        reason: "failed_check",
        detail: problems.join("; "),
        raw: JSON.stringify(made),
        rung: "builtin",
        calls: 1,
        model: BUILTIN_RULES,
      };
    },
  };
}
