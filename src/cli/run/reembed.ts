import { userOwner } from "../../domain/scope.ts";
import type { Reembedded } from "../../memory/reembed.ts";
import { type Context, type GlobalOptions, withHindsight } from "../context.ts";
import { count, json } from "../format.ts";
import { printable, say } from "../io.ts";
import { progress } from "../progress.ts";
import { untilSignal } from "../signals.ts";

export interface ReembedOptions extends GlobalOptions {
  all?: boolean;
}

/** Changes the user's memory, or everyone's, over to the embedding model of the settings. */
export async function reembedCommandRun(context: Context, options: ReembedOptions): Promise<void> {
  const { io } = context;
  await untilSignal((signal) =>
    withHindsight(context, options, async (hindsight) => {
      const owners = options.all === true ? await hindsight.owners() : [userOwner(hindsight.settings.user)];
      const results: Reembedded[] = [];
      for (const [i, owner] of owners.entries()) {
        const bar = await progress(io, `Embedding ${i + 1} of ${owners.length}`, 1_000);
        try {
          results.push(
            await hindsight.reembed(owner, (done, total) => bar.update((1_000 * done) / total, done), signal),
          );
        } finally {
          bar.stop();
        }
      }
      if (options.json === true) return say(io, json({ owners: results }));
      for (const { owner, outcome, embedded } of results) {
        const name = `${owner.kind === "user" ? "user" : "namespace"} "${printable(owner.id)}"`;
        const what =
          outcome === "current"
            ? "is on this model already"
            : `changed over, ${count(embedded, "memory", "memories")} embedded`;
        await say(io, `${name}: ${what}`);
      }
    }),
  );
}
