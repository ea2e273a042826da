import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { type StructuredToolInterface, tool } from "@langchain/core/tools";
import { z } from "zod";
import { isHindsightError } from "../domain/errors.ts";
import { namesWholeResult, outputPage } from "../domain/output-page.ts";
import type { Source } from "../domain/record.ts";
import { terms } from "../domain/text.ts";
import type { Memory, Remembered } from "../memory/types.ts";
import { MEMORY_TOOLS } from "../ports/tools.ts";
import type { Identity } from "./identity.ts";
import { languageOfTurn, textOf } from "./messages.ts";
import { itemOf } from "./nodes/retrieve.ts";
import type { AgentSetup } from "./setup.ts";
import type { AgentState, KeptItem, RecalledItem } from "./state.ts";

const [SEARCH, SAVE, READ] = MEMORY_TOOLS;

/** What a memory tool did, beside what it tells the model: rides on the tool message as its artifact. */
export interface MemoryArtifact {
  recalled: RecalledItem[];
  kept: KeptItem[];
  /** Contents that came from or went to memory: not to be stored again. */
  known: string[];
}

const searchSchema = z.object({
  query: z.string().trim().min(1).describe("What to look for, in the user's words: names, dates, topics"),
  k: z.coerce.number().int().min(1).max(20).optional().describe("Most results, 1 to 20; leave out for the default"),
});

const saveSchema = z.object({
  content: z
    .string()
    .trim()
    .min(1)
    .describe("One statement that stands alone: full subject, no pronouns, absolute dates, in the user's language"),
  type: z
    .enum(["preference", "fact", "constraint", "procedure"])
    .optional()
    .describe("constraint: must be heeded (allergy, limit); procedure: how something is done; else preference or fact"),
  importance: z.coerce.number().min(0).max(1).optional().describe("0 trivial to 1 vital; leave out when unsure"),
});

const readSchema = z.object({
  id: z.string().trim().min(1).describe('The id behind "whole result of …"'),
  offset: z.coerce.number().int().min(0).optional().describe("First character to read; leave out for the beginning"),
  limit: z.coerce.number().int().min(1).optional().describe("Most characters; leave out for as many as fit"),
});

/** The newest messages of the user in which a statement may have been said. */
const LOOK_BACK = 4;
/** Share of a statement's terms that must be the user's own words for it to count as said by them. */
const OWN_WORDS = 0.5;

/** Who says so: the user when most of the statement is in their own recent words, else the agent. Never the model's claim. */
export function sourceOf(content: string, state: Pick<AgentState, "messages">): Source {
  const said = state.messages.filter((message) => HumanMessage.isInstance(message)).slice(-LOOK_BACK);
  const words = new Set(said.flatMap((message) => terms(textOf(message))));
  const own = terms(content);
  const shared = own.filter((term) => words.has(term)).length;
  return own.length > 0 && shared / own.length >= OWN_WORDS ? "user" : "agent";
}

function told(results: readonly Remembered[]): string {
  return JSON.stringify({
    saved: results.flatMap((result) => (result.outcome === "stored" ? [result.record.content] : [])),
    known_already: results.flatMap((result) => (result.outcome === "duplicate" ? [result.record.content] : [])),
    forgotten: results.flatMap((result) => (result.outcome === "retracted" ? [result.record.content] : [])),
    not_saved: results.flatMap((result) =>
      result.outcome === "refused" ? [{ content: result.content, reason: result.reason }] : [],
    ),
  });
}

/** True when something before the model names a result that is kept in full: without one there is nothing to read. */
function namesResult({ block, messages }: AgentState): boolean {
  return (
    namesWholeResult(block) ||
    messages.some((message) => ToolMessage.isInstance(message) && namesWholeResult(textOf(message)))
  );
}

/** `read_tool_output`: the original behind the summary of a tool's result, a page at a time (requirement B8). */
function readTool(setup: AgentSetup, memory: () => Memory, state: AgentState): StructuredToolInterface {
  return tool(
    async ({ id, offset = 0, limit }): Promise<[string, MemoryArtifact]> => {
      const nothing: MemoryArtifact = { recalled: [], kept: [], known: [] };
      try {
        const found = await memory().output(id);
        const language = languageOfTurn(state.messages);
        const tokens = setup.settings.recallTokens;
        return [outputPage(found, { offset, tokens, language, ...(limit === undefined ? {} : { limit }) }), nothing];
      } catch (error) {
        if (!isHindsightError(error, "NOT_FOUND")) throw error;
        return ["No result of that id is kept (any more). Use an id that is shown, or call the tool again.", nothing];
      }
    },
    {
      name: READ,
      description:
        "Read what a tool returned earlier in full. Where only a summary of it is shown, its id stands as " +
        '"whole result of …: ID". Long ones come in pages: go on with the offset that a page ends with.',
      schema: readSchema,
      responseFormat: "content_and_artifact",
    },
  );
}

/**
 * `search_memory`, `save_memory` and, where there is something to read, `read_tool_output`, bound to the run's user: there
 * is no argument that could name another. Results are data: a recall's block and a read page are framed as such, and what
 * was saved is told as JSON.
 */
export function memoryTools(setup: AgentSetup, identity: Identity, state: AgentState): StructuredToolInterface[] {
  const memory = (): Memory => setup.memoryOf(identity);
  const thread = identity.thread;

  const search = tool(
    async ({ query, k }, config): Promise<[string, MemoryArtifact]> => {
      const found = await memory().recall(query, {
        tokenBudget: setup.settings.recallTokens,
        ...(k === undefined ? {} : { k }),
        ...(thread === null ? {} : { thread }),
        ...(config.signal === undefined ? {} : { signal: config.signal }),
      });
      const recalled = found.results.map(itemOf);
      const known = recalled.map(({ content }) => content);
      return [found.block === "" ? "No memory matches." : found.block, { recalled, kept: [], known }];
    },
    {
      name: SEARCH,
      description:
        "Search what is remembered about this user from earlier conversations. Use it when the answer depends on " +
        "something the user may have said before and it is not shown already.",
      schema: searchSchema,
      responseFormat: "content_and_artifact",
    },
  );

  const save = tool(
    async ({ content, type, importance }, config): Promise<[string, MemoryArtifact]> => {
      const reply = state.messages.findLast((message) => AIMessage.isInstance(message))?.id ?? "";
      const results = await memory().remember({
        content,
        kind: "semantic",
        source: sourceOf(content, state),
        thread,
        originKey: JSON.stringify(["save_memory", thread, reply, config.toolCall?.id ?? content]),
        ...(type === undefined ? {} : { type }),
        ...(importance === undefined ? {} : { importance }),
      });
      const kept: KeptItem[] = results.flatMap((result) => {
        if (result.outcome !== "stored") return [];
        const { record } = result;
        return [
          { id: record.id, kind: record.kind, type: record.type, content: record.content, how: "saved" as const },
        ];
      });
      const known = results.flatMap((result) => (result.outcome === "refused" ? [] : [result.record.content]));
      return [told(results), { recalled: [], kept, known }];
    },
    {
      name: SAVE,
      description:
        "Remember one statement about this user for later conversations. Use it when the user asks to remember " +
        "something, or states a lasting preference, fact, limit or way of doing things. Not for small talk.",
      schema: saveSchema,
      responseFormat: "content_and_artifact",
    },
  );
  return namesResult(state) ? [search, save, readTool(setup, memory, state)] : [search, save];
}

const FAILED = {
  en: {
    search: "The memory cannot be searched at the moment.",
    save: "This could not be saved to memory at the moment.",
    read: "What the tool returned cannot be fetched at the moment.",
  },
  zh: { search: "现在无法查询记忆。", save: "这条内容现在无法存入记忆。", read: "现在无法取得工具返回的内容。" },
} as const;

/** What the model is told when a memory tool failed: one plain sentence, fit to be repeated to the user. */
export function memoryFailed(name: string, language: "en" | "zh"): string {
  return FAILED[language][name === SAVE ? "save" : name === READ ? "read" : "search"];
}

/** True for the name of one of the agent's own memory tools. */
export function isMemoryTool(name: string): boolean {
  return MEMORY_TOOLS.some((own) => own === name);
}
