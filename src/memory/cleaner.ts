import { type MarkLanguage, redacted, redactedDeep } from "../domain/privacy.ts";
import { storable, storableDeep } from "../domain/storable.ts";
import { languageOf } from "../domain/text.ts";

/** What every text passes on its way in. */
export interface Cleaner {
  text(text: string, language?: MarkLanguage): string;
  /** All texts of a value. */
  deep<T>(value: T, language: MarkLanguage): T;
}

/** Takes out what no store should hold, and secrets too unless the user turned that off (G3). */
export const cleanerOf = (redacts: boolean): Cleaner =>
  redacts
    ? {
        text: (text, language) => redacted(storable(text), language),
        deep: (value, language) => redactedDeep(storableDeep(value), language),
      }
    : { text: storable, deep: storableDeep };

export const languageIn = (text: string): MarkLanguage => (languageOf(text) === "zh" ? "zh" : "en");
