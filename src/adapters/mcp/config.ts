import { readFileSync } from "node:fs";
import { z } from "zod";
import { HindsightError, messageOf } from "../../domain/errors.ts";

const texts = z.record(z.string(), z.string());

/** Started as a process and talked to over its standard input and output. */
const stdioSchema = z.looseObject({
  command: z.string().trim().min(1),
  args: z.array(z.string()).default([]),
  env: texts.default({}),
  cwd: z.string().optional(),
  disabled: z.boolean().default(false),
});

/** Reached by HTTP: `http` is Streamable HTTP, `sse` the older transport; without a type both are tried in that order. */
const httpSchema = z.looseObject({
  url: z.url({ protocol: /^https?$/u }),
  type: z
    .enum(["http", "streamable-http", "streamableHttp", "sse"])
    .transform((type) => (type === "sse" ? ("sse" as const) : ("http" as const)))
    .optional(),
  headers: texts.default({}),
  disabled: z.boolean().default(false),
});

export type StdioConfig = z.output<typeof stdioSchema>;
export type HttpConfig = z.output<typeof httpSchema>;
export type ServerConfig = StdioConfig | HttpConfig;

/** The `mcp.json` that MCP clients share. Keys that other clients put beside ours are let through. */
export interface ToolServersConfig {
  mcpServers: Record<string, z.input<typeof stdioSchema> | z.input<typeof httpSchema>>;
}

const HINT =
  'A server is {"command": …, "args": […], "env": {…}} or {"url": …, "headers": {…}}, under {"mcpServers": {NAME: …}}.';

function invalid(where: string, what: string, cause?: unknown): HindsightError {
  return new HindsightError("INVALID_SETTING", `${where}: ${what}`, HINT, { cause });
}

function parseServer(where: string, name: string, value: unknown): ServerConfig {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalid(where, `server "${name}" is not an object`);
  const schema = "command" in value ? stdioSchema : "url" in value ? httpSchema : null;
  if (schema === null) throw invalid(where, `server "${name}" has neither a command nor a url`);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw invalid(where, `server "${name}", field "${issue?.path.join(".") ?? "?"}": ${issue?.message ?? "invalid"}`);
}

/**
 * The servers of an `mcp.json`, by name, without those that are disabled. `where` names the file in errors.
 * @throws HindsightError INVALID_SETTING naming the server and the field that is wrong.
 */
export function parseConfig(value: unknown, where: string): Map<string, ServerConfig> {
  const servers =
    typeof value === "object" && value !== null && "mcpServers" in value ? (value.mcpServers as unknown) : undefined;
  if (typeof servers !== "object" || servers === null || Array.isArray(servers))
    throw invalid(where, "there is no object under mcpServers");
  const found = new Map<string, ServerConfig>();
  for (const [name, server] of Object.entries(servers)) {
    const parsed = parseServer(where, name, server);
    if (!parsed.disabled) found.set(name, parsed);
  }
  return found;
}

/** @throws HindsightError INVALID_SETTING when the file cannot be read or is wrong. */
export function readConfig(path: string): Map<string, ServerConfig> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw invalid(path, messageOf(error), error);
  }
  return parseConfig(value, path);
}

const VARIABLE = /\$\{(?:env:)?([A-Za-z_]\w*)\}/gu;

/**
 * The text with `${NAME}` and `${env:NAME}` replaced by environment variables, so that secrets stay out of the file.
 * @throws HindsightError INVALID_SETTING for a variable that is not set.
 */
export function expand(text: string, env: Readonly<Record<string, string | undefined>>): string {
  return text.replace(VARIABLE, (_, name: string) => {
    const value = env[name];
    if (value !== undefined) return value;
    throw new HindsightError(
      "INVALID_SETTING",
      `the environment variable ${name} is not set`,
      `Set ${name}, or take it out of the server's entry.`,
    );
  });
}

/** Every value of the record expanded. */
export function expandAll(
  values: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, expand(value, env)]));
}
