import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** Clock ticks a second in /proc: USER_HZ, 100 on every Linux platform. */
const TICKS = 100;

/** Processor seconds a process has used, user and system; `null` where the system does not tell (no /proc). */
function cpuSeconds(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS; // utime, stime
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Processor seconds of the whole machine, idle time apart; `null` without /proc. */
function machineSeconds(): number | null {
  try {
    const fields = readFileSync("/proc/stat", "utf8").split("\n")[0]!.split(/\s+/).slice(1).map(Number);
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = fields;
    return (user + nice + system + irq + softirq + steal) / TICKS;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

export interface Usage {
  seconds: number;
  /** By name of the process, in cores: 1 is one core all the time. `null` where the system does not tell. */
  cores: Record<string, number | null>;
  /** The whole machine, what else runs on it included, 0 … 1. */
  machine: number | null;
}

/** Begins to watch processes by name; call the result for what they used since. */
export function watch(pids: Readonly<Record<string, number>>): () => Usage {
  const begun = performance.now();
  const before = new Map(Object.entries(pids).map(([name, pid]) => [name, cpuSeconds(pid)]));
  const machineBefore = machineSeconds();
  return () => {
    const seconds = (performance.now() - begun) / 1_000;
    const since = (from: number | null | undefined, to: number | null) =>
      from == null || to === null ? null : (to - from) / seconds;
    const machine = since(machineBefore, machineSeconds());
    return {
      seconds,
      cores: Object.fromEntries(
        Object.entries(pids).map(([name, pid]) => [name, since(before.get(name), cpuSeconds(pid))]),
      ),
      machine: machine === null ? null : machine / availableParallelism(),
    };
  };
}
