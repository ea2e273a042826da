/** Structured log lines; nothing personal at info and above. */
export interface Log {
  debug(fields: Record<string, unknown>, message: string): void;
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
  /** False when what is logged at that level goes nowhere, so that a line of many parts need not be made; true if absent. */
  isLevelEnabled?(level: "debug"): boolean;
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {}, isLevelEnabled: () => false };
