/** What goes wrong, and for which requests. */
export type Fault = Where &
  (
    | { kind: "hang" }
    /** `retryAfter` in seconds, sent as Retry-After. */
    | { kind: "status"; status: 429 | 500 | 502 | 503; retryAfter?: number }
    /** Takes milliseconds longer. */
    | { kind: "slow"; milliseconds: number }
    /** Applies the request, then cuts the connection: the acknowledgement is lost. */
    | { kind: "lost answer" }
    /** Cuts the connection before anything is done. */
    | { kind: "cut" }
    /** The process ends: before it applies the request, or after (`applied`) and before it answers. */
    | { kind: "die"; applied?: boolean }
    /** Writes answer 403, as with a read-only key. */
    | { kind: "read only" }
    /** Says it is this version at `/`. */
    | { kind: "version"; version: string }
    /** Nobody listens: connections are refused until the faults are cleared. */
    | { kind: "refuse" }
  );

interface Where {
  /** Requests it is about: all, those that read or write, or those with one of these operation ids (`root`, `readyz` and
   * `upsert_points` are some). Default all. */
  on?: "all" | "reads" | "writes" | string[];
  /** So many of these requests pass first; default 0. "Dies at the 3rd write" is `{ kind: "die", on: "writes", skip: 2 }`. */
  skip?: number;
  /** So many are struck, the others pass; default all of them, of `die` one. */
  times?: number;
}

export interface Faults {
  add(fault: Fault): void;
  clear(): void;
  /** Version to tell instead of the true one. */
  version(): string | undefined;
  /** The faults that strike a request; counts it. */
  strike(operation: string, writes: boolean): Fault[];
}

export function newFaults(): Faults {
  let set: { fault: Fault; seen: number }[] = [];
  return {
    add: (fault) => void set.push({ fault, seen: 0 }),
    clear: () => {
      set = [];
    },
    version: () => set.flatMap(({ fault }) => (fault.kind === "version" ? fault.version : [])).at(-1),
    strike: (operation, writes) =>
      set.flatMap((entry) => {
        const { on = "all", skip = 0, kind } = entry.fault;
        const times = entry.fault.times ?? (kind === "die" ? 1 : Number.POSITIVE_INFINITY);
        const about = on === "all" || (Array.isArray(on) ? on.includes(operation) : (on === "writes") === writes);
        if (!about) return [];
        const nth = entry.seen++;
        return nth >= skip && nth < skip + times ? [entry.fault] : [];
      }),
  };
}
