import type { DateTime } from "luxon";
import type { Instant } from "./record.ts";

/** A time named in a text. */
export interface DateMention {
  /** The words as they were. */
  words: string;
  /** From (inclusive) … until (exclusive). */
  from: Instant;
  until: Instant;
  precision: "day" | "week" | "month" | "season" | "year";
}

/** One place where a text names a time; `phrase` takes the place of the words, `null` when they are absolute already. */
export interface FoundDate {
  index: number;
  length: number;
  phrase: string | null;
  from: DateTime;
  until: DateTime;
  precision: DateMention["precision"];
}
