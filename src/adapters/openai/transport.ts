/** Status that stands for "no answer in time"; marked so that the client does not try again and wait as long once more. */
const TIMED_OUT = 504;

function timedOut(timeoutMs: number): Response {
  const error = { message: `no answer within ${timeoutMs} ms`, type: "timeout", code: "timeout" };
  return new Response(JSON.stringify({ error }), {
    status: TIMED_OUT,
    headers: { "content-type": "application/json", "x-should-retry": "false" },
  });
}

/** An answer that went on past what one of its kind can be. */
export class AnswerTooLong extends Error {
  constructor(most: number) {
    super(`the answer is longer than ${most} bytes`);
    this.name = "AnswerTooLong";
  }
}

/** The body, which fails with a TimeoutError once no byte arrived for `timeoutMs`, with AnswerTooLong past `most` bytes. */
function guarded(body: ReadableStream<Uint8Array>, timeoutMs: number, most: number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let read = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      let timer: NodeJS.Timeout | undefined;
      const stalled = new Promise<"stalled">((resolve) => {
        timer = setTimeout(() => resolve("stalled"), timeoutMs);
      });
      try {
        const next = await Promise.race([reader.read(), stalled]);
        if (next === "stalled") {
          const error = new DOMException(`the answer stopped: nothing came for ${timeoutMs} ms`, "TimeoutError");
          controller.error(error);
          await reader.cancel(error);
        } else if (next.done) controller.close();
        else {
          read += next.value.byteLength;
          if (read <= most) return controller.enqueue(next.value);
          const error = new AnswerTooLong(most);
          controller.error(error);
          await reader.cancel(error);
        }
      } finally {
        clearTimeout(timer);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Seconds or a date, as milliseconds from now; `null` when there is none. */
function retryAfterMs(headers: Headers): number | null {
  const value = headers.get("retry-after");
  if (value === null) return null;
  const seconds = Number(value);
  const wait = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1_000;
  return Number.isNaN(wait) ? null : wait;
}

/**
 * `fetch` for the OpenAI client, in which nothing waits for ever. The client's own timeout ends with the response's
 * headers and is tried again as often as any failure, so a dead endpoint costs a multiple of it and a stream that falls
 * silent is waited for without end. Here the headers must come within `timeoutMs` (once, not per attempt), every
 * further byte within `timeoutMs` of the last, and an endpoint that asks to wait longer than that is not asked again.
 * A body of more than `most` bytes is read no further.
 */
export function boundedFetch(timeoutMs: number, most = Number.POSITIVE_INFINITY): typeof fetch {
  return async (input, init) => {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeoutMs);
    const signals = init?.signal ? [init.signal, deadline.signal] : [deadline.signal];
    let response: Response;
    try {
      response = await fetch(input, { ...init, signal: AbortSignal.any(signals) });
    } catch (error) {
      if (deadline.signal.aborted && !init?.signal?.aborted) return timedOut(timeoutMs);
      throw error;
    } finally {
      clearTimeout(timer);
    }
    const headers = new Headers(response.headers);
    if (!response.ok && (retryAfterMs(headers) ?? 0) > timeoutMs) headers.set("x-should-retry", "false");
    const body = response.body === null ? null : guarded(response.body, timeoutMs, most);
    return new Response(body, { status: response.status, statusText: response.statusText, headers });
  };
}
