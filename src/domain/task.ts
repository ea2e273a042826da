import { isRequest } from "./cues.ts";
import { absoluteDates } from "./dates.ts";
import { gate } from "./gate.ts";
import { mended } from "./inline.ts";
import type { Lesson } from "./lesson.ts";
import { toldLessons } from "./mending.ts";
import { emptyTalk, withoutOpening } from "./phrases.ts";
import type { ReflectInput, Reflection } from "./reflection.ts";
import { orderSentences, retraction } from "./retraction.ts";
import { asText, isQuestion, sentences } from "./sentences.ts";
import { withoutRecalled } from "./similar.ts";
import { wishesIn } from "./wishes.ts";

/** What a finished task was, by rules: summary, outcome, kind, and what a failure taught. */

const LONGEST_QUOTE = 600;

function short(text: string, most: number): string {
  const folded = text.replace(/\s+/gu, " ").trim();
  return folded.length <= most ? folded : `${folded.slice(0, most - 1).trimEnd()}…`;
}

type Task = Pick<ReflectInput, "turns" | "steps" | "error" | "language" | "timeZone" | "recalled">;

/** A turn that says nothing to remember: noise, recalled text, a question that nothing was done about. */
function isIdle(text: string, task: Task): boolean {
  if (isRequest(text) || wishesIn(text).length > 0) return false;
  const { decision, reason } = gate(text, { preset: "assistant", recalled: task.recalled });
  return decision === "refuse" && (reason !== "question" || task.steps.length === 0);
}

/** A question that the user goes on from, which tells what it is about: "What temperature for the sourdough?" / "That's too dark." */
const isTopicOf = (text: string, next: string, task: Task): boolean =>
  isQuestion(text) && !isQuestion(next) && !isRequest(next) && !isIdle(next, task);

/** What the user asked and told, without small talk, what came from recall, and what they want forgotten. */
export function requestOf(task: Task): string {
  const said = task.turns.filter((turn) => turn.role === "user" && emptyTalk(turn.content) === null);
  const weighty = said.filter(
    (turn, at) => !isIdle(turn.content, task) || isTopicOf(turn.content, said[at + 1]?.content ?? "", task),
  );
  const parts = (weighty.length > 0 ? weighty : said)
    .map((turn) => {
      const said = orderSentences(sentences(turn.content));
      const kept = said.filter((sentence) => retraction(withoutOpening(sentence)) === null).map(mended);
      // Line ends are kept where nothing changed, so that what is laid out stays so.
      const words = kept.join("\n") === said.join("\n") ? turn.content : asText(kept);
      // A wish said again is no echo: it is the second time.
      const again = wishesIn(words).length > 0 ? [] : task.recalled;
      const own = withoutRecalled(withoutOpening(words), again);
      return absoluteDates(own, { said: Date.parse(turn.at), timeZone: task.timeZone }).text.trim();
    })
    .filter((text) => text !== "");
  return parts.join(task.language === "zh" ? "；" : " / ");
}

/** Failure when the run or its last call failed, partial when an earlier call never succeeded, else success. */
export function outcomeOf(task: Pick<Task, "steps" | "error">): Reflection["outcome"] {
  if (task.error !== null) return "failure";
  const last = task.steps.at(-1);
  if (last === undefined) return "success";
  if (last.error !== null) return task.steps.some((step) => step.error === null) ? "partial" : "failure";
  const mended = (tool: string, from: number) =>
    task.steps.slice(from + 1).some((step) => step.tool === tool && step.error === null);
  return task.steps.some((step, i) => step.error !== null && !mended(step.tool, i)) ? "partial" : "success";
}

const OUTCOME_WORDS = {
  en: { success: "success", partial: "partial success", failure: "failure" },
  zh: { success: "成功", partial: "部分成功", failure: "失败" },
} as const;

/**
 * One to three sentences in the user's language: what was asked or told, which tools ran, what came of it. `tookBack`
 * when something is forgotten because of it; that it was asked for is not enough.
 */
export function summaryOf(task: Task, tookBack = false): string {
  const zh = task.language === "zh";
  const request = short(requestOf(task), LONGEST_QUOTE).replace(/"/gu, zh ? '"' : "'");
  const asks = sentences(requestOf(task)).some(isQuestion) || task.steps.length > 0;
  const parts: string[] = [];
  if (request !== "")
    parts.push(zh ? `用户${asks ? "问" : "说"}：“${request}”` : `The user ${asks ? "asked" : "said"}: "${request}"`);
  if (tookBack) parts.push(zh ? "用户收回了一条记忆。" : "The user took something back.");
  if (task.steps.length > 0) {
    const steps = task.steps
      .slice(0, 8)
      .map((step) => (step.error === null ? step.tool : `${step.tool}（${short(step.error, 80)}）`));
    parts.push(
      zh
        ? `使用工具：${steps.join("、")}。`
        : `Tools: ${steps.map((step) => step.replace("（", " (failed: ").replace("）", ")")).join(", ")}.`,
    );
  }
  if (task.error !== null)
    parts.push(zh ? `运行出错：${short(task.error, 160)}。` : `The run failed: ${short(task.error, 160)}.`);
  const outcome = outcomeOf(task);
  if (task.steps.length > 0 || task.error !== null)
    parts.push(zh ? `结果：${OUTCOME_WORDS.zh[outcome]}。` : `Outcome: ${OUTCOME_WORDS.en[outcome]}.`);
  return parts.join(zh ? "" : " ") || (zh ? "一次没有新内容的对话。" : "A conversation that told nothing new.");
}

/** The tools used, most used first; a talk without tools is a conversation. */
export function taskTypeOf(task: Pick<Task, "steps" | "language">): string {
  const counts = new Map<string, number>();
  for (const { tool } of task.steps) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  const tools = Array.from(counts)
    .sort((a, b) => b[1] - a[1])
    .map(([tool]) => tool);
  return tools[0] ?? (task.language === "zh" ? "对话" : "conversation");
}

/** What failed and what put it right, by the steps and by the user's own words. */
export function lessonsLearnt(task: Task): Lesson[] {
  const said = task.turns.filter(({ role }) => role === "user").map(({ content }) => content);
  return [...lessonsOf(task), ...toldLessons(said, task.language)];
}

/** A call that failed and then succeeded with other input teaches which input works. */
export function lessonsOf(task: Pick<Task, "steps" | "language">): Lesson[] {
  const lessons: Lesson[] = [];
  for (const [i, failed] of task.steps.entries()) {
    if (failed.error === null) continue;
    const fixed = task.steps.slice(i + 1).find((step) => step.tool === failed.tool && step.error === null);
    if (fixed === undefined || fixed.input === failed.input) continue;
    const [error, bad, good] = [short(failed.error, 120), short(failed.input, 160), short(fixed.input, 160)];
    lessons.push(
      task.language === "zh"
        ? {
            when: `${failed.tool}返回“${error}”`,
            do: `改用参数${good}调用${failed.tool}`,
            because: `用${bad}调用失败，改用前者后成功`,
          }
        : {
            when: `${failed.tool} fails with "${error}"`,
            do: `call ${failed.tool} with ${good}`,
            because: `it failed with ${bad} and then succeeded with the other input`,
          },
    );
  }
  return lessons.filter((lesson, i) => lessons.findIndex((other) => other.when === lesson.when) === i);
}
