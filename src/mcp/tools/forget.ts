import { z } from "zod";
import { isHindsightError } from "../../domain/errors.ts";
import { memoryShape, memoryView, reply } from "../reply.ts";
import { tolerant } from "../tolerant.ts";
import type { RegisterTool } from "./tool.ts";

const input = z.object({
  ids: z.array(z.string().trim().min(1)).min(1).max(100).describe("ids of memories, as memory_search gives them"),
});

const output = z.object({
  forgotten: z.array(memoryShape),
  unknown: z.array(z.string()).describe("ids that do not exist"),
});

/** `memory_forget` */
export const forgetTool: RegisterTool = (server, { memory, answer }) => {
  server.registerTool(
    "memory_forget",
    {
      title: "Forget",
      description:
        "Forget memories by id: they are no longer recalled, and a person can restore them. Use it when the user asks you to " +
        "forget something or says that a memory is wrong; search first to get the ids. When a fact merely changed, write the " +
        "new one instead.",
      inputSchema: tolerant(input, { id: "ids", memory_id: "ids", memory_ids: "ids" }),
      outputSchema: output,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ args, ignored }) =>
      answer(async () => {
        const forgotten: z.infer<typeof memoryShape>[] = [];
        const unknown: string[] = [];
        for (const id of new Set(args.ids)) {
          try {
            forgotten.push(memoryView(await memory.forget(id)));
          } catch (error) {
            if (!isHindsightError(error, "NOT_FOUND")) throw error;
            unknown.push(id);
          }
        }
        const lines = [
          ...forgotten.map((one) => `Forgotten, id ${one.id}: ${one.content}`),
          ...unknown.map((id) => `No memory has the id ${id}.`),
        ];
        const result = reply(lines.join("\n"), { forgotten, unknown }, ignored);
        return forgotten.length === 0 ? { ...result, isError: true } : result;
      }),
  );
};
