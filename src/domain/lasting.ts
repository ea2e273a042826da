/**
 * The words by which a lasting statement is known: about health, a limit, a preference, a way of doing things, who
 * someone is, what they do as a rule. Chatter uses many of the same words ("sounds like fun", "love that!"), so the
 * English ones ask for a subject before their verb.
 */

import { TRADES_EN, TRADES_ZH } from "./occupations.ts";
import { CHINESE_CLOSE } from "./person-zh.ts";

/** What may hurt someone when it is forgotten. */
export const HEALTH =
  /\b(?:allerg(?:y|ic|ies)|anaphyla\w*|epi-?pens?|adrenaline pens?|intoleran(?:t|ce)|diabet\w+|asthma\w*|epilep\w+|pregnan\w+|c(?:o)?eliac|pacemaker|blood (?:type|thinner|pressure)|medication|insulin|metformin|warfarin|wheelchair|disabled|disabilit\w+|deaf|(?:is|am|'m|are) blind|legally blind|seizure|heart (?:condition|disease|attack)|hypertension|dialysis|chemo\w*|immun\w+|migraines?|prescri\w+|surgery|diagnos\w+|lactose|gluten|(?:social |severe )?anxiety disorder|panic attacks?|ptsd|depression|carsick|colou?r[- ]?blind|(?:kidney|liver|heart) (?:failure|surgery|transplant)|cancer)\b|过敏|肾上腺素笔|不耐受?|糖尿病|哮喘|癫痫|怀孕|孕期|高血压|低血糖|心脏病|心脏起搏|轮椅|残疾|失明|失聪|服药|服用|吃药|药物|处方|胰岛素|血型|手术|确诊|麸质|偏头痛|抑郁症|焦虑症|恐惧症|社交恐惧|骨折|搭桥|肾衰|晕(?:船|车|机)|色[盲弱]|癌|透析/iu;
/** What must be heeded. */
export const LIMIT =
  /\b(?:must not|mustn['’]t|must never|(?:cannot|can['’]t|can not) (?:eat|drink|have|take|attend|make it|come|walk|climb|see well|hear|travel|fly|drive|swim|work|use|afford|tolerate|digest|stand up|lift|be)|(?:is|are|am|'m) not allowed|never (?:book|use|send|call|share|contact|put|serve|eat|drink|buy|order|deploy|push|email|schedule)|do(?:es)? not (?:eat|drink|share|call|contact|fly|drive)|do(?:es)?n['’]t (?:eat|drink|share|call|contact|fly|drive)|vegans?|vegetarian|pescatarian|halal|kosher|under nda|confidential|court order|custody|visa (?:expires|limit)|no more than|at most|maximum|budget|deadline|only (?:after|before|between|on)|required to|forbidden|prohibited|refus(?:es|ed)|(?:quit|gave up|given up) (?:smoking|drinking|alcohol|cigarettes|(?:eating )?(?:coffee|caffeine|sugar|sweets|meat|pork|beef|fish|dairy|milk|gluten|wheat|bread|wine|beer|soda|chocolate))|no longer (?:eats?|drinks?|smokes?)|can(?: now| finally)? (?:eat|drink|have|take|fly|drive|swim|lift|run|walk|work) (?:[\p{L}-]+ ){1,4}again)\b|(?:又|终于|现在|已经|重新)(?:可以|能)(?:吃|喝|碰|养|开车|跑步|游泳)|(?:可以|能)(?:吃|喝)[^，。；吗呢]{1,6}了(?!吗|么|没)|不能|不可以|不得|禁止|不许|绝不|千万别|千万不要|必须|忌口|不吃|不喝|戒(?:掉|了)?(?:酒|烟|咖啡|糖|甜食|肉|奶茶|可乐|巧克力)|素食|吃素|清真|全素|保密|预算|上限|最多|不超过|截止|只能|务必/iu;

/** What someone's body does not allow. */
const BODILY_LIMIT =
  /\b(?:cannot|can['’]t|can not|must not|mustn['’]t|is not allowed to|isn['’]t allowed to|should not|shouldn['’]t) (?:eat|drink|lift|carry(?! on| out)|climb|walk|kneel|bend|swim|drive|fly|digest|tolerate|(?:stand|sit) (?:for|up|long)|(?:hear|see) well)\b|(?:不能|不可以|不得|没法|无法)(?:再|长时间|久|多)?(?:吃|喝|碰|搬|提|扛|抬|拿重|爬|走|跑|站|坐|弯腰|蹲|开车|游泳)/iu;

/** True for what must be heeded of someone's health or body, whoever it is told of: "Leon can't lift more than 10 kg". */
export const isBodily = (text: string): boolean => HEALTH.test(text) || BODILY_LIMIT.test(text);

const WHO =
  "(?:\\bI|\\bwe|\\b(?:the )?user|\\b[hH]e|\\b[sS]he|\\b[tT]hey|\\b(?:[mM]y|user['’]s) (?:\\p{L}+ )?\\p{L}+|\\p{Lu}\\p{Ll}+)";
const HOW =
  "(?:really |also |always |still |absolutely |generally |usually |definitely |especially |actually |just |do |does |did |don['’]t |doesn['’]t |didn['’]t |not |no longer |never |both |much |quite |have |has |now )*";
/** "I love that", "she loved it": said of the moment. */
const OF_THE_MOMENT = "(?!\\s+(?:that|this|it|these|those|how|what|to (?:see|hear|know|thank|say|ask|think|chat))\\b)";
const ENGLISH_PREFERENCE = [
  `${WHO}(?:['’](?:ve|s))? ${HOW}(?:likes?|loves?|enjoys?|adores?|hates?|dislikes?|loathes?|loved)${OF_THE_MOMENT}\\b`,
  `^(?:love|like|hate|dislike|enjoy)${OF_THE_MOMENT} (?!to\\b)\\p{L}`,
  "\\b(?:prefers?|preferred|would rather|['’]d rather)\\b",
  "\\b(?:[mM]y|user['’]s|our) (?:\\p{L}+ )?favou?rites?\\b|\\bfavou?rite \\p{L}+ (?:is|are)\\b",
  "\\b(?:is|am|['’]m|are|user['’]s) (?:a )?(?:\\p{L}+ )?(?:fond of|fan of|keen on|into|interested in|afraid of|scared of)\\b",
  "\\b(?:can['’]?t|cannot) stand\\b(?! (?:up|by)\\b)",
  "\\bwants? to be called\\b",
  "\\b(?:I|[uU]ser) (?:always|only|never) wants?\\b",
].join("|");
const CHINESE_PREFERENCE =
  "喜欢|喜爱|热爱|最爱|偏好|偏爱|讨厌|厌恶|更愿意|宁愿|习惯(?!了就好)|感兴趣|爱(?:吃|喝|看|玩|听|穿|用)|受不了|称呼|(?:我|用户)(?:从小|一直|很|非常|特别|不再|并不|不)*(?:害怕|怕)";
/** What someone likes, dislikes or would rather have. */
export const PREFERENCE = new RegExp(`${ENGLISH_PREFERENCE}|${CHINESE_PREFERENCE}`, "u");

/** How something is done. */
export const PROCEDURE =
  /\b(?:to (?:deploy|build|reset|install|restart|fix|configure|release|set up|connect|log in)\b.*,|steps?:|first\b.*\bthen\b|here(?:['’]s| is) how|always (?:run|use|check|start|do|ask)\b.*\b(?:before|when|after|first)|run `|procedure|workflow|runbook|when .*, (?:run|do|use|call|check|restart|ask)\b)|步骤|流程|先.{1,30}(?:再|然后|最后)|操作方法|的方法是|办法是/iu;

const KIN =
  "(?:wife|husband|partner|spouse|fianc[ée]e?|daughter|son|child|children|kids?|mother|mum|mom|father|dad|sister|brother|boyfriend|girlfriend|boss|manager|cat|dog|pet|parents|doctor|dentist)";
const ENGLISH_IDENTITY = [
  "\\b(?:name is|(?:is|am|['’]m) called|goes by|lives? in|(?:is|am|are|['’]m|['’]re) (?:now |back |currently )?living in|lived in|used to (?:live|work|be|have|like|love|smoke|drink|eat|play)|moved to|moves? to|moving to|based in|works? (?:at|for|as)|worked (?:at|for|as)|is employed|started (?:at|as|working)|was born|born (?:in|on)|birthday|years old|(?<=\\b(?:I['’]m|I am|user is) )\\d{1,2}(?=[.!]*$)|native (?:language|speaker)|nationality|citizen of)\\b",
  "\\b(?:is|am|['’]m|are|got|was|were|getting) (?:\\p{L}+ )?(?:married|divorced|engaged|single|widowed|retired|separated)\\b",
  "\\b(?:phone number|e-?mail|address|passport|locker|pin|password|licen[cs]e|account)\\b.*(?:\\bis\\b|:|@|\\d)",
  `\\b(?:[mM]y|user['’]s) (?:\\p{L}+ )?${KIN}(?:['’]s name)?(?:,? \\p{Lu}\\p{Ll}+,?)? (?:is|are|was born|lives?|works?|studies|study|has|have|turns?|turned|goes|speaks?|plays?)\\b`,
  `\\p{Lu}[\\p{L}'’-]+ is (?:now )?(?:my|the user['’]s) (?:\\p{L}+ ){0,2}${KIN}\\b`,
  `\\b(?:have|has|['’]ve) (?:got )?(?:an?|one|two|three|four|five|no|\\d+) (?:\\p{L}+ )?${KIN}s?\\b`,
  "\\b(?:is|am|['’]m|became|become|works? as|working as) (?:also |now |currently |no longer )?an? (?:\\p{L}+ ){0,2}(?:engineer|teacher|nurse|doctor|lawyer|student|designer|developer|manager|writer|pilot|chef|artist|programmer|scientist|researcher|accountant|architect|consultant|musician|photographer|dentist|therapist|baker|farmer|driver|electrician|journalist|professor|veterinarian|dancer|freelancer)\\b",
  "\\b(?:[mM]y|user['’]s) (?:main |new |current |biggest )?(?:hobby|hobbies|job|profession|dream|goal|company|employer|degree|major|religion|pronouns)\\b.*\\b(?:is|are)\\b|\\b(?:is|are) (?:[mM]y|the user['’]s) (?:main |biggest )?(?:hobby|hobbies|job|goal|passion)\\b",
].join("|");
const ENGLISH_JOB = `\\b(?:I am|I['’]m|[uU]ser is) (?:now |currently |still |no longer )?(?:an? (?:\\p{L}+ ){0,2}(?:${TRADES_EN})(?=$|[.,!]| (?:in|at|for|from|by|and)\\b)|unemployed\\b|out of work\\b|between jobs\\b)|\\b(?:I|[uU]ser) (?:no longer works?\\b|(?:don['’]t|doesn['’]t|do not|does not) work any ?more\\b)`;
const CHINESE_JOB = `(?:我|用户)(?:现在|目前|已经|以前|曾经|还)?(?:在[^，。；]{1,12}?)?(?:兼职)?(?:是|当|做|转行做|改行做)了?[^，。；]{0,8}?(?:${TRADES_ZH})(?=$|[的了，。！；\\s])|(?:我|用户)(?:现在|目前|以前)?是(?:做|搞|干|从事)[^，。；]{1,8}的(?=$|[，。！；])|(?:我|用户)(?:现在|目前|已经|早就)*(?:不再?(?:工作|上班)了|没有?工作了?(?=$|[，。！；])|失业|待业|下岗|退休)`;
const CHINESE_IDENTITY = `名字|(?:我|用户|它|他|她|猫|狗)叫(?!我)|住在|搬到|搬去|来自|在.{1,12}(?:工作|上班|上学|读书)|生日|\\d岁|[一二三四五六七八九十]岁|结婚|离婚|单身|(?:我|用户)的?(?:${CHINESE_CLOSE}|猫|狗)(?:是|在|叫|姓|住|有|对|喜欢|今年)|(?:电话|手机号|邮箱|地址|护照|车牌|密码).{0,6}(?:是|：|:)|国籍|职业|(?:我|用户)(?:现在|已经|以前|曾经|还)?(?:兼职)?(?:是|当|做|转行做|改行做).{0,10}(?:工程师|老师|教师|护士|医生|律师|学生|设计师|程序员|会计|记者|司机|厨师|作家|教授|画家|教练|经理|演员|歌手|翻译)`;
/** Something of one's own has another value now: 我的邮箱改成…了. */
const CHINESE_CHANGED = "(?:我|用户)的\\p{Script=Han}{1,8}?(?:现在|目前|已经)?(?:改成|改为|换成|变成|更新为|涨到|降到)";
/** Who someone is and how they can be reached. */
export const IDENTITY = new RegExp(
  `${ENGLISH_IDENTITY}|${ENGLISH_JOB}|${CHINESE_IDENTITY}|${CHINESE_JOB}|${CHINESE_CHANGED}`,
  "u",
);

const HAS = "(?:have|has|['’]ve got|have got|has got) (?:an?|no|two|three|four|five|several|many|\\d+|twin)";
const NO_POSSESSION =
  "(?!\\s+(?:\\p{L}+ )?(?:questions?|problems?|issues?|doubts?|requests?|ideas?|feelings?|look|errors?|bugs?|headache|cold|minutes?|moments?|points?|suggestions?|concerns?|query|queries|walk|time|day|week|lot|few|bit|chance|blast|ball|talk|chat|hard|great|good|bad|nice|fun|laugh|break|plan|meeting|appointment|reservation|way|feel|sense)\\b)";
const ENGLISH_HABIT = `\\b(?:I|[tT]he user) (?:do not |does not |don['’]t |doesn['’]t )?(?:also |usually |always |often |mostly |currently |only |never )*(?:plays?|speaks?|drives?|owns?|uses?(?! to\\b)|stud(?:y|ies)|teach(?:es)?|runs?|collects?|practi[cs]es?|smokes?|drinks?|eats?|manages?|leads?|commutes?|goes? to \\p{L}+ \\p{L}+ (?:on \\p{L}+days|every|each|twice|once)|volunteers?|mentors?|${HAS}${NO_POSSESSION})\\b`;
const CHINESE_HABIT =
  "(?:我|用户)(?:(?:现在|已经)?(?:没有|不养)|(?:现在|已经)有)(?!.{0,3}(?:问题|疑问|时间|事|空|力气|精神|胃口|钱|意见|想法|办法|兴趣))\\p{Script=Han}{1,4}(?:了|(?=[。！]*$))|(?:我|用户)(?:平时|每(?:周|星期)[一二三四五六日天]?|每[天晚早月年]|经常|常常|从不|从来不|一般|通常)+(?:都|上)?[喝吃跑骑练做读写看去](?!了)|(?:我|用户)(?:平时|每天|每周|经常|一直|也|还|目前|现在)*(?:养|会(?=说|弹|拉|画|写|唱|跳|游泳|开车|滑雪|瑜伽|编程|修|做(?:饭|菜)|.?语|[A-Z])|弹|开(?:一辆|车)|抽(?:烟|[\\d一二两三四五六七八九十几半]+[支根包]烟)|打(?:篮球|网球|羽毛球|乒乓球|球)|踢球|下(?:象棋|围棋|国际象棋|棋)|用的是|学(?:习)?(?:英语|日语|法语|德语|编程|钢琴|画画)|教(?!训)|有(?:一|两|三|四|个|只|辆|\\d)(?!.{0,3}(?:问题|疑问|想法|建议|点|下|事|天)))";
/** What someone does or has as a rule: "I play chess", 我养了一只猫. "I have a question" is no such thing. */
export const HABIT = new RegExp(`${ENGLISH_HABIT}|${CHINESE_HABIT}`, "u");

/** What the speaker marks as weighty. */
export const URGENT =
  /\b(?:important|critical|crucial|urgent|vital|essential|emergency|life-threatening|severe(?:ly)?|deadly)\b|重要|紧急|关键|致命|严重|千万|务必|一定要/iu;
