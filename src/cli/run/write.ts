import { text as readAll } from "node:stream/consumers";
import type { NewMemory, Remembered } from "../../memory/types.ts";
import { type Context, type GlobalOptions, withMemory } from "../context.ts";
import { EXIT } from "../failure.ts";
import { json } from "../format.ts";
import { note, say } from "../io.ts";
import type { KIND_CHOICES } from "../options.ts";
import { REFUSALS } from "../refusals.ts";
import { memoryLines } from "../render.ts";
import { timeOption } from "../times.ts";

export interface WriteOptions extends GlobalOptions {
  kind?: (typeof KIND_CHOICES)[number];
  tags?: string[];
  importance?: number;
  happened?: string;
  namespace?: string;
  thread?: string;
  verbatim?: boolean;
}

/** Stores a text and says what became of each statement in it. */
export async function write(context: Context, options: WriteOptions, text: string): Promise<void> {
  const content = text === "-" ? await readAll(context.io.stdin) : text;
  await withMemory(context, options, async (memory) => {
    const draft: NewMemory = {
      content,
      ...(options.kind !== undefined && { kind: options.kind }),
      ...(options.tags !== undefined && { tags: options.tags }),
      ...(options.importance !== undefined && { importance: options.importance }),
      ...(options.happened !== undefined && {
        happenedAt: timeOption("--happened", options.happened, memory.timeZone, "start"),
      }),
      ...(options.namespace !== undefined && { namespace: options.namespace }),
      ...(options.thread !== undefined && { thread: options.thread }),
      ...(options.verbatim === true && { verbatim: true }),
    };
    const written = await memory.remember(draft);
    await say(context.io, options.json === true ? json(asJson(written)) : asText(written, memory.timeZone));
    if (written.some((one) => one.outcome !== "refused")) return;
    context.exitCode = EXIT.failed;
    await note(context.io, "error: nothing was stored\nhint: --verbatim stores a text as it is.");
  });
}

/** What `write --json` prints. */
function asJson(written: readonly Remembered[]) {
  return {
    stored: written.flatMap((one) => (one.outcome === "stored" ? [one.record] : [])),
    forgotten: written.flatMap((one) => (one.outcome === "retracted" ? [one.record] : [])),
    duplicates: written.flatMap((one) => (one.outcome === "duplicate" ? [one.record] : [])),
    refused: written.flatMap((one) =>
      one.outcome === "refused" ? [{ content: one.content, reason: one.reason }] : [],
    ),
  };
}

function asText(written: readonly Remembered[], zone: string): string {
  return written
    .map((one) => {
      if (one.outcome === "refused") return `refused: ${REFUSALS[one.reason]}`;
      const word = { stored: "stored", retracted: "forgotten", duplicate: "known already" }[one.outcome];
      return `${word}: ${memoryLines(one.record, zone)}`;
    })
    .join("\n");
}
