import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a `/rerank` endpoint was sent. */
export interface RerankBody {
  model?: string;
  query: string;
  documents?: string[];
  texts?: string[];
  top_n?: number;
}

/** An answer: a status and a body that is sent as JSON (a string as it is), none at all, or one that never ends. */
export type RerankReply = { status?: number; body: unknown } | "hang" | "endless";

export interface RerankServer {
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  /** Bytes of endless answers that were taken off the server before the other side hung up. */
  readonly endless: { bytes: number; hungUp: Promise<void> };
  readonly asked: { path: string; headers: IncomingHttpHeaders; body: RerankBody }[];
  close(): Promise<void>;
}

/** A scripted `/rerank` endpoint on 127.0.0.1. */
export async function startRerankServer(reply: (body: RerankBody, nth: number) => RerankReply): Promise<RerankServer> {
  const asked: RerankServer["asked"] = [];
  const hungUp = Promise.withResolvers<void>();
  const endless = { bytes: 0, hungUp: hungUp.promise };
  const chunk = `${'{"index":0,"score":1},'.repeat(10_000)}\n`;
  /** Entries without end, as fast as they are taken. */
  function pour(response: ServerResponse): void {
    response.once("close", hungUp.resolve);
    response.writeHead(200, { "content-type": "application/json" });
    response.write("[");
    const more = (): void => {
      do endless.bytes += chunk.length;
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", more);
    more();
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(parts).toString("utf8")) as RerankBody;
      const nth = asked.push({ path: request.url ?? "", headers: request.headers, body }) - 1;
      const given = reply(body, nth);
      if (given === "hang") return;
      if (given === "endless") return pour(response);
      response.writeHead(given.status ?? 200, { "content-type": "application/json" });
      response.end(typeof given.body === "string" ? given.body : JSON.stringify(given.body));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    endless,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
