import { withoutOpening } from "./phrases.ts";
import { meantBy, orderSentences, retraction } from "./retraction.ts";
import { isQuestion, sentences } from "./sentences.ts";

/** What is left of what the user said once they took parts of it back. */
export interface Remaining {
  /** The messages as they were given, oldest first, without the sentences taken back and the orders to forget them. */
  said: string[];
  /** What is to be forgotten, in the user's words, oldest first; what they told anew since is not among it. */
  forgotten: string[];
}

/** True when the text tells what the user wants forgotten ("my door code": "My door code is 4471."). */
export function tells(text: string, what: string): boolean {
  return meantBy(what, [text]).found.length === 1;
}

/**
 * What the user said, oldest message first, after "forget my door code" and 忘掉我的门禁码: sentences said before that
 * tell it are gone. A message in which nothing was taken back stays as it is.
 */
export function remaining(messages: readonly string[]): Remaining {
  const said: string[][] = [];
  const whole: boolean[] = [];
  let forgotten: string[] = [];
  for (const message of messages) {
    const kept: string[] = [];
    let touched = false;
    for (const sentence of orderSentences(sentences(message))) {
      const what = retraction(withoutOpening(sentence));
      if (what === null) {
        kept.push(sentence);
        forgotten = forgotten.filter((one) => isQuestion(sentence) || !tells(sentence, one));
        continue;
      }
      touched = true;
      forgotten.push(what);
      for (const [i, earlier] of [...said, kept].entries()) {
        const left = earlier.filter((one) => !tells(one, what));
        if (left.length < earlier.length && i < said.length) whole[i] = false;
        earlier.splice(0, earlier.length, ...left);
      }
    }
    said.push(kept);
    whole.push(!touched);
  }
  return { said: said.map((kept, i) => (whole[i] ? messages[i]! : kept.join(" "))), forgotten };
}
