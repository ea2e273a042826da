import type { Io } from "./io.ts";

/** How far a long command is; on a terminal a bar on standard error, elsewhere nothing. */
export interface Progress {
  /** `done` of the total, in the unit the total was given in; `memories` so far. */
  update(done: number, memories: number): void;
  stop(): void;
}

const SILENT: Progress = { update: () => {}, stop: () => {} };

/** `what` names the work, `total` is its size in any unit (bytes, records). */
export async function progress(io: Io, what: string, total: number): Promise<Progress> {
  if (io.stderr.isTTY !== true || total <= 0) return SILENT;
  const { SingleBar } = await import("cli-progress");
  const bar = new SingleBar({
    stream: io.stderr,
    format: `${what} {bar} {percentage}% | {memories} memories | {eta_formatted}`,
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 30,
    hideCursor: true,
    clearOnComplete: true,
    fps: 10,
    etaBuffer: 2_000, // memories are stored in bursts of hundreds
  });
  bar.start(total, 0, { memories: "0" });
  return {
    update: (done, memories) => bar.update(Math.min(done, total), { memories: memories.toLocaleString("en") }),
    stop: () => bar.stop(),
  };
}
