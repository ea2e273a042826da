import { DateTime } from "luxon";
import { isRequest, isStandingInstruction } from "../../domain/cues.ts";
import { remaining, tells } from "../../domain/forgotten.ts";
import { saysMemoryOut } from "../../domain/memory-out.ts";
import { sentences } from "../../domain/sentences.ts";
import { languageOf } from "../../domain/text.ts";
import { MEMORY_TOOLS } from "../../ports/tools.ts";
import { type Forgetting, forgettingIn } from "./forgetting.ts";
import { intentOf, wants } from "./intent.ts";
import {
  current,
  dayInWords,
  distinct,
  hasBlock,
  type Line,
  linesOfBlock,
  linesOfConversation,
  linesOfSummary,
  told,
} from "./memory-lines.ts";
import { answering, standingFirst } from "./relevance.ts";
import { saidBack, toSecondPerson } from "./second-person.ts";
import { type Language, WORDING } from "./wording.ts";

/** A conversation as the rules see it. */
export interface Situation {
  /** Text of the system messages: the memory block and the running summary stand in it. */
  system: string;
  /** What the user said, oldest first; the last is to be answered. */
  said: readonly string[];
  /** Results of the tools called for the last message, in order. */
  results: readonly ToolOutcome[];
  /** Names of the tools that may be called. */
  tools: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  now: number;
  timeZone: string;
}

export interface ToolOutcome {
  tool: string;
  content: string;
  failed: boolean;
  /** The arguments it was called with. */
  args: Readonly<Record<string, unknown>>;
}

/** Words, or one tool call. */
export type Reply = { text: string } | { tool: "search_memory" | "save_memory"; args: Record<string, string> };

/** Most lines of an answer, and of a list of all that is known. */
const ANSWER_LINES = 3;
const PROFILE_LINES = 8;
/** Longest quotation, in characters. */
const QUOTED = 400;

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length <= QUOTED ? text : `${characters.slice(0, QUOTED).join("")}…`;
}

function lower(text: string): string {
  return /^(?:You|Your)\b/u.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text;
}

function upper(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

function isEnded(text: string): boolean {
  return /[.!?。！？…”"]$/u.test(text);
}

/** A line as it is quoted: about the user in the second person, with its day. */
function quote(line: Line, language: Language): string {
  const words = WORDING[language];
  const content = shortened(line.content);
  const direct = line.verbatim ? saidBack(content) : toSecondPerson(content);
  const text = direct === null ? (line.verbatim ? words.quoted(content) : content) : upper(direct);
  const notes = [line.day === null ? words.earlier : dayInWords(line.day, language), ...line.notes];
  return language === "zh" ? `- ${text}（${notes.join("，")}）` : `- ${text} (${notes.join(", ")})`;
}

function list(head: string, lines: readonly Line[], language: Language): string {
  return [head, ...lines.map((line) => quote(line, language))].join("\n");
}

/** Orders and corrections: turned round they would be nonsense ("Please call you Addie"). */
const SPOKEN_TO_US = /^(?:please|pls|forget|no|nope|actually no|sorry)\b|^(?:请|忘|别|不对|不是|不，|错了|以后)/iu;

function acknowledge(message: string, language: Language, out: boolean): string {
  const words = WORDING[language];
  const said = told(message);
  const back = said.map((sentence) => {
    const direct =
      SPOKEN_TO_US.test(sentence) || isRequest(sentence) || isStandingInstruction(sentence)
        ? null
        : saidBack(shortened(sentence));
    return direct === null ? words.quoted(shortened(sentence)) : direct;
  });
  if (back.length === 0) return words.acknowledged;
  if (back.length === 1) {
    const text = lower(back[0]!);
    const whole = isEnded(text) ? text : `${text}${language === "zh" ? "。" : "."}`;
    return out ? words.notNoted(whole) : words.noted(whole);
  }
  return [out ? words.notNotedAll : words.notedAll, ...back.map((text) => `- ${upper(text)}`)].join("\n");
}

/** Names what is going to be forgotten; that it is, nobody knows before the reflection has done it. */
function answerForgetting({ orders, rest }: Forgetting, language: Language, out: boolean): string {
  const words = WORDING[language];
  const parts = orders.map(({ what, lines, unclear }) =>
    lines.length === 0
      ? words.nothingToForget(what)
      : list(unclear ? words.whichToForget : words.forgetting, lines, language),
  );
  return [...parts, ...(told(rest).length > 0 ? [acknowledge(rest, language, out)] : [])].join("\n\n");
}

/** Texts of a JSON list, or of the `content` of its objects. */
function texts(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => {
    if (typeof item === "string") return [item];
    if (typeof item !== "object" || item === null || !("content" in item)) return [];
    return typeof item.content === "string" ? [item.content] : [];
  });
}

function parsedObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function plain(contents: readonly string[]): string[] {
  return contents.map((content) => `- ${upper(toSecondPerson(content) ?? content)}`);
}

function afterSaving(outcome: ToolOutcome, language: Language): string {
  const words = WORDING[language];
  const told = parsedObject(outcome.content);
  if (told === null) return `${words.toolSays(outcome.tool)}\n${shortened(outcome.content)}`;
  const parts: string[] = [];
  const saved = texts(told.saved);
  const known = texts(told.known_already);
  const refused = Array.isArray(told.not_saved) ? (told.not_saved as { content?: unknown; reason?: unknown }[]) : [];
  if (saved.length > 0) parts.push(words.saved, ...plain(saved));
  if (known.length > 0) parts.push(words.knownAlready, ...plain(known));
  for (const item of refused) parts.push(words.notSaved(String(item.reason)), ...plain(texts([item])));
  return parts.length > 0 ? parts.join("\n") : `${words.toolSays(outcome.tool)}\n${shortened(outcome.content)}`;
}

function afterTools(situation: Situation, language: Language): string {
  const words = WORDING[language];
  const parts = situation.results.map((outcome) => {
    if (outcome.failed && MEMORY_TOOLS.some((name) => name === outcome.tool)) return outcome.content; // a plain sentence already
    if (outcome.failed) return `${words.toolFailed(outcome.tool)}\n${shortened(outcome.content)}`;
    if (outcome.tool === "save_memory") return afterSaving(outcome, language);
    if (outcome.tool !== "search_memory") return `${words.toolSays(outcome.tool)}\n${shortened(outcome.content)}`;
    const query = String(outcome.args.query ?? situation.said.at(-1) ?? "");
    const lines = distinct(linesOfBlock(outcome.content));
    const best = answering(query, lines, PROFILE_LINES);
    const shown = best.length > 0 ? best : lines.slice(0, ANSWER_LINES);
    return shown.length === 0 ? words.notFound(query) : list(words.found(query), shown, language);
  });
  return parts.join("\n\n");
}

function languageOfSaid(said: readonly string[]): Language {
  const known = said
    .toReversed()
    .map(languageOf)
    .find((language) => language !== "und");
  return known === "zh" ? "zh" : "en";
}

function clock(now: number, timeZone: string, language: Language): string {
  const time = DateTime.fromMillis(now, { zone: timeZone }).setLocale(language);
  return language === "zh" ? time.toFormat("yyyy年M月d日 cccc HH:mm") : time.toFormat("cccc, d MMMM yyyy, HH:mm");
}

/**
 * What the built-in model answers: an acknowledgement, a quotation of what it remembers, a tool call where one is asked
 * for, or the plain statement that this needs a language model. Pure: the same situation gives the same reply.
 */
export function replyTo(situation: Situation): Reply {
  const { system, said, tools } = situation;
  const message = said.at(-1) ?? "";
  const language = languageOfSaid(said);
  const words = WORDING[language];
  const out = saysMemoryOut(system);
  if (situation.results.length > 0) return { text: afterTools(situation, language) };
  const forgetting = forgettingIn(situation);
  if (forgetting !== null && !sentences(forgetting.rest).some(wants))
    return { text: answerForgetting(forgetting, language, out) };
  const left = remaining([...linesOfSummary(system), ...said]);
  const conversation = left.said.slice(0, -1);
  const lines = current(
    linesOfBlock(system).filter(({ content }) => !left.forgotten.some((what) => tells(content, what))),
    linesOfConversation(conversation, { said: situation.now, timeZone: situation.timeZone }),
  );
  // "I'm vegan. What can I eat?" tells something in the same breath.
  const alsoTold = told(message).length > 0 ? `${acknowledge(message, language, out)}\n\n` : "";
  const intent = intentOf(message);
  switch (intent.kind) {
    case "greeting":
      return { text: words.greeting };
    case "farewell":
      return { text: words.farewell };
    case "thanks":
      return { text: words.thanks };
    case "acknowledgement":
      return { text: words.acknowledged };
    case "identity":
      return { text: words.whatIAm };
    case "clock":
      return { text: words.date(clock(situation.now, situation.timeZone, language)) };
    case "statement":
      return { text: acknowledge(message, language, out) };
    case "remember":
      if (tools.has("save_memory")) return { tool: "save_memory", args: { content: intent.content } };
      return { text: acknowledge(intent.content, language, out) };
    case "search": {
      if (tools.has("search_memory")) return { tool: "search_memory", args: { query: intent.query } };
      const found = answering(intent.query, lines, PROFILE_LINES);
      return {
        text: found.length > 0 ? list(words.found(intent.query), found, language) : words.notFound(intent.query),
      };
    }
    case "about_me": {
      if (lines.length === 0 && !hasBlock(system) && tools.has("search_memory"))
        return { tool: "search_memory", args: { query: intent.question } };
      const shown = standingFirst(lines).slice(0, PROFILE_LINES);
      return { text: alsoTold + (shown.length > 0 ? list(words.known, shown, language) : words.nothingAtAll) };
    }
    case "question": {
      const found = answering(intent.question, lines, ANSWER_LINES);
      if (found.length > 0) return { text: alsoTold + list(words.remembered, found, language) };
      if (!intent.personal) return { text: alsoTold + words.cannot };
      if (!hasBlock(system) && tools.has("search_memory"))
        return { tool: "search_memory", args: { query: intent.question } };
      return { text: alsoTold + words.nothing };
    }
    case "request": {
      const standing = lines.filter((line) => line.rank === "constraint");
      const bearing = distinct([...answering(intent.request, lines, ANSWER_LINES), ...standing]).slice(
        0,
        PROFILE_LINES,
      );
      if (bearing.length === 0) return { text: alsoTold + words.cannot };
      return { text: `${alsoTold}${words.cannot}\n\n${list(words.bearing, standingFirst(bearing), language)}` };
    }
  }
}
