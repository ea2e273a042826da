import { memo } from "./memo.ts";
import { subjectOf } from "./subject.ts";
import { terms } from "./text.ts";
import { isAdverb, isPastVerb, isThirdVerb } from "./verbs-en.ts";

/**
 * Plain denials: "does not drink coffee anymore" takes back "drinks coffee every morning", whatever it is about. Both
 * are read as a claim, words in order without articles, adverbs and inflection, that is either held or denied.
 */
interface Claim {
  who: string;
  /** False where another of the kind may be meant: "the user's friend". */
  one: boolean;
  denied: boolean;
  /** It was so once ("used to …", 以前…): a denial of today, and itself true for ever. */
  past: boolean;
  words: string[];
  /** Sold or given away: it is no longer had, driven or ridden. */
  gone: boolean;
  /** Chinese, what it is as well: without how often (whose adverbs stand before the verb), 坐公交车 of 坐7点10分的公交车上班, 喝酒 of 喝啤酒. */
  also: readonly string[];
  /** What is done by who likes to do it: "eats sushi" of "loves eating sushi", 吃辣 of 爱吃辣. */
  habit: readonly string[];
  /** Chinese: of two bicycles one may be left when one is sold. */
  several?: boolean;
}

const SKIPPED =
  /^(?:an?|the|any|some|more|longer|again|back|now|does|do|been|that|much|really|very|too|either|anymore|user|their|these|days)$/iu;
const BE: Readonly<Record<string, string>> = { is: "be", are: "be", am: "be", be: "be", has: "have", have: "have" };
const QUIT =
  /^(?:has |have )?(?:stopped|quit|quits|given up|gave up|got rid of|gotten rid of|sold|gave away|lost the habit of)\s+/iu;
/** Sold is what one had. */
const HAD = /^(?:has |have )?(?:got rid of|gotten rid of|sold|gave away)\s+/iu;
const NEGATOR = /\b(?:no longer|cannot|not|never|no|nor)\b|n['’]t\b/giu;
/** A denied event is over; it takes nothing back. */
const OF_AN_EVENT = /^(?:now |also |actually )*(?:did(?: not|n['’]t)|was|were|had|will|would|might|may|should)\b/iu;

/** However many of them: "smokes about ten cigarettes a day". */
const SMOKES = /\b(smok(?:es?|ing))\s+(?:\S+\s+){0,4}?(?:cigarettes?|cigars?|packs?|packets?)\b.*$/iu;

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’.:-]*/gu) ?? [])
    .map((word) => word.replace(/[.,]+$/u, "").replace(/['’]s$/u, ""))
    .filter((word) => !SKIPPED.test(word) && !(isAdverb(word) && word !== "only"))
    .map((word) => BE[word] ?? terms(word)[0] ?? word);
}

function english(text: string): Omit<Claim, "who" | "one"> | null {
  let rest = text.replace(/^(?:the )?user\s+/iu, "").replace(/[\s.!]+$/u, "");
  if (OF_AN_EVENT.test(rest)) return null;
  const once = /^(?:used to|formerly|once)\s+/iu.exec(rest);
  if (once !== null) rest = rest.slice(once[0].length);
  rest = rest
    .replace(/^(?:is |was )?(?:back|went back|has gone back) to (?=\p{L}+ing\b)/iu, "")
    .replace(/^is (?=\p{L}+ing\b.*\bagain\b)/iu, "");
  const quit = once === null ? QUIT.exec(rest) : null;
  if (quit !== null) rest = `${HAD.test(rest) ? "has " : ""}${rest.slice(quit[0].length)}`;
  const plain = rest
    .replace(/\bcannot\b|\bcan['’]t\b/giu, "can not")
    .replace(/\b(does|do|is|are|has|have)n['’]t\b/giu, "$1 not")
    .replace(SMOKES, "$1");
  const negators = plain.match(NEGATOR)?.length ?? 0;
  if (once !== null && negators > 0) return null;
  const verb = plain.match(/^(?:(?:now|also|still|just)\s+)*([\p{L}'’]+)/iu)?.[1]?.toLowerCase() ?? "";
  if (quit === null && once === null && isPastVerb(verb) && !isThirdVerb(verb)) return null;
  const denied = (negators + (quit === null ? 0 : 1) + (once === null ? 0 : 1)) % 2 === 1;
  const words = wordsOf(plain.replace(/\b(?:any ?more|any longer)\b/giu, " ").replace(NEGATOR, " "));
  const habit = /^(?:like|love|enjoi)$/u.test(words[0] ?? "") && /^(?:eat|drink|smoke|plai)$/u.test(words[1] ?? "");
  return words.length < 1
    ? null
    : {
        denied,
        past: once !== null,
        words,
        gone: quit !== null && rest.startsWith("has "),
        also: [],
        habit: habit ? words.slice(1) : [],
      };
}

const ONCE_ZH = /^用户(?:(?:小时候|年轻时)?(?:以前|从前|过去|曾经|曾|原来|之前))(?=[^，]*$)/u;
const GIVEN_UP: readonly [RegExp, string][] = [
  [/(?:从[^，。；]{0,8}?)?出院/u, "不住院"],
  [/戒(?:掉|了)*烟|把烟戒/u, "不抽烟"],
  [/戒(?:掉|了)*酒|把酒戒/u, "不喝酒"],
  [/戒(?:掉|了)*糖/u, "不吃糖"],
  [/戒(?:掉|了)*(咖啡|奶茶|可乐|茶)/u, "不喝$1"],
  [/(?:已经)?把?(.{1,6}?)(?:卖了|卖掉了?|送人了?|送走了?)$/u, "没有$1"],
];
const NEGATOR_ZH = /不再|再也不|不太|不怎么|不(?!过(?!敏)|错|同|久|少|断|论|管)|没有|没(?!关系|事)|别再|停止|放弃/gu;
const SKIPPED_ZH =
  /在(?=[学练读追](?![校院生者]))|现在|目前|如今|已经|最近|其实|真的|重新|终于|开始|一直|很|非常|特别|最|更|了|(?<=[喝吃用开骑抽穿戴玩])回|过(?!敏)|着|的|也|都|还|又|就|再|任何|什么|一?(?:[两二三四五六七八九十\d]+|一)?[只条辆台](?=\p{Script=Han})/gu;
/** How often and at which time of day: "drinks no coffee" denies every morning's, not the other way round. */
const HOW_OFTEN_ZH =
  /平时|每(?:周|星期)[一二三四五六日天]?|每[天晚月年](?:[早晚]上?)?|早上|上午|中午|下午|晚上|经常|常常|总是|通常|偶尔|有时候?/gu;
const HOW_MUCH_ZH = /(?<=^[喝吃抽])[\d一二两三四五六七八九十半几]+(?:[杯瓶罐壶支根片粒碗包]|毫升)/u;
const SAME_ZH: readonly [RegExp, string][] = [
  [/养/gu, "有"],
  [/抽[\d一二两三四五六七八九十半几]+(?:多|来)?[支根包盒](?:烟|香烟)/gu, "抽烟"],
  [/爱(?=[吃喝看玩听])/gu, "喜欢"],
  [/喜欢[吃喝看玩听](?=.)/gu, "喜欢"],
  [/是(?=单身|已婚)/gu, ""],
  [/上(\p{Script=Han}{1,4}?)[班课]$/gu, "学$1"],
];

function chinese(text: string): Omit<Claim, "who" | "one"> | null {
  const once = ONCE_ZH.exec(text);
  let rest = (once === null ? text.replace(/^用户/u, "") : text.slice(once[0].length)).replace(/[。！\s]+$/u, "");
  if (/[，；,;]/u.test(rest)) return null;
  const past = once !== null || /(?<!过)过(?!敏|来|去|年|节|冬)/u.test(rest);
  if (past && once === null) return null; // 去过奥斯陆 is an event
  const gone = /(?:卖|送)(?:了|掉|人|走)/u.test(rest);
  for (const [given, plain] of GIVEN_UP) rest = rest.replace(given, plain);
  const negators = rest.match(NEGATOR_ZH)?.length ?? 0;
  if (once !== null && negators > 0) return null;
  let core = rest.replace(/没有/gu, "没有有").replace(NEGATOR_ZH, "").replace(SKIPPED_ZH, "");
  if (/^没(?!有)/u.test(rest) && !core.startsWith("有")) return null; // 没去 denies an event
  const habit = /^(?:喜欢|爱)(?=[吃喝抽玩].)/u.test(core) ? [core.replace(/^(?:喜欢|爱)/u, "")] : [];
  for (const [word, same] of SAME_ZH) core = core.replace(word, same);
  core = core.replace(/^有有/u, "有").replace(/\s/gu, "");
  return core.length < 2
    ? null
    : {
        denied: (negators + (once === null ? 0 : 1)) % 2 === 1,
        past: once !== null,
        words: [core],
        gone,
        habit,
        several: /[两二三四五六七八九十2-9][只条辆台部]/u.test(rest),
        also: [
          core.replace(HOW_OFTEN_ZH, ""),
          core
            .replace(HOW_OFTEN_ZH, "")
            .replace(
              /^([坐乘搭])(?:\d{1,2}点(?:\d{1,2}分?|半|一刻)?|\d+路)?(.+?)(?:去?(?:上班|上学|公司|通勤))?$/u,
              "$1$2",
            ),
          core.replace(HOW_OFTEN_ZH, "").replace(HOW_MUCH_ZH, ""),
          core.replace(/^在\p{Script=Han}{1,8}?(?=住院$)/u, ""),
          core.replace(HOW_OFTEN_ZH, "").replace(/^喝(?:啤|红|白|葡萄|黄|米|鸡尾)酒$/u, "喝酒"),
        ],
      };
}

const claimOf = memo((statement: string): Claim | null => {
  const subject = subjectOf(statement);
  if (subject === null) return null;
  const { asUser, who, one } = subject;
  const claim = /^用户/u.test(asUser) ? chinese(asUser) : english(asUser);
  return claim === null ? null : { ...claim, who, one };
});

/** What may follow a claim without making it another one: "drinks coffee | every morning", not "likes tea | cakes". */
const GOES_ON =
  /^(?:in|on|at|with|for|from|to|everi|each|since|becaus|when|after|before|during|while|once|twice|most|daili|weekli|a|as|than|over|by|until|if)$/u;

const ALCOHOL = /^(?:wine|beer|cider|vodka|gin|rum|whisk\S*|champagn\S*|cocktail)$/u;
const isSameOrWider = (word: string, held = ""): boolean => word === held || (word === "alcohol" && ALCOHOL.test(held));

function startsWith(held: readonly string[], beginning: readonly string[]): boolean {
  // "The 7:10 bus" is a bus.
  const words = beginning.some((word) => /\d/u.test(word))
    ? held
    : held.filter((word) => !/^\d{1,2}[:.]\d{2}$/u.test(word));
  if (!beginning.every((word, i) => isSameOrWider(word, words[i]))) return false;
  return words.length === beginning.length || GOES_ON.test(words[beginning.length]!);
}

/** Someone else of the kind may be meant, unless it is said that something changed. */
const CHANGED =
  /\b(?:now|no longer|any ?more|any longer|again|moved|became|has become|switched|changed|stopped|quit|used to|these days|has been)\b|现在|如今|目前|不再|再也|搬|换|改|变|了[。！]*$/iu;

export const saysOfChange = (statement: string): boolean => CHANGED.test(statement);

/** True when one denies what the other holds, of the same someone: the later of them is what is known now. */
export function denies(next: string, known: string): boolean {
  const [a, b] = [claimOf(next), claimOf(known)];
  if (a === null || b === null || a.who !== b.who || a.denied === b.denied) return false;
  if (!a.one && !saysOfChange(next)) return false;
  const [denial, held] = a.denied ? [a, b] : [b, a];
  if (denial.gone && held.several === true) return false;
  if (denial.gone) {
    const [first = "", ...more] = held.words;
    const had = [first.replace(/^(?:own|drive|ride)$/u, "have").replace(/^[开骑](?=.)/u, "有"), ...more];
    if (startsWith(had, denial.words)) return true;
  }
  // Who likes to eat it and says to eat it no more has changed; who never eats it may like it.
  if (a.denied && held.habit.length > 0 && saysOfChange(next) && startsWith(held.habit, denial.words)) return true;
  return startsWith(held.words, denial.words) || held.also.includes(denial.words[0]!);
}

/** True for what was so once and is told as such: it stays true whatever holds now. */
export function isOfThePast(statement: string): boolean {
  return claimOf(statement)?.past ?? false;
}

/** What a denial takes back, in words ("用户戒烟了": 抽烟); empty for a statement that denies nothing. */
export function deniedWords(statement: string): string {
  const claim = claimOf(statement);
  return claim?.denied === true ? claim.words.join(" ") : "";
}
