import { OpenAIClient } from "@langchain/openai";
import { messageOf } from "../../domain/errors.ts";
import { boundedFetch } from "./transport.ts";

/** An OpenAI-compatible endpoint and one model of it. */
export interface EndpointSettings {
  /** Ends before `/chat/completions`; `null` is OpenAI itself. */
  baseUrl: string | null;
  /** `null` for servers that ask for none. */
  apiKey: string | null;
  model: string;
  /** Longest wait for one call, retries included, in milliseconds. A streamed answer may go on for longer than this. */
  timeoutMs: number;
  /** Settings that hints name; default those of the chat endpoint. */
  variables?: { key: string; url: string; timeout: string };
  /** How often the client tries again after 408, 409, 429, 5xx or a broken connection. Default 2. */
  retries?: number;
  /** Longest answer that is read, in bytes. Default any. */
  mostBytes?: number;
}

const OPENAI = "https://api.openai.com/v1";
/** The client insists on a key; servers without one ignore it. */
const NO_KEY = "none";
/** Above this the client's own timeout would fire before ours, and it would try again. */
const SLACK_MS = 5_000;

/** What the official client is made with; everything is given, so that no stray environment variable steers it. */
export function clientOptions(settings: EndpointSettings) {
  return {
    apiKey: settings.apiKey ?? NO_KEY,
    baseURL: settings.baseUrl ?? OPENAI,
    timeout: settings.timeoutMs + SLACK_MS,
    maxRetries: settings.retries ?? 2,
    fetch: boundedFetch(settings.timeoutMs, settings.mostBytes),
    logLevel: "warn" as const, // "info" and below would go to standard output, which belongs to answers and to MCP
  };
}

export function createClient(settings: EndpointSettings): OpenAIClient {
  return new OpenAIClient(clientOptions(settings));
}

/** HTTP status of an error of the client; `null` when no answer came. */
export function statusOf(error: unknown): number | null {
  return error instanceof OpenAIClient.APIError && typeof error.status === "number" ? error.status : null;
}

function causeOf(error: unknown): string {
  const parts: string[] = [];
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++) {
    const code = "code" in at && typeof at.code === "string" ? ` (${at.code})` : "";
    if (at.message !== "") parts.push(at.message + code);
  }
  return Array.from(new Set(parts)).join(": ") || messageOf(error);
}

const CHAT_VARIABLES = {
  key: "OPENAI_API_KEY",
  url: "OPENAI_BASE_URL",
  timeout: "HINDSIGHT_MODEL_TIMEOUT_MS",
} as const;

/** What went wrong and what to do, in one or two sentences; the key never appears in it. */
export function explain(error: unknown, settings: EndpointSettings): { message: string; hint: string } {
  const url = settings.baseUrl ?? OPENAI;
  const variables = settings.variables ?? CHAT_VARIABLES;
  const status = statusOf(error);
  const text = causeOf(error).split("\n\nTroubleshooting URL:", 1)[0]!;
  const message = settings.apiKey === null ? text : text.replaceAll(settings.apiKey, "…");
  if (status === 401 || status === 403)
    return {
      message: `${url} refused the key: ${message}`,
      hint: `Set ${variables.key} to a key this endpoint accepts.`,
    };
  if (status === 404)
    return {
      message: `${url} does not know this address or the model "${settings.model}": ${message}`,
      hint: `Check ${variables.url} (it usually ends in /v1) and the model's name.`,
    };
  if (status === 429)
    return {
      message: `${url} has no capacity left for this key: ${message}`,
      hint: "Wait, or raise the limit or quota of the account.",
    };
  if (status === 504)
    return {
      message: `${url}: ${message}`,
      hint: `Check that the endpoint is alive, or raise ${variables.timeout}.`,
    };
  if (status !== null && status >= 500)
    return { message: `${url} failed: ${message}`, hint: "Try again later; the fault is at the endpoint." };
  if (status !== null)
    return { message: `${url} refused the request: ${message}`, hint: `Check that it serves "${settings.model}".` };
  return {
    message: `${url} was not reached: ${message}`,
    hint: `Check ${variables.url} and that the endpoint is running.`,
  };
}

/** The caller's signal together with a deadline for the whole call. */
export function withDeadline(timeoutMs: number, signal?: AbortSignal): AbortSignal {
  const deadline = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, deadline]) : deadline;
}
