import { LEXICON } from "./lexicon.ts";
import { terms } from "./text.ts";

/** A concept and the topic it lies in, by index; a scene lies in none. */
export interface Concept {
  id: number;
  topic: number | null;
}

/** The lexicon, ready for look-up. */
export interface Concepts {
  readonly size: number;
  /** Number of a topic by its name in the lexicon. */
  topicNamed(name: string): number | undefined;
  /** Concepts of a stemmed Latin term; most terms have none, a few have several. */
  ofTerm(term: string): readonly Concept[];
  /** Concepts of each word found in a run of Han characters, matched longest first. */
  ofRun(run: string): readonly (readonly Concept[])[];
}

const NONE: readonly Concept[] = [];

function add(map: Map<string, Concept[]>, key: string, concept: Concept): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [concept]);
  else if (known.at(-1)?.id !== concept.id) known.push(concept);
}

/** Reads the lexicon's lines. @throws Error for a line that is neither topic nor concept: the lexicon is ours. */
export function readLexicon(source: string = LEXICON): Concepts {
  const byTerm = new Map<string, Concept[]>();
  const byWord = new Map<string, Concept[]>();
  const topics: string[] = [];
  /** Length of the longest word by its first character. */
  const longest = new Map<string, number>();
  let size = 0;
  for (const line of source.split("\n")) {
    if (line.trim() === "") continue;
    if (line.startsWith("#")) {
      topics.push(line.slice(1).trim());
      continue;
    }
    const isScene = line.startsWith("~");
    const [english, chinese, ...rest] = line.replace(/^~/u, "").split("|");
    if (english === undefined || chinese === undefined || rest.length > 0)
      throw new Error(`lexicon: "${line}" is not "English | 中文"`);
    const concept = { id: size++, topic: isScene ? null : topics.length - 1 };
    // A hyphenated word gives itself and its parts; only the whole means the concept.
    for (const word of english.trim().split(/\s+/u)) add(byTerm, terms(word)[0] ?? word, concept);
    for (const word of chinese.trim().split(/\s+/u)) {
      if (/^\p{Script=Latin}/u.test(word)) add(byTerm, terms(word)[0] ?? word, concept);
      else add(byWord, word, concept);
      longest.set(word[0]!, Math.max(longest.get(word[0]!) ?? 0, word.length));
    }
  }
  return {
    size,
    topicNamed(name) {
      const at = topics.indexOf(name);
      return at < 0 ? undefined : at;
    },
    ofTerm: (term) => byTerm.get(term) ?? NONE,
    ofRun(run) {
      const found: (readonly Concept[])[] = [];
      for (let at = 0; at < run.length; ) {
        let length = Math.min(longest.get(run[at]!) ?? 0, run.length - at);
        while (length > 0 && !byWord.has(run.slice(at, at + length))) length--;
        if (length > 0) found.push(byWord.get(run.slice(at, at + length))!);
        at += Math.max(1, length);
      }
      return found;
    },
  };
}

let shared: Concepts | undefined;

/** The lexicon as it is, read at the first call. */
export function conceptsOf(): Concepts {
  shared ??= readLexicon();
  return shared;
}
