import type { OpenAIClient } from "@langchain/openai";
import { storableDeep } from "../../domain/storable.ts";
import type {
  LanguageModel,
  PromptMessage,
  Rung,
  StructuredFailure,
  StructuredRequest,
  StructuredResult,
} from "../../ports/model.ts";
import { createClient, type EndpointSettings, explain, statusOf, withDeadline } from "./endpoint.ts";
import { withRepair, withRule, wordsFor } from "./instructions.ts";
import { type JsonSchema, strictJsonSchema } from "./json-schema.ts";
import { findJson } from "./json-text.ts";

type Completion = OpenAIClient.Chat.ChatCompletion;
type Request = OpenAIClient.Chat.ChatCompletionCreateParamsNonStreaming;

const LADDER = ["json_schema", "tool_call", "json_mode", "prompt"] as const satisfies readonly Rung[];
type LadderRung = (typeof LADDER)[number];

/** A first answer is to be repeatable; a repair must not fall into the same loop, as small models do at 0 (seen with Gemma 270M). */
const REPAIR_TEMPERATURE = 0.6;

/**
 * Most tokens of a structured answer, and of its repair: four times what the largest real reflection took (about 1,000), and
 * room for the thoughts of a reasoning model. Without a bound a small model that falls into a loop writes until the
 * request times out, which looks like an endpoint that is down and is tried again for half an hour (seen with Gemma 270M).
 */
const LONGEST_ANSWER = 4_096;
const LONGEST_REPAIR = 2 * LONGEST_ANSWER;
/** How endpoints call that bound; OpenAI's reasoning models refuse the second, older servers the first. */
const BOUNDS = ["max_completion_tokens", "max_tokens"] as const;

/** What was learnt about one model of one endpoint. */
interface Known {
  /** The best rung that gave a usable answer. */
  rung: LadderRung | null;
  /** False once it refused a request for naming a temperature, as reasoning models do. */
  temperature: boolean;
  /** Names of the bound on the answer's length that it did not refuse, the one to use first. */
  bounds: readonly (typeof BOUNDS)[number][];
}

/** What this process learnt about models, by endpoint and name. Two adapters of one model share it. */
export type ModelMemory = Map<string, Known>;
const processMemory: ModelMemory = new Map();

export interface OpenAiLanguageModelSettings extends EndpointSettings {
  /** Where what was learnt is kept; default this process. */
  memory?: ModelMemory;
}

/** What one call came to. */
type Asked =
  | { kind: "answer"; raw: string; cutOff: boolean; many: number }
  | { kind: "refused"; detail: string }
  /** The endpoint does not know this rung. */
  | { kind: "unsupported"; detail: string }
  | { kind: "unreachable" | "timed_out"; detail: string; raw: string };

type Judged<T> = { ok: true; value: T } | { ok: false; reason: StructuredFailure; problems: string[] };

function request(
  model: string,
  rung: LadderRung,
  name: string,
  schema: JsonSchema,
  messages: readonly PromptMessage[],
): Request {
  const words = wordsFor(messages);
  switch (rung) {
    case "json_schema":
      return {
        model,
        messages: [...messages],
        response_format: { type: "json_schema", json_schema: { name, strict: true, schema } },
      };
    case "tool_call":
      return {
        model,
        messages: withRule(messages, words.useTool(name)),
        tools: [{ type: "function", function: { name, parameters: schema, strict: true } }],
        tool_choice: { type: "function", function: { name } },
      };
    case "json_mode":
      return {
        model,
        messages: withRule(messages, words.answerInJson(JSON.stringify(schema))),
        response_format: { type: "json_object" },
      };
    case "prompt":
      return { model, messages: withRule(messages, words.answerInJson(JSON.stringify(schema))) };
  }
}

/** Arguments as text: servers send a string, some an object. */
function argumentsOf(call: OpenAIClient.Chat.ChatCompletionMessageToolCall): string {
  const given: unknown = call.type === "function" ? call.function?.arguments : undefined;
  return typeof given === "string" ? given : JSON.stringify(given ?? {});
}

function readCompletion(completion: Completion): Asked {
  const unreadable = (detail: string): Asked => ({
    kind: "unreachable",
    detail: `${detail} Check OPENAI_BASE_URL (it usually ends in /v1).`,
    raw: typeof completion === "string" ? completion : JSON.stringify(completion ?? null),
  });
  if (typeof completion !== "object" || completion === null) return unreadable("The answer is no JSON.");
  const choice = Array.isArray(completion.choices) ? completion.choices[0] : undefined;
  if (choice?.message === undefined) return unreadable("The answer holds no message.");
  const { content, refusal, tool_calls: calls } = choice.message;
  if (refusal) return { kind: "refused", detail: refusal };
  if (choice.finish_reason === "content_filter") return { kind: "refused", detail: "stopped by the content filter" };
  const called = Array.from(new Set((calls ?? []).map(argumentsOf)));
  const raw = called.length > 0 ? called.join("\n") : (content ?? "");
  return { kind: "answer", raw, cutOff: choice.finish_reason === "length", many: called.length };
}

const TOO_LONG = /context.{0,10}length|maximum context|too long|exceeds the context/iu;

/** A refusal of what the rung asks for, rather than of the request as such. Some servers say so with a 500. */
function isUnsupported(status: number | null, message: string, rung: LadderRung): boolean {
  if (rung === "prompt" || status === null) return false;
  if (TOO_LONG.test(message)) return false;
  if (status === 400 || status === 422 || status === 501) return true;
  return status === 500 && /schema|grammar|response_format|json_object|tool/iu.test(message);
}

function judge<T>(asked: Asked & { kind: "answer" }, wanted: StructuredRequest<T>): Judged<T> {
  const found = findJson(asked.raw);
  if (!found.found) {
    if (asked.cutOff) return { ok: false, reason: "cut_off", problems: ["the answer was cut off"] };
    const why = asked.many > 1 ? `the function was called ${asked.many} times` : found.why;
    return { ok: false, reason: "not_json", problems: [why] };
  }
  // Before the schema, which then finds what is left of a text empty.
  const parsed = wanted.schema.safeParse(storableDeep(found.value));
  if (!parsed.success) {
    const problems = parsed.error.issues.slice(0, 12).map((issue) => {
      const path = issue.path.map(String).join(".");
      return path === "" ? issue.message : `${path}: ${issue.message}`;
    });
    return { ok: false, reason: asked.cutOff ? "cut_off" : "wrong_shape", problems };
  }
  const problems = wanted.check?.(parsed.data) ?? [];
  return problems.length === 0 ? { ok: true, value: parsed.data } : { ok: false, reason: "failed_check", problems };
}

/**
 * Structured answers of any OpenAI-compatible model: JSON schema, else tool call, else JSON mode, else a plain prompt.
 *
 * - A rung the endpoint does not know (HTTP 400, 422, 501) is skipped; so is one whose answer holds no JSON.
 * - One answer that is JSON but wrong (shape, check, cut off) is sent back once with what was wrong: at most five calls.
 * - The rung that worked is remembered for the process. A slip on it does not forget it; "not supported" does, and
 *   begins again at the top.
 * - The client itself tries again after 429 and 5xx; what remains is `unreachable`, as is a refused key. A model that does
 *   not come to an end in time is `timed_out`: the endpoint is there, and the same question may cost as much again.
 *
 * The calls use the official client and not a chat model, because inside a graph a chat model's tokens would be streamed
 * to the user as if they were the reply.
 */
export function createOpenAiLanguageModel(settings: OpenAiLanguageModelSettings): LanguageModel {
  const { model, timeoutMs, memory = processMemory } = settings;
  const client = createClient(settings);
  const key = `${settings.baseUrl ?? ""}\n${model}`;
  const known: Known = memory.get(key) ?? { rung: null, temperature: true, bounds: BOUNDS };
  memory.set(key, known);

  async function ask(
    body: Request,
    rung: LadderRung,
    repair: boolean,
    signal?: AbortSignal,
    [bound]: Known["bounds"] = known.bounds,
  ): Promise<Asked> {
    signal?.throwIfAborted();
    const deadline = withDeadline(timeoutMs, signal);
    try {
      const sent = {
        ...body,
        ...(known.temperature ? { temperature: repair ? REPAIR_TEMPERATURE : 0 } : {}),
        ...(bound === undefined ? {} : { [bound]: repair ? LONGEST_REPAIR : LONGEST_ANSWER }),
      };
      const completion = await client.chat.completions.create(sent, { signal: deadline });
      return readCompletion(completion);
    } catch (error) {
      signal?.throwIfAborted();
      const status = statusOf(error);
      const { message, hint } = explain(error, settings);
      if (known.temperature && status === 400 && /temperature/iu.test(message)) {
        known.temperature = false;
        return ask(body, rung, repair, signal);
      }
      if (bound !== undefined && (status === 400 || status === 422) && message.includes(bound)) {
        known.bounds = known.bounds.filter((one) => one !== bound);
        return ask(body, rung, repair, signal);
      }
      // Servers of a small window count the bound as if it were used up: whatever room is left must do.
      if (bound !== undefined && status === 400 && TOO_LONG.test(message)) return ask(body, rung, repair, signal, []);
      if (isUnsupported(status, message, rung)) return { kind: "unsupported", detail: message };
      const late = status === 504 || deadline.aborted;
      return { kind: late ? "timed_out" : "unreachable", detail: `${message} ${hint}`, raw: "" };
    }
  }

  return {
    name: model,
    builtin: false,
    async structured<T>(wanted: StructuredRequest<T>): Promise<StructuredResult<T>> {
      const schema = strictJsonSchema(wanted.schema);
      const { signal } = wanted;
      let calls = 0;
      let repairLeft = true;
      let rung: LadderRung = known.rung ?? LADDER[0];
      let failure = { reason: "unreachable" as StructuredFailure, detail: "", raw: "" };
      const fail = (): StructuredResult<T> => ({ ok: false, ...failure, rung, calls, model });

      async function attempt(messages: readonly PromptMessage[], repair: boolean): Promise<Asked> {
        calls++;
        return ask(request(model, rung, wanted.name, schema, messages), rung, repair, signal);
      }

      for (let at = LADDER.indexOf(rung); at < LADDER.length; at++) {
        rung = LADDER[at]!;
        let messages: readonly PromptMessage[] = wanted.messages;
        for (let repaired = false; ; repaired = true) {
          const asked = await attempt(messages, repaired);
          if (asked.kind === "unsupported") {
            if (known.rung === rung) {
              known.rung = null; // the endpoint changed: begin again at the top
              at = -1;
            }
            if (failure.raw === "") failure = { reason: "unreachable", detail: asked.detail, raw: "" };
            break; // down one rung
          }
          if (asked.kind !== "answer") {
            failure = { reason: asked.kind, detail: asked.detail, raw: "raw" in asked ? asked.raw : asked.detail };
            return fail();
          }
          const judged = judge(asked, wanted);
          if (judged.ok) {
            known.rung ??= rung;
            return { ok: true, value: judged.value, rung, repaired, calls, model };
          }
          failure = { reason: judged.reason, detail: judged.problems.join("; "), raw: asked.raw };
          const last = rung === "prompt";
          const lowerMayHelp = judged.reason === "not_json" || (judged.reason === "wrong_shape" && !repairLeft);
          if (lowerMayHelp && !last) break; // down one rung; the repair is kept for an answer it can help
          if (!repairLeft) return fail();
          repairLeft = false;
          messages = withRepair(wanted.messages, { ...asked, problems: judged.problems }, schema);
        }
      }
      return fail();
    },
  };
}
