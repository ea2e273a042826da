import { attributeTerm } from "../domain/asked.ts";
import { USER } from "../domain/entities/keys.ts";
import { calledIn, isSomeone, meantBy, namesKnown, pronounAsked, withMeant } from "../domain/entities/meant.ts";
import { namedIn } from "../domain/entities/mentions.ts";
import { valuesOf } from "../domain/former.ts";
import { PRIVATE } from "../domain/scope.ts";
import { languageOf } from "../domain/text.ts";
import type { MemoryStore } from "../ports/store.ts";
import { BEGINNING, LATELY } from "./graph.ts";
import type { Search } from "./routes.ts";
import type { Opened } from "./select.ts";
import type { Meant } from "./types.ts";

/**
 * Of how many of the latest memories it is known what they say of whom, and of how many people the names: of who is not among
 * the former no more than the name is known, or what they are to someone. 300 memories are read in 3 ms, 1,000 took 22.
 */
const READ = { memories: 300, people: 200 } as const;
/** Most people an explanation names where it could not tell. */
const SHOWN = 5;

const NAME = ["name", "has:name"] as const;

async function namesOfUser(store: MemoryStore): Promise<string[]> {
  const terms = NAME.map((key) => ({ term: attributeTerm(key), weight: 1 }));
  const filter = { statuses: ["active", "superseded"], kinds: ["semantic"] } as const;
  const { hits } = await store.keyword({ terms, filter, limit: 10, now: BEGINNING });
  const records = await store.get(hits.map(({ candidate }) => candidate.id));
  return records.flatMap(({ content }) => valuesOf(content, NAME).map(({ value }) => value));
}

/**
 * A question whose "she" or 他 nothing in it or in the conversation explains, asked of the one person of the memory whom
 * it can mean; as it was, where several fit. `null` for every other question, which costs one test.
 */
export async function asMeant(
  stores: readonly Opened[],
  { query, conversation, now }: Pick<Search, "query" | "conversation" | "now">,
): Promise<{ query: string; meant: Meant } | null> {
  const pronoun = pronounAsked(query, () => namedIn(query, USER).mentions);
  const home = stores.find(({ namespace }) => namespace === PRIVATE)?.store;
  if (pronoun === null || home === undefined || namesSomeone(conversation)) return null;
  const at = new Date(now);
  const since = new Date(now - LATELY.days * 86_400_000).toISOString();
  const until = at.toISOString();
  const people = await home.entitiesNamed({
    names: [],
    types: ["person"],
    filter: {},
    limit: READ.people,
    now: BEGINNING,
  });
  const late = await home.mentionedLately({ since, until, limit: READ.memories });
  const all =
    late.length === READ.memories
      ? late
      : await home.mentionedLately({ since: BEGINNING, until, limit: READ.memories });
  const turns = all.map((turn, place) => ({ ...turn, lately: place < late.length }));
  if (namesKnown(query, { turns, people })) return null;
  const user = await namesOfUser(home);
  const { meant, others } = meantBy(pronoun, { turns, people: people.filter(({ mentioned }) => mentioned > 0), user });
  const language = languageOf(query) === "zh" ? "zh" : "en";
  return {
    query: meant === null ? query : withMeant(query, pronoun, meant.group, language),
    meant: {
      pronoun: pronoun.word,
      who: meant === null ? null : calledIn(language, meant.group),
      among: others.slice(0, SHOWN).map(({ group }) => calledIn(language, group)),
    },
  };
}

const namesSomeone = (conversation: Search["conversation"]): boolean =>
  conversation.some(({ role, content }) =>
    namedIn(content, role === "user" ? USER : null).mentions.some(({ type }) => isSomeone(type)),
  );
