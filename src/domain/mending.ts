import { type Lesson, vagueness } from "./lesson.ts";
import { isQuestion, sentences } from "./sentences.ts";
import { terms } from "./text.ts";

/** What went wrong and what put it right, as the user tells it; English and Chinese. */

const FAILS =
  /\b(?:fail(?:s|ed|ing|ure)?|errors?|crash(?:es|ed|ing)?|broken|exception|(?:does|do|did)(?:n['’]t| not) (?:work|start|build|run|load|compile)|(?:is|are)(?:n['’]t| not) working|not working|won['’]t (?:work|start|build|run|load|compile)|tim(?:es|ed) out|access denied|(?:jobs?|process|pods?|build|servers?|service|app|script|container|task|query) (?:keeps? )?(?:dies?|died|dying|hangs?|hung|hanging)\b|keeps? (?:giving|saying|returning|throwing|showing|dying|hanging|restarting|disconnecting|stopping)|out of memory|OOM(?:Killed)?|unauthori[sz]ed|(?:stops|stopped) working|connection refused)\b|失败|报错|一直提示|总是?提示|老是提示|老是?断|没反应|卡住|卡死|死机|闪退|登[录不]不?上|出错|错误|崩溃|崩了|挂了|坏了|不工作|打不开|连不上|起不来|跑不起来|超时|用不了|异常/iu;
const WORKS =
  /[,;，；]?\s*(?:(?:and|then|so|which|after that)\s+)*(?:now\s+)?(?:(?:it|that|this|everything|all)\s*)?(?:(?:finally |now |just )*(?:works?|worked|runs?|passes|builds|deploys|starts)(?: (?:fine|again|now|perfectly))+|(?:worked|(?:has )?(?:fixed|solved|resolved)(?: (?:it|that|this|the (?:problem|issue|error|bug)))?|did the trick)|(?:is|['’]s|got) (?:fixed|solved|resolved|working)(?: (?:now|again))?)[.!\s]*$|[，,]?\s*(?:现在|然后|之后|以后|已经|终于|问题|就)*(?:好了|可以了|(?:能|可以)(?:正常)?(?:登录|登上|打开|连上|启动|运行|打印|访问|跑|用|上)(?:去|来|网)?了|能用了|正常了|解决了|修好了|成功了|能跑了|通过了|没问题了|恢复了)[。！!\s]*$/iu;
const NOT_YET =
  /\b(?:still|if|hope|maybe|n['’]t|not|never|will|should|would)\b|还是|仍然|没有?(?:解决|修好|好)|如果|要是|希望|可能|应该/iu;
/** What announces the cause or the cure and is none. */
const FOUND =
  /^(?:(?:ok(?:ay)?,?\s+)?(?:found (?:it|the (?:cause|problem|reason))|got it|solved|figured it out|eureka)|(?:查|找)到(?:原因|问题)?了|搞定了|解决了|弄清楚了)\s*[:：,，.。!！–—-]*\s*/iu;
/** Why it failed: "it was the clock on my laptop", 原来是硒鼓没装好. */
const CAUSE =
  /^(?:(?:ah|oh|so|ok(?:ay)?)[,\s]+)*(?:it was|(?:it )?turn(?:s|ed) out|the (?:cause|problem|culprit|reason|issue) was)\b|^(?:哦|噢|啊)?[，,]?(?:原来|原因|问题(?:是|出在)|是因为)/iu;
/** Words an act must have. */
const LEAST_WORDS = 2;
const LONGEST = 160;

const bare = (text: string): string => text.replace(/[.。!！\s]+$/u, "").slice(0, LONGEST);

/** What was done that ended a failure: "set DB_URL in .env" of "set DB_URL in .env and it works now"; null in any other sentence. */
function actIn(sentence: string): string | null {
  if (isQuestion(sentence) || NOT_YET.test(sentence)) return null;
  const works = WORKS.exec(sentence);
  if (works === null) return null;
  const act = sentence
    .slice(0, works.index)
    .replace(FOUND, "")
    .replace(
      /^(?:ok(?:ay)?[,.]?\s+|so\s+|after\s+(?=\p{L}+ing\b))?(?:(?:I|we)\s+(?:just\s+|had to\s+)?(?=\p{Ll}))?|^(?:我们?)(?:刚刚?|就|后来)?/iu,
      "",
    )
    .trim();
  return terms(act).length >= LEAST_WORDS ? act : null;
}

const isFailure = (sentence: string): boolean =>
  FAILS.test(sentence) && !isQuestion(sentence) && WORKS.exec(sentence) === null;

/** True when the user tells what they did and that it works now. */
export const tellsFix = (text: string): boolean => sentences(text).some((sentence) => actIn(sentence) !== null);

/** True when the user tells what a failure known to both came from: "found it: …", 原来是…. */
export const tellsCause = (text: string): boolean =>
  sentences(text).some((sentence) => FOUND.test(sentence) || CAUSE.test(sentence));

/** True when the user tells of something that went wrong, and not that it is right again. */
export const tellsFailure = (text: string): boolean => sentences(text).some(isFailure) && !tellsFix(text);

/** What the user's words teach: a failure told, and after it what ended it. */
export function toldLessons(said: readonly string[], language: "en" | "zh"): Lesson[] {
  const lessons: Lesson[] = [];
  let failure: string | null = null;
  let cause: string | null = null;
  for (const sentence of said.flatMap(sentences)) {
    const act = actIn(sentence);
    if (act === null) {
      if (failure !== null && CAUSE.test(sentence)) cause = bare(sentence);
      else if (isFailure(sentence)) failure = bare(sentence);
      continue;
    }
    if (failure === null) continue;
    const lesson =
      language === "zh"
        ? { when: failure, do: bare(act), because: cause ?? `这样之后“${failure}”就解决了` }
        : { when: failure, do: bare(act), because: cause ?? `that ended "${failure.replace(/^[^:]{1,40}:\s*/u, "")}"` };
    if (vagueness(lesson) === null) lessons.push(lesson);
    failure = null;
    cause = null;
  }
  return lessons;
}
