/** Where "now" comes from, so that tests can choose it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/**
 * A clock that goes back by more than this, in milliseconds, is taken to have jumped: what was set in the future by it
 * is due, and leases given in the future have run out. So an hour back delays nothing by an hour.
 */
export const CLOCK_SLACK_MS = 60_000;
