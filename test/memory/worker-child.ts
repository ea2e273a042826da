/**
 * A process of its own for test/memory/killed.test.ts: does the queued work of the home `process.argv[2]` and prints one
 * line before each call of store, queue, ledger, model or embedder, then `idle`, or the code of the error it met. At call
 * `process.argv[3]` it kills itself with -9, before that call: whoever else sent the signal would come too late at times.
 */
import { writeSync } from "node:fs";
import { isHindsightError, messageOf } from "../../src/domain/errors.ts";
import { jobHandlers } from "../../src/memory/jobs.ts";
import { createWorker } from "../../src/memory/worker.ts";
import { faulty } from "../support/faults.ts";
import { bench } from "../support/memory-deps.ts";

const kill = Number(process.argv[3] ?? 0);
let calls = 0;
const at = bench({}, "ada", process.argv[2]);
const { deps } = faulty(at.deps, 0, "fails", (call) => {
  writeSync(1, `${call}\n`);
  if (++calls === kill) process.kill(process.pid, "SIGKILL");
});
const { queue, ledger, clock, log } = deps;
const worker = createWorker({ queue, ledger, clock, log, handlers: jobHandlers(deps), concurrency: 1 });
try {
  await worker.idle();
  writeSync(1, "idle\n");
} catch (error) {
  writeSync(1, `${isHindsightError(error) ? error.code : messageOf(error)}\n`);
}
process.exit(0);
