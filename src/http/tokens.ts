import { createHash, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { HindsightError, messageOf } from "../domain/errors.ts";
import { exactly, firstIssue, plainly } from "../domain/invalid.ts";
import { isBlankId } from "../domain/scope.ts";

/** Whose memory a bearer token opens. */
export interface Grant {
  user: string;
  /** Shared namespaces it opens as well. */
  namespaces: readonly string[];
  /** IANA zone of the user; the setting when absent. */
  timeZone?: string;
}

/** Finds what a bearer token grants; `null` for one that is not known. */
export type Tokens = (token: string) => Grant | null;

/** Shorter ones can be guessed. */
const SHORTEST = 16;
const HINT =
  'The file is a list: [{"token": "at least 16 characters", "user": "ada", "namespaces": ["team"]}]; instead of "token" ' +
  'its SHA-256 in hex may stand under "sha256".';

const entrySchema = exactly({
  token: z.string().min(SHORTEST).optional(),
  sha256: z
    .string()
    .regex(/^[\da-f]{64}$/iu, "must be 64 hexadecimal digits")
    .optional(),
  user: z.string().refine((id) => !isBlankId(id), "must not be empty or blank"),
  namespaces: z.array(z.string().min(1)).default([]),
  timeZone: z.string().min(1).optional(),
}).refine(({ token, sha256 }) => (token === undefined) !== (sha256 === undefined), "give either token or sha256");

const digest = (token: string) => createHash("sha256").update(token, "utf8").digest();

/**
 * The tokens of a file, and one of the settings that opens the memory of `user`; `null` when there are none at all.
 * @throws HindsightError INVALID_SETTING naming the entry that is wrong; no token is ever told.
 */
export function readTokens(given: { file: string | null; token: string | null; user: string }): Tokens | null {
  const grants: { hash: Buffer; grant: Grant }[] = [];
  if (given.token !== null) grants.push({ hash: digest(given.token), grant: { user: given.user, namespaces: [] } });
  for (const { token, sha256, user, namespaces, timeZone } of given.file === null ? [] : readEntries(given.file)) {
    const hash = token === undefined ? Buffer.from(sha256 as string, "hex") : digest(token);
    if (grants.some((known) => known.hash.equals(hash)))
      throw new HindsightError("INVALID_SETTING", `${given.file}: one token stands there twice`, HINT);
    grants.push({ hash, grant: { user, namespaces, ...(timeZone !== undefined && { timeZone }) } });
  }
  if (grants.length === 0) return null;
  return (token) => {
    const hash = digest(token);
    return grants.find((known) => timingSafeEqual(known.hash, hash))?.grant ?? null;
  };
}

function readEntries(file: string): z.output<typeof entrySchema>[] {
  const invalid = (what: string, cause?: unknown) =>
    new HindsightError("INVALID_SETTING", `HINDSIGHT_TOKENS, ${file}: ${what}`, HINT, { cause });
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    // what JSON.parse says quotes the text, which holds secrets
    throw invalid(
      error instanceof SyntaxError ? "is not JSON" : messageOf(error),
      error instanceof SyntaxError ? undefined : error,
    );
  }
  const parsed = z.array(entrySchema).safeParse(value, { error: plainly });
  if (parsed.success) return parsed.data;
  const { path, message } = firstIssue(parsed.error);
  throw invalid(`${path === "" ? "" : `entry ${path}: `}${message}`);
}
