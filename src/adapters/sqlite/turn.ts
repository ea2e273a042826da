/** Longest time, in milliseconds, for which one look at a file serves. */
const LONGEST = 1;

/** Changes of any file through any connection of this thread. */
let changes = 0;

/** To be told before a file is written or erased. */
export function noteChange(): void {
  changes++;
}

/**
 * Whether something was looked at in this turn of the event loop, less than a millisecond ago and since this thread last
 * changed a file. Then it need not be looked at again: another process may have changed it meanwhile, but nobody here
 * can have heard of it, because news from outside comes in a later turn, and waiting for it within this one (for a child
 * process, say) takes longer.
 */
export function createTurn(): { look(): void; holds(): boolean } {
  let until = 0;
  let seen = -1;
  let scheduled = false;
  const end = () => {
    until = 0;
    scheduled = false;
  };
  return {
    look() {
      until = performance.now() + LONGEST;
      seen = changes;
      if (scheduled) return;
      scheduled = true;
      process.nextTick(end);
    },
    holds: () => until > 0 && seen === changes && performance.now() < until,
  };
}
