/** Hours of the clock, half-open; past 24 is the next morning. */
export interface Hours {
  readonly from: number;
  readonly to: number;
}

/**
 * A pattern that comes back, for words that do not say which one ("on May 1st", "on Tuesday", "in summer", "in the
 * morning"). Months 1 … 12, days 1 … 31, weekdays 1 Monday … 7 Sunday, hours half-open and past 24 for the next morning.
 */
export type Recurring =
  | { readonly month: number; readonly day?: number }
  | { readonly months: readonly number[] }
  | { readonly day: number }
  | { readonly weekday: number }
  | { readonly weekdays: readonly number[] }
  | { readonly hours: Hours };
