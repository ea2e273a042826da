import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    setupFiles: ["test/support/plain-environment.ts"],
    include: ["test/**/*.test.ts"],
    // For what hangs: a machine that is busy with other work takes many times what a quiet one does.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: "forks",
    maxWorkers: 2,
    // A file leaves nothing behind in its process; loading all modules anew for each took as long as the tests.
    isolate: false,
    // Processes that tests start, hundreds of them, find the sources compiled: half the time of their start.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/hindsight-tests") },
  },
});
