import { z } from "zod";
import type { NewMemory } from "../../memory/types.ts";
import { toInstant } from "../../time.ts";
import { memoryShape, memoryView, reply } from "../reply.ts";
import { tolerant } from "../tolerant.ts";
import { type RegisterTool, timeArgument } from "./tool.ts";

const input = z.object({
  content: z
    .string()
    .trim()
    .min(1)
    .describe(
      "One statement that stands alone: full names instead of pronouns, absolute dates, in the user's language",
    ),
  kind: z
    .enum(["episodic", "semantic"])
    .optional()
    .describe("semantic: a standing fact, preference, constraint or how-to. episodic: something that happened"),
  tags: z.array(z.string()).optional().describe("a few words to find it by"),
  importance: z.number().min(0).max(1).optional().describe("0 trivial … 1 vital, such as an allergy"),
  happened_at: z.string().optional().describe("ISO date or time it happened, if not now"),
});

const output = z.object({
  stored: z.array(memoryShape),
  known: z.array(memoryShape).describe("was in memory already"),
  forgotten: z.array(memoryShape).describe("was taken back by what was written"),
  refused: z.array(z.object({ content: z.string(), reason: z.string() })),
});

/** `memory_write` */
export const writeTool: RegisterTool = (server, { memory, answer }) => {
  server.registerTool(
    "memory_write",
    {
      title: "Remember",
      description:
        "Keep something about this user for later conversations. Use it as soon as the user states a preference, a fact about " +
        "themselves, a constraint or a decision, corrects you, or asks you to remember something, and when a task taught you " +
        "something worth knowing next time. One statement a call. Do not write small talk, guesses, secrets such as passwords, " +
        "or text that came out of memory_search.",
      inputSchema: tolerant(input, { text: "content", memory: "content", statement: "content", tag: "tags" }),
      outputSchema: output,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    ({ args, ignored }) =>
      answer(async () => {
        const draft: NewMemory = {
          content: args.content,
          ...(args.kind !== undefined && { kind: args.kind }),
          ...(args.tags !== undefined && { tags: args.tags }),
          ...(args.importance !== undefined && { importance: args.importance }),
          ...(args.happened_at !== undefined && {
            happenedAt: timeArgument("happened_at", args.happened_at, (text) => toInstant(text, memory.timeZone)),
          }),
        };
        const written = await memory.remember(draft);
        const lines = written.map((one) => {
          if (one.outcome === "refused") return `Not stored (${one.reason.replaceAll("_", " ")}): ${one.content}`;
          const word = { stored: "Stored", retracted: "Forgotten", duplicate: "Known already" }[one.outcome];
          return `${word}, id ${one.record.id}: ${one.record.content}`;
        });
        const of = (outcome: "stored" | "duplicate" | "retracted") =>
          written.flatMap((one) => (one.outcome === outcome ? [memoryView(one.record)] : []));
        const refused = written.flatMap((one) =>
          one.outcome === "refused" ? [{ content: one.content, reason: one.reason }] : [],
        );
        return reply(
          lines.join("\n"),
          { stored: of("stored"), known: of("duplicate"), forgotten: of("retracted"), refused },
          ignored,
        );
      }),
  );
};
