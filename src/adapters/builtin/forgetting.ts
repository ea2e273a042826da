import { remaining } from "../../domain/forgotten.ts";
import { withoutOpening } from "../../domain/phrases.ts";
import { meantBy, orderSentences, retraction } from "../../domain/retraction.ts";
import { sentences } from "../../domain/sentences.ts";
import { current, type Line, linesOfBlock, linesOfConversation, linesOfSummary } from "./memory-lines.ts";

/** What a message wants forgotten, held against what is in sight of the model. */
export interface Forgetting {
  /** Each order in the user's words, with the lines it means; `unclear` where these are several and one was meant. */
  orders: { what: string; lines: Line[]; unclear: boolean }[];
  /** The message without the orders; empty when it holds nothing else. */
  rest: string;
}

/** A talk in which work was done: that is not forgotten for what was said beside it. */
const WORK = /\bTools: |使用工具：/u;

function meantIn(what: string, known: readonly Line[]): Forgetting["orders"][number] {
  const { found, candidates } = meantBy(
    what,
    known.map(({ content }) => content),
  );
  const lines = (found.length > 0 ? found : candidates).map((i) => known[i]!);
  return { what, lines, unclear: candidates.length > 0 };
}

/** What a message orders to forget; null when it orders nothing of the kind. Talks are named where no statement is meant. */
export function forgettingIn({
  system,
  said,
  now,
  timeZone,
}: {
  system: string;
  said: readonly string[];
  now: number;
  timeZone: string;
}): Forgetting | null {
  const parts = orderSentences(sentences(said.at(-1) ?? "")).map((sentence) => ({
    sentence,
    what: retraction(withoutOpening(sentence)),
  }));
  const wanted = parts.flatMap(({ what }) => (what === null ? [] : [what]));
  if (wanted.length === 0) return null;
  const before = remaining([...linesOfSummary(system), ...said.slice(0, -1)]).said;
  const known = current(linesOfBlock(system), linesOfConversation(before, { said: now, timeZone }));
  const statements = known.filter(({ rank }) => rank !== "event");
  const talks = known.filter(({ rank, content }) => rank === "event" && !WORK.test(content));
  return {
    orders: wanted.map((what) => {
      const ofStatements = meantIn(what, statements);
      return ofStatements.lines.length > 0 ? ofStatements : meantIn(what, talks);
    }),
    rest: parts.flatMap(({ sentence, what }) => (what === null ? [sentence] : [])).join(" "),
  };
}
