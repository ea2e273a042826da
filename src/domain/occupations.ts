/** Words for what people do for a living, English and Chinese; by hand, the common ones. */

const english = `accountant actor actress analyst architect artist assistant astronomer baker banker barber barista bartender biologist bookkeeper bricklayer
broker builder butcher caregiver carer carpenter cashier chef chemist cleaner clerk coach cook consultant copywriter courier curator dancer dentist designer detective developer
dietitian diplomat director doctor driver economist editor electrician engineer entrepreneur farmer firefighter fisherman florist freelancer gardener geologist guard guide hairdresser
historian illustrator inspector interpreter investor journalist judge lawyer lecturer librarian linguist locksmith logistician machinist manager marketer mathematician mechanic
midwife model musician notary nurse nutritionist officer optician painter paramedic pastor pediatrician pharmacist photographer physicist physiotherapist pilot plumber poet policeman
policewoman postman postdoc priest principal producer professor programmer psychiatrist psychologist realtor receptionist recruiter repairman reporter researcher sailor salesman
salesperson scientist sculptor secretary shopkeeper singer soldier statistician steward stylist student surgeon surveyor tailor teacher technician tester therapist trainer translator
tutor undertaker vet veterinarian waiter waitress welder writer zookeeper`;
const chinese = `会计 演员 分析师 建筑师 艺术家 助理 烘焙师 银行职员 理发师 咖啡师 调酒师 保姆 木匠 收银员 厨师 化学家 清洁工 教练 顾问 快递员 外卖员 舞蹈演员 牙医 设计师 侦探 程序员 开发
开发者 营养师 外交官 导演 医生 司机 经济学家 编辑 电工 工程师 企业家 农民 消防员 渔民 花艺师 自由职业者 园丁 保安 导游 美发师 历史学家 插画师 记者 法官 律师 讲师 图书管理员
经理 产品经理 项目经理 数学家 机械师 技工 助产士 模特 音乐家 公务员 护士 警察 画家 药剂师 摄影师 物理学家 理疗师 飞行员 水管工 诗人 邮递员 教授 制片人 心理医生 心理咨询师 房产中介
前台 研究员 研究生 水手 销售 销售员 科学家 雕塑家 秘书 店主 歌手 军人 士兵 空姐 学生 大学生 外科医生 裁缝 老师 教师 技术员 测试 测试员 治疗师 培训师 翻译 家教 兽医 服务员 焊工 作家
个体户 创业者 博士后 运营 主播 博主`;

const ENGLISH: ReadonlySet<string> = new Set(english.split(/\s+/u));
const CHINESE: readonly string[] = chinese.split(/\s+/u).sort((a, b) => b.length - a.length);

/** Who one is by trade, as alternatives of a pattern; without the words that name the work as well (做测试, 做开发). */
export const TRADES_EN = english.split(/\s+/u).join("|");
export const TRADES_ZH = CHINESE.filter((word) => !/^(?:开发|测试|运营|销售)$/u.test(word)).join("|");

/** What one runs for a living, as alternatives of a pattern: a podcast or a marathon is none. */
export const BUSINESSES_EN =
  "bakery|shop|store|bookshop|bookstore|boutique|caf[eé]|restaurant|bistro|pizzeria|bar|pub|brewery|salon|barbershop|spa|gym|studio|gallery|agency|company|business|firm|start-?up|consultancy|practice|clinic|pharmacy|farm|vineyard|winery|nursery|kindergarten|school|hotel|hostel|guest ?house|b&b|garage|workshop|kennel|food truck|stall";
export const BUSINESSES_ZH =
  "店|餐厅|饭店|饭馆|面馆|咖啡馆|茶馆|酒吧|公司|工作室|工厂|厂|诊所|药房|农场|民宿|酒店|旅馆|幼儿园|学校|培训班|健身房|画廊|超市|书店|花店|面包店|理发店|网店|律所|事务所";

/** The occupation an English noun phrase names by its head ("a senior software engineer"); null for none. */
export function englishOccupation(phrase: string): string | null {
  const words = phrase.toLowerCase().match(/[\p{L}-]+/gu) ?? [];
  const at = words.findIndex((word, i) => i < 4 && ENGLISH.has(word) && !ENGLISH.has(words[i + 1] ?? ""));
  return at < 0 ? null : words.slice(0, at + 1).join(" ");
}

/** The occupation a Chinese noun phrase ends with (高级软件工程师); null for none. */
export function chineseOccupation(phrase: string): string | null {
  const line = /^(?:做|搞|干|从事)(.{1,8})的$/u.exec(phrase)?.[1]; // 是做设计的
  if (line !== undefined) return line;
  const text = phrase.replace(/^(?:一?[名位个])/u, "").replace(/了$/u, "");
  return text.length <= 12 && CHINESE.some((word) => text.endsWith(word)) ? text : null;
}
