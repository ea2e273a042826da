import { sentences } from "./sentences.ts";
import { terms } from "./text.ts";

/** What users keep turning down, and how they keep asking for answers to be: wishes nobody states as a rule until asked. */

export type Manner = "short" | "detailed" | "simple" | "listed" | "formal" | "cheap";

export type Wish = { kind: "refuses"; words: string; terms: readonly string[] } | { kind: "manner"; manner: Manner };

const MANNERS: readonly (readonly [Manner, RegExp])[] = [
  [
    "short",
    /\b(?:shorter|briefer|more (?:brief|concise)|(?:be|keep it) (?:brief|short|concise)|fewer words|less text|too long|shorten (?:it|this|that)|tl;?dr)\b|(?:简短|短|简洁|精简)(?:一?[点些]|的)|太长了?|少说(?:一?[点些]|几句)|长话短说/iu,
  ],
  [
    "detailed",
    /\b(?:more (?:details?|detailed)|in (?:more|full) detail|elaborate|too (?:short|brief)|longer)\b|(?:详细|具体)(?:一?[点些])|太短了?|展开(?:说|讲)/iu,
  ],
  [
    "simple",
    /\b(?:simpler|(?:in )?(?:plain|simple) (?:words|language|english|terms)|too (?:technical|complicated))\b|(?:简单|通俗)(?:一?[点些]|的)|太复杂|太专业|说人话/iu,
  ],
  ["listed", /\b(?:bullet points?|as a list|bulleted)\b|列成?(?:清单|要点|列表)|分点/iu],
  ["formal", /\b(?:more (?:formal|polite)|too (?:casual|informal))\b|(?:正式|客气)(?:一?[点些])|太随便/iu],
  ["cheap", /\b(?:cheaper|(?:way |far |much )?too expensive|less expensive)\b|便宜一?[点些]|太贵|更便宜/iu],
];

const LEAD =
  "(?:(?:no|nope|nah|sorry|please|again|but|and|ok|okay|hmm|thanks|i said)[,.!\\s]+)*(?:no thank you[,.]\\s*)?";
const REFUSES = new RegExp(
  `^${LEAD}(?:(?:i|we) (?:really |still |just )?(?:do not|don['’]?t|would not|wouldn['’]t) (?:want|need|like|care for|take)(?: to (?:have|get|take|book|stay in|stay at|fly with))?|(?:i|we)['’]?(?: would|d) rather not (?:have|take|stay in|stay at|fly with|book)?|not|no|nothing|without|anything but|skip|leave out) (?:with |in |at )?(?:an? |any |the |another |more |those |these |such )*(.{3,60}?)(?:[,\\s]+(?:please|again|this time|thanks|thank you|either|for me|next time))*[.!]*$`,
  "iu",
);
const CHINESE_REFUSES =
  /^(?:(?:不|别|算了|请|还是|我说了|都说了)[，,。\s]+)*(?:我|我们)?(?:真的|还是|也|就|都)?(?:不(?:想)?要|不想(?:住|坐|订|买|选)|别(?:给我|再)?(?:订|推荐|选|用|加)|不需要|不考虑|不住|不坐)(?:再)?(?:那种|这种|什么|任何)?(.{2,30}?)(?:了|吧|啊|呀|谢谢)*[。！!]*$/u;
/** What is no thing to turn down: "not now", "no problem", 不要紧. */
const NOTHING =
  /^(?:now|yet|really|sure|bad|today|tomorrow|that|this|it|problem|worries|idea|thanks?|thank you|need|way|longer|more|one|at all|quite|exactly|necessarily|to|so|very|too|much|matter|doubt|hurry|rush|wonder|that one|this one)(?!\p{L})(?: .*)?$|^(?:紧|的|了|这样|那样|这个|那个|急|客气|担心|忘|一样|知道)/iu;

/** Words for things that name none: a "prepaid one" is whatever was spoken of. */
const NO_THING = /\b(?:ones?|things?|kinds?|sorts?|types?|of|options?|offers?|places?)\b|的|那种|这种/giu;

/** The wishes in what a user said; a refusal must stand as a clause of its own. */
export function wishesIn(said: string): Wish[] {
  const clauses = sentences(said.replaceAll(" / ", "\n")).flatMap((sentence) => sentence.split(/[,，;；]\s*/u));
  const found: Wish[] = [];
  for (const part of clauses) {
    const clause = part.trim();
    for (const [manner, pattern] of MANNERS) if (pattern.test(clause)) found.push({ kind: "manner", manner });
    const words = (REFUSES.exec(clause) ?? CHINESE_REFUSES.exec(clause))?.[1]?.trim();
    if (words === undefined || NOTHING.test(words) || /[?？]/u.test(clause)) continue;
    const of = terms(words.replace(NO_THING, " "));
    if (of.length > 0 && !found.some(({ kind }) => kind === "manner"))
      found.push({ kind: "refuses", words, terms: of });
  }
  return found;
}
