/**
 * Long-term memory for LangGraph.js agents.
 *
 *     const hindsight = await createHindsight();
 *     const memory = hindsight.user("ada");
 *     await memory.remember("Ada prefers window seats.");
 *     const found = await memory.recall("Which seat shall I book?");
 *     await hindsight.close();
 *
 * @packageDocumentation
 */

export { isMemoryEvent, type MemoryEvent } from "./agent/events.ts";
export { createAgent } from "./agent/graph.ts";
export { type RememberToolOptions, rememberTool } from "./agent/remember-tool.ts";
export { endSession, type SessionAgent } from "./agent/session.ts";
export type { AgentOptions, AgentSettings } from "./agent/setup.ts";
export type { AgentContext, AgentState } from "./agent/state.ts";
export { type MemoryVectorStore, type MemoryVectorStoreOptions, vectorStoreOf } from "./agent/vector-store.ts";
export type { Check } from "./doctor.ts";
export { type ErrorCode, HindsightError, isHindsightError } from "./domain/errors.ts";
export type { Episode, Instant, Kind, MemoryRecord, MemoryType, Source, Status, Step } from "./domain/record.ts";
export { createHindsight, type Hindsight, type HindsightOptions } from "./hindsight.ts";
export { createMemoryServer } from "./mcp/server.ts";
export type {
  EraseReceipt,
  Explanation,
  FinishedTask,
  ImportedMemory,
  LeftOut,
  Memory,
  MemoryHealth,
  MemoryStats,
  NewMemory,
  Place,
  Recall,
  Recalled,
  RecallOptions,
  Reflected,
  RefusalReason,
  Remembered,
  Turn,
} from "./memory/types.ts";
export type { DeadLetter } from "./ports/ledger.ts";
export type { AuditEntry, Filter, StoreStats } from "./ports/store.ts";
export { ENVIRONMENT, readSettings, type Settings } from "./settings.ts";
