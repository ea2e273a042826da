/** Thrown by `within` when the time is up. */
export class OutOfTime extends Error {
  constructor(what: string, ms: number) {
    super(`${what} took longer than ${ms} ms`);
    this.name = "OutOfTime";
  }
}

/**
 * The result of `work`, or an error when it takes longer than `ms` milliseconds or `signal` aborts. The signal `work`
 * gets aborts in both cases; work that ignores it goes on unheard.
 * @throws OutOfTime, the signal's reason, or whatever `work` throws first.
 */
export async function within<T>(
  what: string,
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const own = new AbortController();
  let stop = () => {};
  const cut = new Promise<never>((_, reject) => {
    const end = (reason: unknown) => {
      reject(reason);
      own.abort(reason);
    };
    const timer = setTimeout(() => end(new OutOfTime(what, ms)), ms);
    const aborted = () => end(signal?.reason);
    signal?.addEventListener("abort", aborted, { once: true });
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", aborted);
    };
  });
  try {
    return await Promise.race([work(own.signal), cut]);
  } finally {
    stop();
  }
}
