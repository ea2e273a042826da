import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    setupFiles: ["test/support/plain-environment.ts", "test/support/left-behind.ts"],
    include: ["test/**/*.test.ts"],
    // For what hangs: a machine that is busy with other work takes many times what a quiet one does.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: "forks",
    maxWorkers: 2,
    // Loading all modules anew for each file took as long as the tests; left-behind.ts fails a file that changes its process.
    isolate: false,
    // Processes that tests start, hundreds of them, find the sources compiled: half the time of their start.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/hindsight-tests") },
  },
});
