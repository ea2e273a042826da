import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { messageOf } from "../../src/domain/errors.ts";
import type { Embedder } from "../../src/ports/embedder.ts";

const requestSchema = z.object({
  input: z.union([z.string().transform((one) => [one]), z.array(z.string())]),
  encoding_format: z.enum(["float", "base64"]).default("float"),
});

export interface EmbeddingServer {
  /** Base URL for an OpenAI client. */
  url: string;
  close(): Promise<void>;
}

/** Serves an embedder's vectors as `POST /v1/embeddings` of the OpenAI API, on a free port of the loopback interface. */
export async function serveEmbeddings(embedder: Embedder): Promise<EmbeddingServer> {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { input, encoding_format } = requestSchema.parse(JSON.parse(await text(request)));
    const vectors = await embedder.embedDocuments(input);
    const data = vectors.map((vector, index) => ({
      object: "embedding",
      index,
      embedding:
        encoding_format === "base64"
          ? Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64")
          : Array.from(vector),
    }));
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({ object: "list", model: "bench", data, usage: { prompt_tokens: 0, total_tokens: 0 } }),
    );
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.statusCode = 400;
      response.end(JSON.stringify({ error: { message: messageOf(error), type: "invalid_request_error" } }));
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}
