import { withoutOpening } from "../domain/phrases.ts";
import type { MemoryRecord } from "../domain/record.ts";
import { meantBy, orderSentences, retraction } from "../domain/retraction.ts";
import { sentences } from "../domain/sentences.ts";
import { queryTerms } from "../domain/text.ts";
import type { MemoryStore } from "../ports/store.ts";

const LOOKED_THROUGH = 20;

/**
 * Talks that tell what the user wants forgotten where no statement does: what was told in passing is kept as an episode
 * only. Work done with tools is left, whatever was said beside it. `met` is what is taken back already.
 */
export async function toldInTalk(
  store: MemoryStore,
  turns: readonly { role: string; content: string }[],
  met: readonly string[],
  now: string,
): Promise<MemoryRecord[]> {
  const orders = turns
    .filter(({ role }) => role === "user")
    .flatMap(({ content }) => orderSentences(sentences(content)))
    .flatMap((sentence) => retraction(withoutOpening(sentence)) ?? [])
    .filter((what) => meantBy(what, met).found.length === 0);
  const found = new Map<string, MemoryRecord>();
  for (const what of orders) {
    const words = queryTerms(what, 48).map((term) => ({ term, weight: 1 }));
    if (words.length === 0) continue;
    const { hits } = await store.keyword({ terms: words, filter: { kinds: ["episodic"] }, limit: LOOKED_THROUGH, now });
    const talks = (await store.get(hits.map(({ candidate }) => candidate.id))).filter(
      ({ status, episode }) => status === "active" && episode !== null && episode.steps.length === 0,
    );
    for (const i of meantBy(
      what,
      talks.map(({ content }) => content),
    ).found)
      found.set(talks[i]!.id, talks[i]!);
  }
  return Array.from(found.values());
}
