import { setImmediate } from "node:timers/promises";
import { userOwner } from "../../src/domain/scope.ts";
import { createHindsight, type Hindsight } from "../../src/hindsight.ts";
import { STEPS } from "../../src/memory/consolidate/upkeep.ts";
import type { MemoryHealth, MemoryStats } from "../../src/memory/types.ts";
import { LASTING } from "./facts.ts";
import type { Life } from "./life.ts";

const DAY = 86_400_000;
const USER = "life";

export interface Lived {
  stats: MemoryStats;
  health: MemoryHealth;
  /** Most active episodes at the end of any upkeep. */
  mostEpisodes: number;
  runs: number;
  /** By step: changes made in all runs. */
  changes: Record<string, number>;
  answers: Answer[];
  seconds: number;
}

export interface Answer {
  question: string;
  expected: string;
  /** Place of the current value among the results, from 1; 0 when it is missing. */
  place: number;
  /** Results that state a former value. */
  stale: string[];
  first: string;
}

async function upkeep(hindsight: Hindsight, changes: Record<string, number>): Promise<void> {
  const begun = await (await hindsight.upkeep()).begin(userOwner(USER));
  if (typeof begun === "string") throw new Error(`upkeep could not begin: ${begun}`);
  let complete = false;
  try {
    for (const step of STEPS) changes[step] = (changes[step] ?? 0) + ((await begun.step(step))?.done ?? 0);
    complete = true;
  } finally {
    await begun.end(complete);
  }
}

/** Lives the life on a real home with a clock of its own: each talk is reflected upon, upkeep runs every `upkeepDays`. */
export async function live(
  life: Life,
  home: string,
  upkeepDays: number,
  onDay: (done: number) => void = () => undefined,
): Promise<Lived> {
  const started = performance.now();
  let now = life.talks[0]!.at;
  const hindsight = await createHindsight({
    home,
    timeZone: "Europe/Oslo",
    model: null,
    embeddingModel: null,
    encryptionKey: null,
    mcpConfig: null,
    logLevel: "warn",
    clock: { now: () => now },
  });
  try {
    const memory = hindsight.user(USER);
    const changes: Record<string, number> = {};
    let [next, mostEpisodes, runs] = [now + upkeepDays * DAY, 0, 0];
    const keepUp = async () => {
      await upkeep(hindsight, changes);
      runs++;
      mostEpisodes = Math.max(mostEpisodes, (await memory.stats()).byKind.episodic ?? 0);
    };
    for (const talk of life.talks) {
      while (talk.at > next) {
        now = next;
        await keepUp();
        next += upkeepDays * DAY;
      }
      now = talk.at;
      const recalled: string[] = [];
      for (const question of talk.asked)
        recalled.push(...(await memory.recall(question)).results.map(({ record }) => record.content));
      await setImmediate(); // an agent's reply takes its time; uses are counted meanwhile
      const { thread, turns, steps } = talk;
      await memory.reflect({ thread, turns, steps, recalled });
      onDay(talk.at);
    }
    now = life.end + DAY;
    await keepUp();
    const answers: Answer[] = [];
    for (const { fact, current, former } of life.truth)
      for (const question of fact.ask) answers.push(await ask(hindsight, question, current, former));
    for (const { ask: question, answer } of LASTING) answers.push(await ask(hindsight, question, answer, []));
    return {
      stats: await memory.stats(),
      health: await memory.health(),
      mostEpisodes,
      runs,
      changes,
      answers,
      seconds: (performance.now() - started) / 1000,
    };
  } finally {
    await hindsight.close();
  }
}

async function ask(
  hindsight: Hindsight,
  question: string,
  expected: string,
  former: readonly string[],
): Promise<Answer> {
  const { results } = await hindsight.user(USER).recall(question, { touch: false });
  const contents = results.map(({ record }) => record.content);
  const holds = (content: string, value: string) => content.toLowerCase().includes(value.toLowerCase());
  return {
    question,
    expected,
    place: contents.findIndex((content) => holds(content, expected)) + 1,
    stale: contents.filter((content) => former.some((value) => holds(content, value)) && !holds(content, expected)),
    first: contents[0] ?? "",
  };
}
