import { terms } from "./text.ts";

/** What to do when it comes up again (requirement D2). */
export interface Lesson {
  when: string;
  do: string;
  because: string;
}

/** Good resolutions: they fit every situation, so they help in none. */
const VAGUE_EN =
  /\b(?:be (?:more |very |extra |really )?(?:careful|cautious|attentive|mindful|precise|thorough|patient|clear|clearer|proactive|diligent|better|aware|helpful|accurate|specific|responsive)|pay (?:more |close |closer )?attention|take (?:more |extra )?care|communicate (?:more |much )?(?:better|clearly|clearer|effectively|openly)?|communication|do (?:it |this |things )?better|try (?:harder|again|more|better|my best|your best)|work harder|think (?:carefully|twice|more|harder|first)|improve|avoid (?:such |similar |these |the same |any )?(?:mistakes?|errors?|problems?|issues?)|double[- ]check(?: everything| things| carefully)?|keep (?:this |that |it )?in mind|remember (?:this|that|it)|listen (?:better|carefully|more)|learn from (?:this|it|mistakes?)|next time|in (?:the )?future|from now on|going forward|at all times|if possible|when(?:ever)? (?:needed|necessary|appropriate|possible)|as needed|best practices?|follow up|understand (?:the )?(?:user|request|needs?)(?: better)?|make sure everything (?:works|is (?:right|correct|ok|fine)))\b/giu;
const VAGUE_ZH =
  /(?:要|应该|需要|务必|一定|尽量|更加?|多|再)*(?:小心|注意(?:一下|一点|点)?|谨慎|仔细|认真|细心|耐心|努力|加油|用心|专注|重视|改进|改善|提高(?:质量|效率|水平)?|提升(?:质量|效率|水平)?|加强(?:沟通|学习|管理|注意)?|做好沟通|(?:多|好好|及时|充分|更好地)?沟通|做得?更好|避免(?:类似|同样|再次)?(?:的)?(?:错误|问题|情况)(?:再次)?(?:发生|出现)?|吸取教训|总结经验|好好(?:做|干|处理)|多想想|三思|反思|下次|以后|今后|将来|每次|随时|任何时候|尽力|尽量)(?:一些|一点|点|些|了)?/gu;
/** Words that name no thing, stemmed: of quality and manner, of trying, of work in general. */
const GENERIC: ReadonlySet<string> = new Set(
  "thing someth everyth anyth work task user problem issu better more alwai never time next futur import good right correct wrong mistak error situat case help need success fail happen similar same custom peopl everyon matter result qualiti befor after ani make sure best gener handl manag deal give provid ensur answer bug calm stai profession empathet empathi understand polit friendli fast faster effici quick quickli slow long plan ahead thorough thoroughli verifi twice forgotten properli appropri respons keep do well enough possibl effort expect unhappi upset code tool input output valu prefer clarifi question ask follow use first suitabl relev requir rule regul pleas satisfi goe".split(
    " ",
  ),
);
/** The same in Chinese; taken out wherever they stand. */
const GENERIC_ZH =
  /规定|规则|代码|使用|填写|按照|遵守|合适|相关|偏好|提问|询问|事情|东西|问题|情况|错误|报错|出错|工作|任务|用户|客户|重要|更好|很好|这样|成功|失败|必要|需要|时候|质量|服务|效率|速度|态度|水平|需求|要求|信息|内容|细节|方法|方式|回答|答案|处理|应对|解决|理解|了解|明白|确保|保证|保持|核对|确认|检查|规划|计划|准备|安排|出现|发生|避免|减少|提高|加快|改善|优化|完善|妥善|充分|合理|及时|提前|主动|积极|正确|准确|清楚|再?多?试(?:几|一)?[次遍下]|做好|做到|给出|提供|返回|忘了?|满意|不够?|有误|偏差|一些|更加?|bug/giu;

/** A name, a figure, a code, words in quotes: what can be looked up and done as it stands. */
const SPECIFIC = /\d|[\p{L}\p{N}]_[\p{L}\p{N}]|["“「`][^"”」`]+["”」`]|(?<=\S\s)(?!I\b)\p{Lu}\p{L}+|[A-Z]{2,}/u;

/** How much a part says: terms that name something, a Chinese pair of characters as one; a specific thing counts twice. */
function substance(text: string): number {
  const rest = text.replace(VAGUE_EN, " ").replace(VAGUE_ZH, " ").replace(GENERIC_ZH, " ");
  const han = rest.replace(/[的了时要把被让给就再也请先后在是有和与很对]/gu, "").match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = terms(rest.replace(/\p{Script=Han}+/gu, " ")).filter(
    (term) => !GENERIC.has(term) && /[\p{L}\p{N}]{2}/u.test(term),
  );
  return Math.round(han / 2) + words.length + (SPECIFIC.test(rest) ? 1 : 0);
}

/** Terms of substance each part needs; measured against the examples in test/domain/lesson-examples.test.ts. */
const NEEDED = { when: 1, do: 2, because: 1 } as const;

/**
 * Why the lesson is empty advice, in words a model can act on; `null` for a good one. Good is what a stranger could
 * follow: a situation one can recognise, an act one can carry out, a reason.
 */
export function vagueness(lesson: Lesson): string | null {
  if (substance(lesson.do) < NEEDED.do)
    return `"do" names no concrete act: "${lesson.do}"; say which tool, value, order or words to use`;
  if (substance(lesson.when) < NEEDED.when) return `"when" names no situation one can recognise: "${lesson.when}"`;
  if (substance(lesson.because) < NEEDED.because)
    return `"because" gives no reason from this task: "${lesson.because}"`;
  return null;
}

/** The lesson in a sentence of its language. */
export function lessonText(lesson: Lesson, language: string): string {
  const bare = (text: string) => text.trim().replace(/[.。,，;；]+$/u, "");
  if (language === "zh") {
    const when = bare(lesson.when)
      .replace(/^当/u, "")
      .replace(/的?时候?$/u, "");
    return `当${when}时，${bare(lesson.do)}，因为${bare(lesson.because).replace(/^因为/u, "")}。`;
  }
  const lower = (text: string) => (/^\p{Lu}\p{Ll}/u.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text);
  return `When ${lower(bare(lesson.when).replace(/^when(?:ever)?\s+/iu, ""))}, ${lower(bare(lesson.do))}, because ${lower(bare(lesson.because).replace(/^because\s+/iu, ""))}.`;
}
