import { answersTo, askedAttributes } from "../../domain/asked.ts";
import { asOfNow } from "../../domain/question.ts";
import { type Features, featuresOf, WEIGHTS } from "./features.ts";
import type { Line } from "./memory-lines.ts";

/** To search, what comes up together is near; to answer, it is not: a seat is no answer to a question about a passport. */
const STRICT = { ...WEIGHTS, scene: 0.6, topic: 0.15 };
/** Cosine from which a line counts as an answer. Unrelated texts share no feature, so it may be low. */
const ANSWERS = 0.1;
/** A line that gives the very attribute that was asked for. */
const ANSWERED = 2;
/** A line this much weaker than the best is left out. */
const FALLS_OFF = 0.5;
/** Constraints and preferences bear on more than they name. */
const LEAN: Readonly<Record<Line["rank"], number>> = {
  constraint: 1.3,
  preference: 1.2,
  fact: 1,
  procedure: 1,
  event: 0.9,
};

function lengthOf(features: Features): number {
  let sum = 0;
  for (const weight of features.values()) sum += weight * weight;
  return Math.sqrt(sum);
}

/** Cosine of two texts over their words and concepts, exact: not hashed into few dimensions as an embedding is. */
function nearness(a: Features, b: Features): number {
  let dot = 0;
  for (const [key, weight] of a) dot += weight * (b.get(key) ?? 0);
  const lengths = lengthOf(a) * lengthOf(b);
  return lengths === 0 ? 0 : dot / lengths;
}

/** The lines that bear on the question, best first, at most `limit`. */
export function answering(question: string, lines: readonly Line[], limit: number): Line[] {
  const asked = featuresOf(question, STRICT);
  const attributes = new Set(askedAttributes(asOfNow(question) ?? question));
  const scored = lines
    .map((line) => ({
      line,
      score:
        attributes.size > 0 && answersTo(line.content).some((key) => attributes.has(key))
          ? ANSWERED
          : nearness(asked, featuresOf(line.content, STRICT)) * LEAN[line.rank],
    }))
    .filter(({ score }) => score >= ANSWERS)
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  return scored
    .filter(({ score }) => score >= best * FALLS_OFF)
    .slice(0, limit)
    .map(({ line }) => line);
}

const ORDER: readonly Line["rank"][] = ["constraint", "preference", "fact", "procedure", "event"];

/** The lines with constraints first, then preferences and so on; within a rank as they came. */
export function standingFirst(lines: readonly Line[]): Line[] {
  return ORDER.flatMap((rank) => lines.filter((line) => line.rank === rank));
}
