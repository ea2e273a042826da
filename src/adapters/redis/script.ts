import { createHash } from "node:crypto";
import type { ChainableCommander, Redis } from "ioredis";

/** What a script is given beside its keys. */
export type ScriptArgument = string | number | Buffer;

/** A Lua script: done whole or not at all, and nothing comes in between. Its keys share one hash tag. */
export interface Script {
  readonly lua: string;
  readonly sha: string;
}

export function script(lua: string): Script {
  return { lua, sha: createHash("sha1").update(lua).digest("hex") };
}

/** Runs a script by its digest, and sends it whole when the server does not know it (any more). Strings come as buffers. */
export async function evaluate(
  client: Redis,
  { lua, sha }: Script,
  keys: readonly string[],
  args: readonly ScriptArgument[] = [],
): Promise<unknown> {
  try {
    return await client.callBuffer("EVALSHA", [sha, keys.length, ...keys, ...args]);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
    return client.callBuffer("EVAL", [lua, keys.length, ...keys, ...args]);
  }
}

/** Commands done together, nothing coming in between. @throws the first refusal among them */
export async function together(transaction: ChainableCommander): Promise<void> {
  for (const [error] of (await transaction.exec()) ?? []) if (error !== null) throw error;
}
