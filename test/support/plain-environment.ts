import { ENVIRONMENT } from "../../src/settings.ts";

// What the tester's shell has set must not reach hindsight in a test. A real Qdrant to test against stays known by
// another name: with QDRANT_URL itself every test would store its memories there.
for (const name of ["QDRANT_URL", "QDRANT_API_KEY"])
  if (process.env[name]) process.env[`HINDSIGHT_TEST_${name}`] = process.env[name];
for (const name of Object.values(ENVIRONMENT)) delete process.env[name];
