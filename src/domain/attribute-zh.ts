import { ANY, denied, ofNow, possession, type Rule, SOMEONE, weekdayKey } from "./attribute-rules.ts";
import { BUSINESSES_ZH, chineseOccupation } from "./occupations.ts";
import { sameThing } from "./same-thing.ts";
import { HAN_NUMBER, hanNumber } from "./time/numerals.ts";

const WHEN = "(?:\\d{4}年(?:\\d{1,2}月(?:\\d{1,2}日(?:（周.）)?(?:那一?周)?)?)?)?";
/** A statement of the user, up to the verb. */
const chinese = (body: string): RegExp =>
  new RegExp(
    `^用户${WHEN}(?:现在|目前|如今|已经|其实|最近|刚刚?|又|也|还|都|真的|很|非常|一直|再也|重新|开始|终于|改|转|一家人?)*${body}`,
    "u",
  );
const REST = "(.+?)(?=$|[。，；！,;]|了)";
const occupation = (match: RegExpExecArray): string => {
  const found = chineseOccupation(match.at(-1)!) ?? "";
  return found !== "" && /不(?:再)?(?:是|做|当|从事)/u.test(match[0]) ? `not ${found}` : found;
};

/** 在腾讯, not 在家 or 在北京. */
const isEmployer = (value: string): boolean =>
  !/^(?:not )?(?:家里?|公司|单位|厂里|店里|办公室|图书馆|咖啡[馆厅店]|外面|国外|海外|这里|那里|.*[市省县国区路楼城街]|北京|上海|广州|深圳|杭州|南京|成都|重庆|武汉|西安|天津|苏州|香港|台北|东京|纽约|伦敦|巴黎|新加坡|奥斯陆|卑尔根)$/u.test(
    value,
  );

/** By which a vehicle is known: what is 开 may as well be a shop or a meeting. */
const CAR =
  "车|[A-Z]|特斯拉|比亚迪|宝马|奔驰|奥迪|丰田|本田|大众|沃尔沃|斯柯达|马自达|日产|蔚来|小鹏|理想|吉利|保时捷|福特|别克|雷克萨斯|五菱|问界|极氪|凯迪拉克";

/** What is known as a car by its name, also when it is told to be bought. */
const MAKE = CAR.replace("车|[A-Z]|", "汽车|轿车|电动车|SUV|Model ?[3YSX]|");
/** Of whom or what one has one, and changes to another. */
const ROLE = "(牙医|家庭医生|医生|治疗师|理发师|律师|会计|兽医|教练|房东|老板|领导|经理|学校|健身房)";

export const CHINESE_RULES: readonly Rule[] = [
  {
    pattern: chinese(`(?:不再|不)?(?:住在?|定居在?|搬到|搬去|搬回|移居)了?${REST}`),
    key: "residence",
    value: denied,
    probe: "住在 搬到 搬去 lives moved",
  },
  {
    pattern: chinese("(?:不再|不)?在(.+?)(?:工作|上班|任职)"),
    key: "employer",
    value: denied,
    accepts: isEmployer,
    probe: "工作 上班 入职 跳槽 works",
  },
  {
    pattern: chinese(`(?:从[^，。；！]{1,12}?)?(?:入职|跳槽(?:到|去)了?|加入)了?${REST}`),
    key: "employer",
    probe: "工作 上班 入职 跳槽 works",
  },
  {
    pattern: chinese("(?:去|到)了?([^，。；]{1,16}?)(?:工作|上班|任职)了"), // 去腾讯上班 alone is what one does each day
    key: "employer",
    accepts: isEmployer,
    probe: "工作 上班 入职 跳槽 works",
  },
  {
    pattern: chinese("换(?:了)?(?:手机|电话)?号码?了?[，,]?(?:新?的?(?:手机|电话)?号?码?)?(?:是|为)?(\\d[\\d -]{4,})"),
    key: possession("手机号", ""),
    probe: "手机号 电话 号码",
  },
  {
    pattern: chinese("(?:(?:从)(.+?)(?:离职|辞职)|离开了?([^，。；！]{1,12}?)(?=$|[。！]|了))"),
    key: "employer",
    value: (match) => `not ${match[1] ?? match[2]}`,
    probe: "工作 上班 入职 跳槽 works",
  },
  {
    pattern: chinese(
      `(?:不再|不)?(?:在[^，。；]{1,12}?)?(?:是|做|当|当上|从事|转行做|改行做|成为|成了)了?(.+?)(?=$|[。，；！,;])`,
    ),
    key: "occupation",
    value: occupation,
    probe: "职业 工作 护士 老师",
  },
  {
    pattern: chinese("(?:早就)?(不再?(?:工作|上班)了|没有?工作|失业|待业|下岗|退休)"),
    key: "occupation",
    value: (match) => (match[1] === "退休" ? "退休" : "无业"),
    probe: "职业 工作 上班 入职 works",
  },
  {
    pattern: /^用户的(?:职业|工作)(?:现在|目前)?(?:是|改成|变成|换成)了?(.+?)(?=$|[。，；！,;])/u,
    key: "occupation",
    value: occupation,
    probe: "职业 工作 是",
  },
  {
    pattern: chinese("(?:希望被称呼为|叫|名叫|名字是|的名字是)(.+?)(?=$|[。，；！,;])"),
    key: "name",
    probe: "称呼 叫 名字 called name",
  },
  {
    pattern: chinese(`(?:今年|刚刚?|快|已?满|就?要|过完生日)*(${HAN_NUMBER}{1,4})(?:周)?岁`),
    key: "age",
    value: (match) => String(hanNumber(match[1]!) ?? match[1]),
    probe: "岁 years old",
  },
  {
    pattern: chinese(
      "的?(体重|身高)(?:现在|目前|已经|大概|差不多)*(?:是|有|为|涨到|长到|降到|减到|掉到)?了?(\\d[\\d.]*\\s?(?:公斤|千克|斤|kg|厘米|公分|米|cm)(?:\\d{1,2})?)",
    ),
    key: (match) => possession(match[1]!, ""),
  },
  {
    pattern: chinese(
      "(?:是)?(?:个|一个|一名|位)?(不再?是?(?:素食者|素食主义者)|不再吃素|不吃素|吃素|素食者|纯素食者|素食主义者|全素|吃肉|不再吃肉|不吃肉)",
    ),
    key: "diet",
    value: (match) => (/不再?吃素|不再?是|(?<!不|不再)吃肉/u.test(match[1]!) ? "meat" : "vegetarian"),
    probe: "吃素 素食 吃肉 vegan vegetarian",
  },
  {
    pattern: chinese("(?:(?:和|跟|与)[^，。；！]{1,8}?)?(已婚|未婚|单身|离婚|结婚|再婚|订婚)"),
    key: "marital status",
    value: (match) => match[1]!.replace("已婚", "结婚").replace("未婚", "单身"),
    probe: "结婚 离婚 单身 married",
  },
  {
    pattern: chinese("(?:不再|不)?对(.{1,12}?)(?:已经|也|都|并|再|已|现在)*(?:不再|不)?(?:严重)?过敏"),
    key: (match) => `allergy:${sameThing(match[1]!)}`,
    value: denied,
    probe: "过敏 allergic allergy",
  },
  {
    pattern:
      /^用户(?:现在|目前)?最(喜欢|爱)的?(.{1,8}?)(?:现在)?(?:是|为|变成|换成|改成)了?(.+?)(?=$|[。，；！,;]|了$)/u,
    key: (match) => possession(`favourite:${match[2]}`, match[3]!),
  },
  {
    pattern: chinese(
      "有([\\d两二三四五六七八九十]{1,3}[只条个匹]|一个(?=孩子|儿子|女儿))(.{1,6}?)(?=$|[。，；！,;]|了[。！]*$)",
    ),
    key: (match) => `count:${match[2]}`,
    value: (match) => match[1]!.replace("两", "二").replace(/[只条个匹]/u, ""),
    probe: "有",
  },
  {
    pattern: chinese("养了?([\\d两二三四五六七八九十]{1,3})[只条个匹](.{1,6}?)(?=$|[。，；！,;]|了[。！]*$)"),
    key: (match) => `count:${match[2]}`,
    value: (match) => match[1]!.replace("两", "二"),
    probe: "养",
  },
  {
    pattern: chinese(
      "每(?:周|星期|礼拜)([一二三四五六日天])(?:早上|上午|中午|下午|晚上)?(?:都)?(?:去|上|有|做|练|打|踢|学)([^，。；！]{1,8}?)(?=$|[。！])",
    ),
    key: (match) => weekdayKey(match[2]!.replace(/^[去上]/u, "")),
    value: (match) => match[1]!,
  },
  {
    pattern: chinese(
      "(?:每天|平时|都)*((?:坐|乘|搭)[^，。；！不了]{1,14}?|骑(?:自行|单|电动|共享单|摩托)?车|开车|走路|步行|跑步|打车)(?:去)?(?:上班|上学|去公司|通勤)",
    ),
    key: ofNow("commute"),
    value: (match) => match[1]!.replace(/骑单车/u, "骑车"),
    probe: "上班 上学 坐 骑车 开车 地铁 公交 work commutes",
  },
  {
    pattern: chinese(
      `开(?:上|着)?了?(?:一?[辆台]|的是)?([^，。；！]{0,6}?(?:${CAR})[^，。；！了]{0,6}?)(?=$|[。，；！,;]|了)`,
    ),
    key: ofNow("car"),
    probe: "开 车 drives car",
  },
  {
    pattern: chinese(
      `(?:把.{1,10}?)?(?:换(?:了|成)?|买了?|提了|有)(?:一?[辆台])?([^，。；！]{0,6}?(?:${MAKE})[^，。；！了]{0,6}?)(?=$|[。，；！,;]|了)`,
    ),
    key: ofNow("car"),
    probe: "开 车 drives car",
  },
  {
    pattern: chinese(
      `(?:换了?(?:一?[个位家])?(?:新的?)?|有了?(?:一?[个位家])?新的?)${ROLE}了?(?:[，,：:]?(?:现在|新的|换成|改成|名字)*(?:是|叫|为|看的是|去的是)?([^，。；！的]{2,6}?))?(?=$|[。，；！,;]|了)`,
    ),
    key: (match) => possession(match[1]!, "某某"),
    value: (match) => match[2] ?? ANY,
  },
  {
    pattern:
      /^用户的(\p{Script=Han}{1,6}?)(?:现在)?(?:的?有效期到|(?:会|将)?(?:在|到)?)?(\d{4}年\d{1,2}月(?:\d{1,2}日)?)(?:（周.）)?(?:到期|过期|失效)?[了。！]*$/u,
    key: (match) => (/到期|过期|失效|有效期/u.test(match[0]) ? `expires:${match[1]}` : ""),
    value: (match) => match[2]!,
  },
  {
    pattern: chinese(
      "(?:退了?|不再?续|没续|取消了?|停了?)(健身房|健身卡|学校|培训班)(?:的?(?:会员|卡|会籍))?(?=$|[。，；！]|了)|(?:把)(健身房|健身卡)的?(?:会员|卡|会籍)?(?:退|取消|停)(?:掉|了)",
    ),
    key: () => possession("健身房", "某某"),
    value: () => ANY,
  },
  {
    pattern: chinese("(?:解除了?婚约|退婚|取消了?婚[约礼]|不订婚|没订婚)"),
    key: "marital status",
    value: () => "not 订婚",
    probe: "结婚 离婚 单身 订婚 engaged married",
  },
  {
    pattern: chinese("(?:刚|要)?换了?(?:新)?(工作|银行|公司|单位)(?=$|[。，；！,;]|了)"),
    key: (match) => (match[1] === "银行" ? ofNow("bank") : "employer"),
    value: () => ANY,
    probe: "工作 上班 任职 做 银行 works bank banks",
  },
  {
    pattern: chinese("(?:辞职|离职|辞了工作|丢了工作|被裁)(?=$|[。，；！,;]|了)"),
    key: "employer",
    value: () => ANY,
    probe: "工作 上班 任职 works",
  },
  {
    pattern: chinese(
      "(?:(?:在)?(?:和|跟)([^，。；！]{1,8}?)(?:在)?(?:谈恋爱|交往|恋爱|在一起)|有(?:了)?(?:一?个)?(?:女朋友|男朋友|女友|男友|对象)(?:叫(.{1,6}?))?)(?=$|[。，；！,;]|中|了)",
    ),
    key: ofNow("partner"),
    value: (match) => match[1] ?? match[2] ?? SOMEONE,
    probe: "女朋友 男朋友 恋爱 交往 dating girlfriend boyfriend",
  },
  {
    pattern: /^用户的(?:女朋友|男朋友|女友|男友|对象)(?:现在)?(?:叫|名叫|是)([^，。；！的个]{1,6}?)(?=$|[。，；！,;])/u,
    key: ofNow("partner"),
    accepts: (value) => !/[员师长生工家人]$/u.test(value),
    probe: "女朋友 男朋友 恋爱 交往 dating girlfriend boyfriend",
  },
  {
    pattern: chinese(
      "(?:每天|平时|都|一般)*(?:早上|上午|中午|下午|晚上)?([\\d一二两三四五六七八九十]{1,3}点(?:半|一刻|\\d{1,2}分?)?)(?:才|就)?(起床|睡觉|睡|上班|下班|吃早饭|吃午饭|吃晚饭)",
    ),
    key: (match) => ofNow(`time:${match[2]}`),
    value: (match) => match[1]!,
  },
  {
    pattern: chinese("(?:(?:和|跟)([^，。；！]{1,8}?))?分手(?=$|[。，；！,;]|了)"),
    key: ofNow("partner"),
    value: (match) => (match[1] === undefined || /友|对象|她|他/u.test(match[1]) ? ANY : `not ${match[1]}`),
    probe: "女朋友 男朋友 恋爱 交往 dating girlfriend boyfriend",
  },
  {
    pattern:
      /^用户的(.{1,14}?)(?:现在|目前|已经|被)*(?:改成|改为|换成|变成|改到|改在|搬到|移到|推迟到|提前到|涨到|涨成|降到|是在|是|为|叫|在|(?=每[晚天月周年次]|\d))了?(.+?)(?=$|[。，；！,;]|了$)/u,
    key: ([whole, thing = "", value = ""]) =>
      possession(
        thing.replace(/^最(?:喜欢|爱)的?/u, "favourite:"),
        whole.slice(0, -value.length).endsWith("在") ? `在${value}` : value,
      ),
    value: (match) => match[2]!.replace(/(?:起飞|出发|开始)$/u, ""),
  },
  {
    pattern:
      /^用户(\d{4}年\d{1,2}月\d{1,2}日)(?:（周.）)?(?:早上|上午|中午|下午|晚上)?(?:坐飞机|坐火车|坐高铁)?(?:飞往?|去|到)(?![了过])([\p{Script=Han}]{1,8})/u,
    key: (match) => `trip:${match[2]}`,
    value: (match) => match[1]!,
  },
  {
    pattern: chinese("更喜欢喝?([\\p{Script=Han}]{0,2}(?:茶|咖啡))(?=$|[。！]|了[。！]*$)"),
    key: ofNow("prefers:hot drink"),
    probe: "喜欢 茶 咖啡",
  },
  {
    pattern: chinese(
      "(?:每天|平时|一般|都)*(?:坐|乘|搭)(\\d{1,2}(?:[:：]\\d{2}|点(?:\\d{1,2}分?|半)?))的?(火车|高铁|动车|公交车|班车|地铁)(?=$|[。！]|了[。！]*$)",
    ),
    key: (match) => ofNow(`departure:${match[2]}`),
    value: (match) => match[1]!,
    probe: "坐 火车 高铁 公交",
  },
  {
    pattern: chinese(
      "(?:(?:坐飞机|出行|旅行)(?:的时候|时)?(?:一般|都|总是?)*)?(?:现在|更|还是|总是?|一直|都|一般|以后|今后)*(?:想要|喜欢|偏好|偏爱|选择?|要)(?:坐)?(靠窗|靠走廊|靠过道|过道|走廊)",
    ),
    key: "prefers:seat",
    probe: "靠窗 靠走廊 靠过道 座位",
  },
  {
    pattern: new RegExp(
      `^用户(?:叫[^，。；]{1,8}，)?(?:现在|目前|自己|在[^，。；]{1,10}?)*(?:开|经营|有)(?:了|着)?(?:[一两]?[家间个])?[^，。；]{0,6}?(${BUSINESSES_ZH})(?=$|[，。；！了的])`,
      "u",
    ),
    key: (match) => `business:${match[1]!}`,
    probe: "开了 经营 runs owns",
  },
];

export const OPINION_ZH = chinese(
  "(?:不再|再也不|不太|不怎么|不|最|没那么)?(?:喜欢|喜爱|热爱|爱|讨厌|厌恶|反感)(?:上了?|去)?(?:[喝吃听看玩])?(.+?)(?=$|[。，；！,;]|了[。！]*$)",
);
