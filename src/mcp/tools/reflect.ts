import { createHash } from "node:crypto";
import { z } from "zod";
import type { Turn } from "../../memory/types.ts";
import { toInstant } from "../../time.ts";
import { memoryShape, memoryView, reply } from "../reply.ts";
import { tolerant } from "../tolerant.ts";
import { transcript } from "../transcript.ts";
import { type RegisterTool, timeArgument } from "./tool.ts";

const input = z.object({
  conversation: z
    .array(
      z.object({
        role: z.enum(["user", "assistant", "tool"]),
        content: z.string(),
        at: z.string().optional().describe("ISO time it was said, if known"),
      }),
    )
    .min(1)
    .max(500)
    .describe("the turns, oldest first"),
  thread: z.string().trim().min(1).optional().describe("an id of the conversation; the same one again adds to it"),
  error: z.string().optional().describe("what made the task fail, if it failed"),
});

const output = z.object({
  episode: memoryShape.nullable(),
  added: z.array(memoryShape),
  updated: z.array(memoryShape),
  retracted: z.array(memoryShape),
  duplicates: z.number(),
  refused: z.array(z.object({ content: z.string(), reason: z.string() })),
  deadLetter: z.string().nullable().describe("id, when the model's answer could not be used; it can be retried"),
});

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** `memory_reflect` */
export const reflectTool: RegisterTool = (server, { memory, answer }) => {
  server.registerTool(
    "memory_reflect",
    {
      title: "Reflect",
      description:
        "Distil a finished task or conversation into memory: what was asked, how it ended, what was learned about the user. " +
        "Use it once at the end of a task or before a conversation closes, with the turns as they were said. For a single " +
        "fact memory_write is quicker.",
      inputSchema: tolerant(
        input,
        { messages: "conversation", turns: "conversation", transcript: "conversation" },
        (given) =>
          typeof given.conversation === "string" ? { ...given, conversation: transcript(given.conversation) } : given,
      ),
      outputSchema: output,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    ({ args, ignored }) =>
      answer(async () => {
        // Turns get the same ids when the same conversation is sent again, so that it is kept once.
        const thread = args.thread ?? `mcp-${digest(JSON.stringify(args.conversation))}`;
        const now = new Date().toISOString();
        const turns = args.conversation.map(({ role, content, at }, index): Turn => {
          const said = at === undefined ? now : timeArgument("at", at, (text) => toInstant(text, memory.timeZone));
          return { role, content, id: `${thread}:${index}:${digest(`${role}\0${content}`)}`, at: said };
        });
        const done = await memory.reflect({ thread, turns, ...(args.error !== undefined && { error: args.error }) });
        const { added, updated, retracted } = done;
        const lines = [
          ...(done.episode === null ? [] : [`Episode: ${done.episode.content}`]),
          ...added.map((one) => `Learned: ${one.content}`),
          ...updated.map((one) => `Changed: ${one.content}`),
          ...retracted.map((one) => `No longer held: ${one.content}`),
        ];
        if (done.deadLetter !== null)
          lines.push(
            `The reflection failed (${done.deadLetter.reason}); it is kept as dead letter ${done.deadLetter.id}.`,
          );
        const result = reply(
          lines.length === 0 ? "Nothing in it was worth keeping." : lines.join("\n"),
          {
            episode: done.episode === null ? null : memoryView(done.episode),
            added: added.map(memoryView),
            updated: updated.map(memoryView),
            retracted: retracted.map(memoryView),
            duplicates: done.duplicates,
            refused: done.refused,
            deadLetter: done.deadLetter?.id ?? null,
          },
          ignored,
        );
        return result;
      }),
  );
};
