import { type QdrantServer, type ServerOptions, startTestServer } from "./server.ts";

export type { Violation } from "./engine.ts";
export type { Fault } from "./faults.ts";
export type { Leaks } from "./leaks.ts";
export type { QdrantServer, Seen } from "./server.ts";
export { startTestServer, VERSION } from "./server.ts";

const { HINDSIGHT_TEST_QDRANT_URL: url, HINDSIGHT_TEST_QDRANT_API_KEY: apiKey } = process.env;
/** A real server to run the tests against, from QDRANT_URL and QDRANT_API_KEY (renamed in plain-environment.ts). */
export const realQdrant: { url: string; apiKey: string | undefined } | undefined = url ? { url, apiKey } : undefined;

/** A Qdrant to test against: the real one QDRANT_URL names, else a test server of its own. */
export type Qdrant = QdrantServer & { readonly real: boolean };

export async function startQdrant(options: ServerOptions = {}): Promise<Qdrant> {
  if (!realQdrant) return { ...(await startTestServer(options)), real: false };
  const impossible = () => {
    throw new Error("A real Qdrant has no faults to set: call needsTestServer first, or unset QDRANT_URL.");
  };
  return {
    ...realQdrant,
    real: true,
    checked: false,
    seen: [],
    counts: new Map(),
    violations: () => [],
    fault: async () => impossible(),
    clearFaults: async () => {},
    leak: impossible,
    stop: async () => impossible(),
    start: async () => {},
    close: async () => {},
  };
}

/** The part of vitest's test context that skips. */
interface Skippable {
  skip(note?: string): void;
}

/** Skips a test that only the test server can serve: faults, leaks, requests looked at. */
export function needsTestServer(context: Skippable): void {
  if (realQdrant) context.skip("needs the Qdrant test server; QDRANT_URL names a real one");
}

/** Skips a test that is about the check against Qdrant's OpenAPI document, where that is not at hand. */
export function needsOpenApi(context: Skippable, server: QdrantServer): void {
  if (!server.checked)
    context.skip(
      "Qdrant's OpenAPI document is not at hand; QDRANT_OPENAPI may name it (else ../shared/qdrant/openapi.json)",
    );
}
