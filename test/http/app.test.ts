import { expect, test } from "vitest";
import type { Health } from "../../src/health.ts";
import { type AppOptions, createApp } from "../../src/http/app.ts";
import { silentLog } from "../../src/ports/log.ts";

const dependency = (name: Health["name"], ok = true): Health => ({ name, place: "somewhere", ms: 1, ok });

function appWith(health: Health[], stopping = false, access: AppOptions["access"] = null) {
  const user = () => {
    throw new Error("nobody's memory is opened in this test");
  };
  return createApp({ user, health: async () => health, log: silentLog }, { access, stopping: () => stopping });
}

test.each<[string, number, Health[]]>([
  ["ready", 200, [dependency("memories"), dependency("queue")]],
  ["degraded", 200, [dependency("memories"), dependency("queue", false), dependency("working memory", false)]],
  ["unavailable", 503, [dependency("memories", false), dependency("queue")]],
])("H2: readiness is %s (%d) by what is down, and names it", async (status, code, dependencies) => {
  const answer = await appWith(dependencies).request("/readyz");
  expect({ code: answer.status, body: await answer.json() }).toEqual({ code, body: { status, dependencies } });
});

test("H2: a process that is about to end is alive, no longer ready, and sends on whoever asks something new", async () => {
  const app = appWith([dependency("memories")], true, { user: "ada" });
  const asked = await app.request("/mcp", { method: "POST", headers: { host: "localhost" } });
  expect([asked.status, asked.headers.get("retry-after")]).toEqual([503, "1"]);
  expect((await app.request("/livez")).status).toBe(200);
  expect((await app.request("/readyz")).status).toBe(503);
});

test("a health server has no memory to serve, and an unknown path says what there is", async () => {
  for (const path of ["/mcp", "/nothing"]) {
    const answer = await appWith([]).request(path, { method: "POST" });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("/readyz");
  }
});
