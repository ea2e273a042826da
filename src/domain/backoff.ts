/** Times a job is begun before it becomes a dead letter: with the pauses below, half an hour of an endpoint's outage costs nothing. */
export const MAX_ATTEMPTS = 8;

/**
 * Times a job's model may fail to come to an end before the job becomes a dead letter. The endpoint is there, so waiting helps
 * less; each time costs the whole time limit (a minute), and the later work of its user waits.
 */
export const MAX_TIMEOUTS = 3;

const FIRST_MS = 2_000;
const FACTOR = 4;
const LONGEST_MS = 10 * 60_000;

/**
 * Milliseconds to wait after the `attempt`-th failure (1 is the first): exponential, with equal jitter, so that what
 * failed together is not tried again together (Brooker, "Exponential Backoff And Jitter", AWS 2015).
 * @param random 0 … 1
 */
export function retryDelayMs(attempt: number, random: number): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * FACTOR ** (attempt - 1));
  return Math.round(whole / 2 + (whole / 2) * random);
}
