import type { Step } from "../../src/domain/record.ts";
import type { Turn } from "../../src/memory/types.ts";
import { CHANGING, type ChangingFact, LASTING, WISHES } from "./facts.ts";
import { createRandom } from "./random.ts";
import { errand, QUESTIONS, SMALL_TALK, TOOL_NOISE } from "./talk.ts";

/** One talk of a life: what was said, done, and asked of the memory. */
export interface Talk {
  thread: string;
  /** Milliseconds since 1970, of its end. */
  at: number;
  turns: Turn[];
  steps: Step[];
  /** Questions whose answer the memory should give; asked while talking, as an agent would. */
  asked: string[];
}

export interface Life {
  talks: Talk[];
  turns: number;
  /** What is true at the end, and what was before. */
  truth: { fact: ChangingFact; current: string; former: string[] }[];
  end: number;
}

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Turns of a life of so many days from a seed; `turns` messages of user, assistant and tools in all, at least. */
export function createLife({
  seed,
  days,
  turns,
  start,
}: {
  seed: number;
  days: number;
  turns: number;
  start: number;
}): Life {
  const random = createRandom(seed);
  const told = new Map<string, string[]>();
  /** The day each fact changes next. */
  const due = new Map(CHANGING.map((fact) => [fact.name, 1 + random.below(Math.min(days / 4, fact.every))]));
  const talks: Talk[] = [];
  let written = 0;
  let errands = 0;
  /** One of them a day, or as soon as there is a talk: a quiet life has days without one. */
  let lastingTold = 0;

  for (let day = 0; day < days; day++) {
    const wanted = Math.ceil((turns * (day + 1)) / days);
    for (let talk = 0; written < wanted; talk++) {
      const language = random.chance(0.5) ? "en" : "zh";
      const thread = `day ${day} talk ${talk}`;
      const begin = start + day * DAY + 7 * HOUR + talk * HOUR;
      const made: Talk = { thread, at: begin, turns: [], steps: [], asked: [] };
      const say = (role: Turn["role"], content: string) => {
        made.at = begin + made.turns.length * 20_000;
        made.turns.push({ role, content, id: `${thread} ${made.turns.length}`, at: new Date(made.at).toISOString() });
      };
      const exchange = (content: string, answer: string = language === "zh" ? "好的，我记下了。" : "Noted.") => {
        say("user", content);
        say("assistant", answer);
      };
      if (random.chance(0.4)) exchange(random.pick(SMALL_TALK[language]), language === "zh" ? "你好！" : "Hello!");
      const lasting = lastingTold <= day ? LASTING[lastingTold] : undefined;
      if (lasting !== undefined) {
        exchange(lasting.tell);
        lastingTold++;
      }
      for (const fact of CHANGING) {
        if (fact.language !== language || day < due.get(fact.name)!) continue;
        const values = told.get(fact.name) ?? [];
        const value = random.pick(fact.values.filter((one) => one !== values.at(-1)));
        told.set(fact.name, [...values, value]);
        due.set(fact.name, day + Math.ceil(fact.every * (0.5 + random.next())));
        exchange(random.pick(fact.tell)(value));
        break;
      }
      if (random.chance(0.03))
        exchange(random.pick(WISHES.filter((wish) => wish.language === language).flatMap(({ tell }) => tell)));
      if (random.chance(0.12)) {
        const fact = random.pick(CHANGING.filter((one) => one.language === language));
        const current = told.get(fact.name)?.at(-1);
        if (current !== undefined) {
          const question = random.pick(fact.ask);
          made.asked.push(question);
          exchange(question, language === "zh" ? `您的${fact.name}：${current}。` : `Your ${fact.name}: ${current}.`);
        }
      }
      if (random.chance(0.3)) {
        const { request, tool, input, result, error, answer } = errand(random, language, errands++);
        say("user", request);
        say("tool", result ?? error ?? "");
        say("assistant", answer);
        made.steps.push({ tool, input, result, error });
      }
      if (random.chance(0.2))
        exchange(random.pick(QUESTIONS[language]), language === "zh" ? "让我想想。" : "Let me see.");
      if (random.chance(0.08))
        exchange(random.pick(TOOL_NOISE), language === "zh" ? "这是一段输出。" : "That is some output.");
      if (random.chance(0.4) || made.turns.length === 0)
        exchange(random.pick(SMALL_TALK[language]), language === "zh" ? "不客气！" : "You're welcome!");
      written += made.turns.length;
      talks.push(made);
    }
  }
  const truth = CHANGING.flatMap((fact) => {
    const values = told.get(fact.name) ?? [];
    const current = values.at(-1);
    return current === undefined
      ? []
      : [{ fact, current, former: [...new Set(values)].filter((one) => one !== current) }];
  });
  return { talks, turns: written, truth, end: talks.at(-1)!.at };
}
