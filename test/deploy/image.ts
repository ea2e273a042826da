import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

const ROOT = join(import.meta.dirname, "../..");
export const fileText = (name: string): string => readFileSync(join(ROOT, name), "utf8");

export interface Service {
  image: string;
  build?: string;
  user?: string;
  command?: string[];
  environment: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  cap_drop: string[];
  security_opt: string[];
  ports?: string[];
  volumes: string[];
  deploy: { resources: { limits: { cpus: string; memory: string } } };
}

export const readCompose = (name: string) =>
  parse(fileText(name), { merge: true }) as { services: Record<string, Service>; volumes: Record<string, unknown> };

/** `${NAME:-default}` and `${NAME:?message}` as Compose reads them, and `$$`. */
function interpolated(text: string, env: Record<string, string>): string {
  return text.replace(/\$\$|\$\{(\w+):([-?])([^}]*)\}/gu, (all, name: string, how: string, rest: string) => {
    if (all === "$$") return "$";
    const value = env[name] || (how === "-" ? rest : undefined);
    if (value === undefined) throw new Error(rest);
    return value;
  });
}

/** The argument list of a Dockerfile's instruction in its exec form. */
function execForm(dockerfile: string, instruction: string): string[] {
  const joined = dockerfile.replace(/\\\n\s*/gu, " ");
  const [, list] = new RegExp(`^${instruction}[^\\n[]*(\\[.*\\])$`, "mu").exec(joined) ?? [];
  if (list === undefined) throw new Error(`the Dockerfile has no ${instruction} in exec form`);
  return JSON.parse(list);
}

/** What a container of that service runs, and with which environment: image and Compose file put together. */
export function containerOf(name: string, env: Record<string, string>) {
  const dockerfile = fileText("Dockerfile");
  const service = readCompose("docker-compose.yml").services[name] as Service;
  const image = Object.fromEntries(
    Array.from(dockerfile.matchAll(/^ENV (.+)$/gmu), ([, pairs]) => pairs as string)
      .flatMap((pairs) => pairs.split(/\s+/u))
      .map((pair) => pair.split("=", 2) as [string, string]),
  );
  const own = Object.entries(service.environment).map(([key, value]) => [key, interpolated(value, env)]);
  return {
    command: [...execForm(dockerfile, "ENTRYPOINT"), ...(service.command ?? execForm(dockerfile, "CMD"))],
    healthcheck: service.healthcheck?.test ?? execForm(dockerfile, "HEALTHCHECK"),
    environment: { ...image, ...Object.fromEntries(own) } as Record<string, string>,
  };
}
