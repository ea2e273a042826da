import { isBaseVerb } from "./verbs-en.ts";

/** English sentences that leave out who did it, where it can only be the speaker, or is of no interest. */

/** A turn in one's life told without its "I": "Moved to Bergen!", "Got married on Saturday". */
const TURNED =
  /^(?:just |finally |also |recently )?(?:moved (?:back )?(?:to|from|out|house)|got (?:married|engaged|divorced|promoted|fired|laid off|my |a new |an? )|quit (?!it\b)|switched (?:to|from|back)|sold (?:my|the)|bought (?:a|my|the)|gave up|broke up|joined|started (?:at|working|learning|taking)|stopped \p{L}+ing|retired|resigned|cancelled my|changed (?:my|jobs?|banks?))\b/iu;
/** Somebody moved something of the speaker's: what it is now is told, not who did. */
const THEY_MOVED =
  /^(?:they|someone|somebody)(?:['’]ve| have| has)? (?:just )?(moved|changed|rescheduled|postponed|raised|cut|increased|reduced|pushed|cancelled|canceled) ((?:my|our) [\p{L}\s-]{2,40}?)(?= to\b| by\b|[.!]*$)/iu;
/** "I sold the Skoda and ride a bike now": of now, though what came before is past. */
const AND_NOW = /^(I \p{L}+(?:ed|t|ld|ve|old|uit)\b[^,;]*?),? (and|but|so) (?:now )?(\p{Ll}+)(?= [^,;]*\bnow\b)/iu;

/** Told of the thing that was moved: "My flight was moved to 9:40". */
export const whoeverMoved = (text: string): string => {
  const moved = THEY_MOVED.exec(text);
  if (moved === null) return text;
  const thing = moved[2]!.replace(/^\p{Ll}/u, (one) => one.toUpperCase());
  return `${thing} was ${moved[1]}${text.slice(moved[0].length)}`;
};

/** An English sentence with the "I" it leaves out; as it is where it leaves out none. */
export const withSubject = (text: string): string => {
  if (TURNED.test(text)) return `I ${text[0]!.toLowerCase()}${text.slice(1)}`;
  return text.replace(AND_NOW, (all, first: string, joint: string, verb: string) =>
    isBaseVerb(verb.toLowerCase()) ? `${first} ${joint} I ${verb}` : all,
  );
};
