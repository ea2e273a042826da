/**
 * What is held week by week: a standup, a class, badminton. Its weekday is no one date ("the standup is on Monday"), unless
 * the words are about one of them ("the class on Friday is cancelled").
 */

const HELD_EN =
  "(?:stand-?ups?|scrum|(?:sprint |weekly )?planning|refinement|retro(?:spective)?|sprint review|all-hands|town hall|one-on-one|1:1|(?:team|staff|weekly|department|squad|project) (?:meeting|sync|call|check-in|catch-up)|office hours|class(?:es)?|lessons?|lectures?|seminar|tutorial|rehearsals?|practice|training|(?:book|chess|running|youth) club|pub quiz|therapy|(?:rubbish|garbage|trash|bin|recycling) (?:day|collection)|badminton|tennis|football|soccer|basketball|volleyball|handball|hockey|squash|padel|yoga|pilates|judo|karate|ballet|choir|orchestra|swimming|climbing|spinning|zumba|fencing)";
/** Whose it is and of what kind, in a few words: my daughter's piano; "a lesson" is one. */
const WHOSE =
  "(?:(?:the|my|our|his|her|their|the user['’]s|\\p{L}+['’]s)\\s+)?(?:(?!(?:an?|this|next|last|first|extra|trial|final|the|to|for|has|have)\\b)[\\p{L}'’-]+\\s+){0,2}?";
const IS_ON =
  "(?:is|are|takes? place|meets?|runs?|starts?|begins?|(?:(?:was|were|is|has|got|has been|have been|is being) )?(?:moved|moves|moving|changed|switched|rescheduled))";
const SUBJECT_EN = new RegExp(
  `(?:^|[,;:]\\s+|\\b(?:and|but|because|that)\\s+)${WHOSE}${HELD_EN}(?:\\s+with\\s+[\\p{L}'’]+)?\\s+(?:now\\s+)?${IS_ON}(?:\\s+(?!an?\\b)[\\p{L}\\d'’:]+){0,7}?\\s*$`,
  "iu",
);
const OBJECT_EN = new RegExp(
  `\\b(?:has|have)\\s+(?:(?!(?:an?|his|her|their|my|the|no)\\b)[\\p{L}'’-]+\\s+){0,2}?${HELD_EN}\\s*$`,
  "iu",
);
const ONE_TIME_EN =
  /\b(?:cancell?(?:ed|ing)|skip\p{L}*|miss(?:es|ed|ing)?|instead|this|once|next|last|will|won['’]t|can['’]t|cannot|must|tomorrow|today|match|game|final|tournament|exam|trip|trial|holiday)\b/iu;

/** The text between the marks around a place. */
function between(text: string, index: number, marks: RegExp): string {
  const from = Array.from(text.slice(0, index).matchAll(marks)).at(-1)?.index ?? -1;
  const length = text.slice(index).search(marks);
  return text.slice(from + 1, length < 0 ? text.length : index + length);
}

/** True of an English weekday, with its preposition at `index`, that is the day of something held each week. */
export function isEnglishSeries(text: string, index: number): boolean {
  const before = text.slice(0, index);
  return (SUBJECT_EN.test(before) || OBJECT_EN.test(before)) && !ONE_TIME_EN.test(between(text, index, /[.;!?]/gu));
}

const SPORT_ZH =
  "羽毛球|乒乓球|网球|篮球|足球|排球|台球|高尔夫|瑜伽|普拉提|太极|游泳|健身|攀岩|拳击|跆拳道|空手道|柔道|舞蹈|芭蕾|街舞|合唱团?|钢琴|小提琴|大提琴|吉他|古筝|二胡|书法|围棋|英语角|读书会|广场舞";
const MEETING_ZH = "例会|周会|站会|早会|晨会|组会|双周会|复盘会|评审会|迭代会|冲刺规划";
const CLASS_ZH =
  "(?<!公开|体验|试听|补|上|下|逃|翘|请|最后一节)课(?![题程本件间表长])|训练(?!营)|排练|兴趣班|补习班|培训班|辅导班";
const HELD_ZH = new RegExp(`${MEETING_ZH}|${CLASS_ZH}`, "u");
/** 羽毛球改到周日了, 瑜伽课是周四: the kind of thing alone, before its day. */
const SUBJECT_ZH = new RegExp(
  `^(?:(?:我们?|用户|[\\p{Script=Han}]{1,4}?)的?)?(?:${SPORT_ZH})(?:课|班|训练|时间)?(?:现在|以后|也|都)?(?:是|在|固定在?)$`,
  "u",
);
const ONE_TIME_ZH =
  /取消|请假|缺席|缺课|补|这次|这[周个]|下[周个]|上[周个]|一[次节场堂]|临时|想|打算|准备|没法|不能|[来去]不了|今天|明天|后天|昨天|比赛|决赛|考试|停课|放假/u;
const MARKS_ZH = /[，。；！？,;\n]/gu;
const OVER_ZH = /[了过](?!敏)/u;

const MOVE_ZH = "(?:改|挪|延|移|调|换|推迟?|提前)";
const MOVED_ZH = new RegExp(`${MOVE_ZH}[到至成在]?[^，。；]{0,8}$|${MOVE_ZH}[到至成在]`, "u");
const BEGINS_WITH_SPORT = new RegExp(`^(?:我们?|用户)?的?(?:${SPORT_ZH})(?!馆|场|鞋|拍)`, "u");

/** True of a Chinese weekday at `index` that is the day of something held each week. */
export function isChineseSeries(text: string, index: number): boolean {
  const clause = between(text, index, MARKS_ZH).trim();
  if (ONE_TIME_ZH.test(clause)) return false;
  if (MOVED_ZH.test(clause)) return HELD_ZH.test(clause) || BEGINS_WITH_SPORT.test(clause);
  if (OVER_ZH.test(clause)) return false;
  const before = between(text.slice(0, index), index, MARKS_ZH);
  return HELD_ZH.test(clause) || SUBJECT_ZH.test(before);
}
