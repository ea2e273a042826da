import type { ChatBody, ChatReply } from "../../test/support/openai-server.ts";
import { say } from "../../test/support/openai-server.ts";
import { FORMS, KINDS, type TaskKind } from "./desk.ts";
import { chosenIn, type Language, WISHES, type WishName } from "./wishes.ts";

/**
 * A fixed policy in a language model's place, served over HTTP: it sees what a model would see, the request's messages,
 * and nothing else. A wish it finds in the conversation, else in the memory block, it uses; else it asks, one question at
 * a time. Codes the desk refused, now or as the block tells, it leaves out; one that worked it uses again.
 */

const KIND: Record<TaskKind, RegExp> = {
  flight: /\bflight\b|机票/iu,
  hotel: /\bhotel\b.*nights|的酒店，住/iu,
  dinner: /\bdinner\b|吃饭的餐厅/iu,
  car: /\brental car\b|租一辆车/iu,
};
const CITY = /\b(?:to|in) (\p{Lu}\p{Ll}+)|(?:去|订今晚在|订|在)(\p{Script=Han}{2})(?:的|租|吃)/u;
const DONE: Record<Language, string> = { en: "Booked. Anything else?", zh: "订好了。还有别的需要吗？" };
const STUCK: Record<Language, string> = { en: "The desk takes no more tries today.", zh: "今天不能再提交了。" };
/** What the desk says of a code that will not do; the code stands in the first group that matched. */
const REFUSED = /fare (\w+) is not open|(\w+) is closed on Mondays|票价代码(\w+?)不对|([A-Z]\w+)周一不营业/giu;
const LOCKED = /locked for today|今天不能再提交/u;

const textOf = (content: unknown): string =>
  typeof content === "string"
    ? content
    : Array.isArray(content)
      ? content.map((part: { text?: string }) => part.text ?? "").join("\n")
      : "";

interface Seen {
  said: string[];
  /** Lines of the memory block, newest first. */
  memories: string[];
  calls: { name: string; args: Record<string, string>; error: boolean }[];
  /** Results since the customer last spoke. */
  fresh: { text: string; error: boolean }[];
  monday: boolean;
}

/** Memories with the latest first; within a day in the order of the block. */
function memoriesOf(system: string): string[] {
  const block = /<memories[^>]*>\n(.*?)\n<\/memories>/su.exec(system)?.[1] ?? "";
  const lines = block.split("\n").map((line) => ({ line, day: /\d{4}-\d{2}-\d{2}/u.exec(line)?.[0] ?? "" }));
  return lines.sort((a, b) => b.day.localeCompare(a.day)).map(({ line }) => line);
}

function see(body: ChatBody): Seen {
  const seen: Seen = { said: [], memories: [], calls: [], fresh: [], monday: false };
  const byId = new Map<string, Seen["calls"][number]>();
  for (const message of body.messages) {
    const text = textOf(message.content);
    if (message.role === "system") {
      seen.memories = memoriesOf(text);
      seen.monday = /Now: Monday|现在：星期一/u.test(text);
    } else if (message.role === "user") {
      seen.said.push(text);
      seen.fresh = [];
    } else if (message.role === "tool") {
      const error = text.startsWith("Error:");
      seen.fresh.push({ text, error });
      const call = byId.get(message.tool_call_id ?? "");
      if (call !== undefined) call.error = error;
    }
    for (const raw of message.tool_calls ?? []) {
      const call = raw as { id: string; function: { name: string; arguments: string } };
      const made = { name: call.function.name, args: JSON.parse(call.function.arguments), error: false };
      seen.calls.push(made);
      byId.set(call.id, made);
    }
  }
  return seen;
}

/** What stands in a line beside the arguments of old calls: those tell what was booked, not what was wished. */
const withoutCalls = (line: string): string => line.replace(/\{[^{}]*\}/gu, " ");

function wishFor(wish: WishName, seen: Seen): string | null {
  for (const text of [...seen.said.toReversed(), ...seen.memories.map(withoutCalls)]) {
    const found = chosenIn(text, wish);
    if (found !== null) return found;
  }
  return null;
}

const refusedIn = (text: string): string[] =>
  Array.from(text.matchAll(REFUSED), (match) => match.slice(1).find((group) => group !== undefined)!);

function codeFor(kind: TaskKind, seen: Seen): string | null {
  const { code } = FORMS[kind];
  if (code === null) return null;
  const mondaysOnly = kind === "car" && !seen.monday;
  const worked = seen.calls.findLast((call) => call.name === `book_${kind}` && !call.error);
  if (worked !== undefined) return worked.args[code.name] ?? null;
  const refused = new Set(seen.fresh.flatMap(({ text }) => refusedIn(text)));
  if (!mondaysOnly) for (const line of seen.memories) for (const one of refusedIn(line)) refused.add(one);
  const learnt = new RegExp(
    `book_${kind} (?:with )?[^{]*?\\{[^}]*"${code.name}":"(\\w+)"|参数\\{[^}]*"${code.name}":"(\\w+)"`,
    "gu",
  );
  const known = seen.memories.flatMap((line) => Array.from(line.matchAll(learnt), (match) => match[1] ?? match[2]!));
  return [...known, ...code.all].find((one) => !refused.has(one)) ?? null;
}

/** The reply of the policy to a chat request. */
export function policy(body: ChatBody): ChatReply {
  const seen = see(body);
  const request = seen.said.findLast((text) => KINDS.some((one) => KIND[one].test(text))) ?? "";
  const kind = KINDS.find((one) => KIND[one].test(request));
  const language: Language = /\p{Script=Han}/u.test(seen.said.at(-1) ?? "") ? "zh" : "en";
  if (kind === undefined) return say.text(language === "zh" ? "需要订什么？" : "What may I book?");
  const last = seen.fresh.at(-1);
  if (last !== undefined && !last.error) return say.text(DONE[language]);
  if (last !== undefined && LOCKED.test(last.text)) return say.text(STUCK[language]);
  const city = CITY.exec(request);
  const form: Record<string, string> = { city: city?.[1] ?? city?.[2] ?? "" };
  for (const wish of FORMS[kind].wishes) {
    const found = wishFor(wish, seen);
    if (found === null) return say.text(WISHES[wish].ask[language]);
    form[wish] = found;
  }
  const { code } = FORMS[kind];
  if (code !== null) {
    const next = codeFor(kind, seen);
    if (next === null) return say.text(STUCK[language]);
    form[code.name] = next;
  }
  return say.tool(`book_${kind}`, form, `call-${seen.calls.length + 1}`);
}
