import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/**
 * A scripted OpenAI-compatible server on 127.0.0.1, so that tests drive the real client over real HTTP.
 *
 *     const server = await startOpenAiServer({ chat: [say.text("Hello."), say.tool("search_memory", { query: "seat" })] });
 *     const model = new ChatOpenAI({ apiKey: "test", configuration: { baseURL: server.baseUrl } });
 *     …
 *     expect(server.chats[0].body.messages).toHaveLength(2);
 *     await server.close();
 *
 * The script is a queue (one reply a request, in order) or a function of the request, which may wait for something
 * before it answers. A request past the end of the queue gets HTTP 500 "not scripted" and is never retried by the
 * client, so a test that expected less traffic fails at once. Streaming is used when the request asks for it.
 */

/** One answer of `/v1/chat/completions`; made with `say`. */
export type ChatReply =
  | { kind: "message"; text: string | null; toolCalls?: ToolCall[]; refusal?: string; finish: string; id?: string }
  | { kind: "status"; status: number; message: string; code?: string; headers?: Record<string, string> }
  | { kind: "raw"; status: number; contentType: string; body: string }
  /** The request is taken and never answered. */
  | { kind: "hang" }
  /** Streams the text and then falls silent without ending. Not streaming: sends half a body and falls silent. */
  | { kind: "stall"; text: string }
  /** Streams the text, or half of the call, and ends the stream in good order, without a finish reason. */
  | { kind: "ends"; text: string; toolCalls?: ToolCall[] }
  /** Sends the text and cuts the connection. */
  | { kind: "disconnect"; text: string };

export interface ToolCall {
  name: string;
  /** An object is written as JSON; a string is sent as it is, also when it is no JSON. */
  args: unknown;
  id?: string;
}

/** Replies by name. */
export const say = {
  text: (text: string, id?: string): ChatReply => ({ kind: "message", text, finish: "stop", ...(id ? { id } : {}) }),
  json: (value: unknown): ChatReply => say.text(JSON.stringify(value)),
  fenced: (value: unknown): ChatReply => say.text(`\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``),
  prose: (value: unknown): ChatReply =>
    say.text(`Sure! Here is what you asked for:\n\n${JSON.stringify(value)}\n\nLet me know if you need more.`),
  cutOff: (text: string): ChatReply => ({ kind: "message", text, finish: "length" }),
  tool: (name: string, args: unknown, id?: string): ChatReply => say.tools([{ name, args, ...(id ? { id } : {}) }]),
  tools: (toolCalls: ToolCall[], text: string | null = null): ChatReply => ({
    kind: "message",
    text,
    toolCalls,
    finish: "tool_calls",
  }),
  refusal: (refusal: string): ChatReply => ({ kind: "message", text: null, refusal, finish: "stop" }),
  filtered: (text = ""): ChatReply => ({ kind: "message", text, finish: "content_filter" }),
  status: (status: number, message: string, headers?: Record<string, string>): ChatReply => ({
    kind: "status",
    status,
    message,
    ...(headers ? { headers } : {}),
  }),
  /** What servers answer that do not know `response_format`. */
  unsupported: (what: string): ChatReply => say.status(400, `${what} is not supported by this model`),
  page: (body = "<html><body>Welcome</body></html>"): ChatReply => ({
    kind: "raw",
    status: 200,
    contentType: "text/html",
    body,
  }),
  hang: (): ChatReply => ({ kind: "hang" }),
  stall: (text: string): ChatReply => ({ kind: "stall", text }),
  ends: (text: string, toolCalls: ToolCall[] = []): ChatReply => ({ kind: "ends", text, toolCalls }),
  disconnect: (text: string): ChatReply => ({ kind: "disconnect", text }),
} as const;

/** The parts of a chat request that tests look at. */
export interface ChatBody {
  model: string;
  messages: { role: string; content: unknown; tool_call_id?: string; tool_calls?: unknown[] }[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  temperature?: number;
  max_completion_tokens?: number;
  max_tokens?: number;
  response_format?: { type: string; json_schema?: { name: string; strict?: boolean; schema: unknown } };
  tools?: { type: string; function: { name: string; strict?: boolean; parameters: unknown } }[];
  tool_choice?: unknown;
}

export interface EmbeddingBody {
  model: string;
  input: string | string[];
  encoding_format?: "float" | "base64";
}

export interface Recorded<Body> {
  path: string;
  headers: IncomingMessage["headers"];
  body: Body;
}

export type EmbeddingReply =
  | { kind: "status"; status: number; message: string; headers?: Record<string, string> }
  | { kind: "vectors"; vectors: number[][]; reversed?: boolean }
  | { kind: "raw"; status: number; contentType: string; body: string }
  | { kind: "hang" };

export interface ServerScript {
  chat?: readonly ChatReply[] | ((body: ChatBody, nth: number) => ChatReply | Promise<ChatReply>);
  /** Every chat answer carries this id, as some servers do. */
  constantId?: string;
  /** Length of the vectors; default 32. */
  dimensions?: number;
  /** What embeddings look like on the wire; default as the client asks. */
  encoding?: "as asked" | "float" | "base64";
  /** Overrides the answer of the nth embeddings request (from 0); `undefined` means vectors as usual. */
  embeddings?: (body: EmbeddingBody, nth: number) => EmbeddingReply | undefined;
  /** Names listed by `/v1/models`; default `["scripted"]`. */
  models?: readonly string[];
  /** Requests without this bearer token get 401. */
  key?: string;
  /** Milliseconds between streamed pieces; default 0. */
  pace?: number;
}

export interface OpenAiServer {
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  readonly chats: Recorded<ChatBody>[];
  readonly embeddings: Recorded<EmbeddingBody>[];
  /** Chat requests that found the queue empty. */
  readonly unscripted: () => number;
  /** Adds replies to the end of the queue. */
  push(...replies: ChatReply[]): void;
  /** Ends every connection, hanging ones too. */
  close(): Promise<void>;
}

/** Deterministic vector of a text: its words hashed, so that texts that share words lie near each other. Length 1. */
export function vectorOf(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? [text]) {
    let hash = 2_166_136_261;
    for (const character of word) hash = Math.imul(hash ^ character.codePointAt(0)!, 16_777_619) >>> 0;
    vector[hash % dimensions]! += hash & 0x10000 ? 1 : -1;
  }
  vector[0]! += 0.01;
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}

function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => resolve(Buffer.concat(parts).toString("utf8")));
    request.on("error", reject);
  });
}

function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(value));
}

function sendError(response: ServerResponse, status: number, message: string, headers: Record<string, string> = {}) {
  sendJson(response, status, { error: { message, type: "scripted", code: null } }, headers);
}

function wireCalls(calls: readonly ToolCall[], withIndex: boolean) {
  return calls.map((call, index) => ({
    ...(withIndex ? { index } : {}),
    id: call.id ?? `call_${index}`,
    type: "function",
    function: { name: call.name, arguments: typeof call.args === "string" ? call.args : JSON.stringify(call.args) },
  }));
}

/** Pieces of about a word, as a model streams them; a run of Han goes character by character. */
function pieces(text: string): string[] {
  return text.match(/\s*\p{Script=Han}|\s*[^\s\p{Script=Han}]+|\s+$/gu) ?? [];
}

const USAGE = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };

/** Starts the server on a free port. Close it when the test ends. */
export async function startOpenAiServer(script: ServerScript = {}): Promise<OpenAiServer> {
  const chats: Recorded<ChatBody>[] = [];
  const embeddings: Recorded<EmbeddingBody>[] = [];
  const queue = Array.isArray(script.chat) ? [...(script.chat as readonly ChatReply[])] : [];
  const choose = typeof script.chat === "function" ? script.chat : undefined;
  let unscripted = 0;

  async function answerChat(body: ChatBody, nth: number, response: ServerResponse): Promise<void> {
    let reply = choose ? await choose(body, nth) : queue.shift();
    if (!reply) {
      unscripted++;
      reply = say.status(500, "not scripted: the queue of replies is empty", { "x-should-retry": "false" });
    }
    if (reply.kind === "hang") return;
    if (reply.kind === "status") {
      sendError(response, reply.status, reply.message, reply.headers);
      return;
    }
    if (reply.kind === "raw") {
      response.writeHead(reply.status, { "content-type": reply.contentType });
      response.end(reply.body);
      return;
    }
    const id = script.constantId ?? (reply.kind === "message" ? reply.id : undefined) ?? `chatcmpl-${nth}`;
    const head = { id, created: 1_700_000_000, model: body.model };
    if (body.stream !== true) {
      if (reply.kind !== "message") {
        response.writeHead(200, { "content-type": "application/json" });
        response.write(`{"id":"${id}","choices":[{"message":{"content":${JSON.stringify(reply.text).slice(0, -1)}`);
        if (reply.kind === "disconnect") setImmediate(() => response.destroy());
        return;
      }
      const message = {
        role: "assistant",
        content: reply.text,
        ...(reply.refusal === undefined ? {} : { refusal: reply.refusal }),
        ...(reply.toolCalls ? { tool_calls: wireCalls(reply.toolCalls, false) } : {}),
      };
      const choices = [{ index: 0, message, finish_reason: reply.finish }];
      return sendJson(response, 200, { ...head, object: "chat.completion", choices, usage: USAGE });
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    const event = (delta: object, finish: string | null = null): void => {
      const choices = [{ index: 0, delta, finish_reason: finish }];
      response.write(`data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices })}\n\n`);
    };
    event({ role: "assistant", content: "" });
    for (const piece of pieces(reply.text ?? "")) {
      if (script.pace) await delay(script.pace);
      event({ content: piece });
    }
    if (reply.kind === "stall") return;
    if (reply.kind === "disconnect") {
      setImmediate(() => response.destroy());
      return;
    }
    if (reply.kind === "ends") {
      for (const call of wireCalls(reply.toolCalls ?? [], true)) {
        const half = call.function.arguments.slice(0, -2);
        event({ tool_calls: [{ ...call, function: { ...call.function, arguments: half } }] });
      }
      response.end();
      return;
    }
    if (reply.refusal !== undefined) event({ refusal: reply.refusal });
    for (const [index, call] of wireCalls(reply.toolCalls ?? [], true).entries()) {
      const text = call.function.arguments;
      const middle = Math.ceil(text.length / 2);
      event({ tool_calls: [{ ...call, function: { name: call.function.name, arguments: text.slice(0, middle) } }] });
      if (middle < text.length) event({ tool_calls: [{ index, function: { arguments: text.slice(middle) } }] });
    }
    event({}, reply.finish);
    if (body.stream_options?.include_usage) {
      const usage = { ...head, object: "chat.completion.chunk", choices: [], usage: USAGE };
      response.write(`data: ${JSON.stringify(usage)}\n\n`);
    }
    response.end("data: [DONE]\n\n");
  }

  function answerEmbeddings(body: EmbeddingBody, nth: number, response: ServerResponse): void {
    const scripted = script.embeddings?.(body, nth);
    if (scripted?.kind === "hang") return;
    if (scripted?.kind === "status") {
      sendError(response, scripted.status, scripted.message, scripted.headers);
      return;
    }
    if (scripted?.kind === "raw") {
      response.writeHead(scripted.status, { "content-type": scripted.contentType });
      response.end(scripted.body);
      return;
    }
    const texts = typeof body.input === "string" ? [body.input] : body.input;
    const vectors = scripted?.vectors ?? texts.map((text) => vectorOf(text, script.dimensions ?? 32));
    const wanted = script.encoding ?? "as asked";
    const base64 = wanted === "base64" || (wanted === "as asked" && body.encoding_format === "base64");
    const data = vectors.map((vector, index) => ({
      object: "embedding",
      index,
      embedding: base64 ? Buffer.from(new Float32Array(vector).buffer).toString("base64") : vector,
    }));
    if (scripted?.reversed) data.reverse();
    sendJson(response, 200, { object: "list", model: body.model, data, usage: { prompt_tokens: 1, total_tokens: 1 } });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "/";
    const text = await readBody(request);
    if (script.key !== undefined && request.headers.authorization !== `Bearer ${script.key}`)
      return sendError(response, 401, "Incorrect API key provided");
    if (path === "/v1/models") {
      const data = (script.models ?? ["scripted"]).map((id) => ({ id, object: "model", created: 0, owned_by: "test" }));
      return sendJson(response, 200, { object: "list", data });
    }
    const { headers } = request;
    if (path === "/v1/chat/completions") {
      const body = JSON.parse(text) as ChatBody;
      const nth = chats.push({ path, headers, body }) - 1;
      return answerChat(body, nth, response);
    }
    if (path === "/v1/embeddings") {
      const body = JSON.parse(text) as EmbeddingBody;
      const nth = embeddings.push({ path, headers, body }) - 1;
      return answerEmbeddings(body, nth, response);
    }
    sendError(response, 404, `no such path ${path}`);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendError(response, 500, `test server: ${String(error)}`, { "x-should-retry": "false" });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    chats,
    embeddings,
    unscripted: () => unscripted,
    push: (...replies) => void queue.push(...replies),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
