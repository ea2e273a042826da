import { memo } from "./memo.ts";
import { subjectOf } from "./subject.ts";
import { terms } from "./text.ts";
import { isPastVerb, isThirdVerb } from "./verbs-en.ts";

/**
 * Told changes that end the use of a thing: "switched from the Pixel to an iPhone", "sold the Skoda", 把斯柯达卖了. What
 * of it was used, driven, drunk or worn is over; that it was liked is not.
 */

const LEFT_EN =
  /^the user (?:has |have )?(?:just |recently |finally )?(?:(?:switched|changed|moved|migrated|went|gone|upgraded)(?: over)? from|(?:sold|gave away|given away|got rid of|gotten rid of|returned|traded(?: in)?|replaced|swapped))\s+(?:the user['’]s |the |my |their |an? )?(?:old )?(.+?)(?=$|[.,;!]|\s(?:to|for|with|and|in|on|at|last|this|because)\b)/iu;
const USED_EN =
  /^the user (?:now |currently |still |mostly |usually |always )*(?:uses|has|owns|drives|rides|drinks|eats|takes|plays|wears|rents|banks with|works with|is learning|is taking|is doing|attends|goes to|does|learns|studies|is on|is with)\s+(.+?)(?=$|[.;!]|\s(?:to|for|with|and|in|on|at|every|each|when|because|since|as|or|once|twice|(?:an?|per) (?:day|week|month|year|night|morning))\b)/iu;
/** All of a kind is given up: "gave up coffee" ends the two coffees a day, and no liking of it. */
const GAVE_UP_EN =
  /^the user (?:has |have |just |finally |recently )*(?:gave up|given up|quit|stopped|cut out|dropped|cancelled|canceled|is done with|is off)\s+(?:drinking |eating |taking |doing |playing |using |learning |studying |attending |going to )?(?:the user['’]s |the |all )?(.+?)(?=$|[.,;!]|\s(?:for|in|on|at|last|this|because|since|and|completely|entirely|altogether|any ?more)\b)/iu;

const LEFT_ZH: readonly RegExp[] = [
  /^用户(?:已经|最近|刚刚?|终于)*从([^，。；！]{1,10}?)(?:换|改|转|切换|升级)(?:成|到|为|用|喝|吃|学|开)了?/u,
  /^用户(?:\d{4}年\S{0,12}?)?(?:已经|最近|刚刚?|终于)*把(?:旧的?|原来的)?([^，。；！]{1,10}?)(?:(?:卖|送人|送|扔|处理|退|停|戒)(?:了|掉)|(?:换|改|转)(?:成|为))/u,
  /^用户(?:已经|最近|刚刚?|终于)*换(?:成|用)了?[^，。；！]{1,8}?(手机|电脑|相机|平板|手表|浏览器|输入法)了?$/u,
  /^用户(?:已经|最近|刚刚?|终于)*(?:卖了|卖掉了?)(?:那?[辆台部只个])?([^，。；！了]{1,10}?)(?=$|[。，；！了])/u,
];
const USED_ZH =
  /^用户(?:现在|目前|最近|平时|一直|每[天周]|都|还)*(?:在)?(?:用|开|骑|有|喝|吃|学|玩|戴|租)(?![了过])着?(?:的是)?(?:一?[辆台部只个杯款])?(?![两二三四五六七八九十\d])([^，。；！]{1,12}?)(?=$|[。，；！]|了)/u;
/** What a name may go on with and still be the thing itself. */
const SORT_ZH =
  /^(?:手机|电脑|车|汽车|自行车|相机|平板|手表|耳机|浏览器|系统|输入法|套餐|[\d.]+(?:毫克|克|毫升|mg|片|粒))?$/u;
/** What a name may begin with and still be the thing itself: its make. */
const MAKE_ZH = /(?:大众|丰田|本田|宝马|奔驰|奥迪|福特|日产|马自达|沃尔沃|斯柯达|比亚迪|特斯拉|小米|苹果|华为)$/u;

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
const gaveUp = memo((statement: string): Use | null => read(statement, GAVE_UP_EN, []));
const leftBy = memo((statement: string): Use | null => read(statement, LEFT_EN, LEFT_ZH));
/** "The user's car is a Golf" as the use it is. */
const asUse = (statement: string): string =>
  statement
    .replace(
      /^the user['’]s (?:car|bike|bicycle|motorbike|phone|laptop|computer|camera|watch|tablet) is /iu,
      "The user has ",
    )
    .replace(/^用户的(?:车|汽车|自行车|摩托车|手机|电脑|相机|手表|平板)(?:现在)?是/u, "用户有");
const usedBy = memo((statement: string): Use | null => read(asUse(statement), USED_EN, [USED_ZH]));

const COUNTED =
  /^(?:about |around |some )?(?:an?|one|two|three|four|five|six|several|many|\d+)\s+(?:(?:cups?|glass(?:es)?|bottles?|cans?|pints?|pieces?) of )?/iu;

/** "The Skoda" is "a red Skoda Fabia" and no "Skoda key ring"; "the phone" is "an Android phone". */
function isThing(left: string, used: string): boolean {
  if (/\p{Script=Han}/u.test(left)) {
    if (left !== "" && SORT_ZH.test(left)) return used.endsWith(left);
    const at = used.indexOf(left);
    const before = used.slice(0, at);
    if (at < 0 || (at > 0 && !/[的色]$/u.test(before) && !MAKE_ZH.test(before))) return false;
    return SORT_ZH.test(used.slice(at + left.length));
  }
  const plain = used.replace(/^\d[\d.,]*\s?(?:mg|mcg|g|ml|units?)\s+(?:of )?/iu, ""); // a dose counts nothing
  if (/^(?:two|three|four|five|several|many|\d+)\s/iu.test(plain)) return false;
  return plain.split(/,\s*/u).some((one) => {
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

/** What was left before and is taken up again: "went back to vim", "is back on coffee", 又换回小米了. */
const BACK_EN =
  /^the user (?:has |is |just |now |recently )*(?:(?:went|gone|switched|changed|came|come|moved) back (?:over )?to|back (?:to|on|with)|reverted to|returned to)\s+(?:using |drinking |eating |taking |playing |riding |driving |the user['’]s |the |my |an? )*(.+?)(?=$|[.,;!]|\s(?:again|now|since|because|for|with|after|last|this)\b)/iu;
const BACK_ZH =
  /^用户(?:已经|最近|刚刚?|终于|现在|又|还是|重新)*(?:换|用|改|转|切|喝|吃|学|开|骑|戴|改用|切换)回(?:来|到|成|用|喝|吃)?了?(?!家|国|去)([^，。；！]{1,10}?)(?=$|[，。；！]|了)/u;
const NOT_USED_EN =
  /^the user (?:now )?(?:does not|doesn['’]t|no longer|never|has stopped|stopped|quit|gave up|has given up)\s+(?:us(?:es?|ing)|driv(?:es?|ing)|rid(?:es?|ing)|drinks?|drinking|eats?|eating|tak(?:es?|ing)|plays?|playing|wears?|wearing)?\s*(.+?)(?=$|[.,;!]|\s(?:any ?more|any longer|at|in|on|because|since|now)\b)/iu;
const NOT_USED_ZH =
  /^用户(?:现在|已经)*(?:不再?|再也不|戒了)(?:用|开|骑|喝|吃|学|玩|戴)?([^，。；！]{1,10}?)了?(?=$|[。，；！])/u;
const backTo = memo((statement: string): Use | null => read(statement, BACK_EN, [BACK_ZH]));
const notUsedBy = memo((statement: string): Use | null => read(statement, NOT_USED_EN, [NOT_USED_ZH]));

/** True when `known` tells that a thing is used no more, and `next` that it is again. */
export function resumesUse(next: string, known: string): boolean {
  const back = backTo(next);
  if (back === null) return false;
  return [leftBy(known), notUsedBy(known)].some(
    (left) => left !== null && left.who === back.who && isThing(left.thing, back.thing),
  );
}

const TAKEN_EN =
  /^the user (?:now |currently |still |mostly |usually |always |mainly |only )*(?:uses|works with)\s|^the user (?:has |just |recently )*(?:switched|changed|moved|migrated|upgraded)\b.* to \S/iu;
const TAKEN_ZH =
  /^用户(?:现在|目前|平时|一直|都|还|主要)*(?:在)?用(?![了过来于心功意])|^用户.{0,12}?(?:换成|换到|改用|切换到|换用)/u;

/** True for a statement that tells a change of what is used: "switched from vim to Helix", 又换回小米了. */
export const changesUse = (statement: string): boolean =>
  backTo(statement) !== null || (leftBy(statement) !== null && tellsUse(statement));

/** True for a statement that tells what is used, or is from now on. */
export const tellsUse = (statement: string): boolean =>
  backTo(statement) !== null || TAKEN_EN.test(statement) || TAKEN_ZH.test(statement);

/** True when the use that `known` tells of is told to be over by `next`. */
export function endsUse(next: string, known: string): boolean {
  const used = usedBy(known);
  if (used === null) return false;
  const left = leftBy(next);
  if (left !== null && used.who === left.who && isThing(left.thing, used.thing)) return true;
  const all = gaveUp(next);
  return all !== null && used.who === all.who && isThing(all.thing, used.thing.replace(COUNTED, ""));
}

/** Words of what is no longer used; empty for a statement that tells of no such change. */
export const leftWords = (statement: string): string => leftBy(statement)?.thing ?? gaveUp(statement)?.thing ?? "";

const AND_NOW_EN = /^(the user(?:['’]s \p{L}+)?) (.+?)(?:,| and|, and| but) (now \p{L}+s .+)$/iu;
const AND_NOW_ZH =
  /^(用户)(?!的|.{0,4}(?:想|要|打算|准备|计划|考虑|可能|也许))([^，；]{2,20}?(?:了|辞职|离职))[，；,;](?:用户)?((?:(?:现在|如今|目前)(?!是|叫)|改|换|买|提了|加入|入职|跳槽|转|去).+)$/u;
/** 离开西门子去博世上班了 */
const LEFT_FOR_ZH =
  /^(用户)(?!的)(离开[^，；]{1,12}?|从[^，；]{1,12}?(?:辞职|离职))((?:去|到)[^，；]{1,16}(?:工作|上班|任职)了?[。！]*)$/u;
/** What one does once, after which another state holds: what follows it under the same subject is the state after. */
const TURN_EN =
  /^(the user) ((?:(?:has|just|recently|finally|already) )*(?:quit|left|resigned|retired|sold|traded|swapped|returned|cancelled|canceled|dropped|stopped|gave|given|got|switched|changed|moved|broke|split|divorced|finished|ended|closed|lost)\b.+)$/iu;
const JOINT_EN = /(?:,\s*(?:and |but |then )?|\s+(?:and|but|then)\s+)(?=\p{Ll})/gu;
const BETWEEN = /^(?:(?:then|now|just|finally|instead|immediately|also|has)\s+)*(\p{L}+)/iu;

/** "Sold the Golf | and bought a Tesla", "quit Siemens | and joined Bosch": before and after a joint that a verb follows. */
function turnOf(statement: string): readonly string[] | null {
  const turn = TURN_EN.exec(statement);
  if (turn === null) return null;
  const [, who = "", told = ""] = turn;
  for (const joint of told.matchAll(JOINT_EN)) {
    const after = told.slice(joint.index + joint[0].length);
    const verb = BETWEEN.exec(after)?.[1]?.toLowerCase() ?? "";
    if (isPastVerb(verb) || isThirdVerb(verb)) return [statement, who, told.slice(0, joint.index), after];
  }
  return null;
}
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
  const match =
    AND_NOW_EN.exec(statement) ?? turnOf(statement) ?? AND_NOW_ZH.exec(statement) ?? LEFT_FOR_ZH.exec(statement);
  if (match === null) return jobOf(statement);
  const [, who = "", first = "", now = ""] = match;
  const gap = who === "用户" ? "" : " ";
  return [`${who}${gap}${first}`, ...jobOf(`${who}${gap}${now}`)];
});
