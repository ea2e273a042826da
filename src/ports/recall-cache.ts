/** How often a cache was asked for something of a user, since this process began. */
export interface CacheCounts {
  /** Answered from the cache. */
  hits: number;
  /** Not there. */
  misses: number;
  /** There, but something was written since; also a miss. */
  invalidations: number;
}

/** Answers of earlier recalls, by user (C12). May forget anything at any time. */
export interface RecallCache {
  /** The answer kept under that key at that revision of what is stored. One of another revision is dropped. */
  get(user: string, key: string, revision: string): Promise<string | null>;
  put(user: string, key: string, revision: string, answer: string): Promise<void>;
  counts(user: string): CacheCounts;
  /**
   * Drops what is kept for the user, and for others what they may have read of the user's in shared namespaces. Returns
   * how many answers of the user went.
   */
  erase(user: string): Promise<number>;
}
