import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { HindsightError } from "../domain/errors.ts";
import { userOwner } from "../domain/scope.ts";
import { type AgentContext, contextSchema } from "./state.ts";

/** What a node is told about its run. */
export type Run = LangGraphRunnableConfig<AgentContext>;

/** Who a run is for, where, and how it wants to be served. */
export interface Identity {
  user: string;
  /** `null` without a thread id: nothing outlives the run. */
  thread: string | null;
  context: AgentContext;
}

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && key in value
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

/** The user as the server authenticated them; servers set it over whatever the client sent. */
function authenticated(run: Run): unknown {
  const user = run.serverInfo?.user ?? property(run.configurable, "langgraph_auth_user");
  return property(user, "identity") ?? property(run.configurable, "langgraph_auth_user_id");
}

/** True when the server knows who sent the run. */
export function isAuthenticated(run: Run): boolean {
  return (authenticated(run) ?? null) !== null;
}

function checkTimeZone(zone: string | null): void {
  if (zone === null) return;
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
  } catch (error) {
    throw new HindsightError(
      "INVALID_INPUT",
      `run context "time_zone": ${JSON.stringify(zone)} is no IANA time zone`,
      "Pass a zone such as Europe/Oslo, or leave time_zone out.",
      { cause: error },
    );
  }
}

function contextOf(run: Run): AgentContext {
  const found = {
    user_id: property(run.context, "user_id") ?? property(run.configurable, "user_id"),
    recall: property(run.context, "recall") ?? property(run.configurable, "recall"),
    time_zone: property(run.context, "time_zone") ?? property(run.configurable, "time_zone"),
  };
  const parsed = contextSchema.safeParse(found);
  if (parsed.success) {
    checkTimeZone(parsed.data.time_zone ?? null);
    return parsed.data;
  }
  const issue = parsed.error.issues[0];
  const key = String(issue?.path[0] ?? "?");
  throw new HindsightError(
    key === "user_id" ? "INVALID_USER" : "INVALID_INPUT",
    `run context "${key}": ${issue?.message ?? "invalid"}`,
    "Correct the run's context or configurable, or leave the field out.",
  );
}

/**
 * Who the run is for: authentication when there is any, else the context's `user_id`, else `configurable.user_id`, else
 * the setting; never a message. A context that names someone else than the authenticated user is refused, not ignored:
 * whoever asks for Bob must not silently get Ada.
 * @throws HindsightError INVALID_USER when nobody is named or the id is blank or ill-formed, NOT_GRANTED, INVALID_INPUT.
 */
export function identify(run: Run, fallback: string | undefined): Identity {
  const context = contextOf(run);
  const known = authenticated(run) ?? null;
  const asked = context.user_id ?? null;
  if (known !== null && asked !== null && known !== asked)
    throw new HindsightError(
      "NOT_GRANTED",
      "the run's context names another user than the one who is signed in",
      "Leave user_id out: the signed-in user's memory is used.",
    );
  const user = known ?? asked ?? fallback;
  if (user === undefined)
    throw new HindsightError(
      "INVALID_USER",
      "the run names no user",
      'Pass context: { user_id: "…" } with the run, or give the agent a default user.',
    );
  const thread = property(run.configurable, "thread_id");
  return {
    user: userOwner(user).id,
    thread: thread === undefined || thread === null ? null : String(thread),
    context,
  };
}
