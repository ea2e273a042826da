import type { Clock } from "../ports/clock.ts";

/**
 * Failures in a row after which a service is left alone, and for how many milliseconds: a dead one must not cost every
 * recall its budget.
 */
export const REST = { failures: 3, ms: 30_000 } as const;

/** A circuit breaker: says when to leave a service alone that fails again and again. */
export interface Breaker {
  /** Why it is not to be asked now; `null` when it may be. */
  rests(): string | null;
  failed(): void;
  worked(): void;
}

export function createBreaker(clock: Clock): Breaker {
  let failures = 0;
  let until = 0;
  return {
    rests() {
      const left = until - clock.now();
      // A clock that was set back must not make the rest longer than it is.
      return left > 0 && left <= REST.ms ? `it failed ${failures} times in a row` : null;
    },
    failed() {
      failures += 1;
      if (failures >= REST.failures) until = clock.now() + REST.ms;
    },
    worked() {
      failures = until = 0;
    },
  };
}
