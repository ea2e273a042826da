import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";

/** A request that changes something, as the log keeps it. */
export interface LoggedWrite {
  method: string;
  path: string;
  query: string;
  body: unknown;
}

/** Keeps writes across the end of the process. */
export interface WriteLog {
  append(write: LoggedWrite): void;
  close(): void;
}

/**
 * Opens a log and hands back what it holds, to be done again in order. A last line that a kill cut short was never
 * acknowledged and is dropped; any other broken line is an error.
 */
export function openLog(file: string): { log: WriteLog; writes: LoggedWrite[] } {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  const writes = whole
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as LoggedWrite);
  const handle = openSync(file, "a");
  let open = true;
  if (whole.length < text.length) ftruncateSync(handle, Buffer.byteLength(whole));
  return {
    writes,
    log: {
      append: (write) => void writeSync(handle, `${JSON.stringify(write)}\n`),
      close: () => {
        if (open) closeSync(handle);
        open = false;
      },
    },
  };
}
