import type { Bull } from "./bull.ts";

type Running = <T>(work: () => Promise<T>) => Promise<T>;

const PAGE = 500;

/** Ids of finished jobs whose `user` field is this one. */
async function finishedOf(bull: Bull, running: Running, user: string): Promise<string[]> {
  const found: string[] = [];
  for (const state of ["completed", "failed"] as const)
    for (let from = 0; ; from += PAGE) {
      const ids = await running(() => bull.redis.zrange(bull.toKey(state), from, from + PAGE - 1));
      if (ids.length === 0) break;
      const owners = await running(() => Promise.all(ids.map((id) => bull.redis.hget(bull.toKey(id), "user"))));
      found.push(...ids.filter((_, i) => owners[i] === user));
    }
  return found;
}

/** BullMQ's events stream names jobs by id and holds their results. */
async function eraseEvents(bull: Bull, running: Running, ids: ReadonlySet<string>): Promise<void> {
  const events = bull.toKey("events");
  for (let from = "-"; ; ) {
    const page = await running(() => bull.raw.xrange(events, from, "+", "COUNT", PAGE));
    const theirs = page.filter(([, fields]) => ids.has(fields[fields.indexOf("jobId") + 1] ?? ""));
    if (theirs.length > 0) await running(() => bull.raw.xdel(events, ...theirs.map(([entry]) => entry)));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    from = `(${last[0]}`;
  }
}

/**
 * Removes a user's jobs in every state, and what names them; a running one is taken from its worker. Their ids are noted
 * until all is done, so that what a killed process left is found when it is asked for again.
 * @param user as jobs carry it: a digest
 * @returns how many jobs
 */
export async function eraseJobs(bull: Bull, running: Running, user: string): Promise<number> {
  const noted = `${bull.places[1]}erasing:${user}`;
  const listed = await running(() => bull.redis.zrange(`${bull.places[1]}user:${user}`, 0, -1));
  const found = [...listed, ...(await finishedOf(bull, running, user))];
  if (found.length > 0) await running(() => bull.raw.sadd(noted, ...found));
  const ids = await running(() => bull.raw.smembers(noted));
  let erased = 0;
  for (const id of ids) {
    const [there] = await running(() =>
      bull.atOnce((transaction) => {
        transaction.ours("hindsightUnlock", id);
        transaction.remove(id);
        transaction.ours("hindsightForget", user, id);
      }),
    );
    if (there === 1) erased++;
  }
  if (ids.length > 0) await eraseEvents(bull, running, new Set(ids));
  await running(() => bull.raw.del(noted));
  return erased;
}
