import type { MemoryType } from "./record.ts";

/** What kind of statement a text is and how much it matters, by the words it holds. */

const HEALTH =
  /\b(?:allerg(?:y|ic|ies)|anaphyla\w*|epipen|intoleran(?:t|ce)|diabet\w+|asthma\w*|epilep\w+|pregnan\w+|c(?:o)?eliac|pacemaker|blood (?:type|thinner|pressure)|medication|insulin|metformin|warfarin|wheelchair|disabled|disabilit\w+|deaf|blind|seizure|heart (?:condition|disease|attack)|hypertension|dialysis|chemo\w*|immun\w+|migraine|prescri\w+|surgery|diagnos\w+|lactose|gluten)\b|过敏|不耐受?|糖尿病|哮喘|癫痫|怀孕|孕期|高血压|低血糖|心脏病|心脏起搏|轮椅|残疾|失明|失聪|服药|服用|吃药|药物|处方|胰岛素|血型|手术|确诊|麸质|偏头痛|抑郁症|癌|透析/iu;
const LIMIT =
  /\b(?:must not|mustn['’]t|must never|(?:cannot|can['’]t|can not) (?:eat|drink|have|take|attend|make it|come|walk|climb|see well|hear|travel|fly|drive|swim|work|use|afford|tolerate|digest|stand up|lift|be)|(?:is|are|am|'m) not allowed|never (?:book|use|send|call|share|contact|put|serve|eat|drink|buy|order|deploy|push|email|schedule)|do(?:es)? not (?:eat|drink|share|call|contact|fly|drive)|don['’]t (?:eat|drink|share|call|contact|fly|drive)|vegans?|vegetarian|pescatarian|halal|kosher|under nda|confidential|court order|custody|visa (?:expires|limit)|no more than|at most|maximum|budget|deadline|only (?:after|before|between|on)|required to|forbidden|prohibited|refus(?:es|ed)|no longer (?:eats?|drinks?|smokes?))\b|不能|不可以|不得|禁止|不许|绝不|千万别|千万不要|必须|忌口|不吃|不喝|戒酒|戒烟|素食|吃素|清真|全素|保密|预算|上限|最多|不超过|截止|只能|务必/iu;
const PREFERENCE =
  /\b(?:prefers?|preferred|likes?|loves?|enjoys?|adores?|hates?|dislikes?|loathes?|favou?rites?|would (?:rather|like|love|prefer)|fond of|fan of|keen on|can['’]?t stand|cannot stand|wants? to be called|rather than|instead of|interested in|style|taste)\b|喜欢|喜爱|热爱|最爱|偏好|偏爱|讨厌|厌恶|不喜欢|更愿意|宁愿|希望|想要|习惯|感兴趣|爱(?:吃|喝|看|玩|听|穿|用)|受不了|称呼/iu;
const PROCEDURE =
  /\b(?:to (?:deploy|build|reset|install|restart|fix|configure|release|set up|connect|log in)\b.*,|steps?:|first\b.*\bthen\b|how to|always (?:run|use|check|start|do|ask)\b.*\b(?:before|when|after|first)|run `|procedure|workflow|runbook|when .*, (?:run|do|use|call|check|restart|ask)\b)|步骤|流程|先.{1,30}(?:再|然后|最后)|操作方法|的方法是|办法是/iu;
const IDENTITY =
  /\b(?:name is|is called|named|wants? to be called|lives? in|lived in|moved to|moves? to|based in|works? (?:at|for|as|in)|born|birthday|years old|married|divorced|engaged|single|wife|husband|partner|daughter|son|children|kids|mother|father|phone number|email|address|passport|nationality|citizen|native|speaks|job|profession|is an? (?:\w+\s){0,2}(?:engineer|teacher|nurse|doctor|lawyer|student|designer|developer|manager|writer|pilot|chef|artist))\b|名字|叫|住在|搬到|搬去|来自|在.{1,12}(?:工作|上班)|生日|岁|结婚|离婚|单身|妻子|丈夫|老婆|老公|女儿|儿子|孩子|父亲|母亲|爸爸|妈妈|电话|手机号|邮箱|地址|护照|国籍|职业|工程师|老师|护士|医生|律师|学生|设计师/iu;
/** What someone does or has as a rule: "I play chess", 我养了一只猫. "I have a question" is no such thing. */
const HABIT =
  /\b(?:I|the user)\s+(?:also |usually |always |often |mostly |currently |only )*(?:plays?|speaks?|drives?|owns?|uses?|stud(?:y|ies)|teach(?:es)?|runs?|collects?|practi[cs]es?|keeps?|smokes?|drinks?|eats?|manages?|leads?|commutes?|volunteers?|(?:have|has|['’]ve got|have got|has got|got) (?:an?|the|two|three|four|five|several|many|\d+|no|my|twin)\s+(?!(?:\S+\s+)?(?:questions?|problems?|issues?|doubts?|requests?|ideas?|feelings?|look|errors?|bugs?|headache|cold|minutes?|moments?|points?|suggestions?|concerns?|query|queries|walk|time|day|lot)\b))|(?:我|用户)(?:平时|每天|每周|经常|一直|也|还|目前|现在)*(?:养|会(?!议|不会|去|来)|弹|开(?:一辆|车)|抽烟|打(?:篮球|网球|羽毛球|乒乓球|球)|踢球|下(?:象棋|围棋|国际象棋|棋)|用的是|学(?:习)?(?:英语|日语|法语|德语|编程|钢琴|画画)|教|有(?:一|两|三|四|个|只|辆|\d)(?!.{0,3}(?:问题|疑问|想法|建议|点|下|事)))/iu;
const URGENT =
  /\b(?:important|critical|crucial|urgent|vital|essential|emergency|life-threatening|severe(?:ly)?|deadly)\b|重要|紧急|关键|致命|严重|千万|务必|一定要/iu;

/** Preference, fact, constraint or procedure. */
export function typeOf(text: string): MemoryType {
  if (HEALTH.test(text) || LIMIT.test(text)) return "constraint";
  if (PROCEDURE.test(text)) return "procedure";
  return PREFERENCE.test(text) ? "preference" : "fact";
}

/** True for what may hurt someone when it is forgotten. */
export function isVital(text: string): boolean {
  return HEALTH.test(text);
}

/**
 * Importance 0 … 1: health and safety 0.95, other limits 0.8, who the user is 0.7, preferences and procedures 0.6, else
 * 0.5; words of urgency and an explicit "remember" add 0.1 each, never above 1.
 */
export function importanceOf(text: string, asked = false): number {
  const base = HEALTH.test(text)
    ? 0.95
    : LIMIT.test(text)
      ? 0.8
      : IDENTITY.test(text)
        ? 0.7
        : PREFERENCE.test(text) || PROCEDURE.test(text)
          ? 0.6
          : 0.5;
  return Math.min(1, Math.round((base + (URGENT.test(text) ? 0.1 : 0) + (asked ? 0.1 : 0)) * 100) / 100);
}

/** True when the text holds something lasting about a person: who they are, like, need or may not. */
export function isLasting(text: string): boolean {
  return (
    HEALTH.test(text) ||
    LIMIT.test(text) ||
    IDENTITY.test(text) ||
    PREFERENCE.test(text) ||
    PROCEDURE.test(text) ||
    HABIT.test(text)
  );
}

/** Something that passes with its date: a flight is over afterwards, a move is not. */
const PASSING =
  /\b(?:fl(?:y|ies|ying)|flight|train|bus|ferry|travel(?:s|ling|ing)?|trip|visit(?:s|ing)?|arriv(?:e|es|ing)|depart(?:s|ing)?|leav(?:e|es|ing)|return(?:s|ing)?|back (?:on|from)|meet(?:s|ing)?|appointment|interview|exam|test|reservation|booking|booked|check-?(?:in|out)|deadline|due|dinner|lunch|breakfast|party|concert|conference|webinar|call|delivery|deliver(?:s|ed)?|goes to|going to|go to|off (?:on|until)|on (?:holiday|vacation|leave)|until|stays?|staying|away|expires?|sale|game|match|lesson|class|reminded)\b|飞|航班|火车|高铁|旅行|旅游|出差|去|到达|抵达|出发|离开|回来|返回|见面|约|会议|开会|面试|考试|预订|预约|截止|晚饭|晚餐|午餐|聚会|演唱会|婚礼|送货|到货|请假|休假|放假|之前|看病|复查|体检|比赛|演出|提醒/iu;
const PERMANENT =
  /\b(?:mov(?:e|es|ing) (?:to|in|out)|relocat\w+|marr(?:y|ies|ied|ying)|start(?:s|ing)? (?:a |my |the |at|as|working)|joins?|joining|retir\w+|graduat\w+|born|since|from now on|quits?|every)\b|搬|结婚|入职|退休|毕业|出生|从.{0,12}起|开始(?:吃|上班|工作)|每/iu;

/** True when the statement is out of date once its date has passed. */
export function isPassing(text: string): boolean {
  return PASSING.test(text) && !PERMANENT.test(text);
}
