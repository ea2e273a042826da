/** Chinese first person to third: 我对花生过敏 → 用户对花生过敏. `null` where the rules are not certain; the caller then quotes. */

/** 我 that is no first person, or part of a set phrase. */
const FIXED = /自我|忘我|我行我素|唯我独尊|你死我活|我国(?!庆)|我党|我军/u;
const BEYOND = /我们|咱|俺|我俩|你|您/u;
const FIRST = /我|本人/u;
/** Those close to someone, as alternatives of a pattern: what follows 我 without 的 and is then not the user. */
export const CHINESE_CLOSE =
  "妈妈?|爸爸?|父亲|母亲|父母|爸妈|老[妈爸婆公]|妻子|丈夫|太太|先生|爱人|对象|伴侣|媳妇|儿子|儿媳妇?|女儿|女婿|闺女|孙子|孙女|孩子|宝宝|[大二三四小]?(?:哥哥?|姐姐?|弟弟?|妹妹?|姑姑?|姑妈|姑父|姨妈?|姨父|舅舅?|舅妈|叔叔?|伯伯|伯父|伯母|婶婶?|嫂子)|阿姨|姐夫|妹夫|弟媳妇?|[表堂][哥姐弟妹]|侄子|侄女|外甥女?|外孙女?|奶奶|爷爷|外婆|外公|姥姥|姥爷|岳父|岳母|丈母娘|老丈人|公公|婆婆|[男女]朋友|[男女]友|未婚[妻夫]|前妻|前夫|前任|亲戚|家人|朋友|闺蜜|发小|哥们儿?|同事|同学|同桌|室友|舍友|队友|搭档|老板|上司|领导|经理|导师|老师|师[父傅兄姐弟妹]|学[长姐弟妹]|教练|医生|保姆|邻居|房东|客户";
/** Kin and belongings that follow 我 without 的. */
const KIN = new RegExp(`我(?=(?:${CHINESE_CLOSE}|家里|家(?:有|在|住|养|离)|公司|学校|单位|团队|部门)(?!化|于))`, "gu");

/** True when the sentence speaks in the first person singular. */
export function isChineseFirstPerson(sentence: string): boolean {
  return FIRST.test(sentence.replace(/我们|自我|我国(?!庆)/gu, ""));
}

/** True when it speaks of 我们 or to 你. */
export function involvesChineseListener(sentence: string): boolean {
  return BEYOND.test(sentence);
}

/** The sentence about 用户, or `null` when it is not certain. A sentence without a first person comes back as it was. */
export function chineseThirdPerson(sentence: string): string | null {
  if (BEYOND.test(sentence)) return null;
  if (!FIRST.test(sentence)) return sentence;
  if (FIXED.test(sentence) || /[“”「」『』"]/u.test(sentence)) return null;
  return sentence.replace(KIN, "用户的").replace(/本人|我自己|我/gu, "用户");
}

/** How a predicate begins that has no subject of its own: 对花生过敏, 喜欢喝茶. */
const PREDICATE =
  /^(?:也|还|都|就|只|最|很|更|特别|非常|比较|一直|从来|从不|已经|正在|目前|现在|平时|经常|总是|通常|一般|不太|不再|没有?|不)*(?:对.{1,12}过敏|喜欢|喜爱|热爱|爱|讨厌|厌恶|偏好|偏爱|习惯|希望|想|要|打算|计划|准备|需要|住在?|搬到?|去|飞|到|来|养|有|吃|喝|用|会(?![议员计场见])|能(?![力源])|在.{1,12}(?:工作|上班|上学|读书|生活|住|开了|经营)|经营|开了|是|叫|姓|做|当|学|信|开(?=[^始心会车])|怕|害怕|戒|患|得了|怀孕|受不了|接受不了|负责|从事|毕业|出生)/u;

/** True when the clause is a predicate that takes its subject from the clause before. */
export function isBarePredicate(clause: string): boolean {
  return PREDICATE.test(clause);
}

/** A turn in one's life told without its 我, by when it came: 上周搬到杭州了, 把高尔夫卖了. */
const TURN =
  /^(?:\d{4}年\S{0,14}?|上个?(?:周|月|星期|礼拜)|[去今]年|前天|这周|本周|最近|刚刚?|终于|已经|又|今天|昨天)*(?:搬到|搬去|搬回|搬家|跳槽|入职|辞职|离职|退休了|结婚了|离婚了|分手了|戒了|换了|把[^，。；]{1,10}?(?:卖|换|退|送|戒)(?:了|掉|成))/u;

/** True when the clause tells such a turn. */
export const isBareTurn = (clause: string): boolean => TURN.test(clause);
