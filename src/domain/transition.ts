import { memo } from "./memo.ts";
import { subjectOf } from "./subject.ts";
import { terms } from "./text.ts";

/**
 * Told changes that end the use of a thing: "switched from the Pixel to an iPhone", "sold the Skoda", 把斯柯达卖了. What
 * of it was used, driven, drunk or worn is over; that it was liked is not.
 */

const LEFT_EN =
  /^the user (?:has |have )?(?:just |recently |finally )?(?:(?:switched|changed|moved|migrated|went|gone|upgraded)(?: over)? from|(?:sold|gave away|given away|got rid of|gotten rid of|returned|traded in|replaced|swapped))\s+(?:the user['’]s |the |my |their |an? )?(?:old )?(.+?)(?=$|[.,;!]|\s(?:to|for|with|and|in|on|at|last|this|because)\b)/iu;
const USED_EN =
  /^the user (?:now |currently |still |mostly |usually |always )*(?:uses|has|owns|drives|rides|drinks|eats|takes|plays|wears|rents|banks with|works with|is learning|learns|studies|is on|is with)\s+(.+?)(?=$|[.;!]|\s(?:to|for|with|and|in|on|at|every|each|when|because|since|as|or)\b)/iu;

const LEFT_ZH: readonly RegExp[] = [
  /^用户(?:已经|最近|刚刚?|终于)*从([^，。；！]{1,10}?)(?:换|改|转|切换|升级)(?:成|到|为|用|喝|吃|学|开)了?/u,
  /^用户(?:已经|最近|刚刚?|终于)*把(?:旧的?|原来的)?([^，。；！]{1,10}?)(?:卖|送人|送|扔|处理|退)(?:了|掉)/u,
  /^用户(?:已经|最近|刚刚?|终于)*换(?:成|用)了?[^，。；！]{1,8}?(手机|电脑|相机|平板|手表|浏览器|输入法)了?$/u,
  /^用户(?:已经|最近|刚刚?|终于)*(?:卖了|卖掉了?)(?:那?[辆台部只个])?([^，。；！了]{1,10}?)(?=$|[。，；！了])/u,
];
const USED_ZH =
  /^用户(?:现在|目前|平时|一直|每[天周]|都|还)*(?:在)?(?:用|开|骑|有|喝|吃|学|玩|戴|租)(?![了过])着?(?:的是)?(?:一?[辆台部只个杯款])?(?![两二三四五六七八九十\d])([^，。；！]{1,12}?)(?=$|[。，；！]|了)/u;
/** What a name may go on with and still be the thing itself. */
const SORT_ZH = /^(?:手机|电脑|车|汽车|自行车|相机|平板|手表|耳机|浏览器|系统|输入法|套餐)?$/u;

interface Use {
  who: string;
  thing: string;
}

const read = (statement: string, en: RegExp, zh: readonly RegExp[]): Use | null => {
  const subject = subjectOf(statement);
  if (subject === null) return null;
  const { asUser, who } = subject;
  const patterns = asUser.startsWith("用户") ? zh : [en];
  const thing = patterns.map((pattern) => pattern.exec(asUser)?.[1]).find((one) => one !== undefined);
  return thing === undefined ? null : { who, thing: thing.trim() };
};
const leftBy = memo((statement: string): Use | null => read(statement, LEFT_EN, LEFT_ZH));
const usedBy = memo((statement: string): Use | null => read(statement, USED_EN, [USED_ZH]));

/** "The Skoda" is "a red Skoda Fabia" and no "Skoda key ring"; "the phone" is "an Android phone". */
function isThing(left: string, used: string): boolean {
  if (/\p{Script=Han}/u.test(left)) {
    if (left !== "" && SORT_ZH.test(left)) return used.endsWith(left);
    const at = used.indexOf(left);
    if (at < 0 || (at > 0 && !/[的色]$/u.test(used.slice(0, at)))) return false;
    return SORT_ZH.test(used.slice(at + left.length));
  }
  if (/^(?:two|three|four|five|several|many|\d+)\s/iu.test(used)) return false;
  return used.split(/,\s*/u).some((one) => {
    const words = one.replace(/^(?:an?|the|some)\s+/iu, "").split(/\s+/u);
    const wanted = left.split(/\s+/u);
    const same = (from: number): boolean =>
      from >= 0 && wanted.every((word, i) => terms(word).join() === terms(words[from + i] ?? "").join());
    if (same(words.length - wanted.length)) return true;
    if (!/^\p{Lu}/u.test(left)) return false;
    const from = words.findIndex((_, i) => same(i));
    return from >= 0 && words.slice(from + wanted.length).every((word) => /^[\p{Lu}\d]/u.test(word));
  });
}

/** True when the use that `known` tells of is told to be over by `next`. */
export function endsUse(next: string, known: string): boolean {
  const left = leftBy(next);
  if (left === null) return false;
  const used = usedBy(known);
  return used !== null && used.who === left.who && isThing(left.thing, used.thing);
}

/** Words of what is no longer used; empty for a statement that tells of no such change. */
export const leftWords = (statement: string): string => leftBy(statement)?.thing ?? "";

const AND_NOW_EN = /^(the user(?:['’]s \p{L}+)?) (.+?)(?:,| and|, and| but) (now \p{L}+s .+)$/iu;
const AND_NOW_ZH = /^(用户)([^，；]{2,20}?了)[，；,;](?:用户)?((?:现在|如今|目前|改).+)$/u;
/** Left one place of work and began at another. */
const LEFT_AND_JOINED =
  /^(the user) ((?:has )?(?:quit|left|resigned from) .+?)(?:,| and|, and) ((?:has )?(?:joined|started at|moved on to|now works at) .+)$/iu;
const JOB_EN =
  /^(.+?\b(?:works?|working|started (?:a new job|work|working)|got a (?:new )?job))\s+(?:(as .+?) ((?:at|for|with) .+?)|((?:at|for|with) .+?) (as .+?))([.!]*)$/iu;
const JOB_ZH = /^(用户.*?)在([^，。；！]{1,16}?)(?:做|当|担任|任)([^，。；！]+?)(?:的)?([。！]*)$/u;

/** Who works where as what, as the two statements it is; else the statement itself. */
function jobOf(statement: string): string[] {
  const en = JOB_EN.exec(statement);
  if (en !== null) {
    const [, head = "", as1, at1, at2, as2] = en;
    const who = head.replace(/\s(?:works?|is working|working|started .+|got .+)$/iu, "");
    return [`${who} works ${at1 ?? at2}`, `${who} works ${as1 ?? as2}`];
  }
  const zh = JOB_ZH.exec(statement);
  return zh === null ? [statement] : [`${zh[1]}在${zh[2]}工作`, `${zh[1]}做${zh[3]}`];
}

/** One statement a claim: "sold the Skoda and now drives a Zoe", "works as an analyst at Brennstoff". */
export const claimsOf = memo((statement: string): string[] => {
  const match = AND_NOW_EN.exec(statement) ?? LEFT_AND_JOINED.exec(statement) ?? AND_NOW_ZH.exec(statement);
  if (match === null) return jobOf(statement);
  const [, who = "", first = "", now = ""] = match;
  const gap = who === "用户" ? "" : " ";
  return [`${who}${gap}${first}`, ...jobOf(`${who}${gap}${now}`)];
});
