import { DENSE } from "./collections.ts";
import { VISIBLE, within } from "./filters.ts";
import { type OwnerMemory, type Server, scrollHot } from "./owner.ts";

/** What is wrong with what lies in Qdrant of an owner; see the port. */
export async function check(server: Server, memory: OwnerMemory): Promise<string[]> {
  const { state, image } = await memory.readAnew();
  if (state.embedding === null) return [];
  const problems: string[] = [];
  const collection = server.collections.memories(state.embedding);
  const ids = new Set<string>();
  const seqs = new Set<number>();
  for (const { hot } of await scrollHot(server, collection, within(memory.scope, [VISIBLE]), memory.scope)) {
    if (ids.has(hot.id)) problems.push(`memory ${hot.id} lies in ${collection} twice`);
    if (seqs.has(hot.seq)) problems.push(`number ${hot.seq} is given to two memories in ${collection}`);
    ids.add(hot.id);
    seqs.add(hot.seq);
    if (hot.rev > state.version)
      problems.push(`memory ${hot.id} is of version ${hot.rev}, its owner of ${state.version}`);
  }
  const { records } = image.image();
  if (ids.size !== records) problems.push(`${collection} holds ${ids.size} memories where ${records} were read before`);
  if (state.next !== null) return problems; // those of writers with the new model have theirs elsewhere
  const filter = { ...within(memory.scope, [VISIBLE]), must_not: [{ has_vector: DENSE }] };
  const { count } = await server.connection.read("count", (client) =>
    client.count(collection, { filter, exact: true }),
  );
  if (count > 0) problems.push(`${count} memories in ${collection} have no vector`);
  return problems;
}
