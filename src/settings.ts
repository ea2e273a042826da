import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { HindsightError } from "./domain/errors.ts";
import { exactly, firstIssue, plainly } from "./domain/invalid.ts";
import { isBlankId } from "./domain/scope.ts";

const text = z.string().trim().min(1);
const whole = z.coerce.number().int();

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Five fields of a cron pattern by their form; croner, which runs it, is loaded only where there is a schedule. */
function isSchedule(pattern: string): boolean {
  return /^(?:[\d*,/\-a-z#?]+\s+){4,5}[\d*,/\-a-z#?]+$/iu.test(pattern);
}

/** Every setting, with the environment variable it is read from, its default and its meaning. */
export const settingsSchema = exactly({
  home: text.describe("HINDSIGHT_HOME: folder of all files"),
  user: z
    .string()
    .refine((id) => !isBlankId(id), "must not be empty or blank")
    .describe("HINDSIGHT_USER: the user when nothing else names one; taken byte for byte"),
  timeZone: z
    .string()
    .refine(isTimeZone, "not an IANA time zone such as Europe/Oslo")
    .describe("HINDSIGHT_TIME_ZONE: the user's time zone; default the machine's"),
  encryptionKey: z
    .string()
    .min(16)
    .nullable()
    .describe("HINDSIGHT_ENCRYPTION_KEY: encrypts every file; losing it loses them"),
  qdrantUrl: z
    .url({ protocol: /^https?$/u, error: "must be a URL such as http://localhost:6333" })
    .nullable()
    .describe("QDRANT_URL: memories live in this Qdrant; none means SQLite files in the home folder"),
  qdrantKey: text.nullable().describe("QDRANT_API_KEY: key of that Qdrant"),
  qdrantPrefix: text
    .regex(/^[\w-]+$/u, "letters, digits, _ and - only")
    .describe("HINDSIGHT_QDRANT_PREFIX: what its collections' names begin with"),
  qdrantTimeoutMs: whole.min(100).describe("HINDSIGHT_QDRANT_TIMEOUT_MS: longest wait for one call of Qdrant"),
  redisUrl: z
    .url({ protocol: /^rediss?$/u, error: "must be a URL such as redis://localhost:6379, or rediss:// for TLS" })
    .nullable()
    .describe("REDIS_URL: queue, leases, dead letters and hot answers live in this Redis; none means the home folder"),
  redisPrefix: text
    .regex(/^[\w:-]+$/u, "letters, digits, _, : and - only")
    .describe("HINDSIGHT_REDIS_PREFIX: what its keys begin with"),
  redisTimeoutMs: whole
    .min(50)
    .max(1_000)
    .describe("HINDSIGHT_REDIS_TIMEOUT_MS: longest wait for one command of Redis"),
  checkpoints: z
    .string()
    .refine(
      (url) =>
        /^(?:sqlite|memory):$/u.test(url) || (/^(?:rediss?|postgres(?:ql)?):\/\//u.test(url) && URL.canParse(url)),
      "must be sqlite:, memory:, redis://host:6379, rediss://… or postgres://user:password@host:5432/database",
    )
    .nullable()
    .describe(
      "HINDSIGHT_CHECKPOINTS: working memory: sqlite:, redis://…, postgres://… or memory:; default REDIS_URL, else sqlite:",
    ),
  checkpointMinutes: whole
    .min(0)
    .nullable()
    .describe(
      "HINDSIGHT_CHECKPOINT_MINUTES: idle so long a thread is dropped; 0 for never; default 30 on Redis, else 0",
    ),
  checkpointHistory: whole
    .refine((count) => count === 0 || count >= 10, "must be 0 or at least 10: a run in progress needs the last few")
    .describe("HINDSIGHT_CHECKPOINT_HISTORY: newest checkpoints kept of a thread on Redis; 0 for all"),
  checkpointFallback: z
    .enum(["memory", "fail"])
    .describe(
      "HINDSIGHT_CHECKPOINTS_FALLBACK: while Redis is away threads go on in this process's memory (memory), or runs fail (fail)",
    ),
  apiKey: text.nullable().describe("OPENAI_API_KEY: key of the endpoint"),
  baseUrl: z.url().nullable().describe("OPENAI_BASE_URL: any OpenAI-compatible endpoint"),
  model: text.nullable().describe("HINDSIGHT_MODEL: chat model; none means the built-in one"),
  reflectionModel: text.nullable().describe("HINDSIGHT_REFLECTION_MODEL: distils tasks; default HINDSIGHT_MODEL"),
  scoringModel: text
    .nullable()
    .describe("HINDSIGHT_SCORING_MODEL: scores doubtful writes; default the reflection model"),
  embeddingModel: text.nullable().describe("HINDSIGHT_EMBEDDING_MODEL: none means the built-in embedder"),
  embeddingTrust: z.coerce
    .number()
    .min(0)
    .max(1)
    .describe("HINDSIGHT_EMBEDDING_TRUST: weight of its ranks beside BM25's, 0 to 1"),
  embeddingQueryPrefix: z
    .string()
    .describe("HINDSIGHT_EMBEDDING_QUERY_PREFIX: put before questions, e.g. query: for e5"),
  embeddingDocumentPrefix: z
    .string()
    .describe("HINDSIGHT_EMBEDDING_DOCUMENT_PREFIX: put before memories, e.g. passage: for e5"),
  embeddingTimeoutMs: whole
    .min(10)
    .describe("HINDSIGHT_EMBEDDING_TIMEOUT_MS: past it a question is searched without its vector, and that is counted"),
  rewriteModel: text.nullable().describe("HINDSIGHT_REWRITE_MODEL: rewrites questions; default HINDSIGHT_MODEL"),
  rewriteTimeoutMs: whole
    .min(0)
    .describe("HINDSIGHT_REWRITE_TIMEOUT_MS: past it the rules read the question; 0 never asks the model"),
  rerankModel: text
    .nullable()
    .describe("HINDSIGHT_RERANK_MODEL: cross-encoder behind a /rerank endpoint; default none"),
  rerankUrl: z.url().nullable().describe("HINDSIGHT_RERANK_URL: where it is served; default OPENAI_BASE_URL"),
  rerankKey: text.nullable().describe("HINDSIGHT_RERANK_KEY: its key; default OPENAI_API_KEY when the URL is its own"),
  rerankFolder: text.nullable().describe("HINDSIGHT_RERANK_FOLDER: an ONNX cross-encoder on this machine instead"),
  rerankTimeoutMs: whole
    .min(10)
    .describe("HINDSIGHT_RERANK_TIMEOUT_MS: past it the order stays as it was, and that is counted"),
  modelTimeoutMs: whole.min(100).describe("HINDSIGHT_MODEL_TIMEOUT_MS: longest wait for one model call"),
  redaction: z
    .enum(["on", "off"])
    .describe(
      "HINDSIGHT_REDACTION: passwords, bank cards, identity numbers and keys are taken out before anything is stored",
    ),
  preset: z
    .enum(["support", "assistant", "companion"])
    .describe("HINDSIGHT_PRESET: weights of recall and strictness of the gate"),
  recall: z.enum(["always", "cue", "tool"]).describe("HINDSIGHT_RECALL: when the agent recalls by itself"),
  recallTokens: whole.min(50).describe("HINDSIGHT_RECALL_TOKENS: token budget of the recalled block"),
  recallCache: whole
    .min(0)
    .max(10_000)
    .describe("HINDSIGHT_RECALL_CACHE: answers kept in memory for each user until something is written; 0 for none"),
  workingTokens: whole
    .min(200)
    .describe("HINDSIGHT_WORKING_TOKENS: past this the oldest turns are folded into a summary"),
  contextWindow: whole
    .min(1_000)
    .describe("HINDSIGHT_CONTEXT_WINDOW: tokens the chat model takes in and gives out together"),
  answerTokens: whole
    .min(16)
    .describe("HINDSIGHT_ANSWER_TOKENS: tokens of the window kept for the answer, at most a quarter of it"),
  workingTurns: whole.min(1).describe("HINDSIGHT_WORKING_TURNS: newest turns always kept verbatim"),
  episodeCap: z
    .preprocess((value) => (value === "auto" ? null : value), whole.min(1).nullable())
    .describe(
      "HINDSIGHT_EPISODE_CAP: most active episodes of a user, or auto: 500, 1000 for the active, 200 for the quiet",
    ),
  upkeepSchedule: text
    .refine((pattern) => pattern === "off" || isSchedule(pattern), "not a cron pattern such as 0 3 * * *, or off")
    .describe("HINDSIGHT_UPKEEP: when worker and serve consolidate everyone's memory, a cron pattern, or off"),
  dailyWrites: whole
    .min(0)
    .describe("HINDSIGHT_DAILY_WRITES: most memories written for a user on a day of theirs; 0 for no cap"),
  safetyTurns: whole
    .min(0)
    .describe(
      "HINDSIGHT_SAFETY_TURNS: after so many turns without a write an episode is kept all the same; 0 for never",
    ),
  sessionMinutes: whole
    .min(0)
    .describe("HINDSIGHT_SESSION_MINUTES: idle so long a thread's session is over; 0 for never"),
  writes: z
    .enum(["queue", "inline"])
    .nullable()
    .describe("HINDSIGHT_WRITES: the agent reflects by the queue or before its run ends; default by the door"),
  workers: whole
    .min(0)
    .max(64)
    .describe("HINDSIGHT_WORKERS: users whose queued work this process does at once; 0 leaves it to hindsight worker"),
  token: z
    .string()
    .min(16)
    .nullable()
    .describe("HINDSIGHT_TOKEN: bearer token that opens the user's memory in hindsight serve"),
  tokens: text.nullable().describe("HINDSIGHT_TOKENS: file of bearer tokens and whose memory each opens"),
  leaseSeconds: whole
    .min(3)
    .max(600)
    .describe("HINDSIGHT_LEASE_SECONDS: a worker silent for so long loses what it was doing to another"),
  mcpConfig: text.nullable().describe("HINDSIGHT_MCP_CONFIG: mcp.json of servers whose tools the agent may use"),
  logLevel: z
    .enum(["debug", "info", "warn", "error", "silent"])
    .describe("HINDSIGHT_LOG: log level, on standard error"),
});
export type Settings = z.infer<typeof settingsSchema>;

/** Environment variable of each setting. */
export const ENVIRONMENT: Record<keyof Settings, string> = {
  home: "HINDSIGHT_HOME",
  user: "HINDSIGHT_USER",
  timeZone: "HINDSIGHT_TIME_ZONE",
  encryptionKey: "HINDSIGHT_ENCRYPTION_KEY",
  qdrantUrl: "QDRANT_URL",
  qdrantKey: "QDRANT_API_KEY",
  qdrantPrefix: "HINDSIGHT_QDRANT_PREFIX",
  qdrantTimeoutMs: "HINDSIGHT_QDRANT_TIMEOUT_MS",
  redisUrl: "REDIS_URL",
  redisPrefix: "HINDSIGHT_REDIS_PREFIX",
  redisTimeoutMs: "HINDSIGHT_REDIS_TIMEOUT_MS",
  checkpoints: "HINDSIGHT_CHECKPOINTS",
  checkpointMinutes: "HINDSIGHT_CHECKPOINT_MINUTES",
  checkpointHistory: "HINDSIGHT_CHECKPOINT_HISTORY",
  checkpointFallback: "HINDSIGHT_CHECKPOINTS_FALLBACK",
  apiKey: "OPENAI_API_KEY",
  baseUrl: "OPENAI_BASE_URL",
  model: "HINDSIGHT_MODEL",
  reflectionModel: "HINDSIGHT_REFLECTION_MODEL",
  scoringModel: "HINDSIGHT_SCORING_MODEL",
  embeddingModel: "HINDSIGHT_EMBEDDING_MODEL",
  embeddingTrust: "HINDSIGHT_EMBEDDING_TRUST",
  embeddingQueryPrefix: "HINDSIGHT_EMBEDDING_QUERY_PREFIX",
  embeddingDocumentPrefix: "HINDSIGHT_EMBEDDING_DOCUMENT_PREFIX",
  embeddingTimeoutMs: "HINDSIGHT_EMBEDDING_TIMEOUT_MS",
  rewriteModel: "HINDSIGHT_REWRITE_MODEL",
  rewriteTimeoutMs: "HINDSIGHT_REWRITE_TIMEOUT_MS",
  rerankModel: "HINDSIGHT_RERANK_MODEL",
  rerankUrl: "HINDSIGHT_RERANK_URL",
  rerankKey: "HINDSIGHT_RERANK_KEY",
  rerankFolder: "HINDSIGHT_RERANK_FOLDER",
  rerankTimeoutMs: "HINDSIGHT_RERANK_TIMEOUT_MS",
  modelTimeoutMs: "HINDSIGHT_MODEL_TIMEOUT_MS",
  redaction: "HINDSIGHT_REDACTION",
  preset: "HINDSIGHT_PRESET",
  recall: "HINDSIGHT_RECALL",
  recallTokens: "HINDSIGHT_RECALL_TOKENS",
  recallCache: "HINDSIGHT_RECALL_CACHE",
  workingTokens: "HINDSIGHT_WORKING_TOKENS",
  contextWindow: "HINDSIGHT_CONTEXT_WINDOW",
  answerTokens: "HINDSIGHT_ANSWER_TOKENS",
  workingTurns: "HINDSIGHT_WORKING_TURNS",
  episodeCap: "HINDSIGHT_EPISODE_CAP",
  upkeepSchedule: "HINDSIGHT_UPKEEP",
  dailyWrites: "HINDSIGHT_DAILY_WRITES",
  safetyTurns: "HINDSIGHT_SAFETY_TURNS",
  sessionMinutes: "HINDSIGHT_SESSION_MINUTES",
  writes: "HINDSIGHT_WRITES",
  workers: "HINDSIGHT_WORKERS",
  leaseSeconds: "HINDSIGHT_LEASE_SECONDS",
  token: "HINDSIGHT_TOKEN",
  tokens: "HINDSIGHT_TOKENS",
  mcpConfig: "HINDSIGHT_MCP_CONFIG",
  logLevel: "HINDSIGHT_LOG",
};

function defaults(): Settings {
  return {
    home: join(homedir(), ".hindsight"),
    user: "local",
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
    encryptionKey: null,
    qdrantUrl: null,
    qdrantKey: null,
    qdrantPrefix: "hindsight",
    qdrantTimeoutMs: 5_000,
    redisUrl: null,
    redisPrefix: "hindsight",
    redisTimeoutMs: 800,
    checkpoints: null,
    checkpointMinutes: null,
    checkpointHistory: 50,
    checkpointFallback: "memory",
    apiKey: null,
    baseUrl: null,
    model: null,
    reflectionModel: null,
    scoringModel: null,
    embeddingModel: null,
    embeddingTrust: 0.5,
    embeddingQueryPrefix: "",
    embeddingDocumentPrefix: "",
    embeddingTimeoutMs: 1_500,
    rewriteModel: null,
    rewriteTimeoutMs: 800,
    rerankModel: null,
    rerankUrl: null,
    rerankKey: null,
    rerankFolder: null,
    rerankTimeoutMs: 300,
    modelTimeoutMs: 60_000,
    redaction: "on",
    preset: "assistant",
    recall: "cue",
    recallCache: 64,
    recallTokens: 1_200,
    workingTokens: 6_000,
    contextWindow: 32_000,
    answerTokens: 4_000,
    workingTurns: 6,
    episodeCap: null,
    upkeepSchedule: "0 3 * * *",
    dailyWrites: 1_000,
    safetyTurns: 12,
    sessionMinutes: 30,
    writes: null,
    workers: 2,
    leaseSeconds: 30,
    token: null,
    tokens: null,
    mcpConfig: null,
    logLevel: "warn",
  };
}

/**
 * The settings: `overrides` before `env` before defaults. An empty variable counts as absent.
 * @throws HindsightError INVALID_SETTING naming the variable.
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>> = process.env,
  overrides: Partial<Settings> = {},
): Settings {
  const found: Record<string, unknown> = defaults();
  for (const [key, name] of Object.entries(ENVIRONMENT)) {
    const value = env[name];
    if (value !== undefined && value.trim() !== "") found[key] = key === "user" ? value : value.trim();
  }
  for (const [key, value] of Object.entries(overrides)) if (value !== undefined) found[key] = value;
  const parsed = settingsSchema.safeParse(found, { error: plainly });
  if (parsed.success) return parsed.data;
  const { path, message } = firstIssue(parsed.error);
  if (path === "")
    throw new HindsightError("INVALID_SETTING", `settings: ${message}`, "Correct the name, or leave it out.");
  const variable = ENVIRONMENT[path as keyof Settings];
  const name = (overrides as Record<string, unknown>)[path] === undefined ? variable : `option "${path}"`;
  throw new HindsightError(
    "INVALID_SETTING",
    `${name}: ${message}`,
    `Correct it, or leave it out for the default; the variable of this setting is ${variable}.`,
  );
}
