import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const memorySchema = z.object({
  pool: z.string(),
  id: z.string(),
  thread: z.string(),
  time: z.string(),
  speaker: z.string(),
  text: z.string(),
});
const questionSchema = z.object({
  pool: z.string(),
  category: z.string(),
  question: z.string(),
  relevant: z.array(z.string()).min(1),
});
export type BenchMemory = z.infer<typeof memorySchema>;
export type BenchQuestion = z.infer<typeof questionSchema>;

export interface RecallSet {
  name: string;
  pools: Map<string, { memories: BenchMemory[]; questions: BenchQuestion[] }>;
}

/** The turns as `rememberAll` takes them. */
export function* asMemories(memories: readonly BenchMemory[]) {
  for (const { id, thread, time, speaker, text } of memories)
    yield { id, content: text, kind: "episodic" as const, type: "turn" as const, thread, speaker, happenedAt: time };
}

function lines<T>(path: string, schema: z.ZodType<T>): T[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line, index) => {
      if (line.trim() === "") return [];
      const parsed = schema.safeParse(JSON.parse(line));
      if (!parsed.success) throw new Error(`${path}:${index + 1}: ${z.prettifyError(parsed.error)}`);
      return [parsed.data];
    });
}

/** The files of the folder. @throws Error naming the folder in one line when it cannot be read. */
function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new SetsMissing(`the folder ${folder} cannot be read (${(error as NodeJS.ErrnoException).code}): ${PASS}`);
  }
}

const PASS = "pass the folder of the sets with --data DIR";
/** There are no sets where they were looked for. */
export class SetsMissing extends Error {}

/** Every `<set>.memories.jsonl` of the folder that has its `<set>.questions.jsonl`, by name. */
export function readSets(folder: string): RecallSet[] {
  const suffix = ".memories.jsonl";
  const names = filesOf(folder).filter((file) => file.endsWith(suffix));
  if (names.length === 0) throw new SetsMissing(`no *${suffix} in ${folder}: ${PASS}`);
  return names.sort().map((file) => {
    const name = file.slice(0, -suffix.length);
    const pools: RecallSet["pools"] = new Map();
    for (const memory of lines(join(folder, file), memorySchema)) {
      const pool = pools.get(memory.pool);
      if (pool === undefined) pools.set(memory.pool, { memories: [memory], questions: [] });
      else pool.memories.push(memory);
    }
    for (const question of lines(join(folder, `${name}.questions.jsonl`), questionSchema)) {
      const pool = pools.get(question.pool);
      if (pool === undefined) throw new Error(`${name}: a question names the unknown pool "${question.pool}"`);
      pool.questions.push(question);
    }
    return { name, pools };
  });
}

/** The sets, for a command: without any it ends with one line that says so, and exit code 1. */
export function setsOrExit(folder: string): RecallSet[] {
  try {
    return readSets(folder);
  } catch (error) {
    if (!(error instanceof SetsMissing)) throw error;
    console.error(`error: ${error.message}`);
    process.exit(1);
  }
}
