import { ENVIRONMENT, type Settings } from "../settings.ts";

const SECRET: ReadonlySet<keyof Settings> = new Set(["apiKey", "rerankKey", "encryptionKey", "qdrantKey", "token"]);

const ADDRESSES: ReadonlySet<keyof Settings> = new Set([
  "baseUrl",
  "rerankUrl",
  "qdrantUrl",
  "redisUrl",
  "checkpoints",
]);

/** A URL without the name and password it may hold. */
function withoutPassword(url: string): string {
  const parsed = new URL(url);
  if (parsed.username === "" && parsed.password === "") return url;
  parsed.username = "";
  parsed.password = "";
  return `${parsed.href} (with a password, hidden)`;
}

/** Every setting under the name of its variable, as it may be shown: secrets only as set or not. */
export function settingsView(settings: Settings): Record<string, string | number | null> {
  const view: Record<string, string | number | null> = {};
  for (const key of Object.keys(ENVIRONMENT) as (keyof Settings)[]) {
    const value = settings[key];
    if (value === null) view[ENVIRONMENT[key]] = null;
    else if (SECRET.has(key)) view[ENVIRONMENT[key]] = "set (hidden)";
    else view[ENVIRONMENT[key]] = ADDRESSES.has(key) ? withoutPassword(String(value)) : value;
  }
  return view;
}
