import type { SessionAgent } from "./agent/session.ts";
import { messageOf } from "./domain/errors.ts";
import type { Hindsight } from "./hindsight.ts";
import { once } from "./once.ts";

/** How often idle threads are looked for, in milliseconds, and how many are ended at once. */
const LOOK_EVERY_MS = 60_000;
const AT_ONCE = 50;

/** Notices when sessions are over, in threads of hindsight's own checkpointer. */
export interface Sessions {
  /** Ends one now; the job's key, or `null` when there was nothing to keep. */
  end(user: string, thread: string): Promise<string | null>;
  /** Ends those that have been idle long enough; how many. One that cannot be ended is logged and tried again later. */
  endIdle(): Promise<number>;
  /** Looks for idle ones from now on, until stopped. Does not keep the process alive. */
  start(): void;
  stop(): Promise<void>;
}

export function createSessions(hindsight: Hindsight): Sessions {
  const { ledger, clock, log, settings } = hindsight;
  const idleMs = settings.sessionMinutes * 60_000;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<unknown> | undefined;
  let stopped = false;

  /** Loads the agent, which needs no model to look at threads. */
  const agent = once(async (): Promise<SessionAgent> => {
    const [{ createAgent }, model, checkpointer] = await Promise.all([
      import("./agent/graph.ts"),
      hindsight.chatModel(),
      hindsight.checkpointer(),
    ]);
    return createAgent({ memory: hindsight, model, checkpointer }) as unknown as SessionAgent;
  });

  async function end(user: string, thread: string): Promise<string | null> {
    const { endSession } = await import("./agent/session.ts");
    return endSession(await agent.get(), hindsight, { user, thread }, clock);
  }

  async function endIdle(): Promise<number> {
    if (idleMs === 0) return 0;
    const since = new Date(clock.now() - idleMs).toISOString();
    let ended = 0;
    for (const { user, thread, lastActiveAt } of await ledger.idleThreads(since, AT_ONCE)) {
      if (stopped) return ended;
      try {
        await end(user, thread);
        await ledger.endSession(thread, lastActiveAt);
        ended++;
      } catch (error) {
        log.warn({ thread, error: messageOf(error) }, "the session of an idle thread could not be ended");
      }
    }
    return ended;
  }

  function look(): void {
    looking ??= endIdle()
      .catch((error: unknown) => log.warn({ error: messageOf(error) }, "idle threads cannot be looked for"))
      .finally(() => {
        looking = undefined;
      });
  }

  return {
    end,
    endIdle,
    start() {
      if (stopped || timer !== undefined || idleMs === 0) return;
      timer = setInterval(look, LOOK_EVERY_MS).unref();
      look();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await looking;
    },
  };
}
