/** An answer other than 200, with Qdrant's wording (lib/storage/src/content_manager/errors.rs, Qdrant 1.19). */
export class QdrantError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = "QdrantError";
    this.status = status;
    this.headers = headers;
  }
}

export const wrongInput = (what: string) => new QdrantError(400, `Wrong input: ${what}`);
export const badRequest = (what: string) => new QdrantError(400, `Bad request: ${what}`);
export const notFound = (what: string) => new QdrantError(404, `Not found: ${what}`);
export const forbidden = (what: string) => new QdrantError(403, `Forbidden: ${what}`);
export const conflict = (what: string) => new QdrantError(409, `Wrong input: ${what}`);
/** Refused by the collection's strict mode. */
export const strictMode = (what: string, help: string) => badRequest(`${what}. Help: ${help}`);
/** Real Qdrant can do it, this server cannot. */
export const unsupported = (what: string) => new QdrantError(501, `The Qdrant test server has no ${what}`);
