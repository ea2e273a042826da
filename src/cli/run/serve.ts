import { once as event } from "node:events";
import { type AppOptions, createApp } from "../../http/app.ts";
import { listen } from "../../http/listen.ts";
import { readTokens } from "../../http/tokens.ts";
import { type Context, type GlobalOptions, type Hindsight, withHindsight } from "../context.ts";
import { UsageError } from "../failure.ts";
import { note } from "../io.ts";
import type { Scheduled } from "../schedule.ts";
import { untilSignal } from "../signals.ts";
import { scheduledUpkeep } from "../upkeep-schedule.ts";

export interface ServeOptions extends GlobalOptions {
  port: number;
  host: string;
}

/** Longest wait for requests under way when told to stop, in milliseconds: with the five of the worker less than Compose's fifteen seconds. */
const GRACE_MS = 8_000;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/iu;

function accessOf({ settings }: Hindsight, host: string): NonNullable<AppOptions["access"]> {
  const tokens = readTokens({ file: settings.tokens, token: settings.token, user: settings.user });
  if (tokens !== null) return { tokens };
  if (LOOPBACK.test(host)) return { user: settings.user };
  throw new UsageError(
    `without tokens anyone who reaches ${host} would read and write the memory of "${settings.user}"`,
    "Set HINDSIGHT_TOKEN or HINDSIGHT_TOKENS, or leave out --host to serve this machine only.",
  );
}

/** Serves the memory over HTTP until it is stopped; does queued work and upkeep beside it as the settings say. */
export async function serve(context: Context, options: ServeOptions): Promise<void> {
  await untilSignal((signal) =>
    withHindsight(context, options, async (hindsight) => {
      const access = accessOf(hindsight, options.host);
      const app = createApp(hindsight, { access, stopping: () => signal.aborted });
      await hindsight.health(); // opens what is opened at its first use, before someone with a deadline asks
      const server = await listen(app, options);
      let upkeep: Scheduled | null = null;
      try {
        if (hindsight.settings.workers > 0) await hindsight.startWorker();
        upkeep = await scheduledUpkeep(context, hindsight, signal);
        const whose = "tokens" in access ? "whoever a token names" : `"${access.user}", to this machine only`;
        await note(context.io, `Listening on ${server.url}: /mcp serves the memory of ${whose}. Ctrl-C ends it.`);
        if (!signal.aborted) await event(signal, "abort");
      } finally {
        await Promise.all([server.close(GRACE_MS), upkeep?.stop()]);
      }
    }),
  );
}
