import { createHash } from "node:crypto";

/**
 * What stands for an id in a key: 132 bits of its SHA-256. Ids may hold anything (`{`, spaces, a megabyte), and names of
 * keys are seen in logs and monitors.
 */
export function tagOf(id: string): string {
  return createHash("sha256").update(id).digest("base64url").slice(0, 22);
}
