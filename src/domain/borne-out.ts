import { attributeOf } from "./attribute.ts";
import { conceptsOf } from "./concepts.ts";
import { contradicts } from "./conflict.ts";
import { correction } from "./corrections.ts";
import type { Moment } from "./dates.ts";
import { denies, saysOfChange } from "./denial.ts";
import { figuresOf, inventedFigures, withoutFigures } from "./figures.ts";
import { attitude, negations } from "./polarity.ts";
import type { ReflectInput, SemanticUpdate } from "./reflection.ts";
import { meantBy, retraction } from "./retraction.ts";
import { sentences } from "./sentences.ts";
import { statements } from "./statement.ts";
import { terms } from "./text.ts";

/**
 * Whether what a model says is borne out by the turns it names. A number, a name or a denial that nobody said is not;
 * words of its own are, as long as some of what it says is the user's.
 */

/** Share of the words that must be the evidence's for a statement to pass as said; below it is inferred. */
const SAID = 0.5;
/** What a scene lends: meat and vegetarian come up together, and do not mean the same. */
const SCENE = 0.5;

const SPEAKER = /\bthe user(?:['’]s)?\b|用户的?/giu;
/** They carry no content of their own: being, having, wanting, how surely and since when. */
const FRAME: ReadonlySet<string> = new Set(
  "user longer anymor never alwai must own get got call name now current still actual realli usual like love enjoi adore prefer hate dislik fond fan avoid want wish need plan dollar euro eur usd pound gbp yuan kroner live work go goe went make made take took use new call sai said tell told mention".split(
    " ",
  ),
);
const FRAME_ZH =
  /喜欢|喜爱|热爱|最爱|偏好|讨厌|不再|没有|名叫|叫做?|已经|现在|目前|一直|希望|想要|想|计划|打算|需要|必须|过(?!敏)|[元的了是有在和与也就都不没着把被给养住名一个只条位]/gu;
const TALKER = /^[我你您]们?的?|(?<=[，。,])[我你您]们?的?/gu;

interface Words {
  terms: ReadonlySet<string>;
  han: string;
  concepts: ReadonlySet<number>;
  scenes: ReadonlySet<number>;
}

function conceptsIn(text: string): { concepts: Set<number>; scenes: Set<number> } {
  const lexicon = conceptsOf();
  const found = [
    ...terms(text).flatMap((term) => lexicon.ofTerm(term)),
    ...(text.match(/\p{Script=Han}+/gu) ?? []).flatMap((run) => lexicon.ofRun(run).flat()),
  ];
  const ids = (isScene: boolean) =>
    new Set(found.filter(({ topic }) => (topic === null) === isScene).map(({ id }) => id));
  return { concepts: ids(false), scenes: ids(true) };
}

const wordsOf = (text: string): Words => ({
  terms: new Set(terms(text)),
  han: (text.match(/\p{Script=Han}+/gu) ?? []).join(" "),
  ...conceptsIn(text),
});

const meets = (a: string, b: string): boolean => {
  const least = Math.min(a.length, b.length);
  return (
    least >= 4 &&
    /^[a-z]+$/u.test(a + b) &&
    a.slice(0, least - (least > 4 ? 1 : 0)) === b.slice(0, least - (least > 4 ? 1 : 0))
  );
};
const shares = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean => Array.from(a).some((one) => b.has(one));

/** The parts of a text that say something: stemmed words, and Chinese runs. */
function partsOf(text: string): { words: string[]; runs: string[] } {
  const plain = withoutFigures(text.replace(SPEAKER, " ").replace(TALKER, ""));
  const latin = terms(plain.replace(/\p{Script=Han}+/gu, " ")).filter(
    (term) => /^\p{L}/u.test(term) && term.length > 1 && !FRAME.has(term),
  );
  return { words: latin, runs: plain.replace(FRAME_ZH, " ").match(/\p{Script=Han}+/gu) ?? [] };
}

/** How far one word or run of the statement is the evidence's, 0 … 1. */
function bearing(part: string, evidence: Words, scene: number): number {
  if (evidence.terms.has(part) || Array.from(evidence.terms).some((term) => meets(part, term))) return 1;
  const { concepts, scenes } = conceptsIn(part);
  const own = shares(concepts, evidence.concepts) ? 1 : shares(scenes, evidence.scenes) ? scene : 0;
  if (own === 1 || !/\p{Script=Han}/u.test(part)) return own;
  const characters = Array.from(part);
  const held = characters.filter((one, i) => {
    if (characters.length === 1) return evidence.han.includes(one);
    return [characters.slice(i - 1, i + 1), characters.slice(i, i + 2)].some(
      (pair) => pair.length === 2 && evidence.han.includes(pair.join("")),
    );
  });
  return Math.max(own, held.length / characters.length);
}

/** Share of what a text says that is the evidence's, 0 … 1; 1 for a text that says nothing of its own. */
function coverage(text: string, evidence: Words, scene = 0): number {
  const { words, runs } = partsOf(text);
  const weighed = [...words.map((word) => [word, 2] as const), ...runs.map((run) => [run, run.length] as const)];
  const all = weighed.reduce((sum, [, weight]) => sum + weight, 0);
  return all === 0
    ? 1
    : weighed.reduce((sum, [part, weight]) => sum + weight * bearing(part, evidence, scene), 0) / all;
}

/** True when some word of the item, or one that means the same, stands in the text; what only goes with it does not. */
export const isNamedIn = (item: string, text: string): boolean => coverage(item, wordsOf(text)) > 0;

/** What the statement says of the user, where it is of a known kind: nuts of an allergy, Oslo of a home. */
function objectOf(statement: string): string | null {
  const attribute = attributeOf(statement);
  if (attribute === null) return null;
  const tail = /:(.+)$/u.exec(attribute.key)?.[1];
  return attribute.key.includes("has:") || tail === undefined ? attribute.value.replace(/^not /u, "") : tail;
}

/** An allergy, a taste: each is its own, and what goes with it says nothing of the next. */
const isOneOfMany = (statement: string): boolean =>
  /(?:^|\|)(?:allergy|opinion):/u.test(attributeOf(statement)?.key ?? "");

type Turn = ReflectInput["turns"][number];
/** Words an answer may have to lean on the question before it: "Yes, please." */
const ANSWER_TERMS = 4;

/** What the cited turns say: the user's and the tools', and what a short answer answers. */
function citedTurns(update: SemanticUpdate, { turns }: ReflectInput): { users: Turn[]; tools: Turn[]; asked: Turn[] } {
  const cited = turns.filter(({ n }) => update.evidence.includes(n));
  const users = cited.filter(({ role }) => role === "user");
  const asked = users.flatMap((turn) => {
    const before = turns[turns.indexOf(turn) - 1];
    return before?.role === "assistant" && terms(turn.content).length <= ANSWER_TERMS ? [before] : [];
  });
  return { users, tools: cited.filter(({ role }) => role === "tool"), asked };
}

const momentOf = (turn: Turn, input: ReflectInput): Moment => ({ said: Date.parse(turn.at), timeZone: input.timeZone });
const told = (list: readonly { content: string }[]): string => list.map(({ content }) => content).join("\n");
const clausesOf = (text: string): string[] =>
  sentences(text).flatMap((sentence) => [
    sentence,
    ...sentence.split(/[,，;；]|\bbut\b|但是?|(?<!\p{L})and(?!\p{L})/iu),
  ]);
/** Each sentence and clause as it was said, and as the statement the rules make of it. */
function claimsOf(turns: readonly Turn[], input: ReflectInput): string[] {
  return turns.flatMap((turn) => [
    ...clausesOf(turn.content),
    ...clausesOf(turn.content).flatMap((one) => statements(one, momentOf(turn, input)).map(({ content }) => content)),
  ]);
}

const core = (text: string): string => {
  const { words, runs } = partsOf(text.replace(/\b(?:ca|wo|do|does|did|is|are|has|have)n['’]t\b/giu, " "));
  return [
    ...words.filter((word) => !/^(?:not|no|stop|stand|quit|cannot|hardli|without|do|doe|did|can)$/u.test(word)).sort(),
    runs.join(""),
  ]
    .join(" ")
    .trim();
};
/** True when both speak of the same and one of them denies it. */
function isTurned(statement: string, claim: string): boolean {
  if (denies(statement, claim)) return true;
  if (core(statement) === "" || core(statement) !== core(claim)) return false;
  const [a, b] = [attitude(statement), attitude(claim)];
  return a !== 0 && b !== 0 ? a !== b : a === b && negations(statement) % 2 !== negations(claim) % 2;
}

/** An end or a change of something, beside plain denials. */
const ENDS =
  /\b(?:died|dead|passed away|sold|lost|ended|over|cancel(?:l?ed|s)?|called off|left|broke up|divorced|retired|quit|finished|gone|gave (?:it |\w+ )?(?:up|away)|given up|got rid|outgr[eo]wn?|wrong|mistake|instead|anymore|stopped|replaced|fired|laid off)\b|去世|死了|过世|卖|丢了|结束|取消|分手|离婚|退休|辞职|没了|弄错|错了|送人|停止|放弃|治好|痊愈|改|换/iu;
const speaksOfEnd = (text: string): boolean => negations(text) > 0 || saysOfChange(text) || ENDS.test(text);

/** Why the words of the user do not bear out that the known statement no longer holds; null when they do. */
function unbornEnd(known: string, update: SemanticUpdate, input: ReflectInput): string | null {
  const { users, asked } = citedTurns(update, input);
  const claims = claimsOf(users, input);
  const object = objectOf(known);
  const isAbout = (text: string) =>
    object === null ? coverage(known, wordsOf(text)) >= SAID : coverage(object, wordsOf(text)) > SAID;
  for (const claim of claims) {
    const what = retraction(claim);
    if (what !== null && (meantBy(what, [known]).found.length > 0 || isAbout(claim))) return null;
    if (contradicts(claim, known) || (speaksOfEnd(claim) && isAbout(claim))) return null;
  }
  // "No, that is wrong" is about what was said last, or what the assistant just said.
  const refers = users.some(
    ({ content }) =>
      retraction(content) !== null ||
      correction(content) !== null ||
      (speaksOfEnd(content) && terms(content).length <= ANSWER_TERMS),
  );
  if (refers && (input.lastSaid === update.target || isAbout(told(asked)))) return null;
  return `the turns it names do not take back "${known}"`;
}

/** True when the new statement is about the same as the known one that it is said to replace. */
function isNewsOf(update: SemanticUpdate, known: string, input: ReflectInput): boolean {
  const { statement } = update;
  if (contradicts(statement, known)) return true;
  const [next, old] = [attributeOf(statement), attributeOf(known)];
  if (next !== null && old !== null && next.key === old.key) return true;
  const object = objectOf(known);
  if (object !== null ? coverage(object, wordsOf(statement)) > SAID : coverage(known, wordsOf(statement)) > SAID)
    return true;
  return unbornEnd(known, update, input) === null;
}

/** Told what the user wants, or what the assistant has to do. */
const WISH =
  /\b(?:the user|users?) (?:wants?|wishes|asks?|asked|requires?|instructs?|instructed|authori[sz]e[sd]?|prefers?|needs?|expects?|would like|insists?)\b|\b(?:assistant|agent|ai|bot|model)s? (?:must|should|shall|has to|have to|needs? to|may|is to|always|never)\b|用户(?:想|希望|要求|需要|授权|偏好|坚持|命令)|(?:助手|助理|智能体|机器人|模型)(?:必须|应当?|应该|要|需要|一定|总是|永远|不得)/iu;

/** Names inside the statement, which stand as they were said. */
const NAMES = /(?<=\S\s)\p{Lu}[\p{L}\p{N}'’-]+/gu;
const NO_NAME =
  /^(?:I|The|English|Chinese|January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)$/u;

/** What a statement of the model's comes to. */
export type Bearing = { verdict: "said" | "inferred" } | { verdict: "unborn"; why: string };

const unborn = (why: string): Bearing => ({ verdict: "unborn", why });

/** Whether the statement is borne out: by its figures, its denials, its names and its words. */
export function bearingOf(update: SemanticUpdate, input: ReflectInput): Bearing {
  const { statement } = update;
  const { users, tools, asked } = citedTurns(update, input);
  if (users.length + tools.length === 0) return unborn("only the assistant said it");
  const known = update.target === null ? undefined : input.existing.find(({ n }) => n === update.target)?.content;
  if (update.op === "retract") return known === undefined ? { verdict: "said" } : ended(known);
  if (users.length === 0 && (WISH.test(statement) || update.type === "procedure"))
    return unborn("only the user can say what they want");
  const cited = [...users, ...tools, ...asked];
  const results = input.steps.map(({ input: given, result }) => ({ content: `${given} ${result ?? ""}` }));
  const last = cited[0]!;
  const figures = new Set(
    [
      ...cited.map((turn) => [turn.content, momentOf(turn, input)] as const),
      ...[...results, { content: known ?? "" }].map(({ content }) => [content, momentOf(last, input)] as const),
    ].flatMap(([content, moment]) => Array.from(figuresOf(content, moment))),
  );
  const invented = inventedFigures(statement, figures);
  if (invented.length > 0) return unborn(`the turns it names do not say ${invented.join(", ")}`);
  const claims = claimsOf(users, input);
  if (
    claims.some((claim) => isTurned(statement, claim)) &&
    !claims.some((claim) => core(claim) === core(statement) && !isTurned(statement, claim))
  )
    return unborn("the turns it names say the opposite");
  const whole = wordsOf(told([...input.turns, ...input.existing, ...results]));
  const name = (statement.match(NAMES) ?? []).find(
    (one) => !NO_NAME.test(one) && terms(one).length > 0 && terms(one).every((term) => bearing(term, whole, 0) === 0),
  );
  if (name !== undefined && !/\p{Script=Han}/u.test(statement)) return unborn(`nobody said "${name}"`);
  const evidence = wordsOf(told(cited));
  if (claims.some((claim) => claim !== statement && sameValue(statement, claim))) return { verdict: "said" };
  const object = objectOf(statement);
  const share = coverage(statement, evidence, SCENE);
  const about =
    object === null || /\d/u.test(object) ? share : coverage(object, evidence, isOneOfMany(statement) ? 0 : SCENE);
  if (Math.max(share, coverage(statement, wordsOf(told(results)), SCENE)) === 0 || about === 0)
    return unborn("the turns it names do not bear it out");
  const changes =
    share >= SCENE && speaksOfEnd(told(users)) && input.existing.some(({ content }) => contradicts(statement, content));
  return { verdict: (share > SAID || changes) && name === undefined ? "said" : "inferred" };

  function ended(content: string): Bearing {
    const why = unbornEnd(content, update, input);
    return why === null ? { verdict: "said" } : unborn(why);
  }
}

function sameValue(statement: string, claim: string): boolean {
  const [a, b] = [attributeOf(statement), attributeOf(claim)];
  return a !== null && b !== null && a.key === b.key && coverage(a.value, wordsOf(b.value)) > SAID;
}

/** Why the statement may not replace the known memory it names; null when it may, or names none. */
export function unfoundedReplacement(update: SemanticUpdate, input: ReflectInput): string | null {
  const known = input.existing.find(({ n }) => n === update.target)?.content;
  if (update.op !== "update" || known === undefined || isNewsOf(update, known, input)) return null;
  return `it is not about "${known}", which it was to replace; it stands beside it`;
}
