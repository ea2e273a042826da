/** A prompt as it is sent: text of one language, with the version that is stored on what it produced. */
export interface Prompt {
  name: string;
  language: string;
  /** As stored on records, e.g. `reflect.en@1`. */
  version: string;
  /** `{{name}}` marks stand for values, see `fill`. */
  text: string;
}

/** The prompts under prompts/, read once. */
export interface Prompts {
  /** The prompt in that language, else in English. @throws HindsightError NOT_FOUND for an unknown name. */
  get(name: string, language: string): Prompt;
}
