import { Interrupted } from "./failure.ts";

/** Runs work whose signal aborts, with Interrupted as the reason, when SIGINT or SIGTERM comes. */
export async function untilSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const onSignal = (signal: NodeJS.Signals) => stop.abort(new Interrupted(signal));
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  try {
    return await work(stop.signal);
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}
