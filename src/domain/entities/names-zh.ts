import { nameKey } from "./keys.ts";
import { CHINESE_NOUNS } from "./nouns.ts";
import type { EntityType, Mention } from "./types.ts";

/** Chinese writes no capitals: a name is taken only where the words around it say that it is one. */
const CALLED =
  /(?<before>[\p{Script=Han}]{0,6}[，,]?)(?:叫做?|名叫|名字[是叫]|姓名是)(?<name>[\p{Script=Han}A-Za-z·]{2,8}?)(?=[，,。；;、！!？?\s）)”」]|$|[的吧也在是很]|今年)/gu;
/** Who is called something, rather than what. */
const SOMEONE = new RegExp(`(?:我|他|她|您|人|同学|客户|${CHINESE_NOUNS})[，,]?(?:就|的名字)?$`, "u");
const NOT_CALLED = /^(?:我|你|他|她|它|一|什么|做|不|醒|上|来|起|停|人|外卖)/u;

const PLACES =
  "北京 上海 天津 重庆 广州 深圳 杭州 南京 苏州 成都 武汉 西安 长沙 郑州 青岛 大连 厦门 福州 宁波 无锡 济南 合肥 昆明 贵阳 南宁 南昌 沈阳 长春 哈尔滨 石家庄 太原 兰州 西宁 银川 乌鲁木齐 拉萨 海口 三亚 珠海 东莞 佛山 桂林 丽江 大理 洛阳 扬州 绍兴 温州 嘉兴 香港 澳门 台北 台湾 高雄 广东 广西 浙江 江苏 山东 山西 河南 河北 湖南 湖北 四川 云南 贵州 福建 江西 安徽 陕西 甘肃 青海 新疆 西藏 内蒙古 宁夏 海南 辽宁 吉林 黑龙江 中国 美国 英国 法国 德国 意大利 西班牙 葡萄牙 荷兰 比利时 瑞士 瑞典 挪威 芬兰 丹麦 冰岛 俄罗斯 日本 韩国 泰国 越南 印度 印尼 新加坡 马来西亚 菲律宾 加拿大 墨西哥 巴西 阿根廷 澳大利亚 新西兰 埃及 土耳其 希腊 南非 东京 大阪 京都 首尔 曼谷 伦敦 巴黎 柏林 慕尼黑 罗马 米兰 威尼斯 马德里 巴塞罗那 里斯本 阿姆斯特丹 布鲁塞尔 苏黎世 日内瓦 维也纳 布拉格 斯德哥尔摩 哥本哈根 赫尔辛基 奥斯陆 卑尔根 雷克雅未克 莫斯科 纽约 洛杉矶 旧金山 西雅图 波士顿 芝加哥 华盛顿 多伦多 温哥华 悉尼 墨尔本 迪拜 欧洲 非洲 亚洲 北欧";
const KNOWN_PLACE = new RegExp(
  `(?:${PLACES.split(" ")
    .sort((a, b) => b.length - a.length)
    .join("|")})`,
  "gu",
);
/** A place nobody listed: after a verb of moving or living, two to four characters without grammar, then an end. */
const PLACE =
  /(?<=飞往|搬到|搬去|住在|来自|前往|抵达)(?![一这那哪我你他她它了])([^\P{Script=Han}的了着过很是有在去到想要看]{2,4})(?=出差|旅游|旅行|工作|上班|上学|读书|生活|居住|[，,。；;！!？?\s）)”」]|$|的)/gu;
const SUFFIX =
  /([^\P{Script=Han}的了着过很是有在去到从和跟些这那哪每找看想也都还把被给没不会能要做进出喜欢觉得一几我你他她它家所名个或当现同前该本]{2,6})(大学|公司|医院|银行|机场|酒店|集团|火车站|研究院|博物馆|图书馆|公园|中学|小学)/gu;

export const SURNAMES =
  "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤";
/** 王老师, 李医生, 老张, 小李; and a full name after someone's relation: 我同事张伟. */
const TITLED = new RegExp(`[${SURNAMES}](?:老师|医生|经理|教授|总监|主任|先生|女士|律师|阿姨|叔叔|师傅)`, "gu");
const NICKED = new RegExp(
  `(?:(?<![\\p{Script=Han}])|(?<=[和跟与找给]|${CHINESE_NOUNS}))([小老阿][${SURNAMES}])(?=[，,。！!？?：:和跟说在是要也的]|$)`,
  "gu",
);
const RELATED = new RegExp(
  `(?:${CHINESE_NOUNS}|同学|客户|认识|遇到|遇见)了?([${SURNAMES}][\\p{Script=Han}]{1,2}?)(?=[，,。；;、！!？?\\s]|$|[在是说的也和跟要去来住有喜做会刚很])`,
  "gu",
);

const made = (name: string, type: EntityType): Mention => ({ key: nameKey(name), name, type, weight: 1, aliases: [] });

/** Names in the Chinese of a text. */
export function chineseNames(text: string): Mention[] {
  const found: Mention[] = [];
  for (const { groups } of text.matchAll(CALLED)) {
    const { before, name } = groups as { before: string; name: string };
    if (!NOT_CALLED.test(name)) found.push(made(name, SOMEONE.test(before) ? "person" : "other"));
  }
  for (const [, name] of text.matchAll(RELATED)) found.push(made(name!, "person"));
  for (const [name] of text.matchAll(TITLED)) found.push(made(name, "person"));
  for (const [, name] of text.matchAll(NICKED)) found.push(made(name!, "person"));
  for (const [name, , suffix] of text.matchAll(SUFFIX))
    found.push(made(name, /机场|公园|火车站|博物馆|图书馆/u.test(suffix!) ? "place" : "organisation"));
  for (const [name] of text.matchAll(KNOWN_PLACE)) found.push(made(name, "place"));
  for (const [, name] of text.matchAll(PLACE)) found.push(made(name!, "place"));
  return found;
}
