import { attributeOf } from "./attribute.ts";
import { disowned, isBareOrder } from "./disowned.ts";
import { withoutOpening } from "./phrases.ts";
import { attitude } from "./polarity.ts";
import { terms } from "./text.ts";

/** What the user wants forgotten, and which of the statements that are known it means; English and Chinese. */

const POLITE =
  /^(?:(?:please|pls|kindly|and|also|now|ok(?:ay)?|actually|no(?! need)|just|you (?:can|may|could|should)|(?:can|could|would|will) you|i(?:['’]d| would) like you to|i want you to|there(?:['’]s| is))[,\s]+)+/iu;
const NOT_KEPT =
  "(?:(?:don['’]t|do not|(?:no|you (?:don['’]t|do not)) need to|i (?:don['’]t|do not) want you to|you (?:should|must)(?:n['’]t| not)|(?:i['’]d rather|i(?:['’]d| would) prefer(?: it)? if|it(?:['’]d| would) be (?:better|best|nice) if) you (?:didn['’]t|did not)) (?:remember|keep|store|save)|stop (?:remembering|keeping|storing))";
const NEVER_TOLD =
  "(?:let['’]s )?(?:pretend|act|behave|assume)(?: as if| as though| like| that)? i(?:['’]d| had)? (?:never|did ?n['’]t|had ?n['’]t)(?: ever)? (?:told you|tell you|mentioned?|said|say|shared?|brought up)";
const FORGET = new RegExp(
  `^(?:forget|unlearn|${NOT_KEPT}|(?:i['’]d rather|it(?:['’]d| would) be (?:better|best|nice) if) you forgot)\\s+(?:about\\s+)?`,
  "iu",
);
const UNSAID = new RegExp(`^${NEVER_TOLD} (?:about )?(.+)$`, "iu");
/** "Strike X from your records": whose records they are tells that what is known is meant. */
const FROM_MEMORY =
  /^(?:strike|scrub|purge|expunge|clear|wipe|erase|delete|remove|discard|drop|scratch|cross|take|get rid of)\s+(.+?)\s+(?:from|out of|off)\s+(?:your (?:\p{L}+ )?(?:records?|memory|memories|notes?|mind|head|files?|brain|books?|data(?:base)?|storage)|the memory)$/iu;
/** Also said of files and errands: only what is plainly remembered can be meant. */
const DELETE = /^(?:erase|delete|remove|discard|drop|wipe)\s+(?:about\s+)?/iu;
/** Said of backs and plans as well: only what one notes down can be meant. */
const SCRATCH = /^(?:scratch|strike)\s+(?:about\s+)?/iu;
const NOTED =
  /^(?:what i (?:said|told you) |(?:my|our|the|his|her|their|that) (?:[\p{L}'’]+ ){0,3}(?:code|passcode|password|pin|(?:phone|account|card|locker|passport) number|address|e-?mail|birthday|salary|income|weight|age|allergy|diet)$)/iu;
const REMEMBERED =
  /^(?:my\b|that i\b|that my\b|(?:what|everything|anything|all|whatever) (?:i|you|about)\b|the (?:fact|memory|note) (?:that|about|of)\b)/iu;
const THING = /^(?:the|this|that|these|those|his|her|their|our|where|when|who|how|i|i['’]m)\s+\S/iu;
/** Around what is meant: "what I said about", "the fact that". */
const LEAD =
  /^(?:(?:the fact |the memory |the note |my memory |what (?:i|you) (?:said|told you|know|have|remember|noted)(?: earlier| before)? )(?:that |about |of |on )?|that (?!\p{L}+$))/iu;
const TRAIL = /\s+(?:please|now|again|any ?more|any longer|for me|from (?:your|the) memory)$/iu;

const IN_MEMORY_ZH =
  /从(?:你的?(?:脑子|脑海|脑袋|大脑|记忆库?|记录|笔记|档案|数据库|心)|记忆)(?:里面|里头|当中|里|中)?/u;
const NEVER_TOLD_ZH =
  "当(?:作|做|是|成)?(?:我|你)?(?:从来?|根本|压根)?(?:没有?|不)(?:听说过|听过|听见过?|听到过?|说过|提过|讲过|告诉过你|知道)";
const POLITE_ZH = /^(?:请|麻烦|帮我|你|您|可以|那就?|还是|就)+/u;
const ORDERS_ZH: readonly RegExp[] = [
  /^把(.+?)(?:给我|都|全|全部)*(?:忘掉|忘记|删掉|删除|删了|去掉|清除|抹掉|抹去|忘了(?=吧))(?:吧|了)?$/u,
  new RegExp(`^(.+?)[，,]?(?:你们?)?(?:就|权|全)*${NEVER_TOLD_ZH}(?:吧|了)?$`, "u"),
  new RegExp(`^(?:权|全)?${NEVER_TOLD_ZH}(.+?)吧?$`, "u"),
  /^(?:忘掉|忘记|删掉|删除|去掉|(?:不要|别|不用|不必|无需)再?(?:记住|记着|记得|记))(?!带|拿|买|去|来|要|给|提醒)(.+?)(?:吧|了)?$/u,
  /^忘了(?=我|关于|.+吧$)(?!带|拿|买|去|来)(.+?)吧?$/u,
  /^([^，,]+?)(?:就)?(?:(?:不用|不必|不要|别)再?记(?:住|着|得)?(?:了|吧)|忘了吧|忘掉吧|删了吧|删掉吧)$/u,
];
const LEAD_ZH = /^[：:，,]?(?:任何)?(?:关于|我(?:之前)?说(?:过)?的?|之前说的|那条|有关)?/u;
const TRAIL_ZH = /(?:的?(?:那件事|这件事|事情|事|记忆|记录|信息|内容)|这条|(?:这|那)个?人|这个)$/u;

/** "Never mind", "forget it": not about a memory. */
const EMPTY =
  /^(?:it|that|about it|this|everything i said|them|previous instructions|all of it|the (?:above|rest|last one)|它|这个?|那个?|了|吧)$/iu;

function english(text: string): string | null {
  const plain = text.replace(POLITE, "").replace(/[\s.!。！]+$/u, "");
  const struck = FROM_MEMORY.exec(plain)?.[1] ?? UNSAID.exec(plain)?.[1];
  if (struck !== undefined) return named(struck);
  const forget = FORGET.exec(plain);
  const lead = forget ?? DELETE.exec(plain) ?? SCRATCH.exec(plain);
  if (lead === null) return null;
  const rest = plain.slice(lead[0].length);
  if (!NOTED.test(rest)) {
    if (SCRATCH.test(plain)) return null;
    if (!REMEMBERED.test(rest) && (forget === null || !THING.test(rest) || /[,;]/u.test(rest))) return null;
  }
  return named(rest);
}

function named(what: string): string {
  return what.replace(LEAD, "").replace(TRAIL, "");
}

function chinese(text: string): string | null {
  const plain = text
    .replace(/[\s.!。！]+$/u, "")
    .replace(POLITE_ZH, "")
    .replace(IN_MEMORY_ZH, "");
  const found = ORDERS_ZH.map((order) => order.exec(plain)?.[1]).find((what) => what !== undefined);
  // 从菜单里: what is to go stands somewhere else than in the memory.
  return found === undefined || /从.+[里上中]$/u.test(found) ? null : found.replace(LEAD_ZH, "").replace(TRAIL_ZH, "");
}

/** What the user wants forgotten, in their words; `null` when nothing. */
export function retraction(sentence: string): string | null {
  const text = sentence.trim();
  if (/[?？]$/u.test(text) && !/^(?:can|could|would|will) you\b/iu.test(text)) return null;
  const unsaid = disowned(text.replace(POLITE, ""));
  const zh = /\p{Script=Han}/u.test(text);
  const ordered = unsaid === null ? (zh ? chinese(text) : english(text.replace(/\?$/u, ""))) : named(unsaid);
  const what = (zh ? ordered?.replace(LEAD_ZH, "").replace(TRAIL_ZH, "") : ordered)?.trim() ?? "";
  return what === "" || EMPTY.test(what) ? null : what;
}

/** Why it is to be forgotten, said after it: "we changed the router". */
const REASON =
  /^(?:(?:because|since|as|cause)\s+)?(?:we|i|it|that|this|he|she|they|there)\b(?!['’]ll|\s+(?:will|can|could|should|need|have to)\b)|^(?:因为)?(?:我们?|它|他|她|早就|已经|现在|都)/iu;

/**
 * The sentences, each order to forget as one: "I shouldn't have told you my salary. Remove it." is one, and the reason of
 * "Forget the wifi password, we changed the router." stands by itself.
 */
export function orderSentences(said: readonly string[]): string[] {
  const made: string[] = [];
  for (const sentence of said) {
    const before = made.at(-1);
    if (before !== undefined && isBareOrder(sentence)) {
      const joined = `${before} ${sentence}`;
      if (retraction(before) !== null || disowned(withoutOpening(joined)) !== null) {
        made[made.length - 1] = joined;
        continue;
      }
    }
    const [, order, reason] = /^([^,，;；]+)[,，;；]\s*(.+)$/u.exec(sentence) ?? [];
    if (
      order !== undefined &&
      reason !== undefined &&
      REASON.test(reason) &&
      retraction(withoutOpening(order)) !== null
    )
      made.push(order, reason);
    else made.push(sentence);
  }
  return made;
}

const SPEAKER = /我们?的?|用户的?|\b(?:i['’]m|i am|i|my|we|our|the user(?:['’]s)?)\b/giu;
const ALL =
  /^(?:everything|anything|all|whatever)\b(?: (?:i|you) (?:said|told you|know|have|remember))?(?: (?:about|of|on))?|^(?:所有|全部|一切)(?:关于)?|的?(?:一切|所有)(?:事情?|信息|内容)?$/iu;
/** How something is liked is compared by itself. */
const ATTITUDE =
  /\b(?:really |do not |does not |don['’]t |doesn['’]t )?(?:likes?|loves?|enjoys?|adores?|hates?|dislikes?|detests?|loathes?|(?:can['’]?t|cannot) stand)\b|不?(?:太|怎么)?(?:喜欢|喜爱|热爱)|讨厌|厌恶|反感|受不了/giu;
const SAME: readonly [RegExp, string][] = [
  [/\be-?mail(?: address(?:es)?)?\b|电子邮箱|电子邮件|邮箱地址|邮箱/giu, " email "],
  [
    /\b(?:(?:cell|mobile|tele)?\s?phone|mobile|cell)(?: number)?\b|手机号码?|电话号码?|手机(?=是)|电话(?=是)/giu,
    " phone ",
  ],
  [/\b(?:date of birth|birth ?date)\b|出生日期/giu, " birthday "],
  [/\b(?:pass ?code|password|code)\b|密码/giu, " passcode "],
  [/\ballerg(?:y|ies|ic)\b/giu, " allergy "],
  [/\b(?:kids?|child(?:ren)?)\b/giu, " child "],
  [/\b(?:home|street) address\b|家庭住址|住址/giu, " address "],
  [
    /\b(?:is |are |was )?(?:called|named)\b|(?<![喜爱想要不])(?:名叫|叫做?(?!外卖|车|人|我|醒|好|上|停))(?=.)|名字/giu,
    " name ",
  ],
];
const ATTRIBUTES: readonly [RegExp, string][] = [
  [/^(?:my )?(?:job|occupation|profession)$|^what i do(?: for a living)?$|^我?的?(?:工作|职业)$/iu, "occupation"],
  [/^where i live$|^我?住(?:在)?(?:哪里?|哪儿|的地方)$/iu, "residence"],
  [/^where i work$|^my employer$|^我在哪(?:里|儿)?(?:工作|上班)$/iu, "employer"],
  [/^(?:my )?(?:age)$|^how old i am$|^我?的?年龄$/iu, "age"],
  [/^(?:my )?diet$/iu, "diet"],
  [/^(?:my )?name$|^what i am called$|^我?的?名字$|^我叫什么$/iu, "name"],
];

function plain(text: string): string {
  const named = SAME.reduce((rest, [words, same]) => rest.replace(words, same), text.replace(SPEAKER, " "));
  return named.replace(ATTITUDE, " ").replace(/(?<=\p{Script=Han})的(?=\p{Script=Han}|\s)/gu, "");
}

interface Words {
  terms: Set<string>;
  text: string;
}
const wordsOf = (text: string): Words => {
  const bare = plain(text);
  return { terms: new Set(/[\p{L}\p{N}]/u.test(bare) ? terms(bare) : []), text: bare };
};

/** Of so many words of what is to be forgotten one may be missing from the memory. */
const ONE_MISSING_OF = 4;

/** True when the statement holds what is to be forgotten: all of a few words, nearly all of many, each number and name. */
function fits(wanted: Words, what: string, statement: string): boolean {
  const held = wordsOf(statement);
  const stance = attitude(what);
  if (stance !== 0 && stance !== attitude(statement)) return false;
  const missing = Array.from(wanted.terms).filter(
    (term) => !held.terms.has(term) && !(/^\p{Script=Han}$/u.test(term) && held.text.includes(term)),
  );
  if (missing.some((term) => /\d/u.test(term))) return false;
  if (missing.some((term) => /^[a-z]/u.test(term) && new RegExp(`(?<=\\S\\s)\\p{Lu}${term.slice(1)}`, "u").test(what)))
    return false;
  return missing.length <= Math.floor(wanted.terms.size / ONE_MISSING_OF);
}

/** The thing of "the user's X is …", 用户的X是…: what is said of it is its value. */
const OWNED = /^(?:the )?user['’]s\s+(.+?)\s+(?:is|are|was)\b|^用户的(.+?)(?:是|为|叫|在)/iu;

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && Array.from(a).every((one) => b.has(one));
}

/** True when the statement is about just that, and not about something of it: "my email" and not "my work email". */
function isExact(wanted: Words, statement: string): boolean {
  const owned = OWNED.exec(statement);
  const thing = owned === null ? statement : (owned[1] ?? owned[2]!);
  return sameSet(wanted.terms, wordsOf(thing).terms);
}

/** Which statements a retraction means. */
export interface Meant {
  /** By index. */
  found: number[];
  /** By index, where several fit alike and one was meant: none is to be forgotten before the user says which. */
  candidates: number[];
}

/**
 * The statements a retraction means: the one that is about just that, else the only one that fits. Where several fit
 * alike none is chosen, unless all were asked for ("everything about my cats"): forgetting too little can be put right
 * with a word, and the wrong memory is not missed until it is needed.
 */
export function meantBy(what: string, statements: readonly string[]): Meant {
  const all = ALL.test(what);
  const named = what.replace(ALL, " ").trim();
  const key = ATTRIBUTES.find(([words]) => words.test(named))?.[1];
  const wanted = wordsOf(named);
  const has = (i: number) => key !== undefined && attributeOf(statements[i]!)?.key === key;
  const fitting = statements.flatMap((statement, i) =>
    has(i) || (wanted.terms.size > 0 && fits(wanted, named, statement)) ? [i] : [],
  );
  if (all || fitting.length < 2) return { found: fitting, candidates: [] };
  const exact = fitting.filter((i) => has(i) || isExact(wanted, statements[i]!));
  return exact.length === 1 ? { found: exact, candidates: [] } : { found: [], candidates: fitting };
}
