import {
  isAdverb,
  isBaseVerb,
  isModal,
  isParticiple,
  isPastVerb,
  isUnchangingVerb,
  mayBeNoun,
  thirdPerson,
} from "./verbs-en.ts";

/**
 * English first person to third: "I'm allergic" → "The user is allergic". Works word by word and gives up (`null`)
 * wherever the right form is not certain; the caller then quotes. A wrong rewrite is worse than a quotation.
 */

interface Word {
  /** As written, without what surrounds it. */
  text: string;
  /** Lower case, straight apostrophes. */
  low: string;
  /** What stands between this word and the next. */
  gap: string;
}

const WORD = /[\p{L}\p{N}]+(?:['’.@:/+_-][\p{L}\p{N}]+)*/gu;

function split(sentence: string): { lead: string; words: Word[] } {
  const matches = Array.from(sentence.matchAll(WORD));
  const words = matches.map((match, i) => ({
    text: match[0],
    low: match[0].toLowerCase().replace(/’/gu, "'"),
    gap: sentence.slice(match.index + match[0].length, matches[i + 1]?.index ?? sentence.length),
  }));
  return { lead: sentence.slice(0, matches[0]?.index ?? sentence.length), words };
}

/** Contractions people type without the apostrophe; only where nothing else is spelled like it. */
const SLOPPY: Readonly<Record<string, string>> = {
  im: "I'm",
  ive: "I've",
  dont: "don't",
  doesnt: "doesn't",
  didnt: "didn't",
  cant: "can't",
  wont: "won't",
  isnt: "isn't",
  wasnt: "wasn't",
  havent: "haven't",
  hasnt: "hasn't",
  couldnt: "couldn't",
  wouldnt: "wouldn't",
  shouldnt: "shouldn't",
};

/** Apostrophes put back and a lone "i" made "I". */
export function tidied(sentence: string): string {
  return sentence.replace(WORD, (word) => {
    const low = word.toLowerCase();
    if (Object.hasOwn(SLOPPY, low)) return SLOPPY[low]!;
    return /^i(?:['’](?:m|ve|d|ll))?$/u.test(word) ? `I${word.slice(1)}` : word;
  });
}

const FIRST = /^(?:i|i'm|i've|i'd|i'll|me|my|mine|myself)$/u;
/** Others whose part in the sentence the rules do not know: quoted. */
const BEYOND =
  /^(?:we|we're|we've|we'd|we'll|us|our|ours|ourselves|let's|you|you're|you've|you'd|you'll|your|yours|yourself|u|ur|y'all|gonna|wanna|gotta|ain't|lemme|gimme)$/u;

/** True when the sentence speaks in the first person singular. */
export function isFirstPerson(sentence: string): boolean {
  return split(tidied(sentence)).words.some((word) => FIRST.test(word.low));
}

/** True when it speaks of "we" or to "you". */
export function involvesListener(sentence: string): boolean {
  return split(sentence).words.some((word) => BEYOND.test(word.low));
}

const INVERTS =
  /^(?:do|does|did|am|is|are|was|were|have|has|had|can|could|should|would|will|shall|may|might|must|nor|neither|don't|didn't|can't|couldn't|shouldn't|won't|wouldn't|haven't|hadn't|isn't|aren't|wasn't)$/u;
/** Before a Roman one: World War I, Type I. */
const NUMBERED =
  /^(?:war|type|part|phase|class|chapter|level|act|volume|book|stage|tier|category|division|elizabeth|charles|james|george)$/u;
const DETERMINER =
  /^(?:the|a|an|my|his|her|their|our|this|that|these|those|some|any|every|each|no|two|three|to|it|them|him)$/u;
const PREPOSITION = /^(?:at|in|as|for|from|on|with|near|by|out|part|full|remotely|abroad|there|here|daily|weekly)$/u;
const TAKES_NOUNS =
  /^(?:like|love|enjoy|prefer|hate|dislike|need|want|adore|avoid|appreciate|miss|crave|use|do|have|get|buy|offer|eat|drink)$/u;
const ENDS_SCOPE = /[;:—–(]/u;

type Mode = "present" | "base" | "past";
interface Subject {
  mode: Mode;
  verb: string;
  /** An infinitive or relative clause came in between: what follows "and" may hang on it. */
  nested: boolean;
  /** The base form hangs on "don't" or "didn't", which "and" may carry on and "but" does not. */
  negated: boolean;
  did: boolean;
}

/** An adverb, "no longer" being two words of one. */
function isAdverbial(words: readonly Word[], at: number): boolean {
  const low = words[at]!.low;
  if (low === "no") return words[at + 1]?.low === "longer";
  return isAdverb(low) || (low === "longer" && words[at - 1]?.low === "no");
}

/** Rewrites `words` in place from the verb of a first person subject on; the mode it is in, or null when unsure. */
function conjugate(words: Word[], from: number): Subject | null {
  let at = from;
  while (at < words.length && isAdverbial(words, at) && !ENDS_SCOPE.test(words[at - 1]?.gap ?? "")) at++;
  const verb = words[at];
  if (verb === undefined || words.slice(from - 1, at).some((word) => /[,;:.]/u.test(word.gap))) return null;
  const set = (text: string, mode: Mode): Subject => {
    verb.text = text;
    const main = mode === "base" ? (words.slice(at + 1).find((word) => !isAdverb(word.low))?.low ?? "") : verb.low;
    return {
      mode,
      verb: main,
      nested: false,
      negated: mode === "base" && !isModal(verb.low),
      did: /^did/u.test(verb.low),
    };
  };
  const next = words[at + 1]?.low ?? "";
  if (/^(?:sort|kind)$/u.test(verb.low) && next === "of") return null; // "I sort of like it"
  switch (verb.low) {
    case "am":
      return set("is", "present");
    case "have":
      return set("has", isParticiple(next) || next === "not" || isAdverb(next) ? "past" : "present");
    case "do":
      return set("does", next === "not" || isBaseVerb(next) ? "base" : "present");
    case "don't":
      return set("does not", "base");
    case "haven't":
      return set("has not", "past");
    case "was":
    case "were":
    case "had":
    case "wasn't":
    case "hadn't":
    case "weren't":
      return set(verb.text, "past");
    case "did":
    case "didn't":
      return set(verb.text, "base");
  }
  if (isModal(verb.low)) return set(verb.text, "base");
  // What one quits one has quit: nobody says "I quit smoking" of every day.
  if (verb.low === "quit" && (/^(?:\p{L}+ing|my)$/u.test(next) || /^\p{Lu}/u.test(words[at + 1]?.text ?? "")))
    return set("quit", "past");
  if (isUnchangingVerb(verb.low)) return habitual(words) ? set(thirdPerson(verb.low), "present") : null;
  if (isBaseVerb(verb.low)) return set(thirdPerson(verb.low), "present");
  if (isPastVerb(verb.low)) return set(verb.text, "past");
  return null;
}

function habitual(words: readonly Word[]): boolean {
  return words.some((word) =>
    /^(?:always|usually|often|never|every|sometimes|generally|normally|daily|weekly|each)$/u.test(word.low),
  );
}

/** A verb after "and": true to conjugate, false to leave, null when nobody can tell. */
function coordinated(subject: Subject, words: readonly Word[], at: number, joiner: string): boolean | null {
  const word = words[at]!;
  if (!isBaseVerb(word.low) || word.text !== word.low) return false;
  const next = words[at + 1]?.low ?? "";
  const ends = next === "" || PREPOSITION.test(next) || /^(?:and|or|but)$/u.test(next) || /[,;:.]/u.test(word.gap);
  const looksVerbal =
    DETERMINER.test(next) ||
    (!ends && (/^(?:love|hate|want|need|like|use|help|miss|fear)$/u.test(word.low) || !mayBeNoun(word.low)));
  const adverb = words[at - 1]!.low;
  if (/^(?:now|currently|still|also|always|never|usually|often)$/u.test(adverb))
    return subject.nested || subject.mode === "base"
      ? null
      : subject.mode === "present" || /^(?:now|currently|still)$/u.test(adverb)
        ? true
        : null;
  if (subject.mode === "base") {
    if (!subject.negated) return joiner === "but" ? null : false;
    if (joiner === "or") return false;
    if (TAKES_NOUNS.test(subject.verb) && mayBeNoun(word.low) && !looksVerbal) return false;
    return joiner === "but" && !subject.did && !subject.nested ? true : null;
  }
  if (!mayBeNoun(word.low)) return subject.nested || subject.mode === "past" ? null : true;
  if (subject.nested) return looksVerbal ? null : false;
  if (TAKES_NOUNS.test(subject.verb) && !looksVerbal) return false;
  if (subject.mode === "past") return null;
  return looksVerbal || PREPOSITION.test(next) ? true : null;
}

/** Conjugates the verbs that share the subject, up to the next clause. False when one of them is uncertain. */
function conjugateRest(words: Word[], from: number, subject: Subject): boolean {
  let { nested } = subject;
  for (let i = from; i < words.length; i++) {
    const word = words[i]!;
    if (FIRST.test(word.low) && word.low.startsWith("i")) return true;
    const hangs = /^(?:who|which|that|because|if|when|where|while|since|after|before|until|unless|whether|how|what)$/u;
    if (hangs.test(word.low) || (word.low === "to" && isBaseVerb(words[i + 1]?.low ?? ""))) nested = true;
    if (!/^(?:and|or|but|then)$/u.test(word.low) && !/,\s*$/u.test(word.gap)) continue;
    let at = i + 1;
    while (at < words.length && (isAdverb(words[at]!.low) || /^(?:and|or|but)$/u.test(words[at]!.low))) at++;
    const after = words[at];
    if (after === undefined) return true;
    if (/^(?:i|i'm|i've|i'd|i'll|he|she|it|they|who|which)$/u.test(after.low)) return true;
    if (after.low === "am") after.text = "is";
    if (subject.mode !== "base" && /^(?:don't|haven't|am)$/u.test(after.low)) {
      after.text = after.low === "don't" ? "does not" : after.low === "haven't" ? "has not" : "is";
      return conjugateRest(words, at + 1, { ...subject, mode: after.low === "don't" ? "base" : "past" });
    }
    const joiner = words.slice(i, at).findLast((one) => /^(?:and|or|but)$/u.test(one.low))?.low ?? "";
    const decision = coordinated({ ...subject, nested }, words, at, joiner);
    if (decision === null) return false;
    if (decision) after.text = thirdPerson(after.low);
  }
  return true;
}

/** "My wife and I moved": a plural subject, whose verb stays as it is. Gives the index of "I", or −1. */
function jointSubject(words: readonly Word[]): number {
  const at = words.findIndex((word) => word.low === "i");
  if (at < 2 || at > 5 || words[at - 1]!.low !== "and") return -1;
  const before = words.slice(0, at - 1);
  const owner = before[0]!;
  if (owner.low !== "my" && !(before.length === 1 && /^\p{Lu}/u.test(owner.text))) return -1;
  const plain = before
    .slice(1)
    .every(
      (word) =>
        !isPastVerb(word.low) &&
        !/^(?:is|was|has|does)$/u.test(word.low) &&
        !(isBaseVerb(word.low.replace(/s$/u, "")) && word.low.endsWith("s")),
    );
  return plain && before.every((word) => !/[,;:]/u.test(word.gap)) ? at : -1;
}

const PRONOUNS: Readonly<Record<string, string>> = {
  me: "the user",
  my: "the user's",
  mine: "the user's",
  myself: "themselves",
};

function subject(words: Word[], i: number): string | null {
  const word = words[i]!;
  const before = words[i - 1];
  if (before !== undefined && (INVERTS.test(before.low) || NUMBERED.test(before.low)) && !/[,;:.]/u.test(before.gap))
    return null;
  const next = words[i + 1]?.low ?? "";
  const rest = (from: number, mode: Mode, verb: string) =>
    conjugateRest(words, from, { mode, verb, nested: false, negated: false, did: false });
  switch (word.low) {
    case "i'm":
      return rest(i + 1, "present", "be") ? "the user is" : null;
    case "i've":
      return rest(i + 1, "past", "have") ? "the user has" : null;
    case "i'll":
      return "the user will";
    case "i'd": {
      // "I'd go" or "I'd gone": the first word that is no adverb tells; "I'd come" may be either.
      const verb = words.slice(i + 1).find((one) => !isAdverb(one.low))?.low ?? "";
      if (/^(?:rather|sooner|better)$/u.test(next)) return next === "better" ? null : "the user would";
      if (isBaseVerb(verb) === isParticiple(verb)) return null;
      return isBaseVerb(verb) ? "the user would" : "the user had";
    }
  }
  if (next === "" || /[,;:.!]/u.test(word.gap)) return /^(?:than|as)$/u.test(before?.low ?? "") ? "the user" : null;
  const found = conjugate(words, i + 1);
  if (found === null) return null;
  return conjugateRest(words, i + 2, found) ? "the user" : null;
}

/**
 * The sentence about "the user" instead of "I", or `null` when the rules are not certain of every word: "we", "you",
 * inner quotations, inversions, verbs they do not know. A sentence without a first person comes back as it was.
 */
export function englishThirdPerson(sentence: string): string | null {
  const { lead, words } = split(tidied(sentence));
  if (words.some((word) => BEYOND.test(word.low))) return null;
  if (!words.some((word) => FIRST.test(word.low))) return sentence;
  if (/["“”«»]/u.test(sentence) || /^me\b/iu.test(sentence)) return null;
  const joint = jointSubject(words);
  if (joint >= 0) {
    if (words.slice(joint + 1).some((word) => word.low.startsWith("i'") || word.low === "i")) return null;
    words[joint]!.text = "the user";
  }
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (i === joint || !FIRST.test(word.low)) continue;
    const plain = PRONOUNS[word.low];
    const text = plain ?? subject(words, i);
    if (text === null) return null;
    word.text = text;
  }
  const said = lead + words.map((word) => word.text + word.gap).join("");
  const made = said.replace(/^now,? the user is\b/iu, "the user is now"); // the subject first, as attributes are read
  return made.replace(/^(\P{L}*)(\p{Ll})/u, (_, before: string, letter: string) => before + letter.toUpperCase());
}
