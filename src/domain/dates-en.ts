import type { DateTime } from "luxon";
import { CALENDAR } from "./dates-en-calendar.ts";
import { NAMED_TIMES } from "./dates-en-named.ts";
import { RELATIVE } from "./dates-en-relative.ts";
import type { Context } from "./dates-en-words.ts";
import type { FoundDate } from "./found-date.ts";
import { tense } from "./tense-en.ts";

/** Times named in English; `now` is the speaker's local time when it was said. */
export function englishDates(text: string, now: DateTime): FoundDate[] {
  const context: Context = { text, now, tense: tense(text) };
  return [...RELATIVE, ...CALENDAR, ...NAMED_TIMES].flatMap((apply) => apply(context));
}
